"""The clocks of a match's seats: what runs, what is left, and what is due when.

Everything here is counted in seconds of service (:mod:`throwdown.server.storage.uptime`). A seat's clock runs
while it is awaited, each seat's on its own, also where several choose at once. It stands where something else
measures the time: in a live race, and at a table with a bank in a window of cards, which has its own clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec
from msgspec import Struct, field
from sqlalchemy import Column, Connection, Exists, bindparam, exists, literal, select, update
from sqlalchemy import delete as erase
from sqlalchemy.dialects import postgresql, sqlite

from throwdown.server.storage.schema import clocks, matches
from throwdown.server.storage.statements import Statement
from throwdown.server.timing.patience import CLOCK, DAY, HOUR, Patience

REMINDED_AT = 0.25  # of the time for a choice over days, that is left
FOREVER = 100 * 365 * DAY
FORGET = Statement(erase(clocks).where(clocks.c.match == bindparam("match")))


class SeatClock(Struct, omit_defaults=True):
    """The clock of one seat of the match.

    ``left`` is what its bank held when the clock last stood. The clock runs since ``since``, as if it had
    never stood for a day off; None where it stands. ``off`` is when its days off end, ``vacation`` how many
    more it may take, and ``reminded`` says that its person was told that the time is nearly up.
    """

    left: float = 0.0
    since: float | None = None
    off: float = 0.0
    vacation: int = 0
    reminded: bool = False


class Past(Struct, array_like=True):
    """What each seat had left, in seconds, just before it came to event ``n``: to go back there."""

    n: int
    left: list[float]


class Clocks(Struct, omit_defaults=True):
    """The clocks of a match as they are saved, after event ``n``.

    ``together`` are the seats that choose at the same time in secret, by what their clocks were when they
    began: others are told these until all have chosen. ``window`` is the window of cards that is open, with
    the seats that have ``passed`` it, and ``waived`` what a seat passes for good. ``paused`` is since when
    all clocks stand because the table agreed on that. ``past`` is what clocks were before each choice since
    chance last decided something.
    """

    match: int
    table: str
    n: int = 0
    seats: list[SeatClock] = field(default_factory=list[SeatClock])
    together: dict[int, SeatClock] = field(default_factory=dict[int, SeatClock])
    window: str = ""
    passed: list[int] = field(default_factory=list[int])
    waived: dict[int, str] = field(default_factory=dict[int, str])
    paused: float | None = None
    past: list[Past] = field(default_factory=list[Past])

    def copy(self) -> Clocks:
        return RECORDS.decode(msgspec.json.encode(self))


RECORDS = msgspec.json.Decoder(Clocks)  # made before there are threads


def new_clocks(match: int, table: str, seats: int, patience: Patience) -> Clocks:
    """The clocks at the beginning of a match: all stand, and nothing is spent."""
    seat = SeatClock(float(patience.bank), vacation=patience.vacation)
    return Clocks(match, table, seats=[msgspec.structs.replace(seat) for _ in range(seats)])


def whole(patience: Patience) -> float:
    """Seconds for one choice over days; 0 where there is a bank."""
    return float(patience.hours * HOUR)


def left_of(clock: SeatClock, patience: Patience, now: float) -> float:
    """Seconds that the seat has left at ``now``; negative once its time is up."""
    full = clock.left if patience.kind == CLOCK else whole(patience)
    return full if clock.since is None else full - max(0.0, max(now, clock.off) - clock.since)


def deadline(clock: SeatClock, patience: Patience) -> float | None:
    """When the seat's time is up; None where its clock stands."""
    if clock.since is None:
        return None
    return clock.since + (clock.left if patience.kind == CLOCK else whole(patience))


def due(state: Clocks, patience: Patience) -> float | None:
    """When something is to be done: somebody's time is up, or nearly so at a table over days."""
    if state.paused is not None:
        return None
    moments: list[float] = []
    for clock in state.seats:
        end = deadline(clock, patience)
        if end is not None:
            early = whole(patience) * REMINDED_AT if not clock.reminded else 0.0
            moments.append(end - early)
    return min(moments, default=None)


def run(
    state: Clocks,
    patience: Patience,
    awaited: Collection[int],
    acted: Collection[int],
    now: float,
    credit: Mapping[int, float] | None = None,
) -> None:
    """Let the clocks of ``awaited`` run from ``now`` on and no others; those who ``acted`` have made a
    choice, and are credited the seconds that it was on its way."""
    for seat, clock in enumerate(state.seats):
        if clock.since is not None and (seat in acted or seat not in awaited):
            _stop(clock, patience, now - (credit or {}).get(seat, 0.0), seat in acted)
        if seat in awaited and clock.since is None:
            clock.since, clock.reminded = max(now, clock.off), False


def _stop(clock: SeatClock, patience: Patience, now: float, acted: bool) -> None:
    assert clock.since is not None
    if patience.kind == CLOCK:
        clock.left = max(0.0, clock.left - max(0.0, now - clock.since))
        clock.left += patience.increment if acted else 0
    clock.since = None


def remember(state: Clocks, patience: Patience, n: int, now: float) -> None:
    """Note what each seat has left before event ``n``, a choice, is made."""
    state.past.append(Past(n, [left_of(clock, patience, now) for clock in state.seats]))


def go_back(state: Clocks, patience: Patience, n: int, kept: Collection[int], now: float) -> None:
    """The choice that was event ``n`` is taken back: each seat has what it had then, but those whose later
    choices are ``kept``. All clocks stand."""
    then = next((past for past in state.past if past.n == n), None)
    state.past = [past for past in state.past if past.n < n]
    for seat, clock in enumerate(state.seats):
        if then is None or seat in kept:
            continue
        clock.since, clock.reminded = None, False
        if patience.kind == CLOCK:
            clock.left = then.left[seat]
        elif then.left[seat] < whole(patience):
            clock.since = now - (whole(patience) - then.left[seat])


def take_off(state: Clocks, seat: int, days: int, now: float) -> None:
    """Give ``seat`` that many days off, from now or from the end of those that it has taken; in a pause they
    begin with its end."""
    clock = state.seats[seat]
    begins = max(_standing(state, now), clock.off)
    clock.off, clock.vacation = begins + days * DAY, clock.vacation - days
    if clock.since is not None:
        clock.since += clock.off - begins
        clock.reminded = False


def come_back(state: Clocks, seat: int, now: float) -> None:
    """End the days off of ``seat``; whole days that it has not used are given back."""
    clock = state.seats[seat]
    unused = max(0.0, clock.off - _standing(state, now))
    clock.vacation += int(unused // DAY)
    clock.off = 0.0
    if clock.since is not None:
        clock.since -= unused


def pause(state: Clocks, now: float) -> None:
    """Stop all clocks."""
    state.paused = now


def go_on(state: Clocks, now: float) -> None:
    """Let the clocks run on that were running when the table paused; days off last as much longer."""
    began = _standing(state, now)
    stood, state.paused = now - began, None
    for clock in (*state.seats, *state.together.values()):
        if clock.since is not None:
            clock.since += stood
        if clock.off > began:
            clock.off += stood


def _standing(state: Clocks, now: float) -> float:
    """When it is by the clocks: in a pause the moment at which it began."""
    return now if state.paused is None else state.paused


# The database


def save(connection: Connection, state: Clocks, patience: Patience) -> None:
    """Save the clocks of a match in place of those that were saved before, by this process or another, which
    may do it at this moment too. A match that is over has none."""
    values = {"due": due(state, patience), "record": msgspec.json.encode(state)}
    done = connection.execute(update(clocks).where(clocks.c.match == state.match).values(**values))
    if done.rowcount == 1:
        return
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"match": state.match, "table_id": state.table, **values}
    columns = [literal(value, clocks.c[name].type) for name, value in row.items()]
    made = dialect.insert(clocks).from_select(list(row), select(*columns).where(_is_in_play(state.match)))
    connection.execute(made.on_conflict_do_update(index_elements=[clocks.c.match], set_=values))


def _is_in_play(match: int | Column[int]) -> Exists:
    return exists().where(matches.c.id == match, matches.c.result.is_(None))


def saving(state: Clocks, patience: Patience) -> Callable[[Connection], None]:
    """A piece of work that saves the clocks as they are now, to be done later in a transaction."""
    kept = state.copy()
    return lambda connection: save(connection, kept, patience)


def load(connection: Connection, match: int) -> Clocks | None:
    """The clocks of a match; None where it has none."""
    record = connection.execute(select(clocks.c.record).where(clocks.c.match == match)).scalar()
    return RECORDS.decode(record) if record else None


def forget(connection: Connection, match: int) -> None:
    """Delete the clocks of a match that is over."""
    FORGET.run(connection, match=match)


def tables_due(connection: Connection, now: float, most: int) -> list[str]:
    """The tables at which something was to be done by ``now``, the longest due first."""
    found = select(clocks.c.table_id).where(clocks.c.due <= now, _is_in_play(clocks.c.match))
    return list(connection.execute(found.order_by(clocks.c.due).limit(most)).scalars())
