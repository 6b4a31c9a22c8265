"""HTTP: a person's settings on every device, and where they are called."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from functools import partial

from litestar import delete, get, post, put
from litestar.datastructures import CacheControlHeader
from msgspec import Struct
from sqlalchemy import Connection

from throwdown.kernel.game import load
from throwdown.server.api.games import AnyRequest, must_be_guest
from throwdown.server.archive import sharing
from throwdown.server.errors import Refusal
from throwdown.server.guests import people
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.guests.people import Mail, PersonRecord, Webhook
from throwdown.server.hall import Hall
from throwdown.server.notify.calling import test_call
from throwdown.server.notify.mailing import checked_address
from throwdown.server.notify.outgoing import Failed, target_of
from throwdown.server.room.room import Room
from throwdown.server.table import records, sets
from throwdown.server.table.audience import persons
from throwdown.server.table.tables import PLAYING, TableRecord
from throwdown.server.timing.patience import short
from throwdown.server.web.guard import client_address
from throwdown.server.wire.forms import Running

SETTINGS = {  # what follows a person, and what each may be
    "theme": ("system", "light", "dark"),
    "pace": ("calm", "quick", "at once"),
    "motion": ("system", "less"),
    "quick dice": ("yes", "no"),
    "sound": ("yes", "no"),
    "quiet at night": ("yes", "no"),
    "vibration": ("yes", "no"),
    "keys": ("yes", "no"),
    people.SHARES: ("no", "yes"),
}
MOST_TABLES = 20  # that a person is told of at once
CODE_FOR = 15 * 60.0  # seconds that a code that was mailed is good
CODE_TRIES = 5


class Ways(Struct, frozen=True):
    """How you are called: the webhook with the secret that signs what it gets, and the mail address, which
    counts once it is ``confirmed``. ``off`` says why one is no longer called. ``mails``: this server can send
    mail."""

    mails: bool
    webhook: str = ""
    secret: str = ""
    webhook_off: str = ""
    mail: str = ""
    confirmed: bool = False
    mail_off: str = ""


class Chosen(Struct, frozen=True):
    """Settings by name, such as ``theme``."""

    settings: dict[str, str]


class Where(Struct, frozen=True):
    """A webhook's address, or a mail address."""

    address: str


class Proof(Struct, frozen=True):
    """The code that was mailed."""

    code: str


def checked_settings(settings: dict[str, str]) -> dict[str, str]:
    """``settings`` as they are kept; refuses, quoting it, what is none."""
    for name, value in settings.items():
        if name not in SETTINGS:
            raise Refusal(f"unknown setting {name[:30]!r}; known are {', '.join(SETTINGS)}", 400)
        if value not in SETTINGS[name]:
            raise Refusal(f"{name} is {value[:30]!r}: needs one of {', '.join(SETTINGS[name])}", 400)
    return settings


def ways_of(person: PersonRecord, hall: Hall) -> Ways:
    hook, mail = person.webhook, person.mail
    return Ways(
        mails=bool(hall.settings.smtp),
        webhook=hook.url if hook else "",
        secret=hook.secret if hook else "",
        webhook_off=hook.off if hook else "",
        mail=mail.address if mail else "",
        confirmed=bool(mail and mail.confirmed),
        mail_off=mail.off if mail else "",
    )


async def _person(hall: Hall, guest: Guest) -> PersonRecord:
    return await hall.store.read(partial(people.load, guest=guest.id))


@get("/api/me/settings", cache_control=CacheControlHeader(no_store=True))
async def my_settings(request: AnyRequest, signer: Signer, hall: Hall) -> Chosen:
    """The settings that follow you; those that you never chose are left out."""
    return Chosen((await _person(hall, must_be_guest(request, signer))).settings)


@put("/api/me/settings")
async def keep_settings(request: AnyRequest, signer: Signer, hall: Hall, data: Chosen) -> Chosen:
    """Keep settings on the server, beside those that are kept already. Who no longer allows puzzles of his
    matches takes those away that were made of them."""
    guest, chosen = must_be_guest(request, signer), checked_settings(data.settings)

    def op(person: PersonRecord) -> PersonRecord:
        person.settings |= chosen
        return person

    def work(connection: Connection) -> Chosen:
        person = people.change(connection, guest.id, op)
        if people.SHARES in chosen and not person.shares:
            sharing.withdraw(connection, guest.id)
        return Chosen(person.settings)

    return await hall.caller.change(guest.id, work)


@get("/api/me/calls", cache_control=CacheControlHeader(no_store=True))
async def my_calls(request: AnyRequest, signer: Signer, hall: Hall) -> Ways:
    """How you are called when it is your turn."""
    return ways_of(await _person(hall, must_be_guest(request, signer)), hall)


def _may_try(request: AnyRequest, hall: Hall, guest: Guest) -> None:
    if not hall.calls.take(client_address(request)) or not hall.calls.take(f"guest {guest.id}"):
        raise Refusal("you have tried many addresses: wait a while before the next", 429)


@put("/api/me/calls/webhook")
async def set_webhook(request: AnyRequest, signer: Signer, hall: Hall, data: Where) -> Ways:
    """Be called at a web address: it is called once now, and counts if it answers with a success."""
    guest = must_be_guest(request, signer)
    target_of(data.address)
    _may_try(request, hall, guest)
    hook = Webhook(data.address, secrets.token_hex(16), str(request.base_url).rstrip("/"))
    try:
        await hall.caller.post(hook, test_call())
    except Failed as error:
        raise Refusal(f"the address was called, and {error}", 400) from None

    def op(person: PersonRecord) -> Ways:
        if person.webhook and person.webhook.url == hook.url:
            hook.secret = person.webhook.secret
        person.webhook = hook
        return ways_of(person, hall)

    return await hall.caller.keep(guest.id, op)


@delete("/api/me/calls/webhook")
async def remove_webhook(request: AnyRequest, signer: Signer, hall: Hall) -> None:
    """Be called at no web address any more."""

    def op(person: PersonRecord) -> None:
        person.webhook = None

    await hall.caller.keep(must_be_guest(request, signer).id, op)


@put("/api/me/calls/mail")
async def set_mail_address(request: AnyRequest, signer: Signer, hall: Hall, data: Where) -> Ways:
    """Be called by mail: a code is mailed to the address, which counts once you have given the code."""
    guest, address = must_be_guest(request, signer), checked_address(data.address)
    if not hall.settings.smtp:
        raise Refusal("this server sends no mail", 400)
    _may_try(request, hall, guest)
    if not hall.calls.take(f"mail {address.lower()}"):
        raise Refusal("many codes were mailed to that address: wait a while before the next", 429)
    code = f"{secrets.randbelow(10**6):06}"
    base = str(request.base_url).rstrip("/")
    text = f"{code} is your code. Give it in Throwdown, in Settings, within a quarter of an hour.\n\n"
    text += "If you know nothing of this, somebody has mistyped their address, and nothing more will come.\n"
    try:
        await hall.caller.send_mail(address, f"Throwdown: {code}", text)
    except Failed as error:
        raise Refusal(str(error), 400) from None

    def op(person: PersonRecord) -> Ways:
        person.mail = Mail(address, base, code, time.time() + CODE_FOR)
        return ways_of(person, hall)

    return await hall.caller.keep(guest.id, op)


@post("/api/me/calls/mail/confirm", status_code=200)
async def confirm_mail_address(request: AnyRequest, signer: Signer, hall: Hall, data: Proof) -> Ways:
    """Confirm a mail address by the code that was mailed there."""

    def op(person: PersonRecord) -> Ways | None:
        mail = person.mail
        if mail is None or not mail.code or mail.until < time.time() or mail.tries >= CODE_TRIES:
            return None
        mail.tries += 1
        if not secrets.compare_digest(mail.code.encode(), data.code.strip().encode(errors="replace")):
            return None
        mail.confirmed, mail.code = True, ""
        return ways_of(person, hall)

    ways = await hall.caller.keep(must_be_guest(request, signer).id, op)
    if ways is None:
        raise Refusal("that is not the code, or it is no longer good: have another one mailed", 400)
    return ways


@delete("/api/me/calls/mail")
async def remove_mail_address(request: AnyRequest, signer: Signer, hall: Hall) -> None:
    """Get no mail any more."""

    def op(person: PersonRecord) -> None:
        person.mail = None

    await hall.caller.keep(must_be_guest(request, signer).id, op)


def running(table: TableRecord, you: int, here: frozenset[str], room: Room | None) -> Running:
    own = table.seat_in_match(you)
    waits = room.timekeeping.awaits(own) if room and room.playing and table.phase == PLAYING else {}
    awaited = tuple(table.seat_at_table(seat) for seat in sorted(waits))
    times = [left for left in ([waits[own]] if own in waits else waits.values()) if left is not None]
    return Running(
        table.id,
        table.game,
        load(table.game).title,
        persons(table, here),
        you,
        table.phase,
        short(table.patience),
        awaited,
        round(min(times), 1) if times else None,
        sets.next_game(table),
        table.position is not None,
        tuple(sorted(table.rematch)),
    )


def _order(one: Running) -> tuple[bool, bool, float]:
    """Your turn first, then what waits for others, then what waits for people; the least time first."""
    left = one.left if one.left is not None else float("inf")
    return (one.you not in one.awaited, one.phase != PLAYING, left)


@get("/api/me/tables", cache_control=CacheControlHeader(no_store=True))
async def my_tables(request: AnyRequest, signer: Signer, hall: Hall) -> list[Running]:
    """The tables at which you sit and that are not over, or where a rematch is asked for: first where it is
    your turn, by the time left."""
    guest = must_be_guest(request, signer)
    found = await hall.store.read(partial(records.tables_of, guest=guest.id, most=MOST_TABLES))
    told: list[Running] = []
    for table in found:
        room = None
        with suppress(Refusal):
            room = await hall.room(table.id) if table.phase == PLAYING else None
        told.append(running(table, table.seat_of(guest), hall.here(table.id), room))
    return sorted(told, key=_order)


ROUTES = [
    my_tables,
    my_settings,
    keep_settings,
    my_calls,
    set_webhook,
    remove_webhook,
    set_mail_address,
    confirm_mail_address,
    remove_mail_address,
]
