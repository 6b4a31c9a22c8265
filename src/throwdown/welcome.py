"""What is printed when the table is open: addresses, a QR code, and a browser where there is one."""

from __future__ import annotations

import io
import os
import sys
import webbrowser
from pathlib import Path

import segno

from throwdown.server.web.addresses import EVERYWHERE, lan_address


def qr(text: str) -> str:
    """A QR code in half-block letters."""
    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def greet(
    host: str, port: int, browser: bool, token: str = "", *, tls: str = "", secure: bool = False
) -> None:
    """Say where the table is, and the page of its host, who has the ``token``; and open it. ``tls`` is the
    folder of the server's own certificate authority, if it has one."""
    scheme = "https" if secure else "http"
    here = f"{scheme}://{'localhost' if host in (*EVERYWHERE, '127.0.0.1') else host}:{port}/"
    lan = lan_address() if host in EVERYWHERE else None
    print(f"The table is open.\n\n  on this machine      {here}")
    if lan:
        link = f"{scheme}://{lan}:{port}/"
        print(f"  on your network      {link}")
        if sys.stdout.isatty():
            print(f"\n{qr(link)}", end="")
    if token:
        print(f"  for you as its host  {here}admin#{token}")
    if tls:
        _tell_of_trust(f"{scheme}://{lan}:{port}/trust" if lan else f"{here}trust", Path(tls))
    print("\nCtrl-C closes it; nothing that was played is lost.", flush=True)
    if browser and has_screen():
        webbrowser.open(here)


def _tell_of_trust(page: str, folder: Path) -> None:
    """Say how a device is made to trust the server's own certificate authority."""
    from throwdown.server.web import certificates

    print("\nA device that comes for the first time warns: it does not know this computer. Go on to")
    print(f"\n  {page}")
    print("\nonce, and do what stands there. The certificate has the SHA-256 fingerprint")
    print(f"{certificates.authority(folder).fingerprint}")
    if sys.stdout.isatty():
        print(f"\n{qr(page)}", end="")


def has_screen() -> bool:
    """Whether a browser would be seen: a terminal over a network has no screen."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
