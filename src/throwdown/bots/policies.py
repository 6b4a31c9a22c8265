"""How seats choose in matches that are counted by the thousand, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from msgspec import Struct

from throwdown.bots.tree import LOWEST, Policies
from throwdown.kernel.contract import MAX_SEATS

Number = TypeVar("Number", float, float | None)


class Policy(Struct, frozen=True):
    """How a seat chooses: the event that the game's heuristic rates highest among ``looks`` random ones;
    with ``looks`` up to 1 at random. A share ``slips`` of its choices is random anyway.

    With a ``temperature``, in the unit of the game's ``worth``, it looks at all events and draws one of them
    with probabilities in proportion to exp(worth / temperature). Where ``rated`` it looks at all by the
    game's full ``worth``, else by ``rough``. Where ``evenly`` it looks at no event twice, and draws one of
    those that are rated alike, as the players do; else it takes the first of them. A ``former`` level goes by
    the rule of thumb of its time, where the game has another one now.
    """

    looks: int = 1
    slips: float = 0.0
    temperature: float = 0.0
    rated: bool = False
    evenly: bool = False
    former: bool = False


def among(seats: int, two: Number, several: Number | None) -> Number:
    """Which of two numbers of a level holds in matches for so many ``seats``: ``several`` for more than two,
    where it is told, else that for ``two``."""
    return two if several is None or seats <= 2 else several


def compiled(policies: Sequence[Policy], order: int = LOWEST) -> Policies:
    """The form in which compiled loops read ``policies``, one for each seat; seats beyond them choose at
    random. ``order`` says which of the seats that may choose at once is asked first."""
    rows = [*policies, *[Policy()] * (MAX_SEATS - len(policies))]
    return Policies(
        np.array([row.looks for row in rows], np.int64),
        np.array([row.slips for row in rows], np.float64),
        np.array([row.temperature for row in rows], np.float64),
        np.array([row.rated for row in rows], np.int64),
        np.array([row.evenly for row in rows], np.int64),
        np.array([row.former for row in rows], np.int64),
        order,
    )
