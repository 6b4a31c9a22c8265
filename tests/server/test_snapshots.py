"""Saved records of matches: what is gone on with from one is what the log comes to."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing

import msgspec
import pytest

from tests.server.people import Guest
from tests.server.serving import Serving
from throwdown.kernel.game import all_games
from throwdown.kernel.match import Match
from throwdown.server.guests.identity import Guest as Person
from throwdown.server.storage.store import EventRow
from throwdown.server.table import playing, snapshots, tables
from throwdown.server.table.playing import Playing
from throwdown.server.table.snapshots import Snapshot
from throwdown.server.table.stage import Stage

GAMES = [game.key for game in all_games()]
ANN = Person("ann", "Ann")
EVERY, APART = 4, 2  # events


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots every few events, so that every game has some."""
    for name, value in (("EVERY", EVERY), ("APART", APART)):
        monkeypatch.setattr(playing, name, value)


def walked(game: str, events: int, seed: int) -> tuple[Playing, list[EventRow], list[Snapshot]]:
    """A match of bots that choose at random, as far as it goes, its rows as loaded, and the snapshots that
    fell due."""
    rng = random.Random(seed)
    match, rows, taken = opened(game)
    while len(rows) < events and not match.match.over:
        seat = rng.choice(match.match.awaited)
        event = rng.choice(match.match.legal_events(seat))
        made = match.make(playing.play(seat, event))
        rows += loaded(match.rows(made, f"guest {seat}", len(rows)))
        if snapshot := match.due_snapshot():
            taken.append(msgspec.msgpack.decode(msgspec.msgpack.encode(snapshot), type=Snapshot))
    return match, rows, taken


def opened(game: str) -> tuple[Playing, list[EventRow], list[Snapshot]]:
    from throwdown.kernel.game import load

    seats = load(game).seats[0]
    table = tables.new_table(
        game, load(game).check({}, seats), seats, ANN, tables.Terms(listed=False, pace="quick")
    )
    for seat in range(1, seats):
        tables.set_bot(table, ANN, seat, "random", ["random"])
    match = playing.start(table)
    return match, loaded(match.first_rows()), []


def loaded(saved: list[EventRow]) -> list[EventRow]:
    return [event for row in saved for event in row.each()]


def stands(match: Match) -> tuple[object, ...]:
    return (match.state.tobytes(), match.log, match.resigned, match.awaited)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_from_its_snapshot_is_the_match_of_its_log(game: str) -> None:
    match, rows, taken = walked(game, 40, seed=1)
    if not taken:
        pytest.fail(f"{len(rows)} events of {game} and no snapshot")
    snapshot = taken[-1]
    assert snapshot.fits(match.match.game)
    assert snapshot.n <= match.n
    whole = playing.resume(match.record, rows)
    again = playing.resume(match.record, rows[snapshot.n :], snapshot)
    for one in (whole, again):
        assert stands(one.match) == stands(match.match)
        assert one.witnesses == match.witnesses
        assert one.moments[-1].n == match.moments[-1].n
        for row in rows:
            if row.guest and row.request is not None:
                assert one.made_by(row.guest, row.request, row.seat, row.event) == row.number
    seats = range(match.match.seats)
    assert [Stage(again, "m").events(seat, 0) for seat in seats] == [
        Stage(whole, "m").events(seat, 0) for seat in seats
    ]
    for seat in seats:
        late, early = Stage(again, "m").steps(seat, 0).steps, Stage(whole, "m").steps(seat, 0).steps
        alike = min(len(late), len(early)) - 1  # where a story begins it may have words for less
        assert late[-1] == early[-1]
        assert late[len(late) - alike :] == early[len(early) - alike :]


def test_a_match_is_gone_on_with_from_where_its_server_left_it() -> None:
    match, rows, _ = walked("dardz", 41, seed=5)
    while match.moments[-1].n == match.n:  # it was saved then
        seat = match.match.awaited[0]
        made = match.make(playing.play(seat, match.match.legal_events(seat)[0]))
        rows += loaded(match.rows(made, None, None))
    snapshot = match.last_snapshot()
    assert snapshot
    assert match.last_snapshot() is None
    again = playing.resume(match.record, [], snapshot)
    assert again.n == len(rows) == snapshot.n
    assert stands(again.match) == stands(match.match)


def test_a_snapshot_of_other_rules_is_not_used() -> None:
    match, _, taken = walked("command-dice", 30, seed=4)
    game = match.match.game
    for wrong in (
        msgspec.structs.replace(taken[-1], layout=f"{game.version + 1} x"),
        msgspec.structs.replace(taken[-1], n=taken[-1].n + 1),
        msgspec.structs.replace(taken[-1], events=taken[-1].events[:-4]),
        msgspec.structs.replace(taken[-1], numbers=[]),
    ):
        assert not wrong.fits(game)


def snapshot_of(database: str) -> int:
    """After which event the only snapshot was taken, 0 where none is saved yet."""
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        return next(iter(connection.execute("SELECT number FROM snapshots")), (0,))[0]


@pytest.mark.parametrize("ends", ["kill", "stop"])
async def test_a_match_goes_on_from_its_snapshot_after(ends: str, sqlite: str) -> None:
    server = Serving(sqlite, grace=60, seed_wait=0.01).start()
    async with Guest(server) as ann:
        table = await ann.open(game="dardz", bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            while line.n < snapshots.EVERY + 5 and line.table.get("phase") != "over":
                assert (await line.play(random.Random(line.n)))["t"] == "done"
            before = dict(line.events)
        async with asyncio.timeout(20):
            while not snapshot_of(sqlite):  # nobody waits for it
                await asyncio.sleep(0.02)
        getattr(server, ends)()
        if ends == "stop":
            assert snapshot_of(sqlite) >= len(before)  # the bot may have gone on
        else:
            assert snapshot_of(sqlite) == snapshots.EVERY
        again = Serving(sqlite, grace=60).start()
        async with ann.live(table, server=again) as line:
            while line.n < max(before):
                await line.hear()
            assert {n: line.events[n] for n in before} == before
        async with ann.live(table, server=again, raw=False) as person:
            steps = await person.next("steps")
            assert steps["steps"][-1]["scene"]
        assert again.stop() == (0, "")
