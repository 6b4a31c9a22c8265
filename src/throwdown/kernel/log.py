"""What the log of a match is made of."""

from __future__ import annotations

import functools
from typing import NamedTuple

RESIGN, OUT_OF_TIME, TAKE_BACK, AGREE = -1, -2, -3, -4
GIVING_UP = {RESIGN: "resigns", OUT_OF_TIME: "runs out of time"}  # as a transcript has it
GAVE_UP = {RESIGN: "resigned", OUT_OF_TIME: "ran out of time"}  # as it is told
SPOKEN = {**GIVING_UP, TAKE_BACK: "takes back", AGREE: "agrees to end"}  # what the rules know nothing of
ENDS = {*GIVING_UP, AGREE}


class Entry(NamedTuple):
    """One line of the log: a seat (CHANCE is 8) and its event, negative for what the rules know nothing of:
    :data:`SPOKEN`."""

    seat: int
    event: int


@functools.lru_cache(1 << 16)
def entry_of(seat: int, event: int) -> Entry:
    """The entry of ``seat`` and ``event``, one object for each pair: logs hold far fewer pairs than entries,
    and what they hold is looked at by every garbage collection."""
    return Entry(seat, event)
