"""Starting and stopping a server."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import ssl
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from throwdown import bots
from throwdown.server import logs
from throwdown.server.app import make_app
from throwdown.server.errors import CannotServe
from throwdown.server.hall import Hall
from throwdown.server.metrics import Metrics
from throwdown.server.notify import mailing, outgoing
from throwdown.server.settings import Settings
from throwdown.server.storage.lock import alone_with
from throwdown.server.storage.store import Store
from throwdown.server.web.addresses import lan_address
from throwdown.server.web.front import Front
from throwdown.server.web.handover import IS_POSSIBLE, Handover, Neighbours
from throwdown.server.web.protocols import Gate, protocols
from throwdown.server.web.sockets import LARGEST_MESSAGE
from throwdown.server.work import garbage
from throwdown.server.work.heavy import Heavy

CANNOT_SERVE = 2  # exit code
SWITCH = 0.0005  # seconds: a commit that is done need not wait longer for the loop to let its thread go on


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises :class:`CannotServe` with the reason, such as a port in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise CannotServe(f"port {port} is in use: choose another with --port") from None
        why = error.strerror if isinstance(error, OSError) else error
        raise CannotServe(f"cannot listen on {host} port {port}: {why}") from None
    return listening


class Server(uvicorn.Server):
    """Uvicorn that says when it is ready, takes connections that other processes hand on, and winds
    ``checks`` up before it waits for answers that are being made."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None] | None,
        handover: Handover | None,
        checks: Heavy,
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._handover = handover
        self._checks = checks

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first Ctrl-C ends the server, within seconds; more of them do not tear it down meanwhile."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        garbage.keep_short()
        if self.started and self._handover:
            self._handover.open(self._protocol)
        if self.started and self._ready:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._checks.wind_up()
        if self._handover:
            self._handover.close()
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        """What reads a connection, as Uvicorn makes it for those that it accepts itself."""
        make: Any = self.config.http_protocol_class
        made: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made


def check_calls(settings: Settings) -> None:
    """Raise :class:`CannotServe` where nobody could be called as the settings have it."""
    try:
        outgoing.networks(settings.call_networks)
    except ValueError as error:
        raise CannotServe(f"no network: {error}") from None
    if settings.smtp:
        mailing.checked_server(settings.smtp, settings.mail_from)


def offer(settings: Settings) -> None:
    """Let tables offer the trained players of the settings; raises :class:`CannotServe` for a file that holds
    none."""
    try:
        for file in settings.players:
            bots.bring(file)
    except bots.BadPlayer as error:
        raise CannotServe(str(error)) from None


def secured(settings: Settings) -> dict[str, str]:
    """What Uvicorn needs to serve HTTPS, nothing where it is HTTP; raises :class:`CannotServe` for files that
    are no certificate with its key."""
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise CannotServe("a certificate needs its key: give both --tls-cert and --tls-key")
    files: tuple[str | Path, str | Path] = (settings.tls_cert, settings.tls_key)
    if settings.tls:
        from throwdown.server.web import certificates

        address = lan_address()
        names = certificates.own_names(settings.host, [address] if address else [])
        made = certificates.certificate(Path(settings.tls), names)
        files = (made, made)
    elif not settings.tls_cert:
        return {}
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(*files)
    except (OSError, ssl.SSLError) as error:
        raise CannotServe(f"cannot serve HTTPS with {files[0]} and {files[1]}: {error}") from None
    return {"ssl_certfile": str(files[0]), "ssl_keyfile": str(files[1])}


def serve(
    settings: Settings,
    ready: Callable[[int], None] | None = None,
    listening: socket.socket | None = None,
    neighbours: Neighbours | None = None,
) -> int:
    """Serve until Ctrl-C; the exit code. ``ready`` is called with the port once pages can be loaded.
    ``listening`` is a socket to serve at, where several processes, the ``neighbours``, share one.

    What keeps a server from starting is printed as one line on standard error, exit code 2.
    """
    try:
        sys.setswitchinterval(SWITCH)
        check_calls(settings)
        offer(settings)
        tls: dict[str, Any] = secured(settings)
        listening = listening or listen(settings.host, settings.port)
        with listening, alone_with(settings.database):
            store = Store(settings.database, settings.key)
            metrics = Metrics()
            application = make_app(settings, store, metrics)
            hall: Hall = application.state["hall"]
            front = Front(application, settings, metrics, hall.house)
            handover = Handover(neighbours) if neighbours and IS_POSSIBLE else None
            http, websocket = protocols(Gate(settings, front, handover))
            port = listening.getsockname()[1]
            config = uvicorn.Config(
                front,
                ws=websocket,
                ws_max_size=LARGEST_MESSAGE,
                ws_per_message_deflate=False,
                loop="uvloop" if sys.platform != "win32" else "asyncio",
                http=http,
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                timeout_graceful_shutdown=3,
                proxy_headers=False,
                **tls,
            )
            logs.set_up(settings.log_form, settings.log_level)
            server = Server(config, (lambda: ready(port)) if ready else None, handover, hall.checks)
            server.run(sockets=[listening])
    except CannotServe as reason:
        print(f"throwdown: {reason}", file=sys.stderr)
        return CANNOT_SERVE
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: one more would interrupt Python's own end
        return 0
    return 0 if server.started else CANNOT_SERVE
