"""An owner's commands, beside the server: back up, restore, check, write out and prune a database."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from typer.testing import CliRunner, Result

from tests.server.conftest import Cluster
from tests.server.people import Guest
from tests.server.serving import KEY, Serving
from tests.server.test_history import finish
from throwdown.cli import app
from throwdown.kernel import transcript
from throwdown.server.table.snapshots import SNAPSHOTS

DAY = 24 * 3600.0
Run = Callable[..., Result]


@pytest.fixture
def run(database: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("check")``: the command with the database of the test, and its key."""
    if database.startswith("postgresql"):
        monkeypatch.setenv("THROWDOWN_KEY", KEY)

    def command(*words: object, at: str = database) -> Result:
        return CliRunner().invoke(app, [*map(str, words), "--database", at])

    return command


async def test_a_backup_of_a_match_in_play_is_restored_and_the_match_goes_on(
    database: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, copy = tmp_path / "backup.db", f"sqlite:///{tmp_path / 'copy.db'}"
    server = Serving(database).start()
    async with Guest(server) as ann:
        await finish(ann)
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.phase("playing")
            for _ in range(3):
                await line.play()
            done = run("backup", file)
            assert (done.exit_code, "2 matches" in done.stdout) == (0, True), done.output
            checked = run("check")
            assert checked.exit_code == 0, checked.output
            assert "1 match holds\n1 match is in play\nNothing is wrong." in checked.stdout
            await line.play()
            kept = dict(line.events)
        cookies = ann.http.cookies
    assert server.stop() == (0, "")

    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    again = run("backup", file)
    assert (again.exit_code, "already: name another" in again.stderr) == (2, True)
    if database.startswith("sqlite"):
        without = run("restore", file, at=copy)
        assert (without.exit_code, "secrets are sealed" in without.stderr) == (2, True)
        monkeypatch.setenv("THROWDOWN_KEY", "00" * 32)
        wrong = run("restore", file, at=copy)
        assert (wrong.exit_code, "another key" in wrong.stderr) == (2, True)
        assert not (tmp_path / "copy.db").exists()
        monkeypatch.setenv("THROWDOWN_KEY", (tmp_path / "games.db.key").read_text().strip())
    restored = run("restore", file, at=copy)
    assert restored.exit_code == 0, restored.output
    twice = run("restore", file, at=copy)
    assert (twice.exit_code, "move it away first" in twice.stderr) == (2, True)
    assert run("check", at=copy).exit_code == 0

    server = Serving(copy, key=os.environ["THROWDOWN_KEY"]).start()
    async with Guest(server) as ann:
        ann.http.cookies = cookies
        async with ann.live(table) as line:
            await line.turn()
            assert line.events == {n: event for n, event in kept.items() if n <= line.n}
            assert (await line.play())["t"] == "done"
    assert server.stop() == (0, "")


class Played(NamedTuple):
    """A database with three finished matches, the last of them another guest's, and one in play."""

    database: str
    finished: list[str]
    in_play: str


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Played:
    database = f"sqlite:///{tmp_path_factory.mktemp('played') / 'games.db'}"

    async def play() -> Played:
        server = Serving(database).start()
        async with Guest(server) as ann, Guest(server) as nils:
            finished = [await finish(ann), await finish(ann), await finish(nils)]
            table = await ann.open(bots={"1": "random"})
            async with ann.live(table) as line:
                await line.phase("playing")
        server.stop()
        return Played(database, finished, table)

    return asyncio.run(play())


@pytest.fixture
def played(once: Played, tmp_path: Path) -> Played:
    """A copy of it for one test."""
    for file in Path(once.database.removeprefix("sqlite:///")).parent.iterdir():
        shutil.copy(file, tmp_path)
    return once._replace(database=f"sqlite:///{tmp_path / 'games.db'}")


def change(played: Played, statement: str, **values: object) -> None:
    with closing(sqlite3.connect(played.database.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute(statement, values)


def owner(played: Played, *words: object) -> Result:
    return CliRunner().invoke(app, [*map(str, words), "--database", played.database])


async def test_a_backup_comes_back_into_an_empty_postgresql_database(
    played: Played, cluster: Cluster, tmp_path: Path
) -> None:
    file, key = tmp_path / "backup.db", tmp_path / "games.db.key"
    assert owner(played, "backup", file).exit_code == 0
    target = played._replace(database=cluster.new_database())
    restored = owner(target, "restore", file, "--key", key)
    assert (restored.exit_code, "4 matches" in restored.stdout) == (0, True), restored.output
    full = owner(target, "restore", file, "--key", key)
    assert (full.exit_code, "holds 4 tables already" in full.stderr) == (2, True)


def test_a_check_names_each_match_that_does_not_hold(played: Played) -> None:
    change(
        played,
        "UPDATE matches SET result = 'won by 0, 9 0' WHERE table_id = :table",
        table=played.finished[0],
    )
    change(
        played,
        "DELETE FROM events WHERE number = 1 AND match = (SELECT id FROM matches WHERE table_id = :table)",
        table=played.finished[1],
    )
    change(played, "INSERT INTO events (match, number, seat, event) VALUES (1, 1, 0, 0)")
    found = owner(played, "check")
    assert found.exit_code == 1
    assert f"table {played.finished[0]}, match 1: its events come to 'won by 1" in found.stdout
    assert f"table {played.finished[1]}, match 1: event 1 is missing" in found.stdout
    assert "1 events belong to no match" in found.stdout
    assert played.finished[2] not in found.stdout
    assert found.stdout.endswith("1 match holds\n1 match is in play\n2 matches do not hold\n")


def test_a_snapshot_that_is_not_what_its_events_come_to_is_found(played: Played) -> None:
    file = played.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as connection, connection:
        saved = connection.execute("SELECT match, record FROM snapshots").fetchone()
        snapshot = SNAPSHOTS.decode(saved[1])
        state = bytes([snapshot.states[-1][0] ^ 1]) + snapshot.states[-1][1:]
        wrong = msgspec.structs.replace(snapshot, states=[*snapshot.states[:-1], state])
        connection.execute(
            "UPDATE snapshots SET record = ? WHERE match = ?", (msgspec.msgpack.encode(wrong), saved[0])
        )
    found = owner(played, "check")
    assert found.exit_code == 1
    assert "is not what its events come to" in found.stdout


def test_finished_matches_are_written_out_and_those_in_play_are_not(played: Played, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    assert "3 transcripts" in owner(played, "export", file).stdout
    with zipfile.ZipFile(file) as packed:
        assert len(packed.namelist()) == 3
        assert all(transcript.read(packed.read(name).decode()).verify() for name in packed.namelist())


def test_practice_is_told_to_have_no_transcript(played: Played, tmp_path: Path) -> None:
    change(
        played,
        "UPDATE matches SET record = CAST(json_set(record, '$.start', 'AAAA') AS BLOB) WHERE table_id = :id",
        id=played.finished[0],
    )
    said = owner(played, "export", tmp_path / "all.zip").stdout
    assert "2 transcripts.\nLeft out: 1 match without a transcript: practice, " in said


def test_a_file_that_cannot_be_written_is_named_and_not_the_database(played: Played, tmp_path: Path) -> None:
    for command in ("backup", "export"):
        file = tmp_path / "no folder" / "file"
        refused = owner(played, command, file)
        said = f"throwdown: cannot use {str(file)!r}: No such file or directory\n"
        assert (refused.exit_code, refused.stderr) == (2, said)


def test_what_is_kept_of_one_person_is_written_out(played: Played, tmp_path: Path) -> None:
    with closing(sqlite3.connect(played.database.removeprefix("sqlite:///"))) as connection:
        chosen = "SELECT guest FROM players JOIN matches ON match = id WHERE table_id = ?"
        ann = connection.execute(chosen, (played.finished[0],)).fetchone()[0]
    file = tmp_path / "ann.zip"
    assert "2 transcripts" in owner(played, "export", file, "--person", ann).stdout
    with zipfile.ZipFile(file) as packed:
        person = json.loads(packed.read("person.json"))
        told = {name for name in packed.namelist() if name != "person.json"}
    assert told == {f"command-dice-{table}-1.txt" for table in played.finished[:2]}
    assert person["guest"] == ann
    assert played.in_play in person["sits at"]
    unknown = owner(played, "export", tmp_path / "no.zip", "--person", "nobody")
    assert (unknown.exit_code, "nothing is kept of a guest 'nobody'" in unknown.stderr) == (2, True)
    assert not (tmp_path / "no.zip").exists()


def test_old_tables_are_deleted_and_those_that_are_played_at_stay(played: Played) -> None:
    for table in (played.finished[0], played.in_play):
        change(
            played,
            "UPDATE tables SET touched = touched - :age WHERE id = :table",
            age=100 * DAY,
            table=table,
        )
    counted = owner(played, "prune", "--older-than", 30, "--dry-run")
    assert "Would delete 1 tables with 1 matches" in counted.stdout
    assert "Deleted 1 tables with 1 matches" in owner(played, "prune", "--older-than", 30).stdout
    assert "Deleted 0 tables" in owner(played, "prune", "--older-than", 30).stdout
    assert "Deleted 1 tables" in owner(played, "prune", "--older-than", 30, "--in-play").stdout
    assert owner(played, "check").stdout == "2 matches hold\nNothing is wrong.\n"


def test_a_file_that_is_no_backup_is_refused_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database " * 100)
    to = f"sqlite:///{tmp_path / 'copy.db'}"
    refused = CliRunner().invoke(app, ["restore", str(file), "--database", to])
    assert (refused.exit_code, f"{file} is no backup" in refused.stderr) == (2, True)
    device = CliRunner().invoke(app, ["restore", "/dev/zero", "--database", to])
    said = "/dev/zero is no backup: it is no file with a database in it"
    assert (device.exit_code, said in device.stderr) == (2, True)
