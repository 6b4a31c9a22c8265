"""Examples of clauses, drawn with the pieces of a game: ``examples.toml`` in its folder.

An example shows zones of the table at one step of a lesson, so that it is a position that the rules have led
to, and its ``claims`` (:mod:`throwdown.lessons.claims`) are held to the rules like those of the lesson::

    [[example]]
    clause = "CD-8"
    lesson = "first"
    step = 2
    says = "1 and 3 swords reach the 4."
    claims = ["is_legal('4c W1 B3')"]
    show = [{ zone = "hand-0", label = "Your roll" }]

``look`` shows only those pieces of the zone whose look begins with it.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from types import ModuleType

from msgspec import Struct

from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.game import Game
from throwdown.kernel.scene import Piece, Scene
from throwdown.lessons.lesson import play
from throwdown.lessons.script import BadLesson, lessons_of

FILE = "examples.toml"


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one zone, and what is said beside them."""

    zone: str
    label: str
    look: str = ""


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """An example of ``clause``, as the file has it; ``step`` counts from 1."""

    clause: str
    lesson: str
    step: int
    says: str
    show: tuple[Shown, ...]
    claims: tuple[str, ...] = ()


class DrawnRow(Struct, frozen=True):
    """Pieces side by side, and what they are."""

    label: str
    pieces: tuple[Piece, ...]


class Drawn(Struct, frozen=True):
    """An example with its pieces; the reader sits on seat 0."""

    clause: str
    says: str
    rows: tuple[DrawnRow, ...]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    example: tuple[Example, ...]


FILES = DataFile(_File, lambda name, reason: BadLesson(name, 0, reason))


@functools.cache
def examples_of(game: Game) -> tuple[Example, ...]:
    """The examples of ``game``, none where it has no such file. Raises :class:`BadLesson`."""
    file = FILES.read(game.folder / FILE)
    return file.example if file else ()


def drawn(game: Game, engine: ModuleType | None = None) -> tuple[Drawn, ...]:
    """The examples of ``game`` with their pieces, in the order of the file, played with the rules.

    Raises :class:`BadLesson` for what is not there, and for the first claim that is not true.
    """
    scenes = _scenes(game, engine)
    return tuple(_drawn(scenes[each.lesson, each.step], each) for each in examples_of(game))


def _scenes(game: Game, engine: ModuleType | None) -> dict[tuple[str, int], Scene]:
    """The table at every step that an example shows."""
    claims: defaultdict[str, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for each in examples_of(game):
        claims[each.lesson][each.step] += each.claims
    known = {lesson.key: lesson for lesson in lessons_of(game)}
    scenes: dict[tuple[str, int], Scene] = {}
    for key, steps in claims.items():
        if key not in known or not set(steps) <= set(range(1, len(known[key].step) + 1)):
            raise BadLesson(FILE, 0, f"{game.title} has no lesson {key!r} with steps {sorted(steps)}")
        beats = play(game, known[key], engine, steps)
        scenes |= {(key, step): beats[step - 1].scene for step in steps}
    return scenes


def _drawn(scene: Scene, example: Example) -> Drawn:
    rows: list[DrawnRow] = []
    for shown in example.show:
        found = next((zone for zone in scene.zones if zone.id == shown.zone), None)
        pieces = tuple(piece for piece in found.pieces if piece.look.startswith(shown.look)) if found else ()
        if not pieces:
            raise BadLesson(
                FILE, 0, f"{example.clause}: nothing lies in {shown.zone!r} at step {example.step}"
            )
        rows.append(DrawnRow(shown.label, pieces))
    return Drawn(example.clause, example.says, tuple(rows))
