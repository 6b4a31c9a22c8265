"""Class Warfare in words (KD-D3)."""

from __future__ import annotations

from collections.abc import Iterator

from ..own_words import DuelWords, shown
from ..view import View
from .facts import FACTS


class Words(DuelWords):
    def roll_words(self, before: View, seat: int, faces: list[int], after: View) -> str:
        return f"rolled {shown(faces)}: {sum(faces)}."

    def press_title(self, view: View, seat: int) -> str:
        return f"Roll {'15 or more' if seat == view.lead else '6 or less'} with three dice."

    def notes(self, view: View) -> Iterator[str]:
        yield f"High wins 1,500 and costs Low 500; Low wins 1,000 and costs High 1,000 ({self.facts.clause})."


WORDS = Words(FACTS)
