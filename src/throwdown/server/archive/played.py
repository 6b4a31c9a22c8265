"""Who played a finished match, by its own seats: others may sit at its table by now, or in another order."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import Connection, select

from throwdown.server.archive.finished import Ended
from throwdown.server.archive.history import SOMEBODY, seat_in, title_of
from throwdown.server.guests.identity import Guest
from throwdown.server.storage.schema import players
from throwdown.server.table.tables import BOT, COLOURS, PERSON, Seat
from throwdown.server.wire import Person


class Played(Struct, frozen=True):
    """A finished match and who played it, which is told of a table that is closed, too.

    ``people`` are those on its seats, with the names that they had in it and, where they still sit at the
    table, their colours; ``you`` is the seat that you played on, -1 for who did not. ``refereed``: with real
    dice, of which ``supposed`` were told by nobody; ``practice``: it began in the middle of another match.
    """

    game: str
    title: str
    people: tuple[Person, ...]
    you: int
    refereed: bool
    supposed: int
    practice: bool


def own_seat(connection: Connection, match: Ended, guest: Guest | None) -> int:
    """The seat of the match that ``guest`` played on, -1 for who did not. Practice is in nobody's history:
    whoever sits at its table has played it."""
    if guest is None:
        return -1
    if match.record.start:
        return match.record.seat_in_match(match.table.seat_of(guest))
    return seat_in(connection, match.record.id, guest.id)


def played(connection: Connection, match: Ended, guest: Guest | None) -> Played:
    """Who played ``match``, as told to ``guest``."""
    guests = _guests(connection, match)
    found = [_seat_of(match, guests.get(at, ()), name) for at, name in enumerate(match.record.names)]
    taken = {seat.colour for seat in found if seat}
    people: list[Person] = []
    for at, (name, seat) in enumerate(zip(match.record.names, found, strict=True)):
        is_person = seat.kind == PERSON if seat else at in guests or name == SOMEBODY
        free = (colour for k in range(COLOURS) if (colour := (at + k) % COLOURS) not in taken)
        colour = seat.colour if seat else next(free, at % COLOURS)
        taken.add(colour)
        people.append(Person(at, PERSON if is_person else BOT, name, colour))
    return Played(
        game=match.record.game,
        title=title_of(match.record.game),
        people=tuple(people),
        you=own_seat(connection, match, guest),
        refereed=match.record.reported,
        supposed=match.table.supposed,
        practice=bool(match.record.start),
    )


def _guests(connection: Connection, match: Ended) -> dict[int, set[str]]:
    """The guests who played, by seat of the match."""
    if match.record.start:
        return {at: {seat.guest} for at, seat in enumerate(match.table.seats) if seat.guest}
    of_match = (players.c.match == match.record.id, players.c.seat >= 0)
    guests: dict[int, set[str]] = {}
    for seat, guest in connection.execute(select(players.c.seat, players.c.guest).where(*of_match)):
        guests.setdefault(seat, set()).add(guest)
    return guests


def _seat_of(match: Ended, guests: Collection[str], name: str) -> Seat | None:
    """Where whoever played sits at the table now: one of ``guests``, else somebody without a browser, such as
    a bot, by name."""
    seats = match.table.seats
    own = (seat for seat in seats if seat.guest and seat.guest in guests)
    named = (seat for seat in seats if not guests and not seat.guest and seat.name == name)
    return next(own, None) or next(named, None)
