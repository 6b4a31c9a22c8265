"""Con-Person for players that are programs: how likely a bid is to be true."""

from __future__ import annotations

from .....kernel.contract import rule
from ..table import CALL, RAISE
from .rules import all_dice, is_secret
from .solved import is_solvable, solve

__all__ = ["is_solvable", "solve", "worth_of_choice"]


@rule
def worth_of_choice(s, seat, a):
    """The chances of a win."""
    if a == CALL:
        return 1.0 - chance_of_bid(s, seat, s.bid)
    return worth_of_bid(s, seat, a - RAISE)


@rule
def worth_of_bid(s, seat, bid):
    """The chance that the bid is true; of two as good the lower."""
    return chance_of_bid(s, seat, bid) - 0.001 * (bid // 6)


@rule
def chance_of_bid(s, seat, bid):
    """The chance that so many of that number lie there, own dice known and the others fair."""
    need = bid // 6 + 1
    hidden = all_dice(s) - s.count[seat] if is_secret(s) else 0
    for die in range(s.count[seat]):
        need -= s.die[seat, die] == bid % 6 + 1
    return at_least(need, hidden)


@rule
def at_least(need, dice):
    """The chance that ``need`` or more of ``dice`` fair dice show one number."""
    if need <= 0:
        return 1.0
    total, ways = 0.0, 1.0
    for k in range(dice + 1):
        if k >= need:
            total += ways * (1 / 6) ** k * (5 / 6) ** (dice - k)
        ways = ways * (dice - k) / (k + 1)
    return total
