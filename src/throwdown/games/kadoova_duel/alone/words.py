"""A duel played alone, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ..duels import refusals, words
from ..duels.phrases import title
from .view import View

__all__ = ["heading", "notation", "outcome_name", "refuse", "scores", "tell"]


def notation(view: View, seat: int, event: int) -> str:
    """The text of an event; who makes it does not matter."""
    return words.notation(view, event)


def refuse(view: View, seat: int, event: int | str) -> str:
    """Why ``event``, by its text or number, may not be made now, with its clause; empty for nothing."""
    said = event if isinstance(event, str) else refusals.text_of(view, event)
    return refusals.reason(view, seat, " ".join(said.lower().split())) if said else ""


def outcome_name(view: View, event: int) -> str:
    """What a throw comes to, for whoever has seen it."""
    return words.outcome_name(view, event)


def scores(view: View) -> list[int]:
    """Points by seat: what the duel gives, or one for its winner where the table has chosen that."""
    if view.by_wins:
        return [int(seat == view.winner) for seat in range(view.seats)]
    return list(view.score[: view.seats])


def heading(view: View) -> str:
    """The duel, and of War! the round."""
    if view.breaking:
        return f"{title(view.duel)}, Quick Draw"
    return words.words_of(view).heading(view)


def tell(before: View, seat: int, event: int | None, after: View) -> Iterator[tuple[int, str]]:
    """What is said of an event; ``event`` is None for whoever may not know it."""
    return words.tell(before, seat, event, after)
