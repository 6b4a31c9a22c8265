"""Habits of players of Con-Person that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Moment, Trait, begins, chose, offers

from .whole import FACES

__all__ = ["TRAITS"]


def _bid(moment: Moment) -> tuple[int, int]:
    """Dice and number of a bid such as ``bid 6 2s``."""
    _, dice, number = moment.text.split()
    return int(dice), int(number[0])


def _held(moment: Moment, seat: int, number: int) -> int:
    return list(moment.truth.die[seat][: moment.truth.count[seat]]).count(number)


def _there(moment: Moment, number: int) -> int:
    """Dice that show ``number`` under both cups."""
    return sum(_held(moment, seat, number) for seat in range(moment.truth.seats))


def _is_of_none(moment: Moment) -> bool:
    return not _held(moment, moment.seat, _bid(moment)[1])


def _is_false_bid(moment: Moment) -> bool:
    dice, number = _bid(moment)
    return dice > _there(moment, number)


def _calls_rightly(moment: Moment) -> bool:
    """The bid that is called is the dice less one times the six numbers, plus the number less one."""
    dice, number = divmod(moment.truth.bid, FACES)
    return dice + 1 > _there(moment, number + 1)


TRAITS = (
    Trait("bids a number of which it holds no die", begins("bid"), _is_of_none),
    Trait("bluffs: bids more dice than there are", begins("bid"), _is_false_bid),
    Trait("calls the con rather than raise", offers("call"), chose("call")),
    Trait("is right when it calls the con", chose("call"), _calls_rightly),
)
