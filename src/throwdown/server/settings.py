"""Everything about a server that its owner can set."""

from __future__ import annotations

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


class Settings(Struct, kw_only=True, frozen=True):
    """How to serve. Times are in seconds.

    ``database`` is a URL of SQLite or PostgreSQL; with PostgreSQL several processes may serve the same
    tables. ``origins`` are further web origins that may speak to this server, as
    ``https://games.example``. ``trust_proxy`` takes the client's address from a proxy's header.
    ``grace`` is how long a seat waits for its person before a bot plays on, ``seed_wait`` how long a
    match waits for the browsers' seeds, ``idle`` how long an unused table stays in memory.
    """

    host: str = "0.0.0.0"
    port: int = 8000
    database: str = field(default_factory=default_database)
    origins: tuple[str, ...] = ()
    trust_proxy: bool = False
    grace: float = 60.0
    seed_wait: float = 1.0
    human_pace: tuple[float, float] = (0.9, 1.8)
    idle: float = 120.0
    messages_a_second: float = 40.0
    messages_at_once: int = 120
    requests_a_second: float = 20.0
    requests_at_once: int = 200
    bundle: Path = Path(__file__).parent / "static"
    compile_aside: bool = True
