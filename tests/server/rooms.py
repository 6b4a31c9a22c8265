"""A table served without a network: its room, and what those who look on are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from throwdown.kernel.tables import Plain
from throwdown.server.guests.identity import Guest
from throwdown.server.hall import Hall
from throwdown.server.room.room import Room
from throwdown.server.settings import Settings
from throwdown.server.storage.bus import Bus
from throwdown.server.storage.store import Store
from throwdown.server.table import playing, tables
from throwdown.server.table.audience import Viewer
from throwdown.server.table.records import MatchRecord
from throwdown.server.table.tables import PLAYING
from throwdown.server.timing.patience import Patience

NAMES = ("Ada", "Nils", "Iris")


@asynccontextmanager
async def served(
    folder: Path,
    game: str,
    people: int,
    *,
    bots: tuple[str, ...] = (),
    values: dict[str, Plain] | None = None,
    pace: str = "quick",
    patience: Patience | None = None,
    clock: Callable[[], float] | None = None,
    **settings: Any,
) -> AsyncIterator[Room]:
    """A table of ``game`` with that many people and then ``bots``, whose first match has begun;
    ``clock`` gives the seconds of service."""
    url = f"sqlite:///{folder / 'games.db'}"
    hall = Hall(
        Settings(**{"database": url, "seed_wait": 0.05, "compile_aside": False, "grace": 600.0, **settings}),
        Store(url),
        Bus(None),
    )
    if clock:
        hall.uptime.now = clock
    guests = [Guest(name.lower(), name) for name in NAMES[:people]]
    table = tables.new_table(
        game,
        values or {},
        people + len(bots),
        guests[0],
        tables.Terms(listed=False, pace=pace, patience=patience),
    )
    for seat, guest in enumerate(guests[1:], 1):
        tables.sit(table, guest, seat)
    for seat, kind in enumerate(bots, people):
        tables.set_bot(table, guests[0], seat, kind, (kind,))
    await hall.add(lambda: table)
    room = await hall.room(table.id)
    while room.record.phase != PLAYING or room.playing is None:
        await asyncio.sleep(0.02)
    yield room
    await hall.stop()


def listener(room: Room, seat: int, told: list[dict[str, Any]]) -> Viewer:
    """Somebody who looks on from ``seat`` of the match (-1: a watcher); ``told`` gets what they are told."""

    async def nowhere(_message: Any) -> None:
        raise AssertionError("nobody pumps this viewer")

    name = NAMES[seat] if 0 <= seat < len(NAMES) else "Watcher"
    viewer = Viewer(Guest(name.lower(), name), True, nowhere)
    viewer.seat = viewer.plays = seat

    def note(text: bytes) -> None:
        told.append(json.loads(text))

    viewer.send = viewer.send_now = note
    room.audience.join(viewer)
    return viewer


async def make(room: Room, seat: int, event: int) -> None:
    """Let ``seat`` make ``event``, whoever sits there."""

    async def act() -> None:
        await room.act(playing.play(seat, event))

    await room.ask(act)


def begun_match(number: int) -> MatchRecord:
    """A match of two people as it is saved when it begins; its number at its table is its id, too."""
    return MatchRecord(
        id=number,
        table="table",
        number=number,
        game="duello",
        version=1,
        values={},
        names=["Ada", "Nils"],
        secret="",
        seeds=[],
    )
