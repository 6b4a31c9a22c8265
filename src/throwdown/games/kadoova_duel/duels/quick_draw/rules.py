"""Quick Draw (KD-D10): the first to match the target wins. It also breaks the ties of all duels (KD-11)."""

from __future__ import annotations

from .....kernel.contract import rule
from ..gate import ask_targets

__all__ = ["break_tie", "dice_due", "has_won"]


@rule
def dice_due(s, seat):
    return 1 if s.breaking else s.count[seat]


@rule
def has_won(s, seat):
    """With two guns or an Extra die any of them may match (KD-16, KD-19)."""
    for die in range(dice_due(s, seat)):
        if s.die[seat, die] == s.target[0]:
            return True
    return False


@rule
def break_tie(s, seats):
    """The target is simply drawn again."""
    s.racers = seats
    ask_targets(s, 1)
