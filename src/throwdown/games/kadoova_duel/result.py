"""Why a game of Kadoova Duel ended as it did (KD-5, KD-9, KD-10, KD-15)."""

from __future__ import annotations

from ...kernel.scene import Account, Part, Reckoning
from . import words
from .duels.counts import points_text, to
from .duels.phrases import names_of
from .duels.table import NOBODY
from .view import View

__all__ = ["account"]

SHORT_TURNS = 12


def account(view: View) -> Account:
    """The scores by what they are made of: duels, bets, cards."""
    winner = words.winner_of(view)
    order = sorted(range(view.seats), key=lambda seat: (seat != winner, -view.score[seat]))
    mine = points_text(view.score[winner])
    others = max(view.score[seat] for seat in range(view.seats) if seat != winner)
    return Account(
        f"Why {mine} to {points_text(others)}",
        f", {to(view.score[winner], others)}" if view.seats == 2 else f" with {mine} points",
        _lead(view),
        tuple(_row(view, seat) for seat in order),
        tuple(_notes(view, winner)),
    )


def _lead(view: View) -> str:
    if view.short:
        return f"The highest score after {SHORT_TURNS} turns wins (KD-10)."
    if view.last_by != NOBODY and view.last_left == 0:
        return f"Somebody had {points_text(view.goal)} points, and the others had a last round (KD-9)."
    return f"The highest score after {view.turns} turns wins (KD-9)."


def _row(view: View, seat: int) -> Reckoning:
    score, bets, cards = view.score[seat], view.by_bets[seat], view.by_cards[seat]
    figures = (("Duels", score - bets - cards), ("Bets", bets), ("Cards", cards))
    parts = tuple(Part(name, points_text(points)) for name, points in figures)
    return Reckoning(seat, points_text(score), parts)


def _notes(view: View, winner: int) -> list[str]:
    notes = ["Duels count what a duel gave and took, and what a challenger who wins has on top."]
    if view.champion != NOBODY:
        tied = [seat for seat in range(view.seats) if view.score[seat] == view.score[winner]]
        names = names_of(sum(1 << seat for seat in tied))
        notes.append(f"{names} had the most, and {{{winner}}} won the Quick Draw for the game (KD-11).")
    return notes
