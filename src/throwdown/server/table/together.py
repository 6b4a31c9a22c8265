"""Choices that are made in secret while others still choose: nobody else is told that they are made.

What is told of such a choice before all have made theirs would tell who is thinking, if only by the moment.
"""

from __future__ import annotations

from collections.abc import Iterable

from throwdown.kernel.contract import CHANCE, EVERYBODY
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.position import seats_of

SEATS = (1 << CHANCE) - 1  # of who is awaited, all but chance


class Together:
    """Follows a match, and knows which of its last events are choices of that kind."""

    def __init__(self) -> None:
        self._seats: list[int] = []  # who made the last events, where others still choose beside them
        self._awaited = 0  # bit k for seat k, bit CHANCE

    def begin(self, match: Match) -> None:
        """Follow ``match`` from where it stands, with no choice of that kind before."""
        self._seats, self._awaited = [], mask_of(match.awaited)

    def heard(self, entry: Entry, witnesses: int, awaited: int) -> None:
        """``entry`` was just made, a choice or the last of chance events that followed one another; bit k of
        ``witnesses`` is set where seat k learned it, and of ``awaited`` where seat k is awaited after it."""
        before, self._awaited = self._awaited, awaited
        is_secret = witnesses & EVERYBODY != EVERYBODY and is_choice(entry)
        if is_secret and before & awaited & SEATS & ~(1 << entry.seat):
            self._seats.append(entry.seat)
        elif self._seats:
            self._seats = []

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that are awaited after the last event, CHANCE among them."""
        return seats_of(self._awaited)

    def awaits(self, place: int) -> bool:
        """Whether ``place`` is awaited after the last event."""
        return bool(self._awaited >> place & 1)

    @property
    def has_secret_choices(self) -> bool:
        """Whether somebody has chosen in secret, and others who choose beside them have not."""
        return bool(self._seats)

    def hidden_from(self, place: int) -> int:
        """How many of the last events ``place`` is not told of yet: those after its own."""
        if not self._seats:
            return 0
        own = [k for k, seat in enumerate(self._seats, 1) if seat == place]
        return len(self._seats) - (own[-1] if own else 0)

    def choosing(self, place: int) -> tuple[int, ...]:
        """Who chooses, as ``place`` may know: also others who have done so in secret."""
        if not self._seats:
            return self.awaited
        return tuple(sorted({*self.awaited} | {*self._seats} - {place}))


def is_choice(entry: Entry) -> bool:
    """Whether ``entry`` is what a seat has chosen, and not what chance or people beside the game did."""
    return entry.seat != CHANCE and entry.event >= 0


def mask_of(seats: Iterable[int]) -> int:
    """Bit k for each seat k of ``seats``."""
    return sum(1 << seat for seat in seats)
