"""What can be counted of the duel that is on, or about to begin."""

from __future__ import annotations

from ...kernel.odds import Odds, Supposed
from .cards import BUYING, DUELING, WINDOW
from .duels import odds
from .view import View
from .windows import BEFORE

__all__ = ["asks", "count"]


def asks(view: View, seat: int) -> str:
    """The question of the duel, in it and in the window before it."""
    is_before = view.phase == BUYING or (view.phase == WINDOW and view.window == BEFORE)
    return odds.asks(view, seat) if view.phase == DUELING or is_before else ""


def count(supposed: Supposed, seat: int) -> Odds | None:
    """The answer to :func:`asks`, supposing that no card is played before the duel."""

    def begin(s: View) -> None:
        s.phase = DUELING

    return odds.count(supposed.changed(begin), seat)
