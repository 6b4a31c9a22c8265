"""Skeptic vs Psychic in words (KD-D11)."""

from __future__ import annotations

from typing import Any

from .....kernel.scene import Now
from ..counts import listed, many
from ..own_words import DuelWords, Said, shown
from ..table import AIM
from .facts import FACTS


class Words(DuelWords):
    def tell_targets(self, before: Any, after: Any) -> Said:
        yield before.lead, f"rolled the targets {listed(after.target)}."

    def roll_words(self, before: Any, seat: int, faces: list[int], after: Any) -> str:
        matched = many(after.outs[seat] - before.outs[seat], "match", "matches")
        return f"rolled {shown(faces)}: {matched}, {many(after.count[seat], 'die')} to go."

    def choice_words(self, before: Any, event: int, after: Any) -> str:
        return f"set the target to {event - AIM + 1}."

    def choose_now(self, view: Any, seat: int) -> Now:
        return Now("Set your target number.", f"The Skeptic has {listed(view.target)}.", "act")

    def against_choice(self, view: Any, said: str) -> str:
        return "the target is set to a number from 1 to 6: aim 1 to aim 6 (KD-D11)"

    def press_title(self, view: Any, seat: int) -> str:
        goal = str(view.aimed) if seat != view.lead else listed(sorted(set(view.target)))
        return f"Match {goal} with {many(view.count[seat], 'die')}."


WORDS = Words(FACTS)
