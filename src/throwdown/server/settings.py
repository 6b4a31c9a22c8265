"""Everything about a server that its owner can set."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct, field
from platformdirs import user_data_path


def data_folder() -> Path:
    """The folder of this user's games, made if it is missing."""
    folder = user_data_path("throwdown", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
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
    nothing of it, ``seed_wait`` how long a match waits for the browsers' seeds, ``idle`` how long an
    unused table stays in memory, and ``expires`` how long a table that nobody looks at or touches keeps its
    code: one that waits for its first match is then closed.

    Who asked for it is called ``call_wait`` seconds after it became their turn, unless they look. Webhooks in
    private networks are called only within ``call_networks``, such as ``192.168.0.0/16``. Mail is sent over
    ``smtp``, such as ``smtps://name:password@mail.example``, from the address ``mail_from``; none without.

    Limits hold for each address, an IPv6 network of 64 bits counting as one: ``reads_*`` for GET requests,
    ``requests_*`` for those that change something and for WebSockets, ``tables_*`` for tables
    opened, an hour.
    ``messages_*`` and ``frames_*`` (control frames and pieces of messages too) hold for each WebSocket.
    ``connections_each`` may be open from one address, ``sockets_a_guest`` be a guest's WebSockets.
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
    call_wait: float = 12.0
    call_networks: tuple[str, ...] = ()
    smtp: str = ""
    mail_from: str = ""
    bundle: Path = Path(__file__).parent / "static"
    compile_aside: bool = True
