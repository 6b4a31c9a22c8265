"""People at a table beside the game: reactions, pauses that all agree on, and what the host may do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from throwdown import bots
from throwdown.server import clocks
from throwdown.server.audience import Viewer
from throwdown.server.errors import Refusal
from throwdown.server.identity import Guest
from throwdown.server.tables import BOT, OPEN, PERSON, PLAYING, Seat, TableRecord, bot_name, settle_code
from throwdown.server.thinking import stand_in
from throwdown.server.wire import Reaction

if TYPE_CHECKING:
    from throwdown.server.room import Room

WORDS = ("Good luck", "Nice roll", "Ouch", "So close", "One moment", "Well played")
COOLDOWN = 10.0  # seconds between two reactions of a seat
SHUT_OUT = "the host lets nobody watch this table"


class Company:
    """The reactions of one table's people, and the pause that they may ask for."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._last: dict[int, float] = {}

    def react(self, viewer: Viewer, word: str) -> None:
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
        self._room.audience.tell(Reaction(viewer.seat, word, self._room.match_id))

    async def pause(self, guest: Guest, wanted: bool) -> None:
        """Ask for a pause, or agree to the one that is asked for; once all people agree all clocks stand.
        Not ``wanted``: the pause is over, or no longer asked for."""
        room = self._room
        seat = room.record.seat_of(guest)
        if seat < 0:
            raise Refusal("you do not sit at this table", 403)
        if not room.record.patience.is_timed or room.record.phase != PLAYING:
            raise Refusal("no clocks run at this table")
        if not wanted:
            await room.change(partial(_ask, seats=()))
            if room.timekeeping.is_paused:
                await room.timekeeping.change(clocks.go_on)
            return
        await room.change(partial(_ask, seats=(*room.record.pausing, seat)))
        if set(room.record.pausing) >= set(room.record.people()) and not room.timekeeping.is_paused:
            await room.timekeeping.change(clocks.pause)

    def admits(self, viewer: Viewer) -> None:
        """Refuse somebody who only watches where the host lets nobody; who may still sit down is let in."""
        record = self._room.record
        if record.unwatched and record.seat_of(viewer.guest) < 0 and record.full:
            raise Refusal(SHUT_OUT, 410)


def _ask(table: TableRecord, seats: Sequence[int]) -> None:
    table.pausing = sorted(set(seats))


def _hosted(table: TableRecord, guest: Guest) -> None:
    if guest.id != table.host:
        raise Refusal("only the host does that", 403)


def _other(table: TableRecord, guest: Guest, number: int) -> Seat:
    """The person on seat ``number``, who is not ``guest``."""
    seat = table.seats[number] if 0 <= number < len(table.seats) else Seat()
    if seat.kind != PERSON or seat.guest == guest.id:
        raise Refusal(f"no other person sits on seat {number}", 400)
    return seat


def remove(table: TableRecord, guest: Guest, number: int) -> None:
    """The host removes a person, who cannot sit down here again: in a match a bot takes the seat, else it is
    open."""
    _hosted(table, guest)
    seat = _other(table, guest, number)
    table.removed.append(seat.guest)
    if table.phase == PLAYING:
        kind = stand_in(bots.kinds())
        table.seats[number] = Seat(BOT, "", bot_name(table, seat, kind), seat.colour, kind)
    else:
        table.seats[number] = Seat(OPEN)
    table.rematch, table.pausing = [], [one for one in table.pausing if one != number]
    table.seeds.pop(number, None)
    settle_code(table)


def hand_over(table: TableRecord, guest: Guest, number: int) -> None:
    """The host makes somebody else who sits here the host."""
    _hosted(table, guest)
    table.host = _other(table, guest, number).guest


def set_watchers(table: TableRecord, guest: Guest, allowed: bool) -> None:
    """The host lets people watch, or not."""
    _hosted(table, guest)
    table.unwatched = not allowed


def close(table: TableRecord, guest: Guest) -> None:
    """The host closes the table, between matches."""
    _hosted(table, guest)
    if table.phase == PLAYING:
        raise Refusal("a match is being played: the table can be closed after it")
    table.closed, table.listed, table.code = True, False, ""
