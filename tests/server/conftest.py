"""Servers over SQLite and over PostgreSQL."""

from __future__ import annotations

import os
import random
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests.machine import postgresql
from tests.server.serving import Serving

LASTING = range(20_000, 32_000)  # ports that no system gives to whoever asks for any


def free_port() -> int:
    """A port that stays free while a cluster is stopped: nobody is given it who has not asked for it."""
    for port in random.SystemRandom().sample(LASTING, 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError(f"none of 100 ports from {LASTING[0]} to {LASTING[-1]} is free")


class Cluster:
    """A private PostgreSQL in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = Path(postgresql())
        self.port = free_port()

    def _run(self, *command: str) -> None:
        root = os.geteuid() == 0
        command = ("runuser", "-u", "postgres", "--", *command) if root else command
        done = subprocess.run(command, cwd="/", capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        data = str(self.folder / "data")
        self._run(str(self.programs / "initdb"), "-D", data, "-U", "throwdown", "-A", "trust", "-N")
        self.go_on()

    def go_on(self) -> None:
        """Start the database again after :meth:`stop`."""
        data = str(self.folder / "data")
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        log = str(self.folder / "log")
        self._run(str(self.programs / "pg_ctl"), "-D", data, "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        data = str(self.folder / "data")
        self._run(str(self.programs / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop")

    def put_away(self) -> None:
        """Stop the database where it runs."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"t{secrets.token_hex(6)}"
        server = f"postgresql://throwdown@127.0.0.1:{self.port}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{server}/{name}"


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A cluster that runs, and is put away afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="throwdown-pg-", dir="/tmp"))
    cluster = Cluster(folder)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.put_away()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return request.getfixturevalue("cluster").new_database()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A quick server that many tests share, over each kind of database."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.db'}"
    else:
        url = request.getfixturevalue("cluster").new_database()
    serving = Serving(url).start()
    yield serving
    code, said = serving.stop()
    assert code == 0, said
    assert said == ""


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of an empty SQLite database."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file in which a watched server notes long callbacks of its event loop."""
    report = tmp_path_factory.mktemp("watched") / "report"
    report.touch()
    return report
