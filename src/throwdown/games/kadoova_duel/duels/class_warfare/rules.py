"""Class Warfare (KD-D3): High wants 15 to 18, Low 3 to 6."""

from __future__ import annotations

from .....kernel.contract import rule
from ..table import conclude, dock, other

__all__ = ["award", "forfeit_to", "has_won"]


@rule
def has_won(s, seat):
    total = s.die[seat, 0] + s.die[seat, 1] + s.die[seat, 2]
    return total >= 15 if seat == s.lead else total <= 6


@rule
def forfeit_to(s, winner):
    """A win by forfeit scores as any other, by the roles."""
    award(s, winner)


@rule
def award(s, winner):
    """High wins 1500 and costs Low 500, Low wins 1000 and costs High 1000."""
    loser = other(s, winner)
    is_high = winner == s.lead
    s.gain[winner] = 1500 if is_high else 1000
    s.gain[loser] = -dock(s, loser, 500 if is_high else 1000)
    conclude(s, winner)
