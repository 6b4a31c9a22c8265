"""Everything about a server that its owner can set."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct, field
from platformdirs import user_data_path

from throwdown.server.errors import CannotServe
from throwdown.server.logs import Form, Level


def data_folder() -> Path:
    """The folder of this user's games, made if it is missing. Raises :class:`CannotServe`."""
    folder = user_data_path("throwdown", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"cannot make the folder {folder}: {error.strerror}") from None
    return folder


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'throwdown.db'}"


def given_key() -> str:
    """The master key that the environment gives, empty where it gives none."""
    return os.environ.get("THROWDOWN_KEY", "")


class Settings(Struct, kw_only=True, frozen=True):
    """How to serve. Times are in seconds.

    ``database`` is a URL of SQLite or PostgreSQL; with PostgreSQL several processes may serve the same
    tables. ``key`` opens the secrets in it, 64 hexadecimal digits; where it is empty the key is in a file:
    for SQLite ``FILE.key`` beside the database, for PostgreSQL ``throwdown.key`` in the data folder.
    ``origins`` are further web origins that may speak to this server, as ``https://games.example``.
    ``trusted_proxies`` are addresses or networks of proxies, whose forwarding headers tell the client's
    address, the scheme and the host; nobody else's do. ``allowed_hosts`` are names of this server,
    ``*.games.example`` or ``*`` for any; addresses and names of local networks need no mention.
    ``race_count`` is how long a live race is counted in, ``race_roll`` how long the dice of a roll in it
    are in the air: no seat rolls more often, person or bot.
    ``grace`` is how long a seat waits for its person before a bot plays on, at tables without clocks that say
    nothing of it, ``seed_wait`` how long a match waits for the browsers' seeds, ``link_wait`` how
    long a roll of fair dice waits for the links of those who are there, ``idle`` how long an
    unused table stays in memory, and ``expires`` how long a table that nobody looks at or touches keeps its
    code: one that waits for its first match is then closed.

    A host who is away for ``host_wait`` seconds is followed by whoever has been at the table longest, but at
    tables over days.

    ``tls`` is the folder of a certificate authority of this server's own, which signs what it shows over
    HTTPS; ``tls_cert`` and ``tls_key`` are PEM files of a certificate from elsewhere. Without, it is HTTP.

    Who asked for it is called ``call_wait`` seconds after it became their turn, unless they look. Webhooks in
    private networks are called only within ``call_networks``, such as ``192.168.0.0/16``. Mail is sent over
    ``smtp``, such as ``smtps://name:password@mail.example``, from the address ``mail_from``; none without.

    ``log_form`` is how lines on standard error are written, and ``log_level`` how grave they are at least.
    ``admin`` is the host's token, for the page ``/admin`` and ``/metrics``; neither is there without one.
    Every ``backup_hours`` hours a backup is written to the folder ``backups``, where that is given, and the
    last ``backups_kept`` of them stay there.

    Limits hold for each address, an IPv6 network of 64 bits counting as one: ``reads_*`` for GET requests,
    ``requests_*`` for those that change something and for WebSockets, ``tables_*`` for tables
    opened, an hour.
    ``messages_*`` and ``frames_*`` (control frames and pieces of messages too) hold for each WebSocket,
    ``frames_each_*`` for all WebSockets of one address together.
    ``connections_each`` may be open from one address, ``sockets_a_guest`` be a guest's WebSockets.

    ``players`` are files of trained players, which the tables of their games offer.

    With ``compile_aside`` all rules are compiled while the first tables are played already; with
    ``compiled_elsewhere`` another process on this machine does that, and they are loaded here. With
    ``hints_ahead`` the process that gives first hints is started when somebody plays who may ask for one.
    With ``search_puzzles`` puzzles are looked for in finished matches whose players all allow it.
    """

    host: str = "0.0.0.0"
    port: int = 8000
    database: str = field(default_factory=default_database)
    key: str = field(default_factory=given_key)
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    grace: float = 60.0
    seed_wait: float = 1.0
    link_wait: float = 5.0
    human_pace: tuple[float, float] = (0.9, 1.8)
    race_count: float = 3.0
    race_roll: float = 0.7
    idle: float = 120.0
    messages_a_second: float = 40.0
    messages_at_once: int = 120
    requests_a_second: float = 20.0
    requests_at_once: int = 200
    reads_a_second: float = 100.0
    reads_at_once: int = 3000
    frames_a_second: float = 120.0
    frames_at_once: int = 1000
    frames_each_a_second: float = 1200.0
    frames_each_at_once: int = 3000
    connections_each: int = 256
    connections_in_all: int = 8000
    sockets_a_guest: int = 24
    tables_an_hour: float = 120.0
    tables_at_once: int = 40
    rooms: int = 4000
    backlog_in_all: int = 256 * 2**20  # bytes
    head_timeout: float = 15.0
    body_timeout: float = 30.0
    unread_timeout: float = 60.0
    expires: float = 24 * 3600.0
    tls: str = ""
    tls_cert: str = ""
    tls_key: str = ""
    host_wait: float = 600.0
    call_wait: float = 12.0
    call_networks: tuple[str, ...] = ()
    smtp: str = ""
    mail_from: str = ""
    log_form: Form = "text"
    log_level: Level = "warning"
    admin: str = ""
    backups: Path | None = None
    backup_hours: float = 24.0
    backups_kept: int = 14
    bundle: Path = Path(__file__).parent / "static"
    compile_aside: bool = True
    compiled_elsewhere: bool = False
    hints_ahead: bool = False
    search_puzzles: bool = True
    players: tuple[Path, ...] = ()
