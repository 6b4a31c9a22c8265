"""People at a table beside the game: what they say, pauses that all agree on, and what the host may do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from functools import partial

import msgspec

from throwdown import bots
from throwdown.kernel.errors import quoted
from throwdown.server.errors import Refusal
from throwdown.server.guests import people
from throwdown.server.guests.identity import Guest, is_legible
from throwdown.server.guests.people import PersonRecord
from throwdown.server.limits import Bucket
from throwdown.server.room.served import Served, check_match
from throwdown.server.room.timekeeping import Timekeeping
from throwdown.server.table.audience import NO_SUCH_TABLE, Viewer
from throwdown.server.table.tables import (
    BOT,
    PERSON,
    PLAYING,
    Line,
    Seat,
    TableRecord,
    bot_name,
    known_pace,
    open_seat,
    settle_code,
)
from throwdown.server.timing import clocks
from throwdown.server.timing.patience import DAYS
from throwdown.server.wire import Chat, Reaction, Written
from throwdown.server.wire.forms import Mute, Pausing, PersonOnSeat
from throwdown.server.work.thinking import stand_in

WORDS = ("Good luck", "Nice roll", "Ouch", "So close", "One moment", "Well played")
COOLDOWN = 10.0  # seconds between two reactions of a seat
MOST_REMOVED = 100  # people from one table
LONGEST = 200  # letters of a line
LINE_EVERY, LINES_AT_ONCE = 2.0, 5  # seconds a line that a person may write, and how many at once
LINES_KEPT = 60  # of a table
MOST_MUTED = 200  # of a person
SHUT_OUT = "the host lets nobody watch this table"


class Company:
    """What one table's people say to each other, the pause that they may ask for, and who is their host."""

    def __init__(self, room: Served, timekeeping: Timekeeping) -> None:
        self._room = room
        self._timekeeping = timekeeping
        self._last: dict[int, float] = {}
        self._writing: dict[str, Bucket] = {}
        self._muted: dict[str, frozenset[str]] = {}  # guests by guest
        self._told = [line.n for line in room.record.lines]
        self._host_gone: asyncio.TimerHandle | None = None
        self._came: dict[str, float] = {}  # since when people are here, by the loop's clock

    # What they say

    async def react(self, viewer: Viewer, word: str) -> None:
        """Tell everybody one of the six reactions of a person who sits here; refuses more than one in ten
        seconds."""
        if viewer.seat < 0:
            raise Refusal("you do not sit at this table")
        if word not in WORDS:
            raise Refusal(f"unknown reaction {word[:20]!r}; known are {', '.join(WORDS)}")
        now = asyncio.get_running_loop().time()
        if now - self._last.get(viewer.seat, -COOLDOWN) < COOLDOWN:
            raise Refusal(f"one reaction in {COOLDOWN:g} seconds is enough")
        self._last[viewer.seat] = now
        self._room.hall.bus.reacted(self._room.record.id, viewer.seat, word)
        await self.show(viewer.seat, word)

    async def show(self, seat: int, word: str) -> None:
        """Tell everybody who looks on through this process, but those who have muted that person."""
        room = self._room
        if not 0 <= seat < len(room.record.seats):
            return
        guest = room.record.seats[seat].guest
        await self._learn_mutes()
        for viewer in room.audience.viewers:
            if not self._mutes(viewer, guest):
                viewer.tell(Reaction(seat, word, room.match_id))

    async def write(self, viewer: Viewer, text: str) -> None:
        """A line to the others who sit here; refused where the host does not allow it, where letters cannot
        be seen, and where there are too many."""
        record, guest = self._room.record, viewer.guest
        if viewer.seat < 0 or guest is None:
            raise Refusal("you do not sit at this table")
        if not record.chat:
            raise Refusal("the host has not allowed people to write at this table")
        text = " ".join(text.split())
        if len(text) > LONGEST or not is_legible(text):
            raise Refusal(f"a line has 1 to {LONGEST} letters that can be seen: {text[:40]!r}")
        bucket = self._writing.setdefault(guest.id, Bucket(1 / LINE_EVERY, LINES_AT_ONCE))
        if not bucket.take():
            raise Refusal("you have written a lot: wait a moment")
        line = Line(0, viewer.seat, guest.id, record.seats[viewer.seat].name, text, round(time.time(), 1))
        await self._learn_mutes()
        await self._room.change(partial(_add_line, line=line))

    async def greet(self, viewer: Viewer) -> None:
        """Tell somebody who sits down, or comes back, what was written before."""
        if viewer.guest and viewer.seat >= 0 and self._room.record.chat:
            await self._learn_mutes()
            self._tell(viewer, self._room.record.lines, whole=True)

    async def tell_lines(self) -> None:
        """Tell those who sit here the lines that are new; all of them where one was erased."""
        lines, told = self._room.record.lines, self._told
        self._told = [line.n for line in lines]
        left_out = {*told} - {*self._told}
        is_full = len(lines) == LINES_KEPT and all(n < lines[0].n for n in left_out)
        whole = bool(left_out) and not is_full
        new = [line for line in lines if whole or not told or line.n > told[-1]]
        if new or whole:
            await self._learn_mutes()
            for viewer in self._room.audience.viewers:
                self._tell(viewer, new, whole=whole)

    def _tell(self, viewer: Viewer, lines: Sequence[Line], *, whole: bool) -> None:
        heard = [line for line in lines if not self._mutes(viewer, line.guest)]
        if viewer.seat >= 0 and (heard or whole):
            written = (Written(line.n, line.seat, line.name, line.text, line.at) for line in heard)
            viewer.tell(Chat(tuple(written), whole))

    def _mutes(self, viewer: Viewer, guest: str) -> bool:
        return viewer.guest is not None and guest in self._muted.get(viewer.guest.id, ())

    async def _learn_mutes(self) -> None:
        unknown = self._room.audience.here - set(self._muted)
        if unknown:
            self._muted |= await self._room.hall.store.read(partial(people.muted_by, guests=unknown))

    async def mutes(self, guest: Guest) -> list[int]:
        """The seats of this table whose people ``guest`` has muted."""
        found = await self._room.hall.store.read(partial(people.muted_by, guests=[guest.id]))
        return [n for n, seat in enumerate(self._room.record.seats) if seat.guest in found[guest.id]]

    async def mute(self, guest: Guest, wish: Mute) -> None:
        """From now on, at every table, show ``guest`` nothing that the person on a seat says; or show it
        again."""
        other = _other(self._room.record, guest, PersonOnSeat(wish.seat, wish.name)).guest

        def op(person: PersonRecord) -> None:
            person.muted = [one for one in person.muted if one != other]
            if wish.muted:
                person.muted = [*person.muted[-MOST_MUTED + 1 :], other]

        await self._room.hall.caller.keep(guest.id, op)
        self._room.hall.mutes_changed(guest.id)

    def forget_mutes(self, guest: str) -> None:
        """What ``guest`` has muted is to be read again, and what they are shown changes with it."""
        if self._muted.pop(guest, None) is not None:
            self._room.post(partial(self._tell_again, guest))

    async def _tell_again(self, guest: str) -> None:
        for viewer in self._room.audience.viewers:
            if viewer.guest and viewer.guest.id == guest:
                await self.greet(viewer)

    # The host

    def watch_host(self) -> None:
        """Make whoever has been here longest the host, where the host is away for long."""
        room = self._room
        here = room.audience.everywhere
        now = asyncio.get_running_loop().time()
        self._came = {guest: self._came.get(guest, now) for guest in here}
        is_needed = room.record.host not in here and self._heir() is not None
        if not is_needed:
            self.stop()
        elif self._host_gone is None and room.record.patience.kind != DAYS:
            loop = asyncio.get_running_loop()
            self._host_gone = loop.call_later(room.hall.settings.host_wait, room.post, self._follow_host)

    def stop(self) -> None:
        """Stop waiting for an absent host."""
        if self._host_gone:
            self._host_gone.cancel()
            self._host_gone = None

    def _heir(self) -> str | None:
        """The guest who sits here and has been here longest."""
        seated = {seat.guest for seat in self._room.record.seats if seat.kind == PERSON}
        return min(seated & set(self._came), key=lambda guest: self._came[guest], default=None)

    async def _follow_host(self) -> None:
        self._host_gone = None
        heir = self._heir()
        if heir and self._room.record.host not in self._room.audience.everywhere:
            await self._room.change(partial(_make_host, guest=heir))

    # Pauses

    async def pause(self, guest: Guest, wish: Pausing) -> None:
        """Ask for a pause, or agree to the one that is asked for; once all people agree all clocks stand, and
        where there are none no bot plays, nor takes the place of who leaves. Not wanted: the pause is over,
        or no longer asked for."""
        room = self._room
        seat = room.record.seat_of(guest)
        if seat < 0:
            raise Refusal("you do not sit at this table", 403)
        if room.record.phase != PLAYING:
            raise Refusal("no match is being played")
        check_match(room, wish.match_id)
        if not wish.wanted:
            await room.change(partial(_ask, seats=()))
            if self._timekeeping.is_paused:
                await self._timekeeping.change(clocks.go_on)
            return
        pausing = {*room.record.pausing, seat}
        is_agreed = pausing >= {*room.record.people()}
        if is_agreed and room.is_hasty:
            raise Refusal("a race is on, or a window of cards is open: pause after it")
        await room.change(partial(_ask, seats=pausing))
        if is_agreed and room.record.patience.is_timed and not self._timekeeping.is_paused:
            await self._timekeeping.change(clocks.pause)

    def admits(self, viewer: Viewer) -> None:
        """Refuse somebody who only watches where the host lets nobody; who may still sit down is let in."""
        if not self._may_look(viewer):
            raise Refusal(SHUT_OUT, 410)

    def shut_out(self) -> None:
        """Send away who may not look on: the host lets nobody watch any more, or has removed them."""
        for viewer in self._room.audience.viewers:
            if not self._may_look(viewer):
                viewer.close(NO_SUCH_TABLE)

    def _may_look(self, viewer: Viewer) -> bool:
        record, guest = self._room.record, viewer.guest
        may_sit = record.has_room and not (guest and guest.id in record.removed)
        return not record.unwatched or record.seat_of(guest) >= 0 or may_sit


def _add_line(table: TableRecord, line: Line) -> None:
    last = table.lines[-1].n if table.lines else 0
    table.lines = [*table.lines, msgspec.structs.replace(line, n=last + 1)][-LINES_KEPT:]


def _make_host(table: TableRecord, guest: str) -> None:
    table.host = guest


def _ask(table: TableRecord, seats: Collection[int]) -> None:
    table.pausing = sorted(seats)


def _hosted(table: TableRecord, guest: Guest) -> None:
    if guest.id != table.host:
        raise Refusal("only the host does that", 403)


def _on(table: TableRecord, who: PersonOnSeat) -> Seat:
    """That seat, where the person of that name sits on it still, if one is named."""
    seat = table.seats[who.seat] if 0 <= who.seat < len(table.seats) else Seat()
    if who.name and seat.name != who.name:
        now = f"{quoted(seat.name)} does" if seat.name else "nobody does"
        raise Refusal(f"{quoted(who.name)} no longer sits on seat {who.seat}, {now}: nothing was done")
    return seat


def _other(table: TableRecord, guest: Guest, who: PersonOnSeat) -> Seat:
    """That person, who is not ``guest``."""
    seat = _on(table, who)
    if seat.kind != PERSON or seat.guest == guest.id:
        raise Refusal(f"no other person sits on seat {who.seat}", 400)
    return seat


def remove(table: TableRecord, guest: Guest, who: PersonOnSeat) -> None:
    """Remove a person, as the host does, who cannot sit down here again: in a match a bot plays until
    somebody else takes the seat, else it is open."""
    _hosted(table, guest)
    _other(table, guest, who)
    if len(table.removed) >= MOST_REMOVED:
        raise Refusal(f"{MOST_REMOVED} people were removed from this table: close it, and open another")
    vacate(table, who)


def vacate(table: TableRecord, who: PersonOnSeat) -> None:
    """A person leaves a seat for good: in a match a bot plays it until somebody takes it, else it is open.
    Where that is the host, as the admin of the server removes one, the next person is."""
    seat, number = _on(table, who), who.seat
    if seat.kind != PERSON:
        raise Refusal(f"no person sits on seat {number}", 400)
    table.removed.append(seat.guest)
    if table.phase == PLAYING:
        kind = stand_in(bots.kinds())
        table.seats[number] = Seat(BOT, "", bot_name(table, seat, kind), seat.colour, kind)
        table.freed = sorted({*table.freed, number} - {*table.handed})
    else:
        open_seat(table, number)
    if seat.guest == table.host:
        table.host = next((one.guest for one in table.seats if one.kind == PERSON), "")
    table.rematch, table.pausing = [], [one for one in table.pausing if one != number]
    if table.asking and number in (table.asking.seat, *table.asking.agreed):
        table.asking = None
    settle_code(table)


def hand_over(table: TableRecord, guest: Guest, who: PersonOnSeat) -> None:
    """Make somebody else who sits here the host, as the host does."""
    _hosted(table, guest)
    table.host = _other(table, guest, who).guest


def set_watchers(table: TableRecord, guest: Guest, allowed: bool) -> None:
    """Let people watch, or not, as the host says."""
    _hosted(table, guest)
    table.unwatched = not allowed


def set_chat(table: TableRecord, guest: Guest, allowed: bool) -> None:
    """Let people write to each other, as the host says, or not: then what was written is deleted."""
    _hosted(table, guest)
    table.chat, table.lines = allowed, table.lines if allowed else []


def set_odds(table: TableRecord, guest: Guest, allowed: bool) -> None:
    """Let those who sit here look odds up, or not, as the host says."""
    _hosted(table, guest)
    table.odds = allowed


def set_pace(table: TableRecord, guest: Guest, pace: str) -> None:
    """Let bots move at another pace, as the host says, in the middle of a match too."""
    _hosted(table, guest)
    table.pace = known_pace(pace)


def close(table: TableRecord, guest: Guest) -> None:
    """Close the table, as the host does, between matches."""
    _hosted(table, guest)
    if table.phase == PLAYING:
        raise Refusal("a match is being played: the table can be closed after it")
    table.closed, table.listed, table.code, table.lines = True, False, "", []


def forget_lines(table: TableRecord, guest: str) -> None:
    """Delete what ``guest`` has written."""
    table.lines = [line for line in table.lines if line.guest != guest]
