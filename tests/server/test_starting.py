"""What a server says when it cannot start, and what it makes of an older database."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, NullPool, create_engine, inspect, text

from tests.server.people import Guest
from tests.server.seals import break_seals, undo_what_came_after_seals, vault_for
from tests.server.serving import KEY, Serving
from throwdown import conformance
from throwdown.arena.things import Hand
from throwdown.kernel.game import Game
from throwdown.kernel.timing import Judged
from throwdown.server.api.offered import fault_in
from throwdown.server.errors import DatabaseTrouble
from throwdown.server.storage import migrations
from throwdown.server.storage.database import database_url, engines, open_database, upgrade
from throwdown.server.storage.schema import REVISION, metadata
from throwdown.server.storage.vault import Vault
from throwdown.server.table import evidence

SKELETON = Path(conformance.__file__).parent / "skeleton"
OLD_PRESS = '{"press":[{"seat":0,"arrived":812.4,"measured":19.0,"credited":19.0,"counts":793.4}]}'
OLD_THROW = '{"strength":0.25}'

START = """
import json, sys
from throwdown.server.run import serve
from throwdown.server.settings import Settings
sys.exit(serve(Settings(**json.loads(sys.argv[1])), ready=lambda port: print(port, flush=True)))
"""


def start(**settings: object) -> subprocess.Popen[str]:
    """A server as a person starts it, in a fresh Python."""
    arguments = json.dumps({"host": "127.0.0.1", "port": 0, "compile_aside": False, **settings})
    return subprocess.Popen(
        [sys.executable, "-c", START, arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def refused_start(**settings: object) -> str:
    """The one line that a server says before it ends with exit code 2."""
    server = start(**settings)
    _, said = server.communicate(timeout=30)
    assert server.returncode == 2, said
    assert said.startswith("throwdown: ")
    assert said.count("\n") == 1, said
    return said


def test_a_port_in_use_is_said_in_one_line(sqlite: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is in use: choose another" in refused_start(port=port, database=sqlite)


@pytest.mark.parametrize(
    ("database", "why"),
    [
        ("mysql://here/games", "'mysql' is neither sqlite nor postgresql"),
        ("no address", "no database address: 'no address'"),
        ("sqlite://", "a database in memory keeps no match"),
        ("postgresql://throwdown@127.0.0.1:1/none", "cannot use the database postgresql://throwdown@127"),
    ],
)
def test_a_database_that_is_none_is_said_in_one_line(database: str, why: str) -> None:
    assert why in refused_start(database=database)


def test_a_file_that_is_no_database_is_said_in_one_line_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear aunt, " * 200)
    assert "file is not a database" in refused_start(database=f"sqlite:///{path}")
    assert path.read_text().startswith("Dear aunt")


def test_somebody_elses_database_is_said_in_one_line_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    theirs = create_engine(f"sqlite:///{path}", poolclass=NullPool)  # closes what it opens
    with theirs.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    assert "it holds other tables (recipes)" in refused_start(database=f"sqlite:///{path}")
    assert inspect(theirs).get_table_names() == ["recipes"]


def test_a_database_of_a_newer_version_is_said_in_one_line(database: str) -> None:
    writing, reading = open_database(database, KEY)
    with writing.begin() as connection:
        connection.execute(text("DROP TABLE named_values"))
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    writing.dispose()
    reading.dispose()
    assert f"its schema '9999' is unknown to this version, which knows up to '{REVISION}'" in refused_start(
        database=database, key=KEY
    )


async def test_a_database_of_the_first_version_is_migrated_and_its_matches_go_on(database: str) -> None:
    server = Serving(database).start()
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            await line.play()
            log = dict(line.events)
        server.kill()
        back_to_the_first_version(database)
        after = Serving(database).start()
        async with ann.live(table, server=after) as line:
            await line.next("events")
            assert log.items() <= line.events.items()
            assert (await line.play())["t"] == "done"
        assert after.stop() == (0, "")


def back_to_the_first_version(database: str) -> None:
    """Undo the later migrations by hand."""
    writing, reading = engines(database_url(database))
    with writing.begin() as connection:
        break_seals(connection, vault_for(database))
        for column in ("guest", "request", "evidence"):
            connection.execute(text(f"ALTER TABLE events DROP COLUMN {column}"))
        connection.execute(text("ALTER TABLE matches DROP COLUMN result"))
        connection.execute(text("DROP INDEX tables_with_codes"))
        undo_what_came_after_seals(connection)
        for table in ("named_values", "snapshots", "renewals"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    writing.dispose()
    reading.dispose()


def test_presses_and_throws_of_an_older_database_are_told_apart_by_their_tags(database: str) -> None:
    writing, reading = engines(database_url(database))
    with writing.begin() as connection:
        connection.execution_options(vault=Vault(bytes.fromhex(KEY)))
        upgrade(connection, "0008")
        saved = [OLD_PRESS, OLD_THROW, None]
        rows = [{"n": n, "hand": hand} for n, hand in enumerate(saved, 1)]
        insert = "INSERT INTO events (match, number, seat, event, hand) VALUES (1, :n, 0, 0, :hand)"
        connection.execute(text(insert), rows)
        upgrade(connection)
        found = connection.execute(text("SELECT evidence FROM events ORDER BY number")).scalars().all()
    writing.dispose()
    reading.dispose()
    press, throw = (evidence.read(each) for each in found[:2])
    assert press == evidence.Pressed([Judged(0, 812.4, 19.0, 19.0, 793.4)])
    assert throw == evidence.Thrown(Hand(strength=0.25))
    assert found[2] is None
    assert [evidence.text_of(each) for each in (press, throw)] == found[:2]


def test_the_migrations_lead_to_the_schema_that_the_code_uses(database: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(str(migrations.__file__)).parent))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION
    writing, reading = open_database(database, KEY)
    found = inspect(writing)
    for table in metadata.sorted_tables:
        columns = {column["name"] for column in found.get_columns(table.name)}
        assert columns == {column.name for column in table.columns}
        indexes = {index["name"] for index in found.get_indexes(table.name)}
        assert {index.name for index in table.indexes} <= indexes
    writing.dispose()
    reading.dispose()


def test_a_migration_that_fails_leaves_the_database_as_it_was(sqlite: str) -> None:
    writing, reading = engines(database_url(sqlite))
    with pytest.raises(DatabaseTrouble):
        migrate_to_nowhere(writing)
    assert inspect(reading).get_table_names() == []
    writing.dispose()
    reading.dispose()


def migrate_to_nowhere(engine: Engine) -> None:
    with engine.begin() as connection:
        upgrade(connection, "0001")
        upgrade(connection, "nowhere")


def test_ctrl_c_ends_a_server_quietly_while_people_look_on(sqlite: str) -> None:
    server = start(database=sqlite)
    assert server.stdout is not None
    port = int(server.stdout.readline())
    httpx.get(f"http://127.0.0.1:{port}/api/me", timeout=60).raise_for_status()
    os.kill(server.pid, signal.SIGINT)
    _, said = server.communicate(timeout=10)
    assert (server.returncode, said) == (0, "")


def test_ctrl_c_twice_ends_a_server_quietly(sqlite: str) -> None:
    server = start(database=sqlite)
    assert server.stdout is not None
    server.stdout.readline()
    for _ in range(2):
        os.kill(server.pid, signal.SIGINT)
        time.sleep(0.02)
    _, said = server.communicate(timeout=30)
    assert (server.returncode, said) == (0, "")


def test_a_second_process_on_one_sqlite_file_is_refused_in_one_line(sqlite: str) -> None:
    server = start(database=sqlite)
    assert server.stdout is not None
    server.stdout.readline()
    assert "another process serves the database sqlite:///" in refused_start(database=sqlite)
    file = Path(sqlite.removeprefix("sqlite:///"))
    link = file.with_name("link.db")
    link.symlink_to(file)
    assert "another process serves the database sqlite:///" in refused_start(database=f"sqlite:///{link}")
    os.kill(server.pid, signal.SIGINT)
    assert server.communicate(timeout=30)[1] == ""


async def test_ctrl_c_sends_everybody_away_with_a_code_that_says_come_back(sqlite: str) -> None:
    server = Serving(sqlite).start()
    async with Guest(server) as ann:
        table = await ann.open()
        async with ann.live(table) as line:
            await line.next("table")
            os.kill(server.process.pid or 0, signal.SIGINT)
            assert await line.closed() in (1001, 1012)
    server.process.join(10)
    assert server.process.exitcode == 0


@pytest.mark.parametrize(
    "name",
    [
        "how.toml", "examples.toml", "beside.toml", "print.toml", "levels.toml", "portraits.toml",
        "lessons/first.toml",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("bytes_of_it", "reason"),
    [(b"x = 'caf\xe9'", "utf-8"), (b"[x", "Expected ']'"), (b"strange = 5", "strange|Expected `object`")],
    ids=["no UTF-8", "no TOML", "something else"],
)
def test_each_file_of_text_and_data_that_cannot_be_read_is_refused_by_its_name(
    tmp_path, name, bytes_of_it, reason
):
    folder = Path(shutil.copytree(SKELETON, tmp_path / tmp_path.name))
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(bytes_of_it)
    fault = fault_in(Game(folder))
    assert Path(name).name in fault
    assert re.search(reason, fault)


def test_a_game_whose_files_cannot_be_read_is_told_as_broken_and_all_others_are_offered(sqlite, tmp_path):
    folder = Path(shutil.copytree(SKELETON, tmp_path / "mumbling"))
    (folder / "how.toml").write_bytes(b"goal = 5\n")
    server = Serving(sqlite, games=[str(folder)]).start()
    with httpx.Client(base_url=server.http, timeout=60) as client:
        offered = {game["key"] for game in client.get("/api/games").json()}
        assert {"duello", "mumbling"} & offered == {"duello"}
        (broken,) = client.get("/api/games/broken").json()
        assert (broken["key"], broken["reason"].partition(":")[0]) == ("mumbling", "how.toml")
    assert server.stop() == (0, "")
