"""Setting a table for a test: hands as wanted, a challenger, and a Duel card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from throwdown.games.kadoova_duel.cards import UPGRADES, WINDOW
from throwdown.games.kadoova_duel.names import KIND_TEXTS
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator

PAIRED = ("axe", "chicken", "class", "con", "beach", "hare", "pineapple", "plague", "skeptic")
DULL = ("bet-lose", "bet-win", "less-other", "extra-self", "pickpocket", "toll", "double-down")


def opened(
    table: Callable[..., Match],
    hands: Mapping[int, Sequence[str]] | None = None,
    *,
    seats: int = 3,
    challenger: int = 0,
    scores: Sequence[int] = (),
    **values: Any,
) -> Match:
    """After the opening Quick Draw, won by ``challenger``; a Duel card is due.

    Hands are filled up with cards that the tests do not look at, and the Duel cards of duels for two
    all say Left, if ``values`` do not say otherwise.
    """
    lefts = {f"{deck}-cards": [0, 0, 0, 3, 0] for deck in PAIRED}
    whole_game = {"two-seats": "to 10,000"} if seats == 2 else {}
    match = table("kadoova-duel", seats=seats, values={**whole_game, **lefts, **values})
    deal(match, hands or {})
    open_with(match, challenger)
    if scores:
        match.state["score"][0, :seats] = scores
    return match


def open_with(match: Match, challenger: int) -> None:
    """The opening Quick Draw, won by ``challenger`` with the first roll."""
    chance(match, "1")
    timing = match.values["timing"]
    for seat in range(match.seats):
        if timing == "simulated":
            chance(match, "t0" if seat == challenger else "t5")
        elif timing == "paced":
            match.play(seat, "roll")
    if timing != "paced":
        if timing == "live":
            match.play(challenger, "roll")
        chance(match, "1")
        if timing == "live":
            match.play(challenger, "bang")
        return
    for seat in range(match.seats):
        chance(match, "1" if seat == challenger else "2")


def deal(match: Match, hands: Mapping[int, Sequence[str]]) -> None:
    wanted = {seat: list(hands.get(seat, ())) for seat in range(match.seats)}
    used = Counter(card for cards in wanted.values() for card in cards)
    while match.state["purpose"][0] == 0 and match.state["phase"][0] == 0:
        seat = int(match.state["dealing"][0])
        card = wanted[seat].pop(0) if wanted[seat] else dull_card(match, used)
        chance(match, card)


def dull_card(match: Match, used: Counter[str]) -> str:
    """A card of which there are more than the hands of the test ask for."""
    deck = match.state["deck"][0]
    return next(card for card in DULL if deck[KIND_TEXTS.index(card)] > used[card])


def challenged(table: Callable[..., Match], card: str, *args: Any, **more: Any) -> Match:
    """In the window before the duel of ``card``, such as ``class-left``."""
    match = opened(table, *args, **more)
    chance(match, card)
    return match


def chance(match: Match, *texts: str) -> None:
    for text in texts:
        match.play(CHANCE, text)


def everybody_passes(match: Match) -> None:
    """All pass, or let the card on top pass; ends with the window, or with the card's effect."""
    place = (match.truth().window, match.truth().pending, match.truth().plays)
    while match.truth().phase == WINDOW and match.awaited:
        before = len(match.awaited)
        match.play(match.awaited[0], "pass")
        now = match.truth()
        if (now.window, now.pending, now.plays) != place or len(match.awaited) > before:
            return


def plays(match: Match, seat: int, card: str) -> None:
    """A card is played, and let pass by all."""
    match.play(seat, card)
    everybody_passes(match)


def stand_by(match: Match) -> None:
    """Whoever need not press passes for this duel."""
    for seat in match.awaited:
        if "aside" in match.legal(seat):
            match.play(seat, "aside")


def fight_class(match: Match, challenger_wins: bool = True, role: str = "high") -> None:
    """A Class Warfare from the window before it to the window after it."""
    everybody_passes(match)
    match.play(match.truth().challenger, role)
    stand_by(match)
    for seat in match.awaited:
        match.play(seat, "roll")
    high = (role == "high") == challenger_wins
    chance(match, *["6" if high else "1"] * 6)


def rest(match: Match) -> None:
    """Fill all hands with dull cards, so that the next turn begins."""
    while match.truth().phase == 0:
        deck = match.state["deck"][0]
        kind = next(kind for kind in range(UPGRADES, len(deck)) if deck[kind])
        chance(match, KIND_TEXTS[kind])


def finish_turn(match: Match) -> list[int]:
    """No cards after the duel; the scores once the turn is settled."""
    everybody_passes(match)
    rest(match)
    return match.points


def listen(match: Match) -> list[tuple[int, str]]:
    """A list that is filled with what a watcher is told from now on: the seat, and the words."""
    narrator, told = Narrator(match), list[tuple[int, str]]()

    def hear(entries: Sequence[Entry], witnesses: Sequence[int], awaited: int) -> None:
        for entry, learned in zip(entries, witnesses, strict=True):
            told.extend(narrator.follow(match, entry, bool(learned >> SPECTATOR & 1)).said)

    match.hear = hear
    return told
