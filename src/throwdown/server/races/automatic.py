"""What time does in a live race without anybody's press: programs press, and cards laid on dice are lifted.

Times are milliseconds by the server's clock. Nothing here reads it: every function is told the time.
"""

from __future__ import annotations

import random
from collections.abc import Container, Iterator, Mapping

from throwdown.kernel.timing import Heat
from throwdown.server.races.reactions import notice, reaction


class Automatic:
    """The timed acts of the races at one table: presses of programs, and cards that are to be lifted."""

    def __init__(self) -> None:
        self._presses: dict[int, float] = {}  # by seat: when its program presses
        self._covers: dict[int, tuple[float, str]] = {}  # by seat: when a card is lifted, and of which heat
        self._notices: dict[int, float] = {}  # by seat: when a program notices what it may press
        self._rng = random.SystemRandom()

    @property
    def times(self) -> Iterator[float]:
        """The times at which something is due, in milliseconds."""
        yield from self._presses.values()
        yield from (at for at, _ in self._covers.values())

    def rest(self) -> None:
        """Cancel the presses of programs, for another race is due."""
        self._presses.clear()

    def stop(self) -> None:
        """Cancel everything, for no race is on."""
        self._presses.clear()
        self._covers.clear()
        self._notices.clear()

    def press_later(
        self,
        now: float,
        heat: Heat,
        programs: Mapping[int, str],
        pressed: Container[int],
        seen: Mapping[int, float],
    ) -> None:
        """Let programs press after the time that a person of their level takes. ``programs`` are the kinds by
        seat, ``pressed`` the seats whose press waits to be judged; ``seen`` is when each seat sees what it
        rolled last."""
        for seat in heat.presses:
            kind = programs.get(seat, "")
            if kind and seat not in self._presses and seat not in pressed and seat not in heat.covered:
                wait = reaction(kind, heat.dice.get(seat, 1), seat in heat.slaps, self._rng)
                self._presses[seat] = max(now, seen[seat]) + 1000 * wait

    def due(self, now: float) -> list[int]:
        """The seats whose programs press by ``now``."""
        return [seat for seat, at in self._presses.items() if at <= now]

    def presses(self, seat: int) -> None:
        """Note that the program on ``seat``, which was due, presses now."""
        del self._presses[seat]

    def cover(self, now: float, heat: Heat, seconds: float) -> None:
        """Cards that have just been laid on dice lie there for so many seconds."""
        for seat in heat.covered:
            self._covers.setdefault(seat, (now + 1000 * seconds, heat.key))

    def lifted(self, now: float, heat: Heat | None) -> int | None:
        """The next seat whose dice a card has covered long enough by ``now``, in the race that is on."""
        for seat, (at, key) in list(self._covers.items()):
            if at <= now:
                del self._covers[seat]
                if heat and heat.key == key and seat in heat.covered:
                    return seat
        return None

    def notice(self, now: float, seat: int) -> float:
        """Seconds until the program on ``seat`` notices that it may press in a race without a count."""
        return max(0.0, self._notices.setdefault(seat, now + 1000 * notice(self._rng)) - now) / 1000
