"""The account of a match over HTTP: none while it is on, counted once it is over, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection

import throwdown
from tests.server.people import Guest
from tests.server.serving import Serving
from throwdown.bots import warm
from throwdown.server.archive import studies
from throwdown.server.storage.schema import matches
from throwdown.server.storage.store import Store
from throwdown.study.units import Effort

T = TypeVar("T")

LONGEST = 300.0  # seconds; accounts are counted at idle priority, while other tests run


async def counted(guest: Guest, path: str) -> dict[str, Any]:
    """The account, once all of it is counted; each that comes before adds up too."""
    async with asyncio.timeout(LONGEST):
        while True:
            answer = (await guest.http.get(path)).raise_for_status().json()
            assert not answer["why"]
            if answer["account"]:
                assert adds_up(answer["account"])
                assert answer["account"]["counted"] == answer["counted"]
            if answer["counted"] == 1:
                return answer["account"]
            await asyncio.sleep(0.2)


def adds_up(account: dict[str, Any]) -> bool:
    parts = ("luck", "own", "others", "unseen")
    return all(
        start + sum(account[part]["value"][seat] for part in parts) == account["result"][seat]
        for seat, start in enumerate(account["start"])
    )


async def test_an_account_is_refused_during_the_match_counted_to_the_end_of_the_set_and_kept(sqlite: str):
    warm(throwdown.load("command-dice"))
    server = Serving(sqlite).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"}, plan={"kind": "number of games", "count": 3})
        path = f"/api/tables/{table}/matches/1/account"
        async with ann.live(table) as line:
            await line.phase("playing")
            refused = await ann.http.get(path)
            assert refused.status_code == 409
            assert "is being played" in refused.json()["why"]
            await line.send({"t": "resign", "request": 1})
            await line.phase("over")
        known = (await ann.http.get(path, params={"begin": "false"})).json()
        assert (known["begun"], known["account"]) == (False, None)
        found = await counted(ann, path)
        assert found["of_set"] == "3 games"
        assert 0 < found["result"][0] < 0.4 < 0.6 < found["result"][1] < 1
        assert found["points"]
        assert (await ann.http.get(f"/api/tables/{table}/matches/2/account")).status_code == 404
    assert server.stop() == (0, "")
    again = Serving(sqlite).start()
    async with Guest(again) as nils:
        answer = (await nils.http.get(path, params={"begin": "false"})).json()
        assert answer == {"counted": 1, "waiting": 0, "account": found, "why": "", "begun": True}
    assert again.stop() == (0, "")


async def test_a_match_of_an_earlier_version_of_the_rules_is_not_counted(sqlite: str):
    server = Serving(sqlite).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.phase("playing")
            await line.send({"t": "resign", "request": 1})
            await line.phase("over")
    server.stop()
    store = Store(sqlite)

    def make_old(connection: Any) -> None:
        record = connection.execute(matches.select()).first().record
        connection.execute(matches.update().values(record=record.replace(b'"version":2', b'"version":1')))

    await store.write(make_old)
    await store.close()
    again = Serving(sqlite).start()
    async with Guest(again) as ann:
        refused = await ann.http.get(f"/api/tables/{table}/matches/1/account")
        assert refused.status_code == 409
        assert "rules version 1 of Command Dice" in refused.json()["why"]
    assert again.stop() == (0, "")


async def test_a_server_that_stops_ends_the_count_at_once(sqlite: str):
    store = Store(sqlite)
    counting = studies.Studies(store)
    order = studies.Order("command-dice", 2, {}, ("Ann", "Nils"), [], studies.EFFORT)
    assert counting.begin(7, order, "here").waiting == 0
    assert counting.begin(8, order, "here").waiting == 1
    assert (await counting.known(8)) == studies.Studied(0.0, 1)
    await counting.stop()
    assert await store.read(lambda connection: studies.load(connection, 7)) is None
    await store.close()


class SlowStore(Store):
    """It waits before it writes, so that a server stops before an account that is whole is kept."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        await asyncio.sleep(0.5)
        return await super().write(work)


async def test_a_server_that_stops_keeps_an_account_that_it_has_just_shown_whole(sqlite: str):
    store = SlowStore(sqlite)
    counting = studies.Studies(store)
    order = studies.Order("command-dice", 2, {}, ("Ann", "Nils"), [], Effort(choice=16, better=8))
    counting.begin(7, order, "here")
    async with asyncio.timeout(LONGEST):
        while (known := await counting.known(7)) is None or known.counted < 1:
            await asyncio.sleep(0.02)
    assert await store.read(lambda connection: studies.load(connection, 7)) is None
    await counting.stop()
    assert await store.read(lambda connection: studies.load(connection, 7)) == known.account
    await store.close()
