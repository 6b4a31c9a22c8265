"""HTTP: what the host of a server sees and does; each request carries the host's token."""

from __future__ import annotations

import os
import time
from collections import Counter
from functools import partial
from typing import Annotated

from litestar import delete, get, post, put
from litestar.datastructures import CacheControlHeader
from msgspec import Meta, Struct
from sqlalchemy import Connection, select

import throwdown
from throwdown.kernel.game import load
from throwdown.server import house
from throwdown.server.admin import Admin
from throwdown.server.api.games import AnyRequest
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.house import LONGEST_NOTICE, Ban
from throwdown.server.keeping.opening import shown
from throwdown.server.metrics import Metrics
from throwdown.server.room import company
from throwdown.server.storage.database import database_url
from throwdown.server.storage.schema import REVISION
from throwdown.server.storage.schema import tables as saved_tables
from throwdown.server.table.audience import NO_SUCH_TABLE
from throwdown.server.table.records import RECORDS
from throwdown.server.table.tables import TableRecord
from throwdown.server.web.sockets import POLICY
from throwdown.server.wire.forms import PersonOnSeat

OWN = CacheControlHeader(no_store=True)
MOST = 200  # tables that are listed
DAY = 24 * 3600.0


class AdminSeat(Struct, frozen=True):
    """A seat of a table: ``guest`` is the id of its person, ``here`` whether that person looks on."""

    name: str
    kind: str
    guest: str
    here: bool


class AdminTable(Struct, frozen=True):
    """A table; ``touched`` is when it last changed, in seconds since 1970."""

    id: str
    title: str
    phase: str
    seats: tuple[AdminSeat, ...]
    watchers: int
    touched: float


class AdminPerson(Struct, frozen=True):
    """Somebody who looks at a table through this process: a guest, or nobody with a cookie."""

    guest: str
    name: str
    address: str
    table: str
    seat: int
    connections: int


class ServerProcess(Struct, frozen=True):
    """This process: memory in bytes (0 where the system does not say), and by how many milliseconds the event
    loop was late at most lately."""

    version: str
    revision: str
    database: str
    pid: int
    seconds: float
    memory: int
    rooms: int
    viewers: int
    delay: float
    draining: bool


class ServerLimit(Struct, frozen=True):
    """A limit of the settings, by its name."""

    name: str
    value: float


class Overview(Struct, frozen=True):
    """All that the host's page shows."""

    process: ServerProcess
    notice: str
    tables: tuple[AdminTable, ...]
    people: tuple[AdminPerson, ...]
    bans: tuple[Ban, ...]
    limits: tuple[ServerLimit, ...]


class HouseNotice(Struct, frozen=True):
    """What everybody reads in the lobby; empty: nothing."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTICE)]


class Draining(Struct, frozen=True):
    """Whether nothing new may begin."""

    wanted: bool


class NewBan(Struct, frozen=True):
    """``who`` is the id of a guest or an address; ``days`` for which the ban holds, 0: for good."""

    who: Annotated[str, Meta(min_length=1, max_length=64)]
    days: Annotated[float, Meta(ge=0, le=3650)] = 0.0
    why: Annotated[str, Meta(max_length=200)] = ""


class HouseTold(Struct, frozen=True):
    """What the host says to everybody, and whether no table can be opened just now."""

    notice: str
    draining: bool


@get("/api/house", sync_to_thread=False, cache_control=OWN)
def house_notice(hall: Hall) -> HouseTold:
    """What the host of this server says to everybody."""
    return HouseTold(hall.house.notice, hall.house.draining)


@get("/api/admin", cache_control=OWN)
async def server_overview(request: AnyRequest, admin: Admin, hall: Hall, metrics: Metrics) -> Overview:
    """The server as its host sees it: the process, tables, people, bans and limits."""
    admin.check(request)
    return Overview(
        process=_process(hall, metrics),
        notice=hall.house.notice,
        tables=await _tables(hall),
        people=_people(hall),
        bans=tuple(ban for ban in hall.house.bans.values() if ban.holds),
        limits=_limits(hall),
    )


def _process(hall: Hall, metrics: Metrics) -> ServerProcess:
    rooms = hall.rooms()
    return ServerProcess(
        version=throwdown.__version__,
        revision=REVISION,
        database=shown(database_url(hall.settings.database)),
        pid=os.getpid(),
        seconds=hall.uptime.here(),
        memory=metrics.memory,
        rooms=len(rooms),
        viewers=sum(len(room.audience.viewers) for room in rooms),
        delay=1000 * metrics.latest,
        draining=hall.house.draining,
    )


async def _tables(hall: Hall) -> tuple[AdminTable, ...]:
    def newest(connection: Connection) -> list[tuple[TableRecord, float]]:
        chosen = select(saved_tables.c.record, saved_tables.c.touched)
        rows = connection.execute(chosen.order_by(saved_tables.c.touched.desc()).limit(MOST))
        return [(RECORDS.decode(row.record), row.touched) for row in rows]

    return tuple(_table(hall, *each) for each in await hall.store.read(newest))


def _table(hall: Hall, table: TableRecord, touched: float) -> AdminTable:
    here = hall.here(table.id)
    seated = {seat.guest for seat in table.seats if seat.guest}
    seats = tuple(AdminSeat(seat.name, seat.kind, seat.guest, seat.guest in here) for seat in table.seats)
    phase = "closed" if table.closed else table.phase
    return AdminTable(table.id, load(table.game).title, phase, seats, len(here - seated), touched)


def _people(hall: Hall) -> tuple[AdminPerson, ...]:
    found: Counter[tuple[str, str, str, str, int]] = Counter()
    for room in hall.rooms():
        for viewer in room.audience.viewers:
            guest, name = (viewer.guest.id, viewer.guest.name) if viewer.guest else ("", "")
            found[guest, name, viewer.address, room.record.id, viewer.seat] += 1
    return tuple(AdminPerson(*who, connections) for who, connections in sorted(found.items()))


def _limits(hall: Hall) -> tuple[ServerLimit, ...]:
    return tuple(
        ServerLimit(name, value)
        for name in hall.settings.__struct_fields__
        if isinstance(value := getattr(hall.settings, name), (int, float))
        and not isinstance(value, bool)
        and name != "port"
    )


@put("/api/admin/notice", status_code=204)
async def set_notice(request: AnyRequest, admin: Admin, hall: Hall, data: HouseNotice) -> None:
    """Say something to everybody in the lobby."""
    admin.check(request)
    text = " ".join(data.text.split())
    if not all(letter.isprintable() for letter in text):
        raise Refusal(f"a notice is one line of printable letters: {text[:60]!r}", 400)
    await hall.store.write(partial(house.save_notice, text=text))
    await _learn(hall)


@put("/api/admin/drain", status_code=204)
async def drain(request: AnyRequest, admin: Admin, hall: Hall, data: Draining) -> None:
    """Let no table be opened before the server is stopped, in all its processes, or
    let them be opened again."""
    admin.check(request)
    hall.house.draining = data.wanted
    hall.bus.drained(data.wanted)


@post("/api/admin/tables/{table:str}/close", status_code=204)
async def close_any_table(request: AnyRequest, admin: Admin, hall: Hall, table: str) -> None:
    """Close a table, whatever happens at it: its match stays as it is."""
    admin.check(request)
    room = await hall.room(table)
    await room.ask(partial(room.change, _close))
    for viewer in room.audience.viewers:
        viewer.close(NO_SUCH_TABLE)


def _close(table: TableRecord) -> None:
    table.closed, table.listed, table.code = True, False, ""


@post("/api/admin/tables/{table:str}/remove", status_code=204)
async def remove_from_table(
    request: AnyRequest, admin: Admin, hall: Hall, table: str, data: PersonOnSeat
) -> None:
    """Remove a person from a table, as its own host could: a bot takes the seat in a match."""
    admin.check(request)
    room = await hall.room(table)
    await room.ask(partial(room.change, lambda record: company.vacate(record, data)))


@post("/api/admin/bans", status_code=204)
async def ban(request: AnyRequest, admin: Admin, hall: Hall, data: NewBan) -> None:
    """Ban a guest, by the id, or everybody from an address."""
    admin.check(request)
    until = time.time() + data.days * DAY if data.days else 0.0
    new = Ban(data.who, until, data.why)
    await hall.store.write(partial(house.save_ban, ban=new))
    await _learn(hall)
    for room in hall.rooms():
        for viewer in room.audience.viewers:
            if data.who in (viewer.address, viewer.guest.id if viewer.guest else ""):
                viewer.close(POLICY)


@delete("/api/admin/bans/{who:str}", status_code=204)
async def lift_ban(request: AnyRequest, admin: Admin, hall: Hall, who: str) -> None:
    """Lift a ban."""
    admin.check(request)
    if not await hall.store.write(partial(house.lift, who=who)):
        raise Refusal(f"there is no ban of {who[:64]!r}", 404)
    await _learn(hall)


async def _learn(hall: Hall) -> None:
    """Take over what is saved, and let other processes do so."""
    hall.house.learn(await hall.store.read(house.load))
    hall.bus.renewed()


ROUTES = [house_notice, server_overview, set_notice, drain, close_any_table, remove_from_table, ban, lift_ban]
