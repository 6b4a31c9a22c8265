"""Skeptic vs Psychic (KD-D11): dice that match a target are laid aside; the first without dice wins."""

from __future__ import annotations

from .....kernel.contract import rule
from ..gate import start_race
from ..table import AIM, SET, conclude, other, second

__all__ = [
    "award",
    "choose",
    "clear",
    "dice_of_role",
    "has_won",
    "legal_choices",
    "set_tables",
    "start",
    "who_chooses",
]


@rule
def set_tables(s, options):
    s.dice_begun_with[0] = options.skeptic_dice
    s.dice_begun_with[1] = options.psychic_dice


@rule
def dice_of_role(s, is_first):
    return s.dice_begun_with[0 if is_first else 1]


@rule
def clear(s):
    s.aimed = 0


@rule
def start(s):
    """The Skeptic's targets lie, and the Psychic sets one."""
    s.stage = SET


@rule
def who_chooses(s):
    return 1 << second(s)


@rule
def legal_choices(s, seat, events):
    for k in range(6):
        events[k] = AIM + k
    return 6


@rule
def choose(s, seat, a):
    s.aimed = a - AIM + 1
    start_race(s)


@rule
def has_won(s, seat):
    """Dice that match a target are laid aside; whether that was the last of them."""
    kept = 0
    for die in range(s.count[seat]):
        face = s.die[seat, die]
        if is_target(s, seat, face):
            s.spot[seat, s.outs[seat]] = face
            s.outs[seat] += 1
        else:
            s.die[seat, kept] = face
            kept += 1
    s.count[seat] = kept
    return kept == 0


@rule
def is_target(s, seat, face):
    if seat != s.lead:
        return face == s.aimed
    return face == s.target[0] or face == s.target[1] or face == s.target[2]


@rule
def award(s, winner):
    """100 for each die that the other has left."""
    s.gain[winner] = 1000 + 100 * s.count[other(s, winner)]
    conclude(s, winner)
