"""Chicken! in words (KD-D2)."""

from __future__ import annotations

from .....kernel.scene import Now
from ..counts import points_text
from ..own_words import MatWords
from ..phrases import DISTANCES
from ..table import FAR
from ..view import View
from .facts import FACTS
from .rules import bust


class Words(MatWords):
    def result_text(self, view: View, outcome: int) -> str:
        return "off" if outcome == 0 else "bust" if outcome == bust(view) else f"band {outcome}"

    def place_words(self, view: View, outcome: int) -> str:
        if outcome == bust(view):
            return "on or past the Bust line"
        return f"onto {points_text(view.chicken_bands[outcome - 1])}" if outcome else "off the mat"

    def lifted_words(self, before: View, seat: int, outcome: int) -> str:
        if outcome != bust(before):
            return ""
        lost = before.points[seat]
        return f": every die so far is lifted{f' and {points_text(lost)} lost' if lost else ''}"

    def choice_words(self, before: View, event: int, after: View) -> str:
        return f"set the mat {DISTANCES[event - FAR]}."

    def choose_now(self, view: View, seat: int) -> Now:
        whose = "For both." if view.mat_for_both else "For your own throws."
        return Now("Set the mat where you like.", whose, "act")

    def waiting_words(self, names: str) -> str:
        return f"Waiting for {names} to set the mat."

    def against_choice(self, view: View, said: str) -> str:
        return "the mat is set first: mat 1, mat 2 or mat 3 (KD-D2)"


WORDS = Words(FACTS)
