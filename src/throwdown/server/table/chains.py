"""Chains of fair dice: what a browser commits to, what a table tells of it, and links as they are saved."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy import delete as erase
from sqlalchemy.exc import IntegrityError

from throwdown.kernel.errors import BadLink
from throwdown.kernel.fair import LENGTH, ChainEnd, ServerChains, chain_end
from throwdown.server.errors import Refusal
from throwdown.server.storage.schema import links
from throwdown.server.storage.statements import Statement
from throwdown.server.table.tables import WAITING, TableRecord
from throwdown.server.wire import FairTable

FORGET_LINKS = Statement(erase(links).where(links.c.match == bindparam("match")))


def asked_chain(tip: str, length: int) -> ChainEnd | None:
    """The chain that a browser commits to, None where it has none; refuses what is none."""
    try:
        return chain_end(tip, length) if tip else None
    except BadLink as error:
        raise Refusal(str(error)) from None


@lru_cache(4096)
def _server_tip(secret: str) -> str:
    return ServerChains(bytes.fromhex(secret), LENGTH).chain(0).end.tip


def fair_seen(table: TableRecord, version: int) -> FairTable | None:
    """What is told of fair dice before the match and in it; None where there are none."""
    waits = table.phase == WAITING
    if not table.secret or not (table.wants_fair_dice if waits else table.linked):
        return None
    ends = () if waits else tuple(table.chains.get(seat) for seat in table.lineup)
    return FairTable((_server_tip(table.secret), LENGTH), version, ends)


def save_link(connection: Connection, row: tuple[int, int, int, str, str]) -> None:
    """Save (match, roll, seat, link, tip of the next chain) for other processes."""
    match, roll, seat, own, after = row
    with suppress(IntegrityError), connection.begin_nested():  # it may have been heard twice
        connection.execute(insert(links).values(match=match, roll=roll, seat=seat, link=own, next=after))


def links_of(connection: Connection, match: int, roll: int) -> list[tuple[int, str, str]]:
    """The links saved for that roll: (seat, link, tip of the next chain)."""
    at = (links.c.match == match) & (links.c.roll == roll)
    return [(row.seat, row.link, row.next) for row in connection.execute(select(links).where(at))]


def forget_links(connection: Connection, match: int) -> None:
    """Delete the links of a match that is over: they are saved with its events."""
    FORGET_LINKS.run(connection, match=match)
