"""HTTP: playing on from a position of a finished match, as practice against bots."""

from __future__ import annotations

from functools import partial

from litestar import post

from throwdown.server.api.games import AnyRequest, must_be_guest
from throwdown.server.archive import history
from throwdown.server.archive.finished import Ended, ended, whole
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.hall import Hall
from throwdown.server.table import tables
from throwdown.server.table.practice import LEVEL, Position, position_of
from throwdown.server.table.tables import TableRecord
from throwdown.server.web.guard import client_address
from throwdown.server.wire.forms import PlayOn, TableKey


@post("/api/tables/{table:str}/matches/{number:int}/practice")
async def play_on(
    request: AnyRequest, signer: Signer, hall: Hall, table: str, number: int, data: PlayOn
) -> TableKey:
    """Open a table of practice that begins after an event of a finished match, on the seat that you played
    there; bots play the others. What you could not see is drawn anew. It is in nobody's history."""
    guest, address = must_be_guest(request, signer), client_address(request)
    hall.house.opens()
    match = await ended(hall.store, table, number)
    seat = await hall.store.read(partial(history.seat_in, match=match.record.id, guest=guest.id))
    if seat < 0:
        raise Refusal(
            "only who has played a match can play on from it, for the hand that was seen is theirs", 403
        )
    if not hall.opening.take(address) or not hall.opening.take(f"guest {guest.id}"):
        raise Refusal("you have opened many tables: wait a while before the next", 429)

    def position() -> Position:
        found = hall.store.read_here(partial(whole, table=table, number=number))
        return position_of(found.replayed().match, data.after, seat, table, number)

    begun = await hall.heavy.run(address, position)
    return TableKey((await hall.add(partial(practice_table, match, guest, begun))).id)


def practice_table(match: Ended, guest: Guest, position: Position) -> TableRecord:
    """A table for ``position``: bots of the match play on, and others in the place of people."""
    record = match.record
    terms = tables.Terms(listed=False, pace=match.table.pace)
    table = tables.new_table(record.game, record.values, len(record.names), guest, terms)
    tables.sit(table, guest, position.seat)
    table.position = position
    for seat in range(len(record.names)):
        if seat != position.seat:
            at = record.lineup[seat] if record.lineup else seat
            former = match.table.seats[at].bot if at < len(match.table.seats) else ""
            tables.set_bot(table, guest, seat, former or LEVEL, [former, LEVEL])
    return table


ROUTES = [play_on]
