"""Rolls of fair dice, see ``docs/fair-dice.md``."""

from __future__ import annotations

from msgspec import Struct, field

from throwdown.server.wire.message import Message


class OpenLink(Message, tag="open", frozen=True):
    """Roll ``roll`` is due after event ``n``: send the link of your chain for it. ``digest`` is that of the
    log so far."""

    roll: int
    n: int
    digest: str
    match_id: str = ""


class Drawn(Struct, omit_defaults=True, frozen=True, gc=False):
    """Event ``n`` of a roll: the place of what came up among ``size`` tickets or, where ``weights`` are,
    among the events that have so many."""

    n: int
    size: int
    drew: int
    weights: tuple[int, ...] = ()


class Links(Message, tag="links", frozen=True):
    """Roll ``roll`` has come up, after event ``n``: the ``server``'s link and those of the seats, empty where
    the server's chain stood in. ``silent`` are seats that were asked and did not answer in time; ``next`` are
    the ends of chains that seats go on with, and ``server_next`` of the server's. ``events`` are those that
    everybody sees."""

    roll: int
    n: int
    digest: str
    server: str
    links: tuple[str, ...]
    silent: tuple[int, ...] = ()
    next: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    server_next: str = ""
    events: tuple[Drawn, ...] = ()
    match_id: str = ""
