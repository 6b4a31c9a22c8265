"""Day at the Beach (KD-D5): the challenger builds with dice, the other with cards; both score or nobody."""

from __future__ import annotations

from typing import Any

from .....kernel.contract import rule
from ..gate import open_gate
from ..hands import fall_chance, place, placement, set_rows
from ..table import NOBODY, conclude, other
from .facts import LAYERS

__all__ = ["clear", "has_dice_next", "legal_outcome", "set_tables", "settle_outcome", "start"]


@rule
def set_tables(s, options):
    set_rows(s.beach_falls, options.beach_falls)


@rule
def clear(s):
    s.cards_up = 0


@rule
def start(s):
    s.thrower = s.challenger
    open_gate(s, 1 << s.thrower)


@rule
def has_dice_next(s: Any) -> bool:
    """The tower may wait for a card, which is no die."""
    return s.up == s.cards_up


@rule
def legal_outcome(s, events, weights):
    chance = s.beach_falls[s.steadiness, s.up + s.cards_up]
    return placement(s, events, weights, fall_chance(s, chance))


@rule
def settle_outcome(s, outcome):
    """A die or a card stands, or the tower falls; dice and cards take turns until all are up."""
    place(s)
    if outcome:
        s.fell = 1
    elif s.up == s.cards_up:
        s.up += 1
    else:
        s.cards_up += 1
    if s.fell or s.up + s.cards_up == LAYERS:
        score(s)
    else:
        s.thrower = other(s, s.thrower)
        open_gate(s, 1 << s.thrower)
    return 0


@rule
def score(s):
    """Both score 100 a card; nobody wins, nobody loses."""
    s.gain[s.challenger] = s.gain[s.opponent] = 100 * s.cards_up
    conclude(s, NOBODY)
