"""People who race over real connections: each answers pings and presses some time after seeing a roll."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from tests.server.people import Guest, Line, Message
from tests.server.serving import Serving


class Racer:
    """One seat's connection; ``delay`` seconds are added to the way of every message, both ways."""

    def __init__(self, line: Line, delay: float = 0.0, tempo: float = 0.25) -> None:
        self.line = line
        self.delay = delay
        self.tempo = tempo
        self.verdicts: list[Message] = []
        self.refusals: list[str] = []
        self.races: list[Message] = []
        self.holds_pongs = 0.0
        self._answered = asyncio.Event()

    @property
    def counted(self) -> bool:
        """Whether the count of a race has begun."""
        return any(race.get("begins", 0.0) >= 0 for race in self.races)

    async def race(self, until: str = "over") -> None:
        """Press whenever it may, until the table is in the phase ``until``."""
        pressing = asyncio.create_task(self._press_on())
        try:
            while self.line.table.get("phase") != until:
                self._note(await self.line.hear())
        finally:
            pressing.cancel()

    def _note(self, message: Message) -> None:
        kind = message["t"]
        if kind == "ping":
            asyncio.get_running_loop().call_later(
                2 * self.delay + self.holds_pongs,
                lambda: self._fire({"t": "pong", "number": message["number"]}),
            )
        elif kind == "verdict":
            self.verdicts.append(message)
        elif kind == "race":
            self.races.append(message)
        elif kind == "refused":
            self.refusals.append(message["why"])
        if kind in ("done", "refused"):
            self._answered.set()

    def _fire(self, message: Message) -> None:
        self._sending = asyncio.ensure_future(self.line.send(message))

    async def _press_on(self) -> None:
        """Press some time after whatever was seen last, and wait for the answer."""
        while True:
            await asyncio.sleep(2 * self.delay + max(0.15, random.gauss(self.tempo, 0.03)))
            if self.line.legal:
                self._answered.clear()
                await self.line.send(self.line.request(self.line.legal[0]))
                await self._answered.wait()


async def table_for(server: Serving, *guests: Guest, game: str = "quick-draw", **values: Any) -> str:
    """The id of a live table of ``game`` at which ``guests`` sit."""
    first, *rest = guests
    id = await first.open(
        game=game, seats=len(guests), values={"timing": "live", **values}, bots={}, pace="quick"
    )
    for seat, guest in enumerate(rest, 1):
        answer = await guest.post(f"/api/tables/{id}/sit", seat=seat)
        assert answer.status_code < 300, answer.text
    return id
