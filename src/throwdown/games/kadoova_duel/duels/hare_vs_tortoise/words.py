"""Hare vs Tortoise in words (KD-D6)."""

from __future__ import annotations

from .....kernel.english import listed
from ..counts import points_text
from ..own_words import DuelWords, shown
from ..phrases import rival_of
from ..view import View
from .facts import FACTS


class Words(DuelWords):
    def roll_words(self, before: View, seat: int, faces: list[int], after: View) -> str:
        return f"rolled {shown(faces)}: {spaces_words(before, seat, after)}."

    def press_title(self, view: View, seat: int) -> str:
        return f"You need a {view.spaces[min(view.place[seat], view.track_spaces - 1)]}: one die, or a sum."

    def stakes(self, view: View, seat: int) -> str:
        return points_text(1000 + 100 * (view.track_spaces - view.place[rival_of(view, seat)]))

    def scored(self, view: View) -> tuple[int, str]:
        return view.track_spaces - view.place[
            rival_of(view, view.winner)
        ], "the spaces that the other had to go"


def spaces_words(before: View, seat: int, after: View) -> str:
    """``spaces 3 and 4``, or the number that was not rolled."""
    first, last = before.place[seat], after.place[seat]
    if first == last:
        return f"no {before.spaces[first]}"
    spaces = listed(range(first + 1, last + 1))
    home = ", home" if last == after.track_spaces else ""
    return f"{'space' if last - first == 1 else 'spaces'} {spaces}{home}"


WORDS = Words(FACTS)
