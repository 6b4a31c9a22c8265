"""What the log of a match is made of."""

from __future__ import annotations

from typing import NamedTuple

RESIGN, OUT_OF_TIME = -1, -2
GIVING_UP = {RESIGN: "resigns", OUT_OF_TIME: "runs out of time"}  # as a transcript has it
GAVE_UP = {RESIGN: "resigned", OUT_OF_TIME: "ran out of time"}  # as it is told


class Entry(NamedTuple):
    """One line of the log: a seat (CHANCE is 8) and its event (negative where it gave the match up)."""

    seat: int
    event: int
