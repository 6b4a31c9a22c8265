"""Day at the Beach, built by hand (KD-D5)."""

from __future__ import annotations

from .....kernel.throwing import BARE, DrawnTower, Tag
from ..own_throws import TowerThrows
from ..view import View
from .facts import FACTS, LAYERS
from .pieces import owner
from .rules import has_dice_next


class Throws(TowerThrows):
    def thing(self, view: View) -> str:
        return "d" if has_dice_next(view) else "c"

    def tag(self, view: View) -> Tag:
        return (0, view.up) if has_dice_next(view) else (1, view.cards_up)

    def builder(self, view: View) -> int:
        """The cards are nobody's."""
        return owner(view, view.up) if has_dice_next(view) else -1


THROWS = Throws(FACTS, DrawnTower("beach-falls", BARE, "dc" * (LAYERS // 2)))
