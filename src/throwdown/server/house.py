"""What the host has set for the whole server: a notice for everybody, bans, and whether it is being
drained."""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from throwdown.server.errors import Refusal
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import bans, house

LONGEST_NOTICE = 400  # letters
NOTICE = "notice"


class Ban(Struct, frozen=True):
    """Somebody who is not let in: the id of a guest, or an address. ``until`` is in seconds since 1970, 0 for
    good; ``why`` is the host's own note."""

    who: str
    until: float = 0.0
    why: str = ""

    @property
    def holds(self) -> bool:
        return not self.until or self.until > time.time()


class Said(Struct, frozen=True):
    """What the host has announced and banned, as the database keeps it."""

    notice: str
    bans: tuple[Ban, ...]


class House:
    """What holds in this process. ``draining`` is not saved: a server that is started again is open."""

    def __init__(self) -> None:
        self.notice = ""
        self.draining = False
        self.bans: dict[str, Ban] = {}

    def learn(self, said: Said) -> None:
        """Take over what is saved."""
        self.notice = said.notice
        self.bans = {ban.who: ban for ban in said.bans}

    def admit(self, *names: str) -> None:
        """Refuse whoever goes by one of ``names``, guests' ids and addresses, and is not let in."""
        for name in names:
            ban = self.bans.get(name)
            if ban and ban.holds:
                raise Refusal("the host of this server does not let you in", 403)

    def opens(self) -> None:
        """Refuse what begins something new while the server is being drained."""
        if self.draining:
            raise Refusal(
                "this server is about to be stopped for a while: matches go on, none is opened", 503
            )


def load(connection: Connection) -> Said:
    notice = connection.execute(select(house.c.value).where(house.c.name == NOTICE)).scalar()
    return Said(notice.decode() if notice else "", tuple(_bans(connection)))


def _bans(connection: Connection) -> Iterable[Ban]:
    rows = connection.execute(select(bans.c.who, bans.c.until, bans.c.why).order_by(bans.c.who))
    return (Ban(*row) for row in rows)


def save_notice(connection: Connection, text: str) -> None:
    one_at_a_time(connection)
    connection.execute(delete(house).where(house.c.name == NOTICE))
    if text:
        connection.execute(insert(house).values(name=NOTICE, value=text.encode()))


def save_ban(connection: Connection, ban: Ban) -> None:
    """Keep the ban in place of an earlier one of the same, and forget those that are over."""
    one_at_a_time(connection)
    lift(connection, ban.who)
    connection.execute(delete(bans).where(bans.c.until > 0, bans.c.until < time.time()))
    connection.execute(insert(bans).values(**msgspec.structs.asdict(ban)))


def lift(connection: Connection, who: str) -> bool:
    """Lift a ban; returns whether there was one."""
    return connection.execute(delete(bans).where(bans.c.who == who)).rowcount > 0
