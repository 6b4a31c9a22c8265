"""Puzzles from matches that were played here: only while all who played them allow it, and without names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sqlalchemy import Connection, select

import throwdown
from tests.server.people import Guest
from tests.server.serving import KEY, Serving
from throwdown.kernel.game import Game
from throwdown.kernel.log import RESIGN
from throwdown.server.archive import history, sharing, studies
from throwdown.server.archive.sharing import Sharing
from throwdown.server.archive.studies import Studies
from throwdown.server.guests.people import SHARES
from throwdown.server.storage.schema import people
from throwdown.server.storage.store import EventRow, Store
from throwdown.server.table import records
from throwdown.server.table.records import MatchRecord
from throwdown.server.table.tables import OVER, Seat, TableRecord
from throwdown.study.puzzles import Puzzle, puzzles_of
from throwdown.study.worker import Looked, Search

NAMES = ["Adalbert", "Nikodemus"]


class Finds(Studies):
    """What looks for puzzles finds the same in every match."""

    puzzle: Puzzle
    looked: int = 0

    async def search(self, order: Search, hear: Callable[[Looked], None]) -> bool:
        self.looked += 1
        hear(Looked(1))
        hear(Looked(2, self.puzzle))
        return True


def lay_down(connection: Connection, game: Game, puzzle: Puzzle, guests: list[str]) -> None:
    """Save the match of ``puzzle``, which ``guests`` have played until one gave up."""
    before = puzzle.match(game)
    log = [*before.log, (puzzle.seat, RESIGN)]
    table = TableRecord(
        id="table",
        game=game.key,
        values={},
        seats=[Seat() for _ in guests],
        host=guests[0],
        phase=OVER,
        match_id=9,
    )
    records.add_table(connection, table)
    record = MatchRecord(
        id=9, table="table", number=1, game=game.key, version=game.version, values={}, names=NAMES,
        secret="00" * 32, seeds=["", ""],
    )  # fmt: skip
    records.add_match(connection, record)
    rows = [
        EventRow(9, n, seat, event, guests[seat] if seat < len(guests) else None)
        for n, (seat, event) in enumerate(log, 1)
    ]
    records.add_events(connection, rows)
    records.finish_match(connection, 9, f"won by {1 - puzzle.seat}, resigned")
    history.note_players(connection, 9, {})


async def allow(guest: Guest, word: str) -> None:
    (await guest.http.put("/api/me/settings", json={"settings": {SHARES: word}})).raise_for_status()


async def here(guest: Guest) -> list[str]:
    """The keys of the puzzles of Command Dice that come from matches of this server."""
    games = (await guest.http.get("/api/puzzles")).raise_for_status().json()["games"]
    those = next(game for game in games if game["game"] == "command-dice")["puzzles"]
    assert [one["number"] for one in those] == list(range(1, len(those) + 1))
    return [one["key"] for one in those if one["here"]]


async def test_a_match_gives_puzzles_while_all_who_played_it_allow_it_and_none_says_who(
    database: str,
) -> None:
    game = throwdown.load("command-dice")
    server = Serving(database).start()
    store = Store(database, "" if database.startswith("sqlite") else KEY)
    finds = Finds(store)
    finds.puzzle = puzzles_of(game)[0]
    looking = Sharing(store, finds)
    async with Guest(server) as ann, Guest(server) as nils, Guest(server) as iris:
        for guest in (ann, nils):
            await allow(guest, "yes")
        guests = await store.read(
            lambda connection: list(connection.execute(select(people.c.guest)).scalars())
        )
        await store.write(lambda connection: lay_down(connection, game, finds.puzzle, guests))
        await allow(nils, "no")
        assert not await looking.look()
        await allow(nils, "yes")
        assert await looking.look()
        assert not await looking.look()  # a match is looked through once
        (key,) = await here(iris)
        told = await iris.http.get(f"/api/games/command-dice/puzzles/{key}")
        assert told.json()["puzzle"]["here"]
        assert told.json()["level"] == finds.puzzle.level
        answer = (await iris.http.get(f"/api/games/command-dice/puzzles/{key}/answer")).json()
        assert answer["playouts"] == finds.puzzle.playouts
        assert not any(word in told.text for word in (*NAMES, *guests))
        await allow(ann, "no")
        assert await here(iris) == []
        gone = await iris.http.get(f"/api/games/command-dice/puzzles/{key}")
        assert (gone.status_code, gone.json()["why"]) == (404, f"Command Dice has no puzzle {key!r}")
        await allow(ann, "yes")
        assert await looking.look()
        assert len(await here(iris)) == 1
        assert (await nils.http.post("/api/me/matches/forget")).json() == {"matches": 1}
        assert await here(iris) == []
        looked = finds.looked
        assert await looking.look()  # who was forgotten cannot be asked: there is nothing to find
        assert finds.looked == looked
        assert await here(iris) == []
        refused = await iris.http.put("/api/me/settings", json={"settings": {SHARES: "perhaps"}})
        assert (refused.status_code, refused.json()["why"]) == (
            400,
            f"{SHARES} is 'perhaps': needs one of no, yes",
        )
    await finds.stop()
    await store.close()
    assert server.stop() == (0, "")


async def test_what_somebody_forbids_while_it_is_looked_for_is_not_kept(sqlite: str) -> None:
    game = throwdown.load("command-dice")
    server = Serving(sqlite).start()
    store = Store(sqlite)
    puzzle = puzzles_of(game)[0]
    async with Guest(server) as ann, Guest(server) as nils:
        for guest in (ann, nils):
            await allow(guest, "yes")
        guests = await store.read(
            lambda connection: list(connection.execute(select(people.c.guest)).scalars())
        )
        await store.write(lambda connection: lay_down(connection, game, puzzle, guests))
        one = await store.read(sharing.next_match)
        assert one
        assert one.search
        assert one.search.names == ()
        await allow(nils, "no")
        await store.write(lambda connection: sharing.keep(connection, one, (puzzle,)))
        assert await here(ann) == []
    await store.close()
    assert server.stop() == (0, "")


async def test_the_process_that_counts_finds_puzzles_and_lets_go_of_them_for_an_account(
    sqlite: str,
) -> None:
    store = Store(sqlite)
    counting = Studies(store)
    game = throwdown.load("command-dice")
    puzzle = puzzles_of(game)[0]
    match = puzzle.match(game)
    legal = match.legal_events(puzzle.seat)
    log = [(entry.seat, entry.event) for entry in match.log]
    log.append((puzzle.seat, legal[match.texts(puzzle.seat, legal).index(puzzle.played)]))
    heard: list[Looked] = []
    last = Search("command-dice", 2, {}, (), log, after=len(log) - 1)
    assert await counting.search(last, heard.append)
    found = heard.pop().puzzle
    assert found
    assert found.choices[0].text == puzzle.choices[0].text
    assert heard == []
    search = asyncio.create_task(counting.search(Search("command-dice", 2, {}, (), log), heard.append))
    await asyncio.sleep(0)  # it has begun
    counting.begin(7, studies.Order("command-dice", 2, {}, ("Ann", "Nils"), [], studies.EFFORT), "here")
    async with asyncio.timeout(60):
        assert await search is False
    assert not await counting.search(Search("command-dice", 2, {}, (), log), heard.append)
    await counting.stop()
    await store.close()
