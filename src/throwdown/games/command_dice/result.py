"""Why a game of Command Dice ended as it did (CD-16, CD-17)."""

from __future__ import annotations

from ...kernel.scene import Account, Part, Piece, Reckoning
from .names import card_name, card_text
from .state import CARDS, PAST, VICTORIES, value_of
from .view import View

__all__ = ["account"]


def account(view: View) -> Account:
    """The rounds with their points, and the cards of the last one."""
    winner = view.victories.index(VICTORIES)
    most, fewest = view.victories[winner], view.victories[1 - winner]
    return Account(
        f"Why {most} to {fewest}",
        f", {most}–{fewest}",
        f"Each round's Victory goes to the higher sum of defeated cards; {VICTORIES} win the game.",
        tuple(_row(view, seat) for seat in (winner, 1 - winner)),
        tuple(_notes(view, winner)),
    )


def _row(view: View, seat: int) -> Reckoning:
    many = view.victories[seat]
    return Reckoning(seat, f"{many} {'Victory' if many == 1 else 'Victories'}", tuple(_parts(view, seat)))


def _parts(view: View, seat: int) -> list[Part]:
    """The rounds that the record still has, and the cards that made the last one."""
    kept = min(view.rounds, PAST)
    rounds = [
        Part(
            f"Round {view.rounds - kept + k + 1}",
            str(view.past[seat][k]),
            state="best" if view.past[seat][k] > view.past[1 - seat][k] else "",
        )
        for k in range(kept)
    ]
    return [*rounds, Part("Cards of the last round", "", tuple(_cards(view, seat)))]


def _won(view: View, seat: int) -> list[int]:
    return [card for card in range(CARDS) if view.won[seat] >> card & 1]


def _cards(view: View, seat: int) -> list[Piece]:
    return [
        Piece(f"won-{card_text(card)}", "battle-card", card_text(card), seat=seat, says=card_name(card))
        for card in _won(view, seat)
    ]


def _notes(view: View, winner: int) -> list[str]:
    notes = [f"Round {view.rounds}: {_sum(view, winner)} against {_sum(view, 1 - winner)}."]
    if view.score[0] == view.score[1]:
        notes.append("On equal sums fewer cards win the round (CD-16).")
    if view.rounds > PAST:
        notes.append(f"The last {PAST} of {view.rounds} rounds are shown.")
    return notes


def _sum(view: View, seat: int) -> str:
    """``6 + 3 + 2 = 11``."""
    values = sorted((value_of(card) for card in _won(view, seat)), reverse=True)
    if len(values) < 2:
        return str(view.score[seat])
    return f"{' + '.join(map(str, values))} = {view.score[seat]}"
