"""How a duel is likely to go: for players that are programs."""

from __future__ import annotations

from ....kernel.contract import rule
from .register import PREFERS_FIRST
from .table import AIM, ASIDE, BANG, CALL, PASS, PRESS, RAISE, TAKE, TIE
from .verbs import foresight

LONG = 10.0  # what a press is worth: it is always made in the end


@foresight
def worth_of_role(s, seat, is_first):
    """In some duels the first role wins more."""
    if PREFERS_FIRST >> s.duel & 1:
        return 1.0 if is_first else 0.0
    return 0.5


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
