"""Horse-Shoes & Hand-Grenades in words (KD-D7)."""

from __future__ import annotations

from collections.abc import Iterator

from ..counts import many, points_text
from ..own_words import DuelWords, Said
from ..phrases import seats_of
from ..table import DICE, KNOCKED, NOBODY, STILL, THROW
from ..view import View
from .facts import FACTS
from .rules import OFF_MAT, TOUCHED, distance

FELLING = 500  # points that it costs, unless Thick Skin stops at fewer (KD-14)
OUTCOMES = ("felled", "touched", *(f"at {n}" for n in range(1, 9)), "off")


class Words(DuelWords):
    def result_text(self, view: View, outcome: int) -> str:
        return OUTCOMES[outcome]

    def outcome_name(self, view: View, outcome: int) -> str:
        if outcome <= TOUCHED and view.stage == THROW:
            return f"{OUTCOMES[outcome].capitalize()} the Post"
        if TOUCHED < outcome < OFF_MAT:
            return f"{many(outcome - 1, 'thumb').capitalize()} away"
        return super().outcome_name(view, outcome)

    def due_words(self, view: View) -> str:
        if view.knocked == NOBODY:
            return super().due_words(view)
        return f"Which number does {{{view.knocked // DICE}'s}} die show?"

    def target_words(self, view: View) -> str:
        return "Three grey dice are stacked as the Post: which number is on top?"

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
            held = ", Thick Skin held the rest" if -points < FELLING else ""
            return f"felled the Post and lost {points_text(-points) if points else 'nothing'}{held}."
        lies = "it lies " if outcome < OFF_MAT else ""
        return f"threw a die{': ' if lies else ' '}{lies}{self.place_words(before, outcome)}."

    def knocked_words(self, before: View, seat: int, outcome: int) -> str:
        if outcome >= OFF_MAT:
            return "had a die knocked off the mat."
        return f"had a die knocked: it lies {self.place_words(before, outcome)}."

    def tell_measure(self, before: View, event: int) -> Said:
        if event != STILL:
            seat, die = divmod(event - KNOCKED, DICE)
            where = self.place_words(before, before.spot[seat][die] - 1)
            yield seat, f"had the closest of the dice that lie {where}, as measured."

    def notes(self, view: View) -> Iterator[str]:
        if view.winner != NOBODY and not view.by_forfeit and not view.breaking:
            nearest = {seat: _nearest(view, seat) for seat in seats_of(view.duelists & ~view.forfeits)}
            level = [
                seat
                for seat, outcome in nearest.items()
                if distance(outcome) == distance(nearest[view.winner])
            ]
            if len(level) > 1:
                where = self.place_words(view, nearest[view.winner])
                said = f"Of dice {where} that of {{{view.winner}}} was the closest, as measured"
                yield f"{said} ({self.facts.clause})."
        yield from super().notes(view)

    def place_words(self, view: View, outcome: int) -> str:
        if outcome <= TOUCHED:
            return "at the Post"
        return f"{many(outcome - 1, 'thumb')} from the Post" if outcome < OFF_MAT else "off the mat"


def _nearest(view: View, seat: int) -> int:
    """The outcome of the die of ``seat`` that lies closest."""
    return min((view.spot[seat][die] - 1 for die in range(view.thrown[seat])), key=distance, default=OFF_MAT)


WORDS = Words(FACTS)
