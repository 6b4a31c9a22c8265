"""Seats whose person is gone: after a grace time a bot plays on, until the person returns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Absence:
    """Clocks of the seats that nobody looks on from, and the seats that a bot has taken over."""

    def __init__(self, grace: float, too_long: Callable[[int], None]) -> None:
        self._grace = grace
        self._too_long = too_long
        self._clocks: dict[int, asyncio.TimerHandle] = {}
        self.stand_ins: set[int] = set()

    def __bool__(self) -> bool:
        """Whether a clock is running."""
        return bool(self._clocks)

    def gone(self, seat: int) -> None:
        """Nobody looks on from ``seat``: start its clock, if it does not run."""
        if seat not in self._clocks and seat not in self.stand_ins:
            loop = asyncio.get_running_loop()
            self._clocks[seat] = loop.call_later(self._grace, self._too_long, seat)

    def replace(self, seat: int) -> bool:
        """Hand the seat to a bot, for its grace time is over; False where its person is back already."""
        if self._clocks.pop(seat, None) is None:
            return False
        self.stand_ins.add(seat)
        return True

    def back(self, seat: int) -> bool:
        """Stop the clock of ``seat``, whose person is back; returns whether a bot gives up the seat."""
        clock = self._clocks.pop(seat, None)
        if clock:
            clock.cancel()
        replaced = seat in self.stand_ins
        self.stand_ins.discard(seat)
        return replaced

    def stop(self) -> None:
        for clock in self._clocks.values():
            clock.cancel()
        self._clocks.clear()
        self.stand_ins.clear()
