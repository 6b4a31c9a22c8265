"""What the loops of players do where a game's ``heuristics.py`` leaves a function out."""

from __future__ import annotations

from ..kernel.contract import rule


@rule
def at_the_end(s):
    """The default of ``settled``: a match is judged only when it is over."""
    return False


@rule
def even(s, seats, values):
    """The default of ``outlook``: fill ``values[:seats]``, float64[8], with equal shares of the win."""
    values[:seats] = 1.0 / seats


@rule
def say_nothing(s, seat, table, signs):
    """The default of ``describe``: a game without a judge has nothing to say of a position."""


@rule
def work_nothing_out(table):
    """The default of ``work_out``: no table."""


@rule
def of_all(s):
    """The default of ``is_judged``: the judge tells of every settled record."""
    return True


@rule
def of_the_match(s, seats, values):
    """The default of ``in_match``: what is judged is the match itself, so that ``values``, float64[8], stay
    as they are."""


@rule
def as_it_is(s):
    """The default of ``make_decisive``: what is judged decides the match anyway."""


@rule
def keep_choice(s, seat):
    """The default of ``unchoose``: the game has no choices made in secret, so nothing is taken back."""


@rule
def weighs(s):
    """The default of ``small_step``: every choice is searched."""
    return False


@rule
def unsolved(s):
    """The default of ``is_solvable``: no position is solved by the game itself."""
    return False


@rule
def no_mixture(s, seat, rng, iterations, events, shares):
    """The default of ``solve``: no events, so that ``events`` and ``shares``, float64[EVENTS], stay as they
    are."""
    return 0
