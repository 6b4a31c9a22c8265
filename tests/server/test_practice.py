"""Playing on from a position of a finished match: what it begins with, who may, and what it counts for."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import throwdown
from tests.server.people import Guest
from tests.server.serving import Serving
from throwdown.kernel.chance import Seeded
from throwdown.kernel.match import Match
from throwdown.server.errors import OtherRules, Refusal
from throwdown.server.table import playing
from throwdown.server.table.practice import begin, position_of, record_for
from throwdown.server.table.records import MatchRecord

GAMES = ("command-dice", "dardz", "duello", "kadice", "kadoova-duel")


def played(key: str, events: int) -> Match:
    """A match in play after so many events at random, or a few less where it ends before."""
    game, rng = throwdown.load(key), Random(7)
    match = game.match(seed=7)
    while not match.over and len(match.log) < events:
        match.play(match.awaited[0], rng.choice(match.legal_events(match.awaited[0])))
    return match


@pytest.mark.parametrize("key", GAMES)
def test_a_seat_sees_what_it_saw_there_and_what_it_did_not_see_is_drawn_anew(key: str):
    match = played(key, 60)
    n = len(match.log) - 3
    here = match.replay(n)
    for seat in range(match.seats):
        position = position_of(match, n, seat, "table", 1)
        begun = begin(match.game, match.values, match.names, record_for(match.game, position, "one"))
        assert (
            begun.view(seat) == here.view(seat) or len(here.awaited) > 1
        )  # others may have chosen in secret
        assert begun.log == []
        again = begin(match.game, match.values, match.names, record_for(match.game, position, "one"))
        assert again.state.tobytes() == begun.state.tobytes()
        begun.resume(Seeded(5))
        rng = Random(seat)
        for _ in range(30):
            if begun.over:
                break
            begun.play(begun.awaited[0], rng.choice(begun.legal_events(begun.awaited[0])))
        assert begun.replay().state.tobytes() == begun.state.tobytes()


def test_hidden_dice_differ_from_one_practice_to_the_next_and_own_ones_stay():  # DU-4
    match = played("duello", 30)
    position = position_of(match, 30, 0, "table", 1)
    found = {record_for(match.game, position, secret) for secret in "abcdefgh"}
    assert len(found) > 1
    seen = {begin(match.game, match.values, match.names, record).seen(0).tobytes() for record in found}
    assert len(seen) == 1


def test_a_match_of_practice_that_begins_with_another_record_than_todays_waits():
    match = played("duello", 30)
    position = position_of(match, 30, 0, "table", 1)
    record = record_for(match.game, position, "one")
    begun = MatchRecord(
        id=1,
        table="t",
        number=1,
        game="duello",
        version=match.game.version,
        values={},
        names=["Ann", "Bob"],
        secret="00",
        seeds=["", ""],
        start=record,
    )
    for layout in ("", position.layout):  # one that was saved before its layout was said fits by its size
        assert playing.resume(msgspec.structs.replace(begun, layout=layout), []).n == 0
    for start, layout in ((record[:-4], ""), (record, f"{match.game.version} x")):
        with pytest.raises(OtherRules, match="a position that an earlier release of Duello saved"):
            playing.resume(msgspec.structs.replace(begun, start=start, layout=layout), [])


@pytest.mark.parametrize("n", [-1, 1000])
def test_an_event_that_is_not_there_is_refused_by_its_number(n: int):
    with pytest.raises(Refusal, match=f"no event {n}: it has"):
        position_of(played("command-dice", 20), n, 0, "table", 1)


async def test_practice_is_played_on_by_who_played_the_match_and_is_in_nobodys_history(sqlite: str):
    server = Serving(sqlite).start()
    async with Guest(server) as ann, Guest(server) as bob:
        table = await ann.open(bots={"1": "random"})
        path = f"/api/tables/{table}/matches/1/practice"
        async with ann.live(table) as line:
            await line.phase("playing")
            early = await ann.post(path, after=2)
            assert (early.status_code, "is being played" in early.json()["why"]) == (409, True)
            for _ in range(3):
                await line.turn()
                await line.play()
            await line.send({"t": "resign", "request": 1})
            await line.phase("over")
        stranger = await bob.post(path, after=2)
        assert (stranger.status_code, "only who has played" in stranger.json()["why"]) == (403, True)
        assert (await ann.post(path, after=10**6)).status_code == 400
        opened = await ann.post(path, after=2)
        assert opened.status_code == 201
        practice = opened.json()["id"]
        async with ann.live(practice) as line:
            told = await line.phase("playing")
            assert told["practice"] == f"/replay/{table}/1?at=2"
            own = (await ann.http.get("/api/me/tables")).json()
            assert [(each["id"], each["practice"]) for each in own] == [(practice, True)]
            await line.turn()
            await line.play()
            await line.send({"t": "resign", "request": 1})
            await line.phase("over")
        mine = (await ann.http.get("/api/me/matches")).json()
        assert [each["table"] for each in mine] == [table]
        assert (await ann.http.get(f"/api/tables/{practice}/matches/1/replay")).status_code == 200
        for what in ("account", "transcript"):
            refused = await ann.http.get(f"/api/tables/{practice}/matches/1/{what}")
            assert refused.status_code == 409
            assert f"it has no {what} of its own" in refused.json()["why"]
        assert (await ann.http.get("/api/tables")).json() == []
    assert server.stop() == (0, "")
