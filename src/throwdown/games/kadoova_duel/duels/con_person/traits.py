"""Habits of players of Con-Person that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Trait, begins, chose, offers

from .whole import FACES

__all__ = ["TRAITS"]


def _bid(chosen: Chosen) -> tuple[int, int]:
    """Dice and number of a bid such as ``bid 6 2s``."""
    _, dice, number = chosen.text.split()
    return int(dice), int(number[0])


def _held(chosen: Chosen, seat: int, number: int) -> int:
    return list(chosen.truth.die[seat][: chosen.truth.count[seat]]).count(number)


def _there(chosen: Chosen, number: int) -> int:
    """Dice that show ``number`` under both cups."""
    return sum(_held(chosen, seat, number) for seat in range(chosen.truth.seats))


def _is_of_none(chosen: Chosen) -> bool:
    return not _held(chosen, chosen.seat, _bid(chosen)[1])


def _is_false_bid(chosen: Chosen) -> bool:
    dice, number = _bid(chosen)
    return dice > _there(chosen, number)


def _calls_rightly(chosen: Chosen) -> bool:
    """The bid that is called is the dice less one times the six numbers, plus the number less one."""
    dice, number = divmod(chosen.truth.bid, FACES)
    return dice + 1 > _there(chosen, number + 1)


TRAITS = (
    Trait("bids a number of which it holds no die", begins("bid"), _is_of_none),
    Trait("bluffs: bids more dice than there are", begins("bid"), _is_false_bid),
    Trait("calls the con rather than raise", offers("call"), chose("call")),
    Trait("is right when it calls the con", chose("call"), _calls_rightly),
)
