"""The round-trip time of a viewer: by pings over its WebSocket, and as the system measures its connection."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
from collections.abc import Callable
from typing import Any

from throwdown.server.races.presses import Link

ROUND_TRIP = "throwdown.trip"  # the key of the connection's own measure, in an ASGI scope
RTT_AT, INFO_LENGTH = 68, 104  # of the smoothed round trip, microseconds, in Linux's tcp_info
KEPT = 40  # pings that may be on their way

Trip = Callable[[], float | None]


def unknown() -> None:
    """None: the round-trip time of the connection is not known."""
    return


def round_trip(transport: Any) -> float | None:
    """Milliseconds that the system takes for a round trip of this connection; None where it does not say."""
    found = transport.get_extra_info("socket")
    if found is None or not hasattr(socket, "TCP_INFO"):
        return None
    with contextlib.suppress(OSError, struct.error):
        with socket.socket(fileno=os.dup(found.fileno())) as same:
            told = same.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, INFO_LENGTH)
        return struct.unpack_from("I", told, RTT_AT)[0] / 1000
    return None


def round_trip_of(scope: Any) -> Trip:
    """What tells the round trip of the connection of an ASGI ``scope``."""
    extensions: dict[str, Any] = scope["extensions"] or {}
    trip: Trip = extensions.get(ROUND_TRIP, unknown)
    return trip


class RoundTrips(Link):
    """The link of one viewer, with the pings that are on their way."""

    def __init__(self, trip: Trip = unknown) -> None:
        super().__init__()
        self._trip = trip
        self._sent: dict[int, float] = {}
        self._number = 0

    def ping(self, now: float) -> int:
        """The number of a new ping, sent at ``now`` ms."""
        self._number += 1
        self._sent[self._number] = now
        self._sent.pop(self._number - KEPT, None)
        return self._number

    def pong(self, number: int, now: float) -> None:
        """Ping ``number`` came back; one that was not sent, or that came back already, says nothing."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self.measured(now - sent)
            self.acknowledged(self._trip())
