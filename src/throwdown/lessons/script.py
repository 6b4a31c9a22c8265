"""The files of lessons: ``lessons/NAME.toml`` in a game's folder, in the order of their ``place``.

A lesson is a match whose dice, cards and opponents' choices are fixed. Its steps say what the learner is to
do and why; what happens between two steps is written like the lines of a transcript. A file reads like this::

    title = "First lesson"
    place = 1
    minutes = 4
    opponents = ["Hazel"]

    [[step]]
    title = "Your first aim"
    before = '''
    *: 2, 2, 5
    1: aim
    '''
    say = "Declare Take Aim."
    why = "It asks which of your dice are under the other cup."
    clause = "DU-4"
    do = "aim"
    claims = ["stocks[0] == 10"]

    [step.wrong]
    shoot = "A shot now is a guess of all five dice."

``{1}`` stands for the name of seat 1. The last step has no ``do``: nothing is left to be done.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import Game
from throwdown.kernel.tables import Plain

FOLDER = "lessons"
# What a first lesson shows of its game: the aim, a whole turn, the choice that matters, the mistake that most
# people make, and how it ends.
Part = Literal["aim", "turn", "choice", "mistake", "end"]


class BadLesson(ThrowdownError):
    """A lesson that cannot be read, or does not hold by the rules; ``step`` counts from 1, 0 is the whole."""

    def __init__(self, file: str, step: int, reason: str) -> None:
        where = f"{file}, step {step}" if step else file
        super().__init__(f"{where}: {reason}")
        self.step = step
        self.reason = reason


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: what happens ``before`` it (lines of a transcript), and what the learner then does.

    ``say`` is what to do, in at most nine words, ``why`` at most two short sentences, ``again`` the same in
    other words for who is stuck. ``do`` is the learner's event in the game's notation, empty in the last
    step. ``wrong`` has answers to other choices by their notation, ``otherwise`` to any other. ``clause`` is
    the rule that the step is about, ``teaches`` are further ones that its words explain. ``claims`` must be
    true of the position (:mod:`throwdown.lessons.claims`), ``words`` are the rulebook's own terms that are
    explained here for the first time, and ``shows`` says which parts of a first lesson the step is.
    """

    title: str
    say: str
    why: str = ""
    again: str = ""
    clause: str = ""
    before: str = ""
    do: str = ""
    wrong: dict[str, str] = field(default_factory=dict[str, str])
    otherwise: str = ""
    teaches: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    shows: tuple[Part, ...] = ()


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: the learner sits on ``seat``, ``opponents`` by name on the others.

    ``values`` are options and table values that are not the game's own, ``line`` says what it teaches, and
    ``key`` is the name of its file. ``coach`` is what the coach says in a first match after it, by the clause
    of what happens, the first time that it does.
    """

    title: str
    minutes: int
    opponents: tuple[str, ...]
    step: tuple[Step, ...]
    place: int = 1
    line: str = ""
    seat: int = 0
    values: dict[str, Plain] = field(default_factory=dict[str, Plain])
    coach: dict[str, str] = field(default_factory=dict[str, str])
    key: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat; the learner's is ``You``."""
        return (*self.opponents[: self.seat], "You", *self.opponents[self.seat :])


FILES = DataFile(Lesson, lambda name, reason: BadLesson(name, 0, reason))


@functools.cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of ``game`` in their order. Raises :class:`BadLesson`."""
    found = [_read(path) for path in sorted((game.folder / FOLDER).glob("*.toml"))]
    return tuple(sorted(found, key=lambda lesson: lesson.place))


def _read(path: Path) -> Lesson:
    lesson = FILES.read(path)
    if lesson is None:
        raise BadLesson(path.name, 0, "is no file")
    for number, step in enumerate(lesson.step, 1):
        if bool(step.do) != (number < len(lesson.step)):
            raise BadLesson(path.name, number, "the last step, and no other, has nothing to 'do'")
    return msgspec.structs.replace(lesson, key=path.stem)
