"""People at the tables of a campaign, as programs: they play on through whatever happens to their server."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.campaign.history import History, Made
from tests.server.people import Guest, Line, Message
from throwdown.kernel.contract import SPECTATOR

LOST = (WebSocketException, OSError, asyncio.TimeoutError, httpx.HTTPError)  # a connection, or a server
PAUSE = 0.02  # seconds that somebody takes for a choice, in the mean
HASTY = 0.2  # seconds, in the mean, before somebody asks again after a refusal: of a press that came too soon
AGAIN = 0.05  # seconds before somebody tries to connect again
HAND = {"aim": 1.0, "strength": 60.0}  # how a die is thrown where people do that

Server = Any  # whatever has the addresses ``http`` and ``ws``


class Person:
    """Somebody at one table, whoever they are there: plays at random, or looks on, connects again after every
    lost connection to the server that ``where`` names then, and asks again for what was not answered."""

    def __init__(
        self, table: str, guest: Guest, history: History, where: Callable[[], Server], rng: random.Random
    ) -> None:
        self.table = table
        self.guest = guest
        self.matches: dict[str, int] = {}  # by id: the number at the table
        self.losses = 0  # connections
        self.game = ""
        self._told = "was told nothing"  # over the connection that there is, or was last
        self._history = history
        self._where = where
        self._rng = rng
        self._asked: Message | None = None  # what has not been answered
        self._as = 0  # the seat of the match that it was asked for
        self._at = 0.0  # when it was asked for first
        self._made: tuple[str, int] = ("", 0)  # the match and the number of the last event that was made
        self._pause = PAUSE
        self._thrown = -1  # the choice that is a throw now
        self._voted = ""

    def __repr__(self) -> str:
        waits = f"waits for the answer to {self._asked}" if self._asked else "has nothing to ask for"
        return f"{self.game} at {self.table}: {self._told}, {waits}, lost {self.losses} connections"

    async def live(self) -> None:
        """Be there for ever."""
        while True:
            with suppress(*LOST):
                async with self.guest.live(self.table, server=self._where()) as line:
                    await self._stay(line)
            self.losses += 1
            await asyncio.sleep(AGAIN)

    async def _stay(self, line: Line) -> None:
        self._voted = ""
        sent = False
        while True:
            message = await line.hear()
            kind = message["t"]
            self._told = self._described(line)
            if kind == "table":
                self.game = message["game"]
                self.matches[message["match_id"]] = message.get("match", 1)
            elif kind == "events":
                self._history.tell(
                    message["match_id"], self._seat(line, SPECTATOR), message["after"], message["events"]
                )
            elif kind == "arena":
                self._thrown = message.get("event", -1)
            elif kind == "ping":
                await line.send({"t": "pong", "number": message["number"]})
            elif sent and kind in ("done", "refused") and self._asked:
                sent = message["request"] != self._asked["request"]
                if not sent:
                    self._answered(message)
            if not sent:
                sent = await self._go_on(line)

    def _described(self, line: Line) -> str:
        """What this person was told of the match that may keep it from going on."""
        table, own = line.table, self._seat(line, SPECTATOR) if line.table else SPECTATOR
        return (
            f"in seat {own} was told {line.n} events of match {table.get('match_id')}, made {self._made}, "
            f"may choose {line.legal[:5]}, awaited {line.awaited}, phase {table.get('phase')}, "
            f"kept {table.get('kept')!r}, last messages {[each['t'] for each in line.heard[-8:]]}"
        )

    def _seat(self, line: Line, nowhere: int) -> int:
        """This person's seat in the table's match."""
        you = line.table.get("you", -1)
        lineup = line.table.get("lineup") or range(len(line.table["people"]))
        return lineup.index(you) if you in lineup else nowhere

    async def _go_on(self, line: Line) -> bool:
        """Ask for a choice where one is due, or for the next match; whether an answer is to come."""
        id, seat = line.table.get("match_id", ""), self._seat(line, -1) if line.table else -1
        if seat < 0:
            return False
        if self._asked:  # over a connection that was lost
            await line.send(self._asked)
            return True
        if line.table["phase"] == "over" and self._voted != id:
            self._voted = id
            await line.send({"t": "rematch", "request": next(Line.numbers), "match_id": id})
        if line.table["phase"] != "playing" or not line.legal:
            return False
        if self._made[0] == id and self._made[1] > line.n:  # yet to be told
            return False
        await asyncio.sleep(self._rng.expovariate(1 / self._pause))
        event = self._rng.choice(line.legal)
        hand = {"hand": HAND} if event == self._thrown else {}
        self._asked = {**line.request(event), **hand, "match_id": id}
        self._as, self._at = seat, time.monotonic()
        self._history.ask(id, seat, event)
        await line.send(self._asked)
        return True

    def _answered(self, message: Message) -> None:
        asked, self._asked = self._asked, None
        assert asked is not None
        id, event = asked["match_id"], asked["event"]
        if message["t"] == "done":
            self._made = (id, message["n"])
            self._history.answer(id, Made(self._at, time.monotonic(), self._as, event, message["n"]))
            self._pause = PAUSE
        else:
            self._history.refuse(id, self._as, event)
            self._pause = HASTY
