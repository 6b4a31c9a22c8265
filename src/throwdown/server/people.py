"""What is kept of a person beside the cookie: settings that follow them, and where they want to be called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import Struct, field
from sqlalchemy import Connection, insert, select, update

from throwdown.server.schema import people

T = TypeVar("T")


class Webhook(Struct, omit_defaults=True):
    """An address that is called: ``secret`` signs what is sent, and ``base`` is the address under which the
    person uses this server. ``off`` says why it is no longer called."""

    url: str
    secret: str
    base: str
    failures: int = 0  # one after the other
    off: str = ""


class Mail(Struct, omit_defaults=True):
    """An address that mail is sent to, once its owner has confirmed it with ``code``, good until ``until``
    in seconds since 1970."""

    address: str
    base: str
    code: str = ""
    until: float = 0.0
    tries: int = 0
    confirmed: bool = False
    failures: int = 0
    off: str = ""


class PersonRecord(Struct, omit_defaults=True):
    """One person."""

    settings: dict[str, str] = field(default_factory=dict[str, str])
    webhook: Webhook | None = None
    mail: Mail | None = None

    @property
    def is_called(self) -> bool:
        """Whether there is an address at which the person wants to be called."""
        hook, mail = self.webhook, self.mail
        return bool((hook and not hook.off) or (mail and mail.confirmed and not mail.off))


RECORDS = msgspec.json.Decoder(PersonRecord)  # made before there are threads


def load(connection: Connection, guest: str) -> PersonRecord:
    """What is kept of ``guest``; nothing of most."""
    record = connection.execute(select(people.c.record).where(people.c.guest == guest)).scalar()
    return RECORDS.decode(record) if record else PersonRecord()


def change(connection: Connection, guest: str, op: Callable[[PersonRecord], T]) -> T:
    """Do ``op`` to what is kept of ``guest``, and save it."""
    record = load(connection, guest)
    result = op(record)
    values = {"record": msgspec.json.encode(record), "called": record.is_called}
    done = connection.execute(update(people).where(people.c.guest == guest).values(**values))
    if done.rowcount != 1:
        connection.execute(insert(people).values(guest=guest, **values))
    return result


def called(connection: Connection) -> frozenset[str]:
    """The guests who want to be called."""
    return frozenset(connection.execute(select(people.c.guest).where(people.c.called)).scalars())
