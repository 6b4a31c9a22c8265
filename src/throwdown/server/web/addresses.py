"""Where this computer is on its network."""

from __future__ import annotations

import contextlib
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::")  # what a server listens on that the whole network reaches


def lan_address() -> str | None:
    """This machine's address on the local network; None where it has no network.

    Connecting a datagram socket sends nothing: it only asks which address would be used.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
        return None if address.startswith("127.") else address
    return None


def address_for_others(base: str, host: str) -> str:
    """``base``, the address by which this server was asked, as other devices reach it, without a closing
    slash: who sits at this machine and calls it localhost is told its address on the network, if the server
    listens there by ``host``."""
    asked, address = urlsplit(base), None
    if host in EVERYWHERE and is_this_machine(asked.hostname or ""):
        address = lan_address()
    if address:
        asked = asked._replace(netloc=f"{address}:{asked.port}" if asked.port else address)
    return asked.geturl().rstrip("/")


def is_address(text: str) -> bool:
    """Whether ``text`` is an IP address, in brackets or not."""
    try:
        ip_address(text.strip("[]"))
    except ValueError:
        return False
    return True


def is_this_machine(name: str) -> bool:
    """Whether ``name``, an address in brackets or not, leads every device to itself."""
    plain = name.strip("[]")
    is_loopback = is_address(plain) and ip_address(plain).is_loopback
    return is_loopback or plain == "localhost" or plain.endswith(".localhost")
