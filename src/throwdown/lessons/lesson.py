"""A lesson played by the rules: what the learner sees at each step, and what was told on the way there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any

from msgspec import Struct

from throwdown.kernel.chance import Recorded
from throwdown.kernel.errors import BadTranscript, ThrowdownError
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import Narrator, Telling, knows
from throwdown.kernel.scene import Scene
from throwdown.kernel.transcript import play_line
from throwdown.lessons.claims import holds
from throwdown.lessons.script import BadLesson, Lesson, Step

NO_CLAIMS: Mapping[int, Sequence[str]] = MappingProxyType({})


class Beat(Struct, frozen=True):
    """The moment of one step: the table as the learner sees it after event ``n``.

    ``told`` is what happened since the step before. ``event`` is the learner's choice, -1 in the last step;
    ``wrong`` has the answers to other choices by event. ``seen`` is the record as hidden for the learner.
    """

    step: Step
    n: int
    heading: str
    scene: Scene
    told: tuple[Telling, ...]
    event: int
    wrong: dict[int, str]
    seen: Any


def begin(game: Game, lesson: Lesson, engine: ModuleType | None = None) -> Match:
    """The match of ``lesson`` before its first event; its chance events are in the script."""
    values = game.check(lesson.values, len(lesson.names))
    return Match(game, len(lesson.names), values, Recorded(()), lesson.names, engine)


def play(
    game: Game,
    lesson: Lesson,
    engine: ModuleType | None = None,
    claims: Mapping[int, Sequence[str]] = NO_CLAIMS,
) -> tuple[Beat, ...]:
    """Every step of ``lesson``, played with the rules; ``claims`` are further ones by the number of a step.

    Raises :class:`BadLesson` for the first thing that does not hold: an event that is not legal, a choice
    that is not there, a claim that is not true.
    """
    try:
        match = begin(game, lesson, engine)
    except ThrowdownError as error:
        raise BadLesson(lesson.key, 0, str(error)) from None
    told = _Told(match, lesson.seat)
    beats: list[Beat] = []
    for number, step in enumerate(lesson.step, 1):
        try:
            beats.append(_beat(match, lesson, step, told))
            for claim in claims.get(number, ()):
                holds(claim, match, lesson.seat)
            if step.do:
                match.play(lesson.seat, step.do)
        except ThrowdownError as error:
            reason = error.reason if isinstance(error, BadTranscript) else str(error)
            raise BadLesson(lesson.key, number, reason) from None
    return tuple(beats)


def _beat(match: Match, lesson: Lesson, step: Step, told: _Told) -> Beat:
    for line in filter(None, map(str.strip, step.before.splitlines())):
        if not line.startswith("#"):
            play_line(match, 1, line)
    scene = match.scene(lesson.seat)
    for claim in step.claims:
        holds(claim, match, lesson.seat)
    choices = {choice.text: choice.event for choice in scene.choices}
    for text in (step.do, *step.wrong):
        if text and text not in choices:
            raise ThrowdownError(f"{text!r} is none of the choices {', '.join(choices)[:400]}")
    return Beat(
        step=step,
        n=len(match.log),
        heading=match.game.words.heading(match.truth()),
        scene=scene,
        told=told.news(match),
        event=choices[step.do] if step.do else -1,
        wrong={choices[text]: why for text, why in step.wrong.items()},
        seen=match.seen(lesson.seat),
    )


class _Told:
    """Tells the learner's seat what happened."""

    def __init__(self, match: Match, seat: int) -> None:
        self._shadow = match.replay(0)
        self._narrator = Narrator(self._shadow, seat)

    def news(self, match: Match) -> tuple[Telling, ...]:
        shadow, told = self._shadow, list[Telling]()
        for entry in match.log[len(shadow.log) :]:
            known = knows(shadow, entry, self._narrator.viewer)
            shadow.extend([entry])
            told.append(self._narrator.follow(shadow, entry, known))
        return tuple(telling for telling in told if telling.said)
