"""Taking back: which choices of a match go when a seat takes its last one back, and whether they have shown
anything to anybody.

Only choices after the last chance event can go. Those of others that were made without knowing of it stay, as
dice that were chosen in secret. The log loses nothing: it says that the seat takes back.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np

from throwdown.kernel import rng
from throwdown.kernel.log import Entry
from throwdown.kernel.records import copy_records

SAMPLES = 12  # states that a seat may believe in, in which each choice is made again
SEED = 22


class Made(NamedTuple):
    """A choice that stands: event ``n`` of the log, and the record (an array of one element) before it."""

    n: int
    entry: Entry
    before: np.ndarray


class Left(NamedTuple):
    """What is left of the ``made`` choices, and the record after them."""

    made: list[Made]
    state: np.ndarray


class InPlay(Protocol):
    """What is asked of a match to take choices of it back."""

    seats: int
    engine: ModuleType
    state: np.ndarray

    def allows_in(self, state: np.ndarray, seat: int, event: int) -> bool:
        """Whether ``seat`` may make ``event`` in the record ``state``, an array of one element."""
        ...

    def first_legal_in(self, state: np.ndarray, seat: int) -> int | None:
        """The first event that ``seat`` may make in the record ``state``, an array of one element; None where
        there is none."""
        ...


def last_of(made: list[Made], seat: int) -> int | None:
    """The index in ``made`` of the last choice of ``seat``; None where there is none."""
    return next((k for k in reversed(range(len(made))) if made[k].entry.seat == seat), None)


def without(match: InPlay, made: list[Made], k: int) -> Left:
    """What is left of the choices without number ``k``, without those whose seat knew of one that goes, and
    without those that are not legal any more."""
    state, left, gone = copy_records(made[k].before), made[:k], [made[k]]
    for each in made[k + 1 :]:
        seat, event = each.entry
        knew = any(_witnesses(match, one) >> seat & 1 for one in gone)
        if knew or not match.allows_in(state, seat, event):
            gone.append(each)
        else:
            left.append(Made(each.n, each.entry, copy_records(state)))
            match.engine.apply(state, seat, event)
    return Left(left, state)


def has_shown(match: InPlay, made: list[Made], k: int) -> bool:
    """Whether a choice from number ``k`` on has shown to any seat what it did not know before.

    Each choice is made again in states that a seat could believe in: if it is legal in all of them, and all
    then look to the seat as the true one does, the seat has learned nothing but the choice itself.
    """
    afters = [one.before for one in made[k + 1 :]] + [match.state]
    return any(
        _has_learned(match, one, after, seat)
        for one, after in zip(made[k:], afters, strict=True)
        for seat in range(match.seats)
    )


def _has_learned(match: InPlay, one: Made, after: np.ndarray, viewer: int) -> bool:
    engine, (seat, event) = match.engine, one.entry
    knows = bool(_witnesses(match, one) >> viewer & 1)
    sees, generator = _hidden(match, after, viewer), rng.generator(SEED)
    for _ in range(SAMPLES):
        state = _hidden(match, one.before, viewer)
        engine.guess(state, viewer, generator)
        chosen = event
        if not match.allows_in(state, seat, event):
            if knows:
                return True  # that it was possible is news
            another = match.first_legal_in(state, seat)
            if another is None:
                return True
            chosen = another
        engine.apply(state, seat, chosen)
        if _hidden(match, state, viewer).tobytes() != sees.tobytes():
            return True
    return False


def _hidden(match: InPlay, state: np.ndarray, viewer: int) -> np.ndarray:
    copy = copy_records(state)
    match.engine.hide(copy, viewer)
    return copy


def _witnesses(match: InPlay, one: Made) -> int:
    return int(match.engine.witnesses(one.before, *one.entry))
