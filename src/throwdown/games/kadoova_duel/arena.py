"""What the arena must know of a dexterity duel that is thrown (KD-22), in the whole game."""

from __future__ import annotations

from ...kernel.throwing import Due
from .cards import DUELING
from .duels import arena
from .duels.arena import drawn, event, is_thrown, landed, lying, press, reading, steadiness
from .view import View

__all__ = [
    "asks",
    "drawn",
    "due",
    "event",
    "is_thrown",
    "landed",
    "lying",
    "mat",
    "press",
    "reading",
    "steadiness",
]

REMATCHES = 64  # more than the deck allows


def mat(view: View) -> Due | None:
    """The mat that lies there now, with what is thrown or placed next; None where nothing is thrown."""
    return arena.mat(view, view.turns * REMATCHES + view.rematches) if view.phase == DUELING else None


def asks(view: View) -> bool:
    """Whether the arena says what happens next."""
    return view.phase == DUELING and arena.asks(view)


def due(view: View) -> Due | None:
    """What CHANCE has to throw now."""
    return arena.due(view, mat(view))
