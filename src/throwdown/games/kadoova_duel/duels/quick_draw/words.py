"""Quick Draw in words (KD-D10), also of one that breaks the tie of another duel."""

from __future__ import annotations

from ..own_words import DuelWords, shown
from ..view import View
from .facts import FACTS


class Words(DuelWords):
    def roll_words(self, before: View, seat: int, faces: list[int], after: View) -> str:
        target = before.target[0]
        return f"matched the {target}!" if target in faces else f"rolled {shown(faces)}."

    def press_title(self, view: View, seat: int) -> str:
        return f"Roll until you match the {view.target[0]}."


WORDS = Words(FACTS)
