"""A guest's finished matches: listed, exported, forgotten, and found in databases of before."""

from __future__ import annotations

import io
import zipfile

from sqlalchemy import text

from tests.server.people import Guest
from tests.server.seals import AFTER_DEVICES, a_row_for_each_event
from tests.server.serving import Serving
from throwdown.kernel import transcript
from throwdown.server.archive.history import share_of
from throwdown.server.storage.database import database_url, engines, upgrade


async def finish(guest: Guest, **wishes: object) -> str:
    """A table whose first match the guest has given up; returns its id."""
    table = await guest.open(bots={"1": "random"}, **wishes)
    async with guest.live(table) as line:
        await line.phase("playing")
        await line.send({"t": "resign", "request": 1})
        await line.phase("over")
    return table


async def test_finished_matches_are_listed_exported_and_forgotten(sqlite: str) -> None:
    server = Serving(sqlite).start()
    async with Guest(server) as ann, Guest(server) as nils:
        first = await finish(ann)
        second = await finish(ann)
        listed = (await ann.http.get("/api/me/matches")).json()
        assert [one["table"] for one in listed] == [second, first]
        assert listed[0]["game"] == "command-dice"
        assert (listed[0]["seat"], listed[0]["share"], listed[0]["number"]) == (0, 0, 1)
        assert listed[0]["ended"] >= listed[1]["ended"] > 1e9
        assert listed[0]["luck"] is None
        assert (await nils.http.get("/api/me/matches")).json() == []
        packed = (await ann.http.get("/api/me/transcripts")).content
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            texts = [file.read(name).decode() for name in file.namelist()]
        assert len(texts) == 2
        assert all(transcript.read(each).verify() for each in texts)
        own = transcript.read(texts[0]).match.names[0]
        assert own in (await nils.http.get(f"/api/tables/{first}/matches/1/transcript")).text
        assert (await nils.http.post("/api/me/matches/forget")).json() == {"matches": 0}
        assert (await ann.http.post("/api/me/matches/forget")).json() == {"matches": 2}
        assert (await ann.http.get("/api/me/matches")).json() == []
        told = (await ann.http.get(f"/api/tables/{first}/matches/1/transcript")).text
        assert own not in told
        assert '[Name "Somebody"]' in told
        assert transcript.read(told).verify()
    assert server.stop() == (0, "")


async def test_the_lobby_shows_tables_of_those_with_whom_one_has_played_first(sqlite: str) -> None:
    server = Serving(sqlite).start()
    async with Guest(server) as ann, Guest(server) as nils, Guest(server) as iris:
        table = await ann.open()
        assert (await nils.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
        async with ann.live(table) as line, nils.live(table) as other:
            await line.phase("playing")
            for each in (line, other):
                await each.play()
            await line.send({"t": "resign", "request": 1})
            await line.phase("over")
        theirs = await nils.open(open=True, bots={"1": "random"}, game="duello", seats=3)
        newer = await iris.open(open=True)
        for guest, order in ((ann, [theirs, newer]), (iris, [newer, theirs])):
            told = (await guest.http.get("/api/tables")).json()
            assert [one["id"] for one in told] == order
        shown = next(one for one in (await ann.http.get("/api/tables")).json() if one["id"] == theirs)
        name = (await nils.http.get("/api/me")).json()["name"]
        assert (shown["levels"], shown["friends"]) == (["random"], [name])
        assert all(not one["friends"] for one in (await iris.http.get("/api/tables")).json())
    assert server.stop() == (0, "")


async def test_a_finished_match_tells_who_played_it_whoever_sits_there_by_now(sqlite: str) -> None:
    server = Serving(sqlite).start()
    async with Guest(server) as ann, Guest(server) as nils, Guest(server) as iris:
        for guest, name, colour in ((ann, "Ann", 5), (nils, "Nils", 2), (iris, "Iris", 4)):
            await guest.http.put("/api/me", json={"name": name, "colour": colour})
        table = await ann.open()
        assert (await nils.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
        async with ann.live(table) as line:
            await line.phase("playing")
            await line.send({"t": "resign", "request": 1})
            await line.phase("over")
            at = f"/api/tables/{table}/matches/1"

            async def told(guest: Guest) -> tuple[list[str], list[int], int]:
                found = (await guest.http.get(f"{at}/played")).raise_for_status().json()
                people = found["people"]
                return [one["name"] for one in people], [one.get("colour", 0) for one in people], found["you"]

            assert await told(nils) == (["Ann", "Nils"], [5, 2], 1)
            await ann.http.put("/api/me", json={"name": "Annabel", "colour": 6})
            await line.until(lambda heard: heard["t"] == "table" and heard["people"][0]["name"] == "Annabel")
            assert await told(ann) == (["Ann", "Nils"], [6, 2], 0)
            assert (await nils.post(f"/api/tables/{table}/stand")).status_code < 300
            assert (await iris.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
            assert await told(nils) == (["Ann", "Nils"], [6, 1], 1)
            assert await told(iris) == (["Ann", "Nils"], [6, 1], -1)
            seen = [
                (await guest.http.get(f"{at}/replay", params=seat)).json()
                for guest, seat in ((iris, {"seat": 1}), (iris, {}))
            ]
            assert seen[0] == seen[1], "the seat of today is not that of the match"
            assert (await ann.http.post("/api/me/matches/forget")).json() == {"matches": 1}
            assert await told(ann) == (["Somebody", "Nils"], [0, 1], -1)
    assert server.stop() == (0, "")


async def test_a_win_without_a_choice_of_ones_own_is_in_ones_history_and_is_forgotten(sqlite: str) -> None:
    server = Serving(sqlite).start()
    name = "Nils the Forgotten"
    async with Guest(server) as ann, Guest(server) as nils:
        await nils.http.put("/api/me", json={"name": name, "colour": 1})
        table = await ann.open()
        assert (await nils.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
        async with ann.live(table) as line, nils.live(table) as other:
            await line.phase("playing")
            await line.send({"t": "resign", "request": 1})
            await other.phase("over")
        [won] = (await nils.http.get("/api/me/matches")).json()
        assert (won["table"], won["seat"], won["share"]) == (table, 1, 1)
        at = f"/api/tables/{table}/matches/1/transcript"
        assert name in (await ann.http.get(at)).text
        assert (await nils.http.post("/api/me/matches/forget")).json() == {"matches": 1}
        assert name not in (await ann.http.get(at)).text
    assert server.stop() == (0, "")


async def test_matches_of_a_database_of_before_are_in_the_history_of_who_made_their_events(
    sqlite: str,
) -> None:
    server = Serving(sqlite).start()
    async with Guest(server) as ann:
        table = await finish(ann)
        cookies = dict(ann.http.cookies)
    assert server.stop() == (0, "")
    writing, reading = engines(database_url(sqlite))
    with writing.begin() as connection:
        a_row_for_each_event(connection)
        for later in AFTER_DEVICES:
            connection.execute(text(f"DROP TABLE {later}"))
        connection.execute(text("DROP INDEX people_sharing"))
        connection.execute(text("ALTER TABLE people DROP COLUMN shares"))
        connection.execute(text("ALTER TABLE notices DROP COLUMN reached"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0014'"))
        upgrade(connection, "0015")
    writing.dispose()
    reading.dispose()
    again = Serving(sqlite).start()
    async with Guest(again) as ann:
        ann.http.cookies.update(cookies)
        listed = (
            await ann.http.get("/api/me/matches", headers={"cookie": f"throwdown={cookies['throwdown']}"})
        ).json()
        assert [(one["table"], one["ended"]) for one in listed] == [(table, 0)]
    assert again.stop() == (0, "")


def test_what_a_seat_has_won_is_read_from_the_result() -> None:
    assert share_of("won by 0, 3 1", 0) == 1
    assert share_of("won by 0, 3 1, seat 1 resigned", 1) == 0
    assert share_of("won by 0 2, 7 3 7 3", 2) == 1
    assert share_of("drawn by 0 1, 2 2", 1) == 0.5
    assert share_of("", 0) == -1
