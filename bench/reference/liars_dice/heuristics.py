"""Liar's dice: how likely a bid is to hold, given one's own dice."""

from __future__ import annotations

from ...kernel.contract import rule
from .rules import FACES, LIAR

__all__ = ["worth"]


@rule
def lacking(s, seat, bid):
    """Dice that the other must have beyond the number to be expected."""
    face = bid % FACES
    wild = face != FACES - 1
    own = s.shown[seat, face] + (s.shown[seat, FACES - 1] if wild else 0)
    return bid // FACES + 1 - own - s.due / 2 * (2 if wild else 1) / FACES


@rule
def worth(s, seat, a):
    if a == LIAR:
        return lacking(s, seat, s.bid) - 0.5
    return -lacking(s, seat, a) - 0.01 * a
