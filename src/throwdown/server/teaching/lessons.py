"""Lessons as a browser is told them: each step with the table as a match would show it."""

from __future__ import annotations

import logging
from functools import cache

from msgspec import Struct

from throwdown.bots import Sight
from throwdown.kernel.game import Game
from throwdown.lessons import BadLesson, Beat, Lesson, lessons_of, play
from throwdown.server.table.stage import step_of
from throwdown.server.wire import Person, Step, Steps
from throwdown.server.wire.forms import LessonLine

log = logging.getLogger("throwdown.server")

OPPONENTS = (7, 4, 3, 5, 6, 2, 1)  # seat colours of those who play the script


class Answer(Struct, frozen=True):
    """What the coach says to another choice than the step's."""

    event: int
    why: str


class LessonStep(Struct, frozen=True):
    """One step of a lesson: what to do and why, and how the table is then (:class:`Steps`, as in a match).

    ``event`` is the choice that is asked for, -1 in the last step. ``again`` says the same in other words;
    ``wrong`` answers other choices, ``otherwise`` all that it does not name. ``clause`` is the rule.
    """

    title: str
    say: str
    why: str
    again: str
    clause: str
    event: int
    wrong: tuple[Answer, ...]
    otherwise: str
    steps: Steps


class LessonTold(Struct, frozen=True):
    """A whole lesson: ``you`` is the learner's seat, ``people`` sit on all; ``next`` is the key of the lesson
    after it, empty for the last. ``coach`` is said in the first match after it, by clause."""

    game: str
    title: str
    lesson: LessonLine
    you: int
    people: tuple[Person, ...]
    steps: tuple[LessonStep, ...]
    next: str
    coach: dict[str, str]


@cache
def lesson_lines(game: Game) -> tuple[LessonLine, ...]:
    """The lessons of ``game``, without their steps; none where one of its files cannot be read."""
    try:
        found = lessons_of(game)
    except BadLesson as error:
        log.warning("%s is offered without lessons: %s", game.key, error)
        return ()
    return tuple(LessonLine(each.key, each.title, each.line, each.minutes, len(each.step)) for each in found)


def _lesson(game: Game, key: str) -> tuple[int, Lesson]:
    """The lesson ``key`` of ``game``, which it has, and its place among them, from 0."""
    return next((at, lesson) for at, lesson in enumerate(lessons_of(game)) if lesson.key == key)


@cache
def _beats(game: Game, key: str) -> tuple[Beat, ...]:
    return play(game, _lesson(game, key)[1])


def sight_at(game: Game, key: str, number: int) -> Sight:
    """What the learner sees at step ``number``, from 1, of the lesson ``key``, and may choose there."""
    _, lesson = _lesson(game, key)
    beat = _beats(game, key)[number - 1]
    legal = [choice.event for choice in beat.scene.choices]
    return Sight(game, beat.seen.copy(), lesson.seat, legal, len(lesson.names))


def asked_for(game: Game, key: str, number: int) -> int:
    """The choice that step ``number``, from 1, asks for; -1 in the last."""
    return _beats(game, key)[number - 1].event


@cache
def told(game: Game, key: str) -> LessonTold:
    """The lesson ``key`` of ``game`` as a browser plays it."""
    all_of = lessons_of(game)
    at, lesson = _lesson(game, key)
    names = lesson.names
    others = iter(OPPONENTS)
    return LessonTold(
        game.key,
        game.title,
        lesson_lines(game)[at],
        lesson.seat,
        tuple(
            Person(seat, "person", name) if seat == lesson.seat else Person(seat, "bot", name, next(others))
            for seat, name in enumerate(names)
        ),
        _steps(_beats(game, key)),
        all_of[at + 1].key if at + 1 < len(all_of) else "",
        lesson.coach,
    )


def _steps(beats: tuple[Beat, ...]) -> tuple[LessonStep, ...]:
    before = 0
    steps: list[LessonStep] = []
    for beat in beats:
        steps.append(_step(beat, before))
        before = beat.n
    return tuple(steps)


def _step(beat: Beat, before: int) -> LessonStep:
    """``beat`` on the wire: what happened since event ``before``, and the table as it is now."""
    told = [step_of(telling) for telling in beat.told]
    last = told.pop() if told and told[-1].n == beat.n else Step(beat.n, beat.heading)
    now = Step(last.n, last.heading, last.said, beat.scene, last.rolled)
    step = beat.step
    return LessonStep(
        step.title,
        step.say,
        step.why,
        step.again,
        step.clause,
        beat.event,
        tuple(Answer(event, why) for event, why in beat.wrong.items()),
        step.otherwise,
        Steps(before, (*told, now)),
    )
