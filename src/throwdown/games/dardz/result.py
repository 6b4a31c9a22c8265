"""Why a game of DARDZ ended as it did (DZ-17, DZ-19, DZ-20, DZ-22, DZ-24)."""

from __future__ import annotations

from ...kernel.english import listed
from ...kernel.scene import Account, Part, Reckoning
from .names import named, seats_of, signed
from .state import LAST_ROUND, NOBODY, PAST, ROUND_PRIZE, TEN
from .view import View

__all__ = ["account"]


def account(view: View) -> Account:
    """What each round has brought, the last one by what it is made of."""
    order = sorted(range(view.sides), key=lambda side: (side != view.winner, -view.score[side]))
    others = [view.score[side] for side in range(view.sides) if side != view.winner]
    mine, next_best = view.score[view.winner], max(others)
    score = f", {mine}–{next_best}" if view.sides == 2 else f" with {mine} points"
    return Account(
        f"Why {mine} to {next_best}",
        score if len(seats_of(view, view.winner)) == 1 else f", {mine}–{next_best}",
        _lead(view),
        tuple(_row(view, side) for side in order),
        tuple(_notes(view)),
    )


def _lead(view: View) -> str:
    if max(view.score) >= view.target:
        return f"Whoever has most when a round is scored and somebody has {view.target} wins (DZ-22)."
    return f"After {LAST_ROUND} rounds the highest score wins (DZ-22)."


def _row(view: View, side: int) -> Reckoning:
    seats = seats_of(view, side)
    note = f"Team: {named(seats)}" if len(seats) > 1 else ""
    return Reckoning(seats[0], str(view.score[side]), tuple(_parts(view, side)), note)


def _parts(view: View, side: int) -> list[Part]:
    """Earlier rounds as one figure each, then pile, ten cards and the rest of the last round."""
    kept = min(view.rounds, PAST)
    first = view.rounds - kept + 1
    earlier = view.opening[side] - sum(view.past[side][k] for k in range(kept - 1))
    parts = [Part(f"Rounds 1 to {first - 1}", str(earlier))] if first > 1 else []
    parts += [Part(f"Round {first + k}", signed(view.past[side][k])) for k in range(kept - 1)]
    return [*parts, *_last_round(view, side)]


def _last_round(view: View, side: int) -> list[Part]:
    seats = seats_of(view, side)
    pile = sum(view.scored[seat] for seat in seats)
    prize = ROUND_PRIZE if view.ten != NOBODY and view.ten in seats else 0
    rest = view.score[side] - view.opening[side] - pile - prize
    cards = sum(view.pile[seat] for seat in seats)
    parts = [Part(f"Round {view.rounds}: pile of {cards}", signed(pile))]
    if prize:
        parts.append(Part("Ten cards", signed(prize)))
    if rest:
        parts.append(Part("Action cards, dice and Lucky Loser", signed(rest)))
    return parts


def _notes(view: View) -> list[str]:
    notes: list[str] = []
    if view.ten == NOBODY:
        notes.append(f"Nobody had the {ROUND_PRIZE} points for {TEN} cards in the last round (DZ-18).")
    else:
        notes.append(f"{{{view.ten}}} had the {ROUND_PRIZE} points for {TEN} cards (DZ-17).")
    tied = [side for side in range(view.sides) if view.score[side] == view.score[view.winner]]
    if len(tied) > 1:
        wins = listed(f"{{{seats_of(view, side)[0]}}} {view.off_wins[side]}" for side in tied)
        notes.append(f"The tie was broken by Roll-Offs, first to win two (DZ-22): {wins}.")
    return notes
