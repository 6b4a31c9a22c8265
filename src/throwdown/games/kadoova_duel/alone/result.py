"""Why a duel played alone ended as it did (KD-D1 to KD-D12)."""

from __future__ import annotations

from ....kernel.scene import Account, Reckoning
from ..duels.counts import points_text, to
from ..duels.phrases import role_of
from ..duels.pieces import pieces_of
from ..duels.table import NOBODY
from ..duels.words import tell_end, words_of
from .view import View
from .words import scores

__all__ = ["account"]


def account(view: View) -> Account:
    """The throws, rolls or dice of each duelist, and what the duel gives for them."""
    points = scores(view)
    order = sorted(range(view.seats), key=lambda seat: (seat != view.winner, -points[seat]))
    figures = [points_text(points[seat]) for seat in order]
    is_plain = len(order) > 2 or view.winner == NOBODY or figures[0] == figures[1]
    return Account(
        "How it came out" if is_plain else f"Why {figures[0]} to {figures[1]}",
        "" if is_plain else f", {to(points[order[0]], points[order[1]])}",
        words_of(view).rule(view),
        tuple(_row(view, seat, points[seat]) for seat in order),
        tuple(_notes(view)),
    )


def _row(view: View, seat: int, points: int) -> Reckoning:
    role = role_of(view, seat)
    notes = [role] if role else []
    if view.forfeits >> seat & 1:
        notes.append("forfeited")
    if view.lost[seat]:
        notes.append(f"lost {points_text(view.lost[seat])} on or past the Bust line")
    parts = pieces_of(view).parts(view, seat)
    return Reckoning(seat, points_text(points), tuple(parts), ", ".join(notes))


def _notes(view: View) -> list[str]:
    """What decided it, and what the duel gave."""
    notes = [f"{{{seat}}} {said}" if seat >= 0 else said for seat, said in tell_end(view)]
    for seat in range(view.seats):
        if view.lost[seat]:
            notes.append(_bust_words(view, seat))
    notes += words_of(view).notes(view)
    if view.breaking:
        notes.append("They were level, and a Quick Draw decided (KD-11).")
    return notes


def _bust_words(view: View, seat: int) -> str:
    lost, kept = points_text(view.lost[seat]), view.points[seat]
    after = f" What was thrown after that counts {points_text(kept)}." if kept else ""
    return (
        f"{{{seat}}} had {lost} points and came on or past the Bust line, which lifts every die thrown "
        f"so far (KD-D2).{after}"
    )
