"""Whether a database holds what it should: every match plays again to its result and to its snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, func, select, text

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.server.errors import DatabaseTrouble, OtherRules, Refusal
from throwdown.server.storage.schema import events, matches, tables
from throwdown.server.table import playing, records, snapshots

AT_ONCE = 100  # matches that are looked up together

HOLDS = "hold"
IN_PLAY = "are in play"
BROKEN_OFF = "were broken off"
OTHER = "follow rules of another version, which are not here"
SEALED_FOR_EVER = "cannot go on: the key of their dice is lost"
WRONG = "do not hold"
ONE = {
    HOLDS: "holds",
    IN_PLAY: "is in play",
    BROKEN_OFF: "was broken off",
    OTHER: "follows rules of another version, which are not here",
    SEALED_FOR_EVER: "cannot go on: the key of its dice is lost",
    WRONG: "does not hold",
}
KINDS = tuple(ONE)


class Fault(NamedTuple):
    """What does not hold: of match ``number`` of ``table``, or of the whole database (an empty ``table``)."""

    table: str
    number: int
    why: str


class Checked:
    """What has been found so far: how many matches there are of each kind, and what does not hold.

    ``last`` is the id of the last match that was looked at, after which another check can go on.
    """

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.faults: list[Fault] = []
        self.last = -1

    def note(self, fault: Fault) -> None:
        self.faults.append(fault)


def check(
    reading: Engine, after: int = -1, progress: Callable[[int, int], None] = lambda done, all_of_them: None
) -> Iterator[Checked]:
    """Look at every match whose id is above ``after``, and before them at the database as a whole.

    Gives what has been found after each match, the same object each time. ``progress`` is told how many
    matches have been looked at, and how many there are. What changes meanwhile is looked at as it is read:
    each match in one transaction.
    """
    found = Checked()
    with reading.connect() as connection:
        _check_whole(connection, found)
    yield found
    with reading.connect() as connection:
        every = connection.execute(
            select(func.count()).select_from(matches).where(matches.c.id > after)
        ).scalar_one()
    done = 0
    progress(done, every)
    found.last = after
    while keys := _next_matches(reading, found.last):
        for key in keys:
            with reading.connect() as connection:
                _check_match(connection, key, found)
            found.last = key
            done += 1
            progress(done, max(every, done))
            yield found


def _next_matches(reading: Engine, after: int) -> list[int]:
    with reading.connect() as connection:
        chosen = select(matches.c.id).where(matches.c.id > after).order_by(matches.c.id).limit(AT_ONCE)
        return list(connection.execute(chosen).scalars())


def _check_whole(connection: Connection, found: Checked) -> None:
    """The file itself, tables that cannot be read, and events that belong to no match."""
    if connection.dialect.name == "sqlite":
        said = connection.execute(text("PRAGMA integrity_check")).scalar()
        if said != "ok":
            found.note(Fault("", 0, f"the file is damaged: {said}"))
    if count := records.count_events(connection, events.c.match.not_in(select(matches.c.id))):
        found.note(Fault("", 0, f"{count} events belong to no match"))
    for key in connection.execute(select(tables.c.id)).scalars():
        try:
            records.load_table(connection, key)
        except (msgspec.MsgspecError, DatabaseTrouble) as error:
            found.note(Fault(key, 0, f"the table cannot be read: {error}"))


def _check_match(connection: Connection, key: int, found: Checked) -> None:
    row = connection.execute(
        select(matches.c.table_id, matches.c.number, matches.c.result).where(matches.c.id == key)
    ).first()
    if row is None:  # deleted meanwhile
        return
    try:
        kind = _kind(connection, key, row.result)
    except (Refusal, DatabaseTrouble, ThrowdownError, msgspec.MsgspecError, LookupError) as error:
        kind = WRONG
        found.note(Fault(row.table_id, row.number, str(error)))
    found.kinds[kind] += 1


def _kind(connection: Connection, key: int, result: str | None) -> str:
    """What can be said of a match; raises what is wrong with it."""
    record = records.load_match(connection, key)
    if record is None or not record.secret:
        return SEALED_FOR_EVER
    rows = records.load_events(connection, key)
    if gap := next((n for n, row in enumerate(rows, 1) if row.number != n), 0):
        raise Refusal(f"event {gap} is missing")
    game = load(record.game)
    try:
        match = playing.resume(record, rows).match
    except OtherRules:
        return OTHER
    snapshot = snapshots.load(connection, key)
    if snapshot and snapshot.fits(game):
        _check_snapshot(match, snapshot)
    if result is None:
        if match.over:
            raise Refusal("it is over by its events, and no result was saved")
        return IN_PLAY
    if not match.over:
        return BROKEN_OFF
    if result and match.result != result:
        raise Refusal(f"its events come to {match.result!r}, and {result!r} was saved")
    return HOLDS


def _check_snapshot(match: Match, snapshot: snapshots.Snapshot) -> None:
    if snapshot.log() != match.log[: snapshot.n]:
        raise Refusal(f"its snapshot at event {snapshot.n} has other events than its log")
    for moment in snapshot.moments(match.game):
        if match.replay(moment.n).state.tobytes() != moment.state.tobytes():
            raise Refusal(f"its snapshot at event {moment.n} is not what its events come to")
