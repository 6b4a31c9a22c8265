"""Matches begun under another version of their game's rules wait; looking at them changes nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

import throwdown
from tests.server.people import Guest, Line
from tests.server.serving import Serving
from throwdown.server.table.playing import known_values

VERSION = throwdown.load("command-dice").version


def play_under(url: str, version: int) -> None:
    """Make every saved match one of that version of the rules."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for key, saved in connection.execute(text("SELECT id, record FROM matches")).all():
            new = json.dumps(json.loads(saved) | {"version": version}).encode()
            connection.execute(
                text("UPDATE matches SET record = :new WHERE id = :key"), {"new": new, "key": key}
            )
    engine.dispose()


def everything(url: str) -> list[Any]:
    """All that the database holds of tables, matches and events."""
    engine = create_engine(url)
    with engine.begin() as connection:
        rows = [
            row
            for name in ("tables", "matches", "events")
            for row in connection.execute(text(f"SELECT * FROM {name}"))
        ]
    engine.dispose()
    return rows


async def test_a_match_of_older_rules_waits_and_goes_on_where_its_rules_are(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    server = Serving(url).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            assert (await line.play())["t"] == "done"
            log = dict(line.events)
        server.kill()
        play_under(url, VERSION - 1)
        before = everything(url)
        async with looked_at(ann, url, table) as line:
            assert f"rules version {VERSION - 1} of Command Dice" in line.table["kept"]
            assert line.table["phase"] == "playing"
            assert (
                "kept as it is"
                in (await line.ask({"t": "play", "request": 1, "event": 0, "after": 0}))["why"]
            )
        assert everything(url) == before
        play_under(url, VERSION)
        async with looked_at(ann, url, table) as line:
            await line.turn()
            assert log.items() <= line.events.items()
            assert (await line.play())["t"] == "done"


async def test_a_match_of_older_rules_is_put_aside_for_a_new_one_and_stays_sealed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    server = Serving(url).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            await line.turn()
        server.kill()
        play_under(url, VERSION - 1)
        async with looked_at(ann, url, table) as line:
            assert (await line.ask({"t": "rematch", "request": 7}))["t"] == "done"
            await line.until(lambda message: message["t"] == "table" and message.get("match") == 2)
            assert "kept" not in line.table
            await line.seed()
            assert (await line.play())["t"] == "done"
            answer = await ann.http.get(f"/api/tables/{table}/matches/1/dice")
            assert answer.status_code == 409


async def test_a_finished_match_of_older_rules_can_be_read_but_not_replayed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    server = Serving(url).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            await line.play()
            assert (await line.ask({"t": "resign", "request": 7}))["t"] == "done"
            result = (await line.phase("over"))["result"]
        server.kill()
        play_under(url, VERSION - 1)
        async with looked_at(ann, url, table) as line:
            assert line.table["phase"] == "over"
            assert line.table["kept"]
            answers = {
                kind: await ann.http.get(f"/api/tables/{table}/matches/1/{kind}")
                for kind in ("transcript", "replay", "dice")
            }
            transcript = answers.pop("transcript").text
            assert f'[Result "{result}"]\n' in transcript
            assert f'[Version "{VERSION - 1}"]\n' in transcript
            assert transcript.endswith("0: resigns\n")
            assert all(answer.status_code == 409 for answer in answers.values())
            assert all(f"rules version {VERSION - 1}" in answer.json()["why"] for answer in answers.values())


@asynccontextmanager
async def looked_at(guest: Guest, url: str, table: str) -> AsyncIterator[Line]:
    """The table through a new server over ``url``, until the block ends; ``guest`` asks that server too."""
    server = Serving(url).start()
    guest.http.base_url = server.http
    async with guest.live(table, server=server) as line:
        await line.next("table")
        yield line
    code, said = server.stop()
    assert code == 0, said


@pytest.mark.parametrize(("key", "plain"), [("gone-since", 1), ("most-rounds", -5), ("cards-each", "no")])
def test_values_that_the_present_rules_do_not_know_are_left_out_of_a_new_match(key: str, plain: Any) -> None:
    game = throwdown.load("kadice")
    assert known_values(game, game.check({}) | {key: plain}).get(key) is None
