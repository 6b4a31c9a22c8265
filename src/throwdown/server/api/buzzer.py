"""The buzzer of a refereed match: opened over HTTP, and a WebSocket of each screen while it is on.

A WebSocket, where all else beside a box goes by requests: a press counts from when it came, less the way that
was measured, and only a line that stays open has one way that can be measured.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial

import msgspec
from litestar import post, websocket

from throwdown.kernel.presses import Buzzed
from throwdown.server.api.games import AnyRequest
from throwdown.server.api.referee import Asks, Bench, asks_of
from throwdown.server.beside import knowledge, referee
from throwdown.server.beside.buzzers import MOST, SharedBuzzer
from throwdown.server.beside.referee import Refereed
from throwdown.server.beside.refereed import RECORDS, RefereeRecord, Running
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Signer
from throwdown.server.hall import Hall
from throwdown.server.table.audience import Viewer
from throwdown.server.web.sockets import AnySocket, Opened, Rate, converse, opened, read, turn_away
from throwdown.server.wire import Pong, Refused
from throwdown.server.wire.buzzer import Begin, BuzzerRequest, Close, GoOn, Halt, Press

requests = msgspec.json.Decoder(BuzzerRequest)


class Buzzers:
    """The buzzers that screens look at through this process."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._on: dict[str, SharedBuzzer] = {}
        self._work: set[asyncio.Task[None]] = set()

    async def join(self, key: str, viewer: Viewer, count: float) -> SharedBuzzer:
        """The buzzer of that match with ``viewer`` at it; refuses one that is not on."""
        record = await self._record(key)
        if not record.buzzer:
            raise Refusal("no buzzer is on", 410)
        buzzer = self._on.get(key)
        if buzzer is None:
            names = [one.name for one in record.people]
            buzzer = self._on[key] = SharedBuzzer(names, count, partial(self._save, key))
        viewer.plays = knowledge.seat_of(record, viewer.guest)
        buzzer.join(viewer)
        buzzer.reseat(record.holders)
        return buzzer

    def leave(self, key: str, buzzer: SharedBuzzer, viewer: Viewer) -> None:
        """``viewer`` is gone; with the last one goes the buzzer."""
        buzzer.leave(viewer)
        if buzzer.audience.viewers:
            return
        if self._on.get(key) is buzzer:
            del self._on[key]

    async def begin(self, key: str, buzzer: SharedBuzzer, seats: tuple[int, ...]) -> None:
        """Count in between those who hold seats now."""
        record = await self._record(key)
        buzzer.reseat(record.holders)
        buzzer.begin(seats, len(record.log))

    def _save(self, key: str, former: Buzzed | None, judged: Buzzed) -> None:
        """Save what was judged, in the place of ``former``."""

        def work(record: RefereeRecord, running: Running) -> Running:
            others = [each for each in record.buzzed if each != former]
            record.buzzed = [*others, judged][-MOST:]
            return running

        async def saved() -> None:
            with suppress(Refusal):  # the table is gone, or is refereed no longer
                await self._bench.act(Asks(key, None), key, 0, work)

        self._begin(saved())

    async def close(self, key: str, viewer: Viewer) -> None:
        """Close the buzzer on all screens."""

        def work(record: RefereeRecord, running: Running) -> Running:
            record.buzzer = False
            return running

        await self._bench.act(Asks(viewer.address, viewer.guest), key, 0, work)

    def later(self, viewer: Viewer, work: Coroutine[None, None, None]) -> None:
        """Do what waits for the database; ``viewer`` is told why where it is refused."""

        async def done() -> None:
            try:
                await work
            except Refusal as refusal:
                viewer.tell(Refused(0, refusal.why))

        self._begin(done())

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Begin a task, which is kept until it is done. Those of one table are done in their order."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _record(self, key: str) -> RefereeRecord:
        kept = await self._bench.beside.find(key, referee.KIND)
        return RECORDS.decode(kept.record)


class Hearing:
    """Carries out the messages of one screen at a shared buzzer."""

    def __init__(self, buzzers: Buzzers, key: str, buzzer: SharedBuzzer, viewer: Viewer, rate: Rate) -> None:
        self._buzzers, self._key, self._buzzer, self._viewer = buzzers, key, buzzer, viewer
        self._rate = rate

    def hear(self, text: str | None) -> None:
        """Do what one message says; refuse what is unreadable, or cannot be."""
        if self._viewer.closing:
            return
        try:
            self._rate.count()
            self._do(1000 * asyncio.get_running_loop().time(), read(requests, text))
        except Refusal as refusal:
            self._viewer.tell(Refused(0, refusal.why))

    def _do(self, now: float, request: BuzzerRequest) -> None:
        buzzer, viewer = self._buzzer, self._viewer
        match request:
            case Pong(number):
                buzzer.pong(viewer, number, now)
            case Press(seat):
                buzzer.press(viewer, seat, now)
            case Begin(seats):
                self._buzzers.later(viewer, self._buzzers.begin(self._key, buzzer, seats))
            case GoOn():
                buzzer.go_on()
            case Halt():
                buzzer.halt()
            case Close():
                buzzer.halt()
                self._buzzers.later(viewer, self._buzzers.close(self._key, viewer))


@post("/api/beside/referee/{key:str}/buzzer", status_code=200)
async def open_buzzer(request: AnyRequest, signer: Signer, bench: Bench, key: str) -> Refereed:
    """Open the shared buzzer on all screens of the table."""
    asks = asks_of(request, signer)

    def work(record: RefereeRecord, running: Running) -> Running:
        record.buzzer = True
        return running

    return await bench.seen(asks, await bench.act(asks, key, 0, work))


@websocket("/api/beside/referee/{key:str}/buzzer")
async def buzz(socket: AnySocket, key: str, hall: Hall, signer: Signer, buzzers: Buzzers) -> None:
    """One screen at the buzzer."""
    async with opened(socket, hall, signer) as line:
        if line:
            await _take_part(socket, line, key, hall, buzzers)


async def _take_part(socket: AnySocket, line: Opened, key: str, hall: Hall, buzzers: Buzzers) -> None:
    viewer = line.viewer
    try:
        hall.house.admit(viewer.guest.id if viewer.guest else "")
        buzzer = await buzzers.join(key, viewer, hall.settings.race_count)
    except Refusal as refusal:
        await turn_away(socket, refusal)
        return
    try:
        hearing = Hearing(buzzers, key, buzzer, viewer, Rate(viewer, hall.settings))
        await converse(socket, line, hearing.hear)
    finally:
        buzzers.leave(key, buzzer, viewer)


ROUTES = [open_buzzer, buzz]
