"""What the log of a match is made of."""

from __future__ import annotations

from typing import NamedTuple

RESIGN = -1


class Entry(NamedTuple):
    """One line of the log: a seat (CHANCE is 8) and its event (RESIGN is -1)."""

    seat: int
    event: int
