"""The chances that a duelist would count, duel by duel: what ``odds.py`` of its folder has."""

from __future__ import annotations

from throwdown.kernel.sources import every

from ....kernel.odds import Odds, Supposed
from .own_odds import DuelOdds
from .table import DONE
from .view import View

OWN: dict[int, DuelOdds] = {
    module.ODDS.facts.number: module.ODDS for module in every(str(__package__), "odds")
}


def asks(view: View, seat: int) -> str:
    """What can be counted of the duel that is on, or about to begin; empty for nothing."""
    own = OWN.get(view.duel)
    return own.asks(view, seat) if own and not view.breaking and view.stage != DONE else ""


def count(supposed: Supposed, seat: int) -> Odds | None:
    """The answer to :func:`asks`."""
    own = OWN.get(int(supposed.record.duel))
    return own.count(supposed, seat) if own else None
