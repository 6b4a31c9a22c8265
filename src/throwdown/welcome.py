"""What is printed when the table is open: addresses, a QR code, and a browser where there is one."""

from __future__ import annotations

import contextlib
import io
import os
import socket
import sys
import webbrowser

import segno


def lan_address() -> str | None:
    """This machine's address on the local network; None where it has no network.

    Connecting a datagram socket sends nothing: it only asks which address would be used.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
        return None if address.startswith("127.") else address
    return None


def qr(text: str) -> str:
    """A QR code in half-block letters."""
    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def greet(host: str, port: int, browser: bool) -> None:
    """Say where the table is, and open it."""
    here = f"http://{'localhost' if host in ('0.0.0.0', '::', '127.0.0.1') else host}:{port}/"
    lan = lan_address() if host in ("0.0.0.0", "::") else None
    print(f"The table is open.\n\n  on this machine      {here}")
    if lan:
        link = f"http://{lan}:{port}/"
        print(f"  on your network      {link}")
        if sys.stdout.isatty():
            print(f"\n{qr(link)}", end="")
    print("\nCtrl-C closes it; nothing that was played is lost.", flush=True)
    if browser and has_screen():
        webbrowser.open(here)


def has_screen() -> bool:
    """Whether a browser would be seen: a terminal over a network has no screen."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
