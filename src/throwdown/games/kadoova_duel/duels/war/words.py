"""War! in words (KD-D12)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.english import listed
from ..counts import many
from ..own_words import DuelWords, Said, roller
from ..phrases import names_of, seats_of
from ..view import View
from .facts import FACTS, ROUNDS
from .rules import dice_due

AT_THE_END = 2  # grey dice decide who has most, not a round


class Words(DuelWords):
    def due_words(self, view: View) -> str:
        return f"{'A grey die' if view.greys else 'Dice'} for {{{roller(view, dice_due)}}}."

    def heading(self, view: View) -> str:
        return f"{self.facts.title}, round {min(max(view.battle, 1), ROUNDS)}"

    def tell_roll(self, before: View, event: int | None, after: View) -> Said:
        if event is not None:
            yield from tell_die(before, event)
        if after.greys and (after.greys != before.greys or after.still != before.still):
            yield -1, tie_words(after)
        if after.round_winner != before.round_winner:
            winner = after.round_winner[before.battle - 1] - 1
            gained = sum(after.spoils[winner]) - sum(before.spoils[winner])
            yield winner, f"took {many(gained, 'die')} in round {before.battle}."

    def press_name(self, view: View, seat: int) -> str:
        if view.covered[seat]:
            return "Lift the card"
        return "Roll the grey die" if view.greys else "Roll"

    def press_title(self, view: View, seat: int) -> str:
        return "Roll your grey die." if view.greys else "Roll your die."

    def press_note(self, view: View, seat: int) -> str:
        if view.greys != 1:
            return self.rule(view)
        stake = sum(sum(view.spoils[each]) for each in seats_of(view.tied))
        return f"At stake: the dice of this round, and {many(stake, 'die')} that the tied players have won."

    def scored(self, view: View) -> tuple[int, str]:
        return sum(view.spoils[view.winner]), "the dice won"

    def notes(self, view: View) -> Iterator[str]:
        if view.greys == AT_THE_END:
            rolls = listed([f"a {view.grey[seat]} by {{{seat}}}" for seat in seats_of(view.still)])
            dice = many(sum(view.spoils[view.winner]), "die")
            level = f"{names_of(view.tied)} had {dice} each"
            yield f"{level}, and grey dice decided: {rolls} ({self.facts.clause})."
        yield from super().notes(view)


def tell_die(before: View, event: int) -> Said:
    """A roll, once its last die lies: with Extra dice it has more than one."""
    seat = roller(before, dice_due)
    if before.greys:
        yield seat, f"rolled a grey {event + 1}."
    elif before.rolled[seat] + 1 == dice_due(before, seat):
        lying = () if before.fresh else before.die[seat][: before.rolled[seat]]
        yield seat, f"rolled a {listed([*lying, event + 1])}."


def tie_words(view: View) -> str:
    """Who rolls grey dice."""
    if view.war_all and view.greys == 1:
        return "The highest are tied: all of the round roll grey dice."
    return f"{names_of(view.still)} are tied: grey dice decide."


WORDS = Words(FACTS)
