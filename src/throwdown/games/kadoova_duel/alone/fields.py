"""The record of a duel played alone, beside what the duel has in the whole game."""

from __future__ import annotations

from ..duels.register import DUEL_FIELDS

OWN = (("by_wins", "i1"),)  # 1: the result tells one point for the winner
FIELDS = (*OWN, *DUEL_FIELDS)  # of all duels that are here: views lack those of duels that are not on
