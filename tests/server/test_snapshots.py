"""Saved records of matches: what is gone on with from one is what the log comes to."""

from __future__ import annotations

import random

import msgspec
import pytest

from tests.server.people import Guest
from tests.server.serving import Serving
from throwdown.kernel.game import all_games
from throwdown.kernel.match import Match
from throwdown.server import playing, tables
from throwdown.server.frames import Stage
from throwdown.server.identity import Guest as Person
from throwdown.server.playing import Playing
from throwdown.server.snapshots import EVERY, Snapshot
from throwdown.server.store import EventRow

GAMES = [game.key for game in all_games()]
ANN = Person("ann", "Ann")


def walked(game: str, events: int, seed: int) -> tuple[Playing, list[EventRow], list[Snapshot]]:
    """A match of bots that choose at random, its rows as they were saved, and the snapshots that fell due."""
    rng = random.Random(seed)
    match, rows, taken = _opened(game)
    while len(rows) < events:
        if match.match.over:
            match, rows, taken = _opened(game)
        seat = rng.choice(match.match.awaited)
        event = rng.choice(match.match.legal_events(seat))
        made = match.make(playing.play(seat, event))
        rows += match.rows(made, f"guest {seat}", len(rows))
        if snapshot := match.due_snapshot():
            taken.append(msgspec.msgpack.decode(msgspec.msgpack.encode(snapshot), type=Snapshot))
    return match, rows, taken


def _opened(game: str) -> tuple[Playing, list[EventRow], list[Snapshot]]:
    from throwdown.kernel.game import load

    seats = load(game).seats[0]
    table = tables.new_table(game, load(game).check({}, seats), seats, ANN, listed=False, pace="quick")
    for seat in range(1, seats):
        tables.set_bot(table, ANN, seat, "random", ["random"])
    match, rows = playing.start(table)
    return match, rows, []


def stands(match: Match) -> tuple[object, ...]:
    return (match.state.tobytes(), match.log, match.resigned, match.awaited)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_from_its_snapshot_is_the_match_of_its_log(game: str) -> None:
    match, rows, taken = walked(game, EVERY + 30, seed=1)
    if not taken:
        pytest.fail(f"{len(rows)} events of {game} and no snapshot")
    snapshot = taken[-1]
    assert snapshot.fits(match.match.game)
    assert match.n - EVERY < snapshot.n <= match.n
    whole = playing.resume(match.record, rows)
    again = playing.resume(match.record, rows[snapshot.n :], snapshot)
    for one in (whole, again):
        assert stands(one.match) == stands(match.match)
        assert one.witnesses == match.witnesses
        assert [moment.n for moment in one.moments] == [moment.n for moment in match.moments]
        for row in rows:
            if row.guest and row.request is not None:
                assert one.made_by(row.guest, row.request, row.seat, row.event) == row.number
    seats = range(match.match.seats)
    assert [Stage(again, "m").events(seat, 0) for seat in seats] == [
        Stage(whole, "m").events(seat, 0) for seat in seats
    ]
    assert [Stage(again, "m").steps(seat, 0) for seat in seats] == [
        Stage(whole, "m").steps(seat, 0) for seat in seats
    ]


def test_what_a_newcomer_is_told_begins_no_earlier_than_two_snapshots_ago() -> None:
    match, _, __ = walked("dardz", 5 * EVERY + 10, seed=2)
    told = Stage(match, "m").steps(0, 0)
    assert told.since == 4 * EVERY
    assert told.steps[-1].n == match.n
    assert told.steps[-1].scene
    assert len(Stage(match, "m").events(0, 0).events) == match.n


def test_a_newcomers_story_ends_as_that_of_who_saw_it_all() -> None:
    rng, (match, _, __) = random.Random(3), _opened("command-dice")
    stage = Stage(match, "m")
    stage.steps(0, 0)
    while match.n < 2 * EVERY + 20 and not match.match.over:
        seat = rng.choice(match.match.awaited)
        match.make(playing.play(seat, rng.choice(match.match.legal_events(seat))))
    late = Stage(match, "m").steps(0, 0)
    assert stage.steps(0, 0).steps[-len(late.steps) :][1:] == late.steps[1:]


def test_a_snapshot_of_other_rules_is_not_used() -> None:
    match, _, taken = walked("command-dice", EVERY + 10, seed=4)
    game = match.match.game
    for wrong in (
        msgspec.structs.replace(taken[-1], layout=f"{game.version + 1} x"),
        msgspec.structs.replace(taken[-1], n=taken[-1].n + 1),
        msgspec.structs.replace(taken[-1], events=taken[-1].events[:-4]),
        msgspec.structs.replace(taken[-1], numbers=[]),
    ):
        assert not wrong.fits(game)


async def test_a_match_goes_on_from_its_snapshot_after_a_kill(database: str) -> None:
    server = Serving(database, grace=60).start()
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open(game="dardz")
        async with ann.live(table) as first, ben.live(table) as second:
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            lines = (first, second)
            while first.n < EVERY + 20 and first.table.get("phase") != "over":
                while not any(line.legal for line in lines):
                    await first.hear()
                    await second.hear() if second.n < first.n else None
                line = next(line for line in lines if line.legal)
                line.legal, request = [], line.request(line.legal[-1])
                assert (await line.ask(request))["t"] == "done"
            before = dict(first.events)
    server.kill()
    again = Serving(database, grace=60).start()
    async with ann.live(table, server=again) as line:
        while line.n < max(before):
            await line.hear()
        assert {n: line.events[n] for n in before} == before
    async with ann.live(table, server=again, raw=False) as person:
        steps = await person.next("steps")
        assert steps["steps"][-1]["scene"]
    await ann.http.aclose()
    again.stop()
