"""The puzzles of a game: ``puzzles/MATCH-EVENT.toml`` in its folder, one position each.

A position is a transcript up to a choice, and the seat whose choice it is. ``choices`` are those of the seat
by their notation, the best first, with the figures that were counted when the puzzle was found. What the seat
does not see is in the transcript and nowhere else. ``mined.toml`` beside them says which matches were looked
through.
"""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec
from msgspec import Struct

from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.errors import BadTranscript, ThrowdownError
from throwdown.kernel.files import write_whole
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.transcript import read

FOLDER, MINED = "puzzles", "mined.toml"
PEOPLE = "people"  # in the place of the level, where people played the match
EASY, MIDDLING = 0.15, 0.09  # leads of the best choice from which a puzzle is easy, or not hard


class BadPuzzle(ThrowdownError):
    """A puzzle that cannot be read, or does not hold by the rules."""


class Rating(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice by its notation: its chance to win, half the width of the range that holds it 95 times in 100,
    by how much it is weaker than the best, and the standard error of that."""

    text: str
    chance: float
    doubt: float
    less: float
    error: float


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a match that players of ``level``, or people, played. ``thumb`` is the choice that the
    rule of thumb takes, ``played`` the one that was made in the match; ``playouts`` were counted of the best.
    """

    level: str
    seat: int
    thumb: str
    played: str
    playouts: int
    choices: tuple[Rating, ...]
    transcript: str
    key: str = ""

    @property
    def lead(self) -> float:
        """By how much the best choice leads the next."""
        return min(each.less for each in self.choices[1:])

    @property
    def hardness(self) -> int:
        """1 to 3: the smaller the lead of the best choice, the harder it is to find."""
        return 1 if self.lead >= EASY else 2 if self.lead >= MIDDLING else 3

    def match(self, game: Game) -> Match:
        """The match up to the choice. Raises :class:`BadPuzzle` where it does not hold by the rules of
        ``game``, or the choices are not those of the seat."""
        try:
            match = read(self.transcript).match
        except BadTranscript as error:
            raise BadPuzzle(f"puzzle {self.key} of {game.key}: {error}") from None
        legal = match.legal(self.seat) if match.game.key == game.key else []
        wrong = sorted({each.text for each in self.choices} ^ set(legal))
        if wrong:
            raise BadPuzzle(f"puzzle {self.key} of {game.key}: {wrong[0]!r} is not among both its choices")
        return match


class Mined(Struct, frozen=True, forbid_unknown_fields=True):
    """Which matches were looked through: those with the seeds 0 to ``matches - 1``, played by ``level``
    under ``version`` of the rules. ``choices`` of a seat to itself were among them."""

    level: str
    version: int
    matches: int = 0
    choices: int = 0


def _bad(name: str, reason: str) -> BadPuzzle:
    return BadPuzzle(f"{name}: {reason}")


PUZZLES, LOOKED_THROUGH = DataFile(Puzzle, _bad), DataFile(Mined, _bad)


@functools.cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of ``game`` by their keys; none where it has no such folder. Raises :class:`BadPuzzle`."""
    return read_folder(game.folder / FOLDER)


def read_folder(folder: Path) -> tuple[Puzzle, ...]:
    """The puzzles in ``folder``, by their keys. Raises :class:`BadPuzzle`."""
    paths = [path for path in folder.glob("*.toml") if path.name != MINED]
    return tuple(_read(path) for path in sorted(paths, key=lambda path: _place(path.stem)))


def _place(key: str) -> tuple[int, ...]:
    return tuple(int(part) for part in key.split("-") if part.isdigit())


def _read(path: Path) -> Puzzle:
    found = PUZZLES.read(path)
    if found is None:
        raise BadPuzzle(f"{path.name}: is no file")
    if len(found.choices) < 2:
        raise BadPuzzle(f"{path.name}: has {len(found.choices)} choices, needs at least 2")
    return msgspec.structs.replace(found, key=path.stem)


def written(puzzle: Puzzle) -> str:
    """The file of ``puzzle``, which :func:`read_folder` reads back."""
    lines = [f"level = {_quoted(puzzle.level)}", f"seat = {puzzle.seat}", f"thumb = {_quoted(puzzle.thumb)}"]
    lines += [f"played = {_quoted(puzzle.played)}", f"playouts = {puzzle.playouts}", "choices = ["]
    for each in puzzle.choices:
        figures = ", ".join(f"{name} = {getattr(each, name):.4f}" for name in Rating.__struct_fields__[1:])
        lines.append(f"  {{ text = {_quoted(each.text)}, {figures} }},")
    return "\n".join([*lines, "]", f"transcript = '''\n{puzzle.transcript}'''", ""])


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def read_mined(folder: Path) -> Mined | None:
    """What has been looked through for the puzzles in ``folder``; None where nothing has. Raises
    :class:`BadPuzzle`."""
    return LOOKED_THROUGH.read(folder / MINED)


def write_mined(folder: Path, mined: Mined) -> None:
    """Keep what has been looked through, in the place of what was kept before."""
    write_whole(
        folder / MINED,
        f"level = {_quoted(mined.level)}\nversion = {mined.version}\n"
        f"matches = {mined.matches}\nchoices = {mined.choices}\n",
    )
