"""Con-Person in words (KD-D4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .....kernel.scene import Now
from ..counts import dice_of, many, number_word
from ..own_words import DuelWords, Said, roller
from ..phrases import bid_words, knows_own, rival_of, roll_size
from ..table import CALL, NOBODY, RAISE
from ..view import View
from .facts import FACTS

COLOURED = 12  # of the dice of each; the others are grey (KD-D4)


class Words(DuelWords):
    def due_words(self, view: View) -> str:
        seat = roller(view, roll_size)
        dice = view.count[seat]
        greys = dice - COLOURED
        kinds = f": {number_word(COLOURED)} coloured, {number_word(greys)} grey" if greys > 0 else ""
        return f"{many(dice, 'die').capitalize()} for {{{seat}}}{kinds}."

    def tell_roll(self, before: View, event: int | None, after: View) -> Said:
        for seat in (before.challenger, before.opponent):
            if before.rolled[seat] < before.count[seat] == after.rolled[seat]:
                yield seat, f"rolled {before.count[seat]} dice in secret."

    def choice_words(self, before: View, event: int, after: View) -> str:
        if event != CALL:
            return f"{'opened' if before.bids == 0 else 'bid'} {bid_words(event - RAISE)}."
        are = "is" if after.actual == 1 else "are"
        return f"called the con: there {are} {dice_of(after.actual, before.bid % 6 + 1)}."

    def notes(self, view: View) -> Iterator[str]:
        if view.bid != NOBODY:
            there = dice_of(view.actual, view.bid % 6 + 1)
            were = "was" if view.actual == 1 else "were"
            yield f"{{{view.bidder}}} had bid {bid_words(view.bid)}, and there {were} {there}."
        yield from super().notes(view)

    def scored(self, view: View) -> tuple[int, str]:
        return view.actual, "the dice of that number"

    def choose_now(self, view: View, seat: int) -> Now:
        if view.bid == NOBODY:
            return Now("Open: at least how many of which number?", "Among all the dice on the table.", "act")
        if not knows_own(view, seat):
            said = f"{{{view.bidder}}} bid {bid_words(view.bid)}."
            return Now("Raise the bid, or call the con.", said, "act")
        dice, face = view.bid // 6 + 1, view.bid % 6 + 1
        mine = view.die[seat].count(face)
        need = dice - mine
        rival = f"{{{rival_of(view, seat)}'s}}"
        needs = f"{dice_of(dice, face)} {'needs' if dice == 1 else 'need'}".capitalize()
        more = f"{needs} {need} more among {rival} dice." if need > 0 else "The bid is true."
        return Now("Raise the bid, or call the con.", f"You hold {dice_of(mine, face)}. {more}", "act")

    def waiting_words(self, names: str) -> str:
        return f"Waiting for {names} to raise or call."

    def against_choice(self, view: View, said: str) -> str:
        there = view.count[view.challenger] + view.count[view.opponent]
        standing = 0 if view.bid == NOBODY else view.bid // 6 + 1
        if said == "call" and not standing:
            return "there is no bid to call yet (KD-D4)"
        found = re.fullmatch(r"bid (\d+) ([1-6])s?", said)
        if not found:
            return "bid, or call the con (KD-D4)"
        if standing == there:
            return "a bid of all the dice must be called (KD-D4)"
        if int(found[1]) > there:
            return f"there are {there} dice in all (KD-D4)"
        return f"a bid is of more dice than {bid_words(view.bid) if standing else 'none'} (KD-D4)"

    def dice_words(self, view: View, seat: int) -> str:
        """Nothing: dice are shown under the cups."""
        return ""


WORDS = Words(FACTS)
