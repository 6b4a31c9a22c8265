"""Several processes at one address: whoever looks at a table is served by the process that is its home.

The kernel gives a connection to any process. Who is first in a live race, and whether everybody has let a
window pass, is judged by one process as it hears of it; so the connection of a WebSocket is handed on to the
home of its table, with the request that opened it, over a socket of the machine. Where that process does not
take it, the one that has it serves it: a table's events are safe in any of them.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

TABLE = re.compile(rb"/api/(?:tables|beside/referee)/([A-Za-z0-9_-]{1,64})/(?:live|buzzer)(?:\?|$)")
LARGEST = 64 * 1024  # bytes of the request that opens a WebSocket
IS_POSSIBLE = hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX")


class Neighbours(Struct, frozen=True):
    """The processes at one address: this one's ``number`` among so many, and the ``folder`` of their
    sockets."""

    folder: str
    number: int
    count: int

    def home(self, table: bytes) -> int:
        """The number of the process at which ``table``, by its id, is at home."""
        return int.from_bytes(hashlib.sha256(table).digest()[:8], "big") % self.count

    def address(self, number: int) -> str:
        """Where process ``number`` takes connections."""
        return str(Path(self.folder) / str(number))


class Handover:
    """Hands connections on to other processes, and takes those that they hand on."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._taking: socket.socket | None = None
        self._taken: set[asyncio.Task[None]] = set()

    def open(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Take connections from now on; each gets a ``protocol`` of its own, which reads its request again.
        A socket that a process before this one has left is replaced."""
        address = Path(self._neighbours.address(self._neighbours.number))
        address.unlink(missing_ok=True)
        self._taking = taking = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        taking.setblocking(False)
        taking.bind(str(address))
        asyncio.get_running_loop().add_reader(taking, self._take, taking, protocol)

    def close(self) -> None:
        """Take no more connections."""
        if self._taking:
            asyncio.get_running_loop().remove_reader(self._taking)
            self._taking.close()
            self._taking = None

    def hand_on(self, url: bytes, request: bytes, connection: int) -> bool:
        """Hand the ``connection``, by its file descriptor, to the home of the table that ``url`` opens, with
        the ``request`` that was read; False where it is at home here, or is not taken there."""
        table = TABLE.match(url)
        home = self._neighbours.home(table[1]) if table else self._neighbours.number
        if home == self._neighbours.number or len(request) > LARGEST:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as handing, suppress(OSError):
            handing.setblocking(False)
            handing.connect(self._neighbours.address(home))
            socket.send_fds(handing, [request], [connection])
            return True
        return False

    def _take(self, taking: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> None:
        with suppress(BlockingIOError):
            request, connections, _, _ = socket.recv_fds(taking, LARGEST, 1)
            for connection in connections:
                task = asyncio.create_task(_serve(socket.socket(fileno=connection), protocol, request))
                self._taken.add(task)
                task.add_done_callback(self._taken.discard)


async def _serve(connection: socket.socket, protocol: Callable[[], asyncio.Protocol], request: bytes) -> None:
    """Serve a connection as if it had come here, its ``request`` first."""
    connection.setblocking(False)
    with suppress(OSError):  # it may have ended meanwhile
        loop = asyncio.get_running_loop()
        _, reading = await loop.connect_accepted_socket(protocol, connection)
        reading.data_received(request)
