"""How a duel is likely to go: for players that are programs."""

from __future__ import annotations

from ....kernel.contract import rule
from .register import DIE_WORTHS, PREFERS_FIRST, SHARES, carried, has_winner
from .table import AIM, ASIDE, BANG, CALL, NOBODY, PASS, PRESS, RAISE, TAKE, TIE, count_of, is_in, other
from .verbs import foresight

LONG = 10.0  # what a press is worth: it is always made in the end


@foresight
def worth_of_role(s, seat, is_first):
    """In some duels the first role wins more."""
    if PREFERS_FIRST >> s.duel & 1:
        return 1.0 if is_first else 0.0
    return 0.5


@foresight
def chance_of_challenger(s):
    """The chance that the challenger of two wins, who takes the better side where it may."""
    return SHARES[s.duel]


@foresight
def worth_of_choice(s, seat, a):
    """How good a bid looks, or to call one."""
    return 0.0


@foresight
def is_solvable(s):
    """Whether an equilibrium of the choice at hand is known."""
    return False


@foresight
def solve(s, seat, rng, iterations, events, shares):
    """The mixture of an equilibrium at the choice at hand, as :attr:`Heuristics.solve` gives it; 0 where none
    is known."""
    return 0


@rule
def worth_in_duel(s, seat, a):
    """Chances of a win for what decides it; small numbers for the rest."""
    if a >= RAISE or a == CALL:
        return worth_of_choice(s, seat, a)
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
def chance_of(s, seat):
    """The chance that duelist ``seat`` wins, before the duel."""
    if not has_winner(s.duel) or not is_in(s.duelists, seat):
        return 0.0
    duelists = count_of(s.duelists)
    if duelists != 2 or s.opponent == NOBODY:
        return 1.0 / duelists
    share = chance_of_challenger(s)
    if seat != s.challenger:
        share = 1.0 - share
    ahead = carried(s, seat) - carried(s, other(s, seat))
    return min(0.9, max(0.1, share + DIE_WORTHS[s.duel] * ahead))
