"""The match of one table is saved: its events before anybody hears of them, and its record now and then."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from sqlalchemy import Connection

from throwdown.kernel.match import Entry
from throwdown.server.archive import history
from throwdown.server.errors import Taken
from throwdown.server.room.served import Served
from throwdown.server.room.timekeeping import Timekeeping
from throwdown.server.table import records, snapshots
from throwdown.server.table.chains import forget_links
from throwdown.server.table.playing import Playing
from throwdown.server.table.snapshots import Snapshot
from throwdown.server.table.tables import TableRecord
from throwdown.server.timing import clocks

log = logging.getLogger("throwdown.server")


def save_end(connection: Connection, table: TableRecord, match_id: int, result: str) -> None:
    """Save that the match of ``table`` is over and who has played it, those who sit there now too, unless it
    was practice, which is in nobody's history. Clocks and the links of fair dice are no longer needed."""
    people = {table.seat_in_match(seat): table.seats[seat].guest for seat in table.people()}
    seated = {seat: guest for seat, guest in people.items() if seat >= 0}
    record = records.finish_match(connection, match_id, result, table.changes)
    if not (record and record.start):
        history.note_players(connection, match_id, seated, table.changes)
    if table.patience.is_timed:
        clocks.forget(connection, match_id)
    if record and record.fair:
        forget_links(connection, match_id)


def _note_failure(saving: asyncio.Future[None]) -> None:
    if not saving.cancelled() and saving.exception():
        log.warning("a snapshot was not saved", exc_info=saving.exception())


class Saving:
    """Saves the events of a room's match with the clocks that they move, and snapshots of its record."""

    def __init__(self, room: Served, timekeeping: Timekeeping) -> None:
        self._room, self._timekeeping = room, timekeeping
        self._is_under_way = False

    async def save(
        self,
        match: Playing,
        before: int,
        entries: list[Entry],
        guest: str | None = None,
        request: int | None = None,
    ) -> bool:
        """Save ``entries``, which came after event ``before``; False where another process was faster, and
        the room has caught up."""
        room = self._room
        times = self._timekeeping.moved(match, before)
        self._is_under_way = True  # until then the match holds events that are not saved
        try:
            await room.hall.store.append(match.rows(entries, guest, request), times)
        except Taken:
            room.let_go_of_match()
            await room.refresh()
            return False
        finally:
            self._is_under_way = False
        self._timekeeping.adopt()
        room.hall.bus.changed(room.record.id)
        return True

    def save_snapshot(self, match: Playing) -> None:
        """Save the record where that is due; nobody waits for it, for the log is what counts."""
        snapshot = match.due_snapshot() if match is self._room.playing else None
        if snapshot:
            saving = asyncio.ensure_future(self._write(match, snapshot))
            saving.add_done_callback(_note_failure)

    async def save_last(self) -> None:
        """Save the record of a match in play as it is now: the room is about to be let go of, and the next
        one goes on from there."""
        match = self._room.playing
        if match and not self._is_under_way and not match.match.over:
            snapshot = match.last_snapshot()
            if snapshot:
                await self._write(match, snapshot)

    async def _write(self, match: Playing, snapshot: Snapshot) -> None:
        work = partial(snapshots.save, match=match.record.id, snapshot=snapshot)
        await self._room.hall.store.write(work)
