"""What opens the dice that are yet to fall, and the keys of cookies, do not lie in the database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.conftest import Cluster
from tests.server.people import Guest
from tests.server.seals import break_seals, key_path, lies_in, undo_what_came_after_seals, vault_for
from tests.server.serving import KEY, Serving
from tests.server.test_starting import refused_start
from throwdown.server.errors import DatabaseTrouble
from throwdown.server.guests import cookies
from throwdown.server.keeping.rekey import rekey
from throwdown.server.storage.database import database_url, engines, open_database
from throwdown.server.storage.store import Store
from throwdown.server.storage.vault import Vault, key_in

SECRET = bytes(range(32))


def test_a_secret_is_opened_by_its_key_and_name_alone() -> None:
    vault = Vault(b"k" * 32)
    sealed = vault.seal("dice 1", SECRET)
    assert vault.open("dice 1", sealed) == SECRET
    assert SECRET not in sealed
    assert sealed[:32] != vault.seal("dice 2", SECRET)[:32]
    changed = bytes([sealed[0] ^ 1]) + sealed[1:]
    for other, name, text in (
        (Vault(b"x" * 32), "dice 1", sealed),
        (vault, "dice 2", sealed),
        (vault, "dice 1", changed),
        (vault, "dice 1", sealed[:-1]),
        (vault, "dice 1", SECRET),
    ):
        with pytest.raises(DatabaseTrouble, match=f"the secret of {name} was sealed with another key"):
            other.open(name, text)


async def cookie_keys(database: str) -> list[bytes]:
    store = Store(database, "" if database.startswith("sqlite") else KEY)
    known = await store.read(cookies.load)
    await store.close()
    return known.keys


def found(secrets: list[bytes], there: bytes) -> list[bool]:
    """Whether each secret lies there, as its bytes or in digits."""
    return [secret in there or secret.hex().encode() in there for secret in secrets]


async def test_secrets_are_not_in_the_database_while_a_match_is_played_and_an_older_one_is_sealed(
    database: str,
) -> None:
    server = Serving(database, grace=60).start()
    async with Guest(server) as ann:
        waiting = await ann.open()
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            await line.play()
            seal, log = line.table["commitment"], dict(line.events)
        in_play = lies_in(database)
        server.kill()
        vault, cookie_key = vault_for(database), (await cookie_keys(database))[0]
        as_before(database, vault)
        before = lies_in(database)
        assert found([cookie_key], before) == [True]
        again = Serving(database, grace=60).start()
        migrated = lies_in(database)
        async with ann.live(table, server=again) as line:
            await line.next("events")
            assert (line.table["commitment"], line.table["you"]) == (seal, 0)
            assert log.items() <= line.events.items()
            await line.ask({"t": "resign", "request": 1})
            await line.phase("over")
        ann.http.base_url = again.http
        secret = bytes.fromhex((await ann.http.get(f"/api/tables/{table}/matches/1/dice")).json()["secret"])
        assert (await ann.http.get(f"/api/tables/{waiting}")).json()["you"] == 0
        assert again.stop() == (0, "")
    assert found([secret, cookie_key], before) == [True, True]
    for there in (in_play, migrated):
        assert found([secret, cookie_key], there) == [False, False]
    assert found([secret, cookie_key], lies_in(database)) == [True, False]


def as_before(database: str, vault: Vault) -> None:
    """Make it a database of revision 0007."""
    writing, reading = engines(database_url(database))
    with writing.begin() as connection:
        break_seals(connection, vault)
        undo_what_came_after_seals(connection)
        connection.exec_driver_sql("ALTER TABLE events RENAME COLUMN evidence TO hand")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0007'")
    writing.dispose()
    reading.dispose()


def opened_once(database: str, key: str = "") -> None:
    for engine in open_database(database, key):
        engine.dispose()


def test_the_key_is_made_beside_the_database_and_is_its_owners_alone(sqlite: str) -> None:
    opened_once(sqlite)
    path = key_path(sqlite)
    assert path.stat().st_mode & 0o777 == 0o600
    key = path.read_text()
    opened_once(sqlite)
    assert path.read_text() == key
    assert [file.name for file in path.parent.glob("*.key*")] == [path.name]


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("00" * 32, "its secrets are sealed with another key than that in {path}"),
        ("5ea1\n", "{path} holds no key: it needs 64 hexadecimal digits and has 4 characters"),
        ("", "{path} holds no key: it needs 64 hexadecimal digits and has 0 characters"),
        (None, "its key is not there: put back the file {path}, or give the key in THROWDOWN_KEY"),
    ],
)
def test_a_key_that_does_not_fit_is_refused_and_left_alone(sqlite: str, key: str | None, why: str) -> None:
    opened_once(sqlite)
    path = key_path(sqlite)
    path.unlink()
    if key is not None:
        path.write_text(key)
    with pytest.raises(DatabaseTrouble) as refused:
        opened_once(sqlite)
    assert str(refused.value) == f"cannot use the database {sqlite}: {why.format(path=path)}"
    assert path.exists() == (key is not None)


def test_a_process_with_another_key_is_refused_by_a_database_that_others_serve(cluster: Cluster) -> None:
    database = cluster.new_database()
    opened_once(database, KEY)
    assert "sealed with another key than that in THROWDOWN_KEY" in refused_start(
        database=database, key="00" * 32
    )


def test_two_that_make_the_key_at_once_have_the_same_one(tmp_path: Path) -> None:
    path = tmp_path / "games.db.key"
    first = key_in(path, is_new=True)
    assert key_in(path, is_new=True) == key_in(path, is_new=False) == first


def test_a_folder_in_the_place_of_the_key_is_told(sqlite: str) -> None:
    opened_once(sqlite)
    place = key_path(sqlite)
    place.unlink()
    place.mkdir()
    with pytest.raises(DatabaseTrouble, match=r"its key cannot be kept in .*games\.db\.key: Is a directory"):
        rekey(sqlite)
    assert "its key cannot be kept in" in refused_start(database=sqlite)


async def test_a_database_whose_key_is_lost_gets_another_and_tells_nothing_false(sqlite: str) -> None:
    server = Serving(sqlite, grace=60).start()
    async with Guest(server) as ann:
        waiting, over, playing = [
            await ann.open(bots=bots) for bots in ({}, {"1": "random"}, {"1": "random"})
        ]
        for table in (over, playing):
            async with ann.live(table) as line:
                await line.seed()
                await line.play()
                if table == over:
                    await line.ask({"t": "resign", "request": 1})
                    await line.phase("over")
        before = await told_of(ann, over)
        promised = (await ann.http.get(f"/api/tables/{waiting}")).json()["commitment"]
        with pytest.raises(DatabaseTrouble, match="another process serves"):
            rekey(sqlite)
        assert server.stop() == (0, "")
        with pytest.raises(DatabaseTrouble, match="there is no database"):
            rekey(f"{sqlite}.other")
        with pytest.raises(DatabaseTrouble, match="is the database's own: nothing is lost"):
            rekey(sqlite)
        key_path(sqlite).unlink()
        assert "its key is not there" in refused_start(database=sqlite)
        assert rekey(sqlite) == (str(key_path(sqlite)), 1, 1)
        again = Serving(sqlite, grace=60).start()
        ann.http.base_url = again.http
        assert (await ann.post(f"/api/tables/{waiting}/stand")).status_code == 401  # the cookie is worthless
        fresh = (await ann.http.get(f"/api/tables/{waiting}")).json()["commitment"]
        assert fresh not in ("", promised)
        assert await told_of(ann, over) == before
        async with ann.live(playing, server=again) as line:
            seen = await line.until(lambda message: bool(message.get("kept")))
            assert "the key that sealed the dice of this match is lost" in seen["kept"]
            assert "commitment" not in seen
            assert (seen["phase"], seen.get("result", "")) == ("playing", "")
        assert (await ann.http.get(f"/api/tables/{playing}/matches/1/dice")).status_code == 409
        code, said = again.stop()
        assert (code, said.count("\n")) == (0, 1)
        assert f"table {playing}: the key that sealed" in said


async def told_of(guest: Guest, table: str) -> list[str]:
    """The dice and the transcript of the table's first match."""
    return [
        (await guest.http.get(f"/api/tables/{table}/matches/1/{what}")).raise_for_status().text
        for what in ("dice", "transcript")
    ]
