"""One timer that is set anew again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """Calls ``ring`` at the time that it was last set to."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._timer: asyncio.Handle | None = None
        self.at: float | None = None  # when it rings, in seconds by the loop's clock; None: it is not set

    def set(self, at: float | None) -> None:
        """Ring at ``at``, in seconds by the loop's clock, and at no other time; None: not at all."""
        if at == self.at:
            return
        if self._timer:
            self._timer.cancel()
        self.at = at
        self._timer = None if at is None else asyncio.get_running_loop().call_at(at, self._rings)

    def _rings(self) -> None:
        self._timer = self.at = None
        self._ring()
