"""A person's program that keeps a chain and opens its links, written from ``docs/fair-dice.md`` alone."""

from __future__ import annotations

import json
import secrets
from typing import Any

from websockets.exceptions import ConnectionClosed, ConnectionClosedOK

from tests.fair import second
from tests.server.people import Line, Message


class Chained(Line):
    """A line whose seat takes part in fair dice. It checks every roll that it is told of; ``withholds`` makes
    it silent, and ``lies`` makes it send a link that is none of its chain."""

    withholds = lies = False

    def keep(self, length: int = 64, chain: list[bytes] | None = None) -> Chained:
        self.length = length
        self.chain = chain or second.chain(secrets.token_bytes(32), length)
        self.before = 0
        self.asked: list[Message] = []
        self.rolls: list[Message] = []
        self.known: dict[int, tuple[bytes, int]] = {}
        self.thrown = -1  # the choice that is a throw now
        return self

    async def seed(self, seed: str = "00ff") -> None:
        tip = self.chain[0].hex()
        await self.send({"t": "seed", "seed": seed, "tip": tip, "links": self.length})

    async def _read(self) -> None:
        """Links are opened as they are asked for, whatever is heard meanwhile."""
        try:
            async for text in self.socket:
                for line in str(text).split("\n"):
                    if line.startswith('{"t":"open"'):
                        self.asked.append(json.loads(line))
                        if not self.withholds:
                            await self.open(self.asked[-1]["roll"])
                    self._unheard.put_nowait(line)
            self._unheard.put_nowait(ConnectionClosedOK(self.socket.protocol.close_rcvd, None))
        except ConnectionClosed as closed:
            self._unheard.put_nowait(closed)

    async def hear(self) -> Message:
        message = await super().hear()
        if message["t"] == "links":
            self.check(message)
        elif message["t"] == "arena":
            self.thrown = message.get("event", -1)
        return message

    async def listen(self) -> None:
        """Hear what is there, without waiting for more."""
        while not self._unheard.empty():
            await self.hear()

    async def open(self, roll: int) -> None:
        k = roll - self.before
        link = "ab" * 32 if self.lies else self.chain[k].hex()
        answer: dict[str, Any] = {"t": "link", "roll": roll, "link": link}
        if k == self.length:
            self.chain = second.chain(secrets.token_bytes(32), self.length)
            self.before = roll
            answer["next"] = self.chain[0].hex()
        await self.send(answer)

    def check(self, told: Message) -> None:
        """Everything about a roll that somebody can know as it happens."""
        table, roll = self.table, told["roll"]
        fair = table["fair"]
        ends = {seat: end for seat, end in enumerate(fair["chains"], 1) if end} | {0: fair["server"]}
        for place, link in enumerate([told["server"], *told["links"]]):
            if link:
                tip, at = self.known.get(place, (bytes.fromhex(ends[place][0]), 0))
                found = bytes.fromhex(link)
                for _ in range(roll - at):
                    found = second.sha(found)
                assert found == tip, (place, roll)
                self.known[place] = (bytes.fromhex(link), roll)
        for seat, end in told.get("next", {}).items():
            self.known[int(seat) + 1] = (bytes.fromhex(end[0]), roll)
        written = [f"{end[0]}:{end[1]}" if end else "-" for end in [fair["server"], *fair["chains"]]]
        bind = second.binding(table["match_id"], table["game"], fair["version"], table["commitment"], written)
        server, links = bytes.fromhex(told["server"]), told["links"]
        seed = second.roll_seed(server, bind, roll, told["n"], told["digest"], links)
        for event in told.get("events", ()):
            ticket = second.ticket(seed, event["n"], event["size"])
            assert second.at(ticket, event.get("weights", [])) == event["drew"]
        asked = [one for one in self.asked if one["roll"] == roll]
        assert all((one["n"], one["digest"]) == (told["n"], told["digest"]) for one in asked)
        self.rolls.append(told)
