"""Choices that are made in secret while others still choose: nobody else is told that they are made.

What is told of such a choice before all have made theirs would tell who is thinking, if only by the moment.
"""

from __future__ import annotations

from throwdown.kernel.contract import CHANCE, EVERYBODY
from throwdown.kernel.match import Entry, Match


class Together:
    """Follows a match, and knows which of its last events are choices of that kind."""

    def __init__(self) -> None:
        self._seats: list[int] = []  # who made the last events, where others still choose beside them
        self._awaited: frozenset[int] = frozenset()

    def begin(self, match: Match) -> None:
        """Follow ``match`` from where it stands, with no choice of that kind before."""
        self._seats, self._awaited = [], frozenset(match.awaited)

    def heard(self, match: Match, entry: Entry, witnesses: int) -> None:
        """``entry`` was just made in ``match``; bit k of ``witnesses`` is set where seat k learned it."""
        before, self._awaited = self._awaited, frozenset(match.awaited)
        is_secret = is_choice(entry) and witnesses & EVERYBODY != EVERYBODY
        if is_secret and (before & self._awaited) - {entry.seat, CHANCE}:
            self._seats.append(entry.seat)
        else:
            self._seats = []

    @property
    def has_secret_choices(self) -> bool:
        """Whether somebody has chosen in secret, and others who choose beside them have not."""
        return bool(self._seats)

    def hidden_from(self, place: int) -> int:
        """How many of the last events ``place`` is not told of yet: those after its own."""
        own = [k for k, seat in enumerate(self._seats, 1) if seat == place]
        return len(self._seats) - (own[-1] if own else 0)

    def choosing(self, match: Match, place: int) -> tuple[int, ...]:
        """Who chooses in ``match``, as ``place`` may know: also others who have done so in secret."""
        return tuple(sorted({*match.awaited} | {*self._seats} - {place}))


def is_choice(entry: Entry) -> bool:
    """Whether ``entry`` is what a seat has chosen, and not what chance or people beside the game did."""
    return entry.seat != CHANCE and entry.event >= 0
