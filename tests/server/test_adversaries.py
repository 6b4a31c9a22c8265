"""What somebody who means harm does with all that lies around matches: bounds on work, memory and codes."""

from __future__ import annotations

import asyncio
import gc
import ssl
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from httpx import Client
from sqlalchemy import update

from tests.server.people import Guest as Person
from tests.server.rooms import listener, make, served
from tests.server.serving import Serving
from tests.server.watchdog import HELD, longest
from throwdown.kernel.scene import Choice, Piece, Scene, Zone
from throwdown.server.api.referee import Asks, Bench
from throwdown.server.beside import beside, trays
from throwdown.server.beside.beside import Beside
from throwdown.server.errors import Refusal, Taken
from throwdown.server.guests.identity import Guest
from throwdown.server.notify import outgoing
from throwdown.server.notify.outgoing import Failed
from throwdown.server.room import company
from throwdown.server.storage.schema import beside as rows
from throwdown.server.storage.store import Store
from throwdown.server.table import records, tables
from throwdown.server.table.tables import PERSON, Seat
from throwdown.server.wire import Step
from throwdown.server.wire.forms import PersonOnSeat

PEOPLE = [{"name": "Ada"}, {"name": "Nils"}]


@pytest.fixture(scope="module")
def client(report: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Somebody at a server whose event loop is watched from its first request on."""
    database = f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.db'}"
    serving = Serving(database, watched=str(report)).start()
    with Client(base_url=serving.http, timeout=60) as client:
        client.get("/api/tables")
        report.write_text("")
        yield client
    assert serving.stop() == (0, "")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'games.db'}")


def test_documents_are_made_in_threads_whoever_asks_first(client: Client, report: Path) -> None:
    document = client.get("/api/schema/openapi.json")
    assert document.json()["paths"]["/api/tables"]
    assert document.headers["content-type"] == "application/vnd.oai.openapi+json"
    assert client.get("/api/schema/messages.json").json()
    for game in client.get("/api/games").json():
        assert client.get(f"/api/games/{game['key']}/rules").json()["title"]
    assert client.get("/api/schema/nothing.json").status_code == 404
    assert longest(report)[0] < HELD, longest(report)


def test_dice_beside_a_box_take_so_much_memory_and_no_more(client: Client, report: Path) -> None:
    begun = client.post("/api/beside/dice", json={"game": "command-dice", "people": PEOPLE}).json()
    at = f"/api/beside/dice/{begun['id']}"
    wish = {"who": 0, "dice": ["red"] * trays.MOST_DICE}
    for _ in range(5):
        for _ in range(trays.MOST_LYING // trays.MOST_DICE):
            assert client.post(f"{at}/roll", json=wish).status_code == 200
        refused = client.post(f"{at}/roll", json=wish)
        assert (refused.status_code, "open it" in refused.json()["why"]) == (409, True)
        assert client.post(f"{at}/open").status_code == 200
    seals = client.get(f"{at}/seals").json()
    assert [len(seal["rolls"]) for seal in seals] == [trays.MOST_LYING // trays.MOST_DICE] * 4
    assert client.get(at).json()["opened"] == 4
    assert longest(report)[0] < HELD, longest(report)


def test_no_field_of_a_request_is_taken_for_a_part_of_the_server(client: Client) -> None:
    client.get("/api/me")
    for wrong in (5, {"theme": 5}, None):
        answer = client.put("/api/me/settings", json={"settings": wrong})
        assert (answer.status_code, "settings" in answer.json()["why"]) == (400, True)
    parts = {"hall", "signer", "tries", "beside", "bench", "bundle", "admin", "metrics"}
    document = client.get("/api/schema/openapi.json").json()
    operations = [each for path in document["paths"].values() for each in path.values()]
    bodies = [each["requestBody"]["content"] for each in operations if "requestBody" in each]
    names = [body["application/json"]["schema"]["$ref"].rpartition("/")[2] for body in bodies]
    assert len(names) > 20
    types = document["components"]["schemas"]
    assert not [name for name in names if parts & types[name]["properties"].keys()]


async def test_tables_that_are_only_asked_for_keep_no_others_closed(sqlite: str) -> None:
    server = Serving(sqlite, rooms=3).start()
    async with Person(server) as ann:
        opened = [await ann.open() for _ in range(5)]
        seen = [(await ann.http.get(f"/api/tables/{table}")).status_code for table in opened]
        assert seen == [200] * 5
        async with AsyncExitStack() as looking:
            for table in opened[:3]:
                line = await looking.enter_async_context(ann.live(table))
                await line.next("table")
            assert (await ann.http.get(f"/api/tables/{opened[3]}")).status_code == 503
    assert server.stop() == (0, "")


async def test_what_viewers_are_shown_is_left_out_of_collections_of_garbage(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        listener(room, 0, []).raw = False
        for _ in range(20):
            match = room.playing.match
            seat = next(seat for seat in match.awaited if seat < match.seats)
            await make(room, seat, match.legal_events(seat)[0])
        assert room.stage._told[0]._scenes
        looked_at = [type(each) for each in gc.get_objects()]
        assert not {Piece, Zone, Choice, Scene, Step}.intersection(looked_at)
        entries = set(map(id, room.playing.match.log))
        assert len(entries) < room.playing.n, "each event is an object of its own"


async def test_matches_that_are_not_there_leave_nothing_in_memory(store: Store) -> None:
    bench = Bench(Beside(store))
    for number in range(20):
        with pytest.raises(Refusal, match="nothing beside a box"):
            await bench.act(Asks("here", None), f"unknown{number}", 0, lambda *_: True)
    assert not bench._locks
    bench.stop()
    await store.close()


async def test_however_many_wait_for_a_record_other_processes_changes_are_looked_for_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "LOOKS", 0.05)
    here, there, looks = Beside(store), Beside(store), list[list[str]]()
    here._is_shared = True
    revisions = beside._revisions

    def counted(connection: beside.Connection, keys: list[str]) -> dict[str, int]:
        looks.append(keys)
        return revisions(connection, keys)

    monkeypatch.setattr(beside, "_revisions", counted)
    kept = await here.add("dice", lambda *_: b"one", 60.0)
    waiting = [asyncio.create_task(here.later(kept.id, "dice", 1)) for _ in range(50)]
    while len(looks) < 3:
        await asyncio.sleep(0.01)
    assert not any(task.done() for task in waiting)
    await there.change(kept.id, "dice", lambda *_: b"two")
    async with asyncio.timeout(10):
        found = await asyncio.gather(*waiting)
    assert {each.record for each in found} == {b"two"}
    assert all(keys == [kept.id] for keys in looks)
    assert not here._awaited
    await store.close()


async def test_a_table_and_what_lies_beside_a_box_never_have_the_same_code(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await Beside(store).add("dice", lambda *_: b"", 60.0)
    monkeypatch.setattr(tables, "new_code", lambda: kept.code)
    table = tables.new_table(
        "command-dice", {}, 2, Guest("ada", "Ada"), tables.Terms(listed=False, pace="quick")
    )
    with pytest.raises(Taken):
        await store.write(lambda connection: records.add_table(connection, table))
    await store.close()


async def test_codes_beside_a_box_come_back_where_they_run_short(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Beside(store)
    former = await both.add("dice", lambda *_: b"", 24 * 3600.0)
    monkeypatch.setattr(beside, "new_code", lambda: former.code)
    with pytest.raises(Refusal, match="no free code"):
        await both.add("dice", lambda *_: b"", 24 * 3600.0)
    await store.write(lambda c: c.execute(update(rows).values(touched=rows.c.touched - beside.SHORT - 1)))
    assert (await both.add("dice", lambda *_: b"", 24 * 3600.0)).code == former.code
    await store.close()


async def test_whom_to_trust_is_read_once_and_not_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[threading.Thread] = []
    create = ssl.create_default_context

    def noted() -> ssl.SSLContext:
        made.append(threading.current_thread())
        return create()

    monkeypatch.setattr(ssl, "create_default_context", noted)
    outgoing.trusted.cache_clear()
    for _ in range(2):
        with pytest.raises(Failed, match="does not answer"):
            await outgoing.post("https://127.0.0.1:1024/", b"", {}, outgoing.networks(["127.0.0.0/8"]))
    assert len(made) == 1
    assert made[0] is not threading.main_thread()


def test_a_table_remembers_so_many_removed_people_and_no_more() -> None:
    host = Guest("ada", "Ada")
    table = tables.new_table("command-dice", {}, 2, host, tables.Terms(listed=False, pace="quick"))
    for number in range(company.MOST_REMOVED):
        table.seats[1] = Seat(PERSON, f"guest {number}", "Nils")
        company.remove(table, host, PersonOnSeat(1))
    table.seats[1] = Seat(PERSON, "one more", "Nils")
    with pytest.raises(Refusal, match="100 people were removed"):
        company.remove(table, host, PersonOnSeat(1))
    assert len(msgspec.json.encode(table)) < 4096
