"""DARDZ: what each number on offer would move, and what that gives to whom (DZ-8 to DZ-14)."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from ...kernel.english import counted
from ...kernel.scene import Piece, Zone
from . import names
from .names import kind_of, left_from, named, number_of, signed
from .state import BONUS_ROLL, CHOOSE, CLEAN_PRIZE, ROUND_PRIZE, TEN, THIRD_ROLL
from .view import View

SHOWN = 2  # gains that a button names before it says how many more there are


class Offer(NamedTuple):
    """A number, the dice that make it, and the cards it would move by seat, the picker's first."""

    number: int
    dice: tuple[int, ...]
    cards: dict[int, list[int]]
    gains: dict[int, int]


def numbers(view: View) -> list[int]:
    """The numbers on offer: single dice, and sums of two (DZ-9, DZ-10)."""
    dice = view.dice[: view.shown]
    return sorted({*dice, *(a + b for a, b in combinations(dice, 2))})


def mine(view: View) -> list[int]:
    """Those that whoever picks has in hand."""
    held = {number_of(kind) for kind in names.hand_of(view, view.turn)}
    return [number for number in numbers(view) if number in held]


def offer(view: View, number: int) -> Offer:
    movers = [view.turn] if view.thrown == BONUS_ROLL else left_from(view, view.turn)
    cards = {seat: _cards_of(view, seat, number) for seat in movers}
    cards = {seat: held for seat, held in cards.items() if held}
    gains = {seat: sum(view.worth[kind_of(card)] for card in held) for seat, held in cards.items()}
    return Offer(number, _made_of(view, number), cards, gains)


def _cards_of(view: View, seat: int, number: int) -> list[int]:
    held = view.hand[seat][: view.held[seat]]
    return [card - 1 for card in held if number_of(kind_of(card - 1)) == number]


def _made_of(view: View, number: int) -> tuple[int, ...]:
    """The places of the dice that make the number, one where one will do."""
    dice = view.dice[: view.shown]
    if number in dice:
        return (dice.index(number),)
    return next(pair for pair in combinations(range(len(dice)), 2) if dice[pair[0]] + dice[pair[1]] == number)


def gains_text(one: Offer) -> str:
    """``{0} +10, {2} +12``."""
    parts = [f"{{{seat}}} {signed(points)}" for seat, points in one.gains.items()]
    if len(parts) > SHOWN + 1:
        parts = [*parts[:SHOWN], f"{len(parts) - SHOWN} more"]
    return ", ".join(parts) or "nobody moves"


def note(view: View, one: Offer) -> str:
    """What else the pick brings: ten cards, a clean hand, the Bonus Roll, the end of the turn."""
    said: list[str] = []
    own = one.cards.get(view.turn, [])
    if view.thrown == BONUS_ROLL and len(own) == view.held[view.turn]:
        said.append(f"Your hand is clean: {signed(CLEAN_PRIZE)}.")
    ends = _end_of_round(view, one)
    if ends:
        said.append(ends)
    elif view.thrown == THIRD_ROLL:
        said.append("The Bonus Roll follows." if brings_bonus(view, len(own)) else "Your turn ends with it.")
    return " ".join(said) or _movers(view, one)


def brings_bonus(view: View, own: int) -> bool:
    """DZ-13: whether a Bonus Roll follows where ``own`` cards of the picker move on the third roll.

    The picker draws first, and so has cards for it unless the draw pile is empty and these were the last.
    """
    return own > 0 and (view.pile_left > 0 or own < view.held[view.turn])


def _movers(view: View, one: Offer) -> str:
    """Whose cards move: ``You move 2 cards, the others none.``"""
    own = len(one.cards.get(view.turn, ()))
    others = sum(map(len, one.cards.values())) - own
    mine, theirs = (counted(many, "card") if many else "none" for many in (own, others))
    return f"You move {mine}, the others {theirs}." if own or others else "Nobody moves a card."


def _end_of_round(view: View, one: Offer) -> str:
    """DZ-17: who has the points for ten cards once these have moved.

    Empty where the round goes on, and where players have to notice it themselves. Of closed piles the
    picker's own alone is told (DZ-26).
    """
    sizes = {seat: view.pile[seat] + len(cards) for seat, cards in one.cards.items()}
    if view.announce_ten or max(sizes.values(), default=0) < TEN:
        return ""
    if view.closed_piles:
        return "You reach ten cards: the round ends." if sizes.get(view.turn, 0) >= TEN else ""
    largest = [seat for seat, size in sizes.items() if size == max(sizes.values())]
    if len(largest) == 1:
        return f"Ten cards for {named(largest)}: {signed(ROUND_PRIZE)}, and the round ends."
    return f"{named(largest)} roll off for the {signed(ROUND_PRIZE)}, and the round ends."


def zone(view: View, legal: list[int]) -> Zone:
    """Every number on offer, each followed by its dice and by the cards that it would move."""
    pieces: list[Piece] = []
    for number in numbers(view):
        pieces += _pieces(view, offer(view, number), CHOOSE + number in legal)
    return Zone("offers", "table", "offers", label="Numbers on offer", pieces=tuple(pieces))


def _pieces(view: View, one: Offer, may_pick: bool) -> list[Piece]:
    name = f"offer-{one.number}"
    gains = "; ".join(f"{seat} {signed(points)}" for seat, points in one.gains.items())
    head = Piece(
        name,
        "dardz-offer",
        str(one.number),
        name if may_pick else "",
        view.turn,
        says=_says(view, one),
        note=gains,
    )
    dice = [
        Piece(
            f"{name}-die-{k}",
            "die",
            str(view.dice[k]),
            seat=view.turn,
            states=("picture",),
            says=f"die, {view.dice[k]}",
        )
        for k in one.dice
    ]
    cards = [
        Piece(
            f"{name}-card-{card}",
            "dardz-number",
            names.kind_text(kind_of(card)),
            seat=seat,
            says=names.spoken_name(kind_of(card)),
            note=str(view.worth[kind_of(card)]),
        )
        for seat, held in one.cards.items()
        for card in held
    ]
    return [head, *dice, *cards]


def _says(view: View, one: Offer) -> str:
    made = " and ".join(str(view.dice[k]) for k in one.dice)
    return f"{one.number}, from {made}: {gains_text(one)}"
