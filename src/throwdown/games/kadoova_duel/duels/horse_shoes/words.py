"""Horse-Shoes & Hand-Grenades in words (KD-D7)."""

from __future__ import annotations

from ..counts import many, points_text
from ..own_words import DuelWords, Said
from ..table import DICE
from ..view import View
from .facts import FACTS
from .rules import OFF_MAT, TOUCHED

OUTCOMES = ("felled", "touched", *(f"at {n}" for n in range(1, 9)), "off")


class Words(DuelWords):
    def result_text(self, view: View, outcome: int) -> str:
        return OUTCOMES[outcome]

    def tell_targets(self, before: View, after: View) -> Said:
        yield -1, f"The Post stands. Its number is {after.target[0]}."

    def tell_roll(self, before: View, event: int | None, after: View) -> Said:
        if event is not None and event + 1 == before.target[0]:
            yield before.knocked // DICE, f"showed the target number, {event + 1}: worth 100 at the end."

    def throw_words(self, before: View, outcome: int, after: View) -> str:
        """What touching or felling the Post has brought at once."""
        points = after.score[before.thrower] - before.score[before.thrower]
        if outcome == TOUCHED:
            return f"touched the Post: {points_text(points)} at once."
        if outcome < TOUCHED:
            held = ", Thick Skin held the rest" if before.thick >> before.thrower & 1 else ""
            return f"felled the Post and lost {points_text(-points) if points else 'nothing'}{held}."
        lies = "it lies " if outcome < OFF_MAT else ""
        return f"threw a die{': ' if lies else ' '}{lies}{self.place_words(before, outcome)}."

    def knocked_words(self, before: View, seat: int, outcome: int) -> str:
        if outcome >= OFF_MAT:
            return "had a die knocked off the mat."
        return f"had a die knocked: it lies {self.place_words(before, outcome)}."

    def place_words(self, view: View, outcome: int) -> str:
        return f"{many(outcome - 1, 'thumb')} from the Post" if outcome < OFF_MAT else "off the mat"


WORDS = Words(FACTS)
