"""Skeptic vs Psychic in words (KD-D11)."""

from __future__ import annotations

from .....kernel.english import listed
from .....kernel.scene import Now
from ..counts import many
from ..own_words import DuelWords, Said, shown
from ..phrases import rival_of
from ..table import AIM
from ..view import View
from .facts import FACTS


class Words(DuelWords):
    def rule(self, view: View) -> str:
        skeptic, psychic = _dice(view)
        return self.facts.rule.format(skeptic=skeptic, psychic=psychic)

    def role_note(self, view: View, place: int) -> str:
        skeptic, psychic = _dice(view)
        return super().role_note(view, place).format(skeptic=skeptic, psychic=psychic).capitalize()

    def tell_targets(self, before: View, after: View) -> Said:
        yield before.lead, f"rolled the targets {listed(after.target)}."

    def roll_words(self, before: View, seat: int, faces: list[int], after: View) -> str:
        matched = many(after.outs[seat] - before.outs[seat], "match", "matches")
        return f"rolled {shown(faces)}: {matched}, {many(after.count[seat], 'die')} to go."

    def choice_words(self, before: View, event: int, after: View) -> str:
        return f"set the target to {event - AIM + 1}."

    def choose_now(self, view: View, seat: int) -> Now:
        return Now("Set your target number.", f"The Skeptic has {listed(view.target)}.", "act")

    def against_choice(self, view: View, said: str) -> str:
        return "the target is set to a number from 1 to 6: aim 1 to aim 6 (KD-D11)"

    def press_title(self, view: View, seat: int) -> str:
        goal = str(view.aimed) if seat != view.lead else listed(sorted(set(view.target)))
        return f"Match {goal} with {many(view.count[seat], 'die')}."

    def scored(self, view: View) -> tuple[int, str]:
        return view.count[rival_of(view, view.winner)], "the dice that the other had left"


def _dice(view: View) -> tuple[str, str]:
    """The dice that the Skeptic and the Psychic begin with, before cards."""
    skeptic, psychic = view.dice_begun_with
    return many(skeptic, "die"), many(psychic, "die")


WORDS = Words(FACTS)
