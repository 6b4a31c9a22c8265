"""Where this computer is on its network."""

from __future__ import annotations

import contextlib
import socket


def lan_address() -> str | None:
    """This machine's address on the local network; None where it has no network.

    Connecting a datagram socket sends nothing: it only asks which address would be used.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
        return None if address.startswith("127.") else address
    return None
