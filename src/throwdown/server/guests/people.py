"""What is kept of a person beside the cookie: settings that follow them, and where they want to be called."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

import msgspec
from msgspec import Struct, field
from sqlalchemy import Connection, exists, insert, select, update

from throwdown.server.storage.schema import people, pushes

T = TypeVar("T")
SHARES = "puzzles of my matches"  # the setting


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
    """What is kept of one person beside the cookie: settings, addresses, and whom they have muted."""

    settings: dict[str, str] = field(default_factory=dict[str, str])
    webhook: Webhook | None = None
    mail: Mail | None = None
    muted: list[str] = field(default_factory=list[str])  # guests whose words are not shown to this one

    @property
    def shares(self) -> bool:
        """Whether puzzles may be made of the person's finished matches."""
        return self.settings.get(SHARES) == "yes"

    @property
    def is_called(self) -> bool:
        """Whether there is an address of the person's own at which they want to be called."""
        hook, mail = self.webhook, self.mail
        return bool((hook and not hook.off) or (mail and mail.confirmed and not mail.off))


RECORDS = msgspec.json.Decoder(PersonRecord)  # made before there are threads


def load(connection: Connection, guest: str) -> PersonRecord:
    """What is kept of ``guest``; nothing of most."""
    record = connection.execute(select(people.c.record).where(people.c.guest == guest)).scalar()
    return RECORDS.decode(record) if record else PersonRecord()


def change(connection: Connection, guest: str, op: Callable[[PersonRecord], T]) -> T:
    """Do ``op`` to what is kept of ``guest``, and save it; :func:`note_called` has to follow."""
    record = load(connection, guest)
    result = op(record)
    saved = msgspec.json.encode(record)
    done = connection.execute(
        update(people).where(people.c.guest == guest).values(record=saved, shares=record.shares)
    )
    if done.rowcount != 1:
        connection.execute(
            insert(people).values(guest=guest, record=saved, called=False, shares=record.shares)
        )
    return result


def note_called(connection: Connection, guest: str) -> bool:
    """Save whether ``guest`` wants to be called: at an address, or by a push service; whether they do."""
    record = load(connection, guest)
    has_pushes = connection.execute(select(exists().where(pushes.c.guest == guest))).scalar()
    is_called = record.is_called or bool(has_pushes)
    known = connection.execute(update(people).where(people.c.guest == guest).values(called=is_called))
    if is_called and known.rowcount != 1:
        connection.execute(
            insert(people).values(guest=guest, called=True, record=msgspec.json.encode(record))
        )
    return is_called


def muted_by(connection: Connection, guests: Collection[str]) -> dict[str, frozenset[str]]:
    """Whom each of ``guests`` has muted."""
    rows = connection.execute(select(people.c.guest, people.c.record).where(people.c.guest.in_(guests)))
    found = {guest: frozenset(RECORDS.decode(record).muted) for guest, record in rows}
    return {guest: found.get(guest, frozenset()) for guest in guests}


def called(connection: Connection) -> frozenset[str]:
    """The guests who want to be called."""
    return frozenset(connection.execute(select(people.c.guest).where(people.c.called)).scalars())
