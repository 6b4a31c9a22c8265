"""Kadoova Duel: how the short game (KD-10) looks between two turns to the judge learned from searches."""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .between_turns import PROSPECTS, prospect, turns_to_come
from .cards import DUEL_KINDS, KINDS, UPGRADES
from .duels.register import FACTS
from .duels.table import is_in
from .opponents import duel_of

LEARNED_FROM = "searches"
GENERAL = 6  # signs of the match as a whole
OWN, THEIRS = GENERAL, GENERAL + KINDS  # where the signs of one's own cards begin, and of the other's
DUELS = THEIRS + KINDS
SIGNS = DUELS + len(FACTS)
TURNS = 12  # KD-10


@rule
def is_judged(s):
    """The short game alone: of the others the judge has seen none."""
    return s.short == 1


@rule
def describe(s, seat, table, signs):
    """Fill ``signs``, float32[SIGNS]: what ``outlook`` goes by, points, turns to come, whose turn it is, the
    cards of both, and the duels that are to come."""
    other = 1 - seat
    turns = turns_to_come(s)
    ahead = (s.score[seat] - s.score[other]) / 1000.0
    signs[:] = 0.0
    signs[0] = (prospect(s, seat, PROSPECTS) - prospect(s, other, PROSPECTS)) / np.sqrt(turns)
    signs[1] = ahead
    signs[2] = ahead / np.sqrt(turns)
    signs[3] = turns / TURNS
    signs[4] = 1.0 if s.challenger == seat else -1.0
    signs[5] = (s.score[seat] + s.score[other]) / 10000.0
    describe_cards(s, seat, signs[OWN:])
    describe_cards(s, other, signs[THEIRS:])
    for card in range(DUEL_KINDS):
        if s.duel_cards[card]:
            signs[DUELS + duel_of(card)] = 1.0


@rule
def describe_cards(s, seat, signs):
    """Fill the first signs of ``signs`` with the Permanent Upgrades of ``seat`` and the cards in hand."""
    for kind in range(UPGRADES):
        signs[kind] = is_in(s.upgrades[seat], kind)
    for kind in range(UPGRADES, KINDS):
        signs[kind] = s.hand[seat, kind]
