"""What lies in the real box of a game: its dice and its score sheet, from the game's ``beside.toml``."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.errors import BadValue
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.game import Game
from throwdown.kernel.tables import Plain
from throwdown.server.beside.sheets import Sheet, with_values

FILE = "beside.toml"
DIE = (1, 2, 3, 4, 5, 6)


class DieKind(Struct, frozen=True, omit_defaults=True):
    """A kind of dice: ``many`` in the box for one player; ``start`` of them are rolled unless told otherwise.

    ``look`` is ``own`` (the player's colour), ``table`` (grey) or ``command``. ``faces_of`` names the value
    of the game that holds the faces, where they are not 1 to 6.
    """

    key: str
    name: str
    many: int
    look: str = "own"
    start: int = -1
    faces_of: str = ""
    faces: tuple[int, ...] = DIE


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """What a ``beside.toml`` may hold."""

    dice: tuple[DieKind, ...] = ()
    sheet: Sheet | None = None
    open: bool = False
    secret: bool = False
    cups: bool = False
    names: dict[str, str] = {}
    keys: dict[str, str] = {}
    counted: bool = False
    deck: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    values: dict[str, Plain] = {}


class Box(Struct, frozen=True):
    """A game that people may have in a box.

    ``open``: nothing in it is secret; ``secret``: dice or cards are looked at by one player alone, so
    that a referee needs a phone for each, but where ``cups``: these are dice under a cup, or cards of a
    hand, which the app need not know. Neither: choices made in secret are revealed together, and then
    entered. ``names`` are those of cards as they are typed, or of both parts of a card (:meth:`called`),
    and ``keys`` the keys that enter them; ``counted``: the weight of a card that may be drawn is the
    number of its copies that are left; ``deck``: all cards of a deck that has one of each, in the order of
    the pad. Options in ``without`` are not offered, and ``values`` hold at every refereed table. ``part_of``
    is the title of the game whose box it lies in, where it has none of its own.
    """

    key: str
    title: str
    line: str
    seats: tuple[int, int]
    dice: tuple[DieKind, ...]
    sheet: Sheet | None = None
    open: bool = False
    secret: bool = False
    cups: bool = False
    names: dict[str, str] = {}
    keys: dict[str, str] = {}
    counted: bool = False
    deck: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    values: dict[str, Plain] = {}
    part_of: str = ""

    def called(self, text: str) -> str:
        """The name of what is typed ``text``: ``plague-high`` is "Plague Doctor, High Score" where these two
        are names. What has no name keeps its text."""
        first, _, second = text.rpartition("-")
        if text not in self.names and first in self.names and second in self.names:
            return f"{self.names[first]}, {self.names[second]}"
        return self.names.get(text, text)

    def choice_called(self, text: str) -> str:
        """The choice that is typed ``text``, its cards by name: "eliminate Full House and All Odds"."""
        verb, *words = text.split(" ")
        names = [(word, self.called(word)) for word in words]
        said = " and ".join(name for word, name in names if name != word)
        plain = [word for word, name in names if name == word]
        return " ".join(filter(None, [self.called(verb) if "-" in verb else verb, said, *plain]))


FILES = DataFile(_File)


@functools.cache
def box_of(game: Game) -> Box | None:
    """None where the game has no such file. Raises :class:`BrokenGame` for one that says something else."""
    file = FILES.read(game.folder / FILE)
    if file is None:
        return None
    dice = tuple(msgspec.structs.replace(kind, faces=_faces(game, kind)) for kind in file.dice)
    sheet = sheet_by(game, game.own_values)
    return Box(
        game.key,
        game.title,
        game.line,
        (game.seats[0], game.seats[1]),
        dice,
        sheet,
        file.open,
        file.secret,
        file.cups,
        file.names,
        file.keys,
        file.counted,
        file.deck,
        file.without,
        file.values,
        game.about.part_of,
    )


def names_in(game: GameFolder) -> Mapping[str, str]:
    """The names of cards, by what is typed for them; none where the game has no box."""
    file = FILES.read(game.folder / FILE)
    return file.names if file else {}


def sheet_by(game: GameFolder, values: Mapping[str, Plain]) -> Sheet | None:
    """The score sheet by these ``values`` of the game; None where it has none."""
    file = FILES.read(game.folder / FILE)
    return with_values(game, file.sheet, values) if file and file.sheet else None


def _faces(game: Game, kind: DieKind) -> tuple[int, ...]:
    if not kind.faces_of:
        return kind.faces
    for value in game.values:
        if value.key == kind.faces_of and isinstance(value.value, list | tuple):
            return tuple(int(face) for face in value.value)
    raise BadValue(f"beside.toml of {game.key}: there is no list {kind.faces_of!r} among its values")
