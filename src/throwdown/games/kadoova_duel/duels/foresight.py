"""How a duel is likely to go: for players that are programs."""

from __future__ import annotations

from ....kernel.contract import rule
from .con_person import all_dice, is_secret
from .table import (
    AIM,
    ASIDE,
    AXE,
    BANG,
    BEACH,
    CALL,
    CLASS,
    HARE,
    NOBODY,
    PASS,
    PINEAPPLE,
    PLAGUE,
    PRESS,
    RAISE,
    SKEPTIC,
    TAKE,
    TIE,
    carried,
    count_of,
    is_in,
    other,
)

LONG = 10.0  # what a press is worth: it is always made in the end
CHOICE_SHARE = (0.50, 0.50, 0.50, 0.50, 0.50, 0.48, 0.50, 0.50, 0.68, 0.50, 0.50, 0.50)
A_DIE = 0.08  # what a die more or less does to the chance of a win


@rule
def worth_in_duel(s, seat, a):
    """Chances of a win for what decides it; small numbers for the rest."""
    if a >= RAISE:
        return worth_of_bid(s, seat, a - RAISE)
    if a == CALL:
        return 1.0 - chance_of_bid(s, seat, s.bid)
    if a in (PRESS, BANG):
        return LONG
    if a == TIE:
        return -1.0
    if a == ASIDE:
        return 1.0
    if a == PASS or a >= AIM:
        return 0.0
    return worth_of_role(s, seat, a == TAKE)


@rule
def worth_of_role(s, seat, is_first):
    """High, Hare and Skeptic win more; who has dice laid aside should not be Axe."""
    if s.duel == AXE:
        rival = other(s, seat)
        return float(carried(s, seat) - carried(s, rival)) * (-1.0 if is_first else 1.0)
    if s.duel in (CLASS, HARE, SKEPTIC):
        return 1.0 if is_first else 0.0
    return 0.5


@rule
def chance_of(s, seat):
    """The chance that duelist ``seat`` wins, before the duel."""
    if s.duel == BEACH or not is_in(s.duelists, seat):
        return 0.0
    duelists = count_of(s.duelists)
    if duelists != 2 or s.opponent == NOBODY:
        return 1.0 / duelists
    share = CHOICE_SHARE[s.duel]
    if seat != s.challenger:
        share = 1.0 - share
    ahead = carried(s, seat) - carried(s, other(s, seat))
    if s.duel in (PLAGUE, SKEPTIC):
        ahead = -ahead
    if s.duel == PINEAPPLE:
        ahead = 0
    return min(0.9, max(0.1, share + A_DIE * ahead))


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
