"""Calls people who are awaited and do not look: a webhook with signed JSON, a mail, or both.

A notice is saved first and sent after a moment, unless its person has come or chosen meanwhile. It is tried
again, later and later, where it could not be sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

import throwdown
from throwdown.kernel.english import listed
from throwdown.kernel.game import load
from throwdown.server import mailing, notices, outgoing, people
from throwdown.server.bus import one_line
from throwdown.server.errors import Refusal
from throwdown.server.notices import Notice
from throwdown.server.outgoing import Failed
from throwdown.server.patience import span
from throwdown.server.people import Mail, PersonRecord, Webhook
from throwdown.server.tables import OVER, PERSON, PLAYING

if TYPE_CHECKING:
    from throwdown.server.hall import Hall
    from throwdown.server.room import Room

TURN, REMINDER, ENDED, REMATCH, TEST = "turn", "reminder", "over", "rematch", "test"
RETRIES = (30.0, 120.0, 600.0, 3600.0, 6 * 3600.0)  # seconds between tries
MOST_FAILURES = 5  # one after the other, after which an address is no longer called
KNOWN = 20_000  # notices that are known to be saved
LOOK = 2.0  # seconds between looks for what is due
TIDY = 3600.0
SIGNATURE = "Throwdown-Signature"

log = logging.getLogger("throwdown.server")
T = TypeVar("T")


class Call(Struct, frozen=True):
    """What a webhook gets. ``text`` and ``content`` are the same words: chat servers read one or the other.
    ``event`` is ``turn``, ``reminder``, ``over``, ``rematch`` or ``test``; ``table`` is the table's id."""

    event: str
    title: str
    text: str
    content: str
    url: str
    game: str
    table: str
    at: int  # seconds since 1970


def signature(secret: str, at: int, body: bytes) -> str:
    """The header that proves who sent ``body``: a SHA-256 HMAC over the time, a full stop and the body."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


class Caller:
    """Notes who is to be called, and calls them."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.called: frozenset[str] = frozenset()  # the guests who want to be
        self._known: OrderedDict[Notice, None] = OrderedDict()
        self._new: list[Notice] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(2, "mail")

    async def start(self) -> None:
        self.called = await self._hall.store.read(people.called)
        self._task = asyncio.create_task(self._work(), name="calling people")

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._save()
        self._threads.shutdown(wait=False, cancel_futures=True)

    # What is to be told

    def awaits(self, room: Room) -> None:
        """After every change of a match: note who is awaited and does not look."""
        match, record = room.playing, room.record
        if not self.called or match is None or record.phase != PLAYING:
            return
        for seat in match.match.awaited:
            if seat < match.match.seats and not room.windows.holds(seat):
                self._note(room, record.seat_at_table(seat), TURN, match.last_of(seat))

    def reminds(self, room: Room, seat: int) -> None:
        """The time of ``seat`` of the match is nearly up."""
        if room.playing:
            self._note(room, room.record.seat_at_table(seat), REMINDER, room.playing.last_of(seat))

    def ended(self, room: Room) -> None:
        """The match is over."""
        for seat in room.record.people():
            self._note(room, seat, ENDED, 0)

    def asks_again(self, room: Room) -> None:
        """Somebody asks for a rematch."""
        for seat in room.record.people():
            if seat not in room.record.rematch:
                self._note(room, seat, REMATCH, 0)

    def _note(self, room: Room, seat: int, kind: str, turn: int) -> None:
        guest = room.record.seats[seat].guest
        if guest not in self.called or guest in room.audience.everywhere or room.bot_on(seat):
            return
        notice = Notice(room.record.match_id, guest, kind, turn, room.record.id)
        if notice not in self._known:
            self._known[notice] = None
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
            self._new.append(notice)
            self._wake.set()

    # Sending

    async def _work(self) -> None:
        tidied = 0.0
        while True:
            try:
                await self._save()
                for notice in await self._due():
                    await self._send(notice)
                if time.monotonic() - tidied > TIDY:
                    tidied = time.monotonic()
                    await self._hall.store.write(partial(notices.clear, now=time.time()))
                    self.called = await self._hall.store.read(people.called)
            except Exception as error:
                log.warning("cannot call people, trying again: %s", one_line(error))
            self._wake.clear()
            if not self._new:
                try:
                    async with asyncio.timeout(min(LOOK, max(0.05, self._hall.settings.call_wait))):
                        await self._wake.wait()
                except TimeoutError:
                    pass

    async def _save(self) -> None:
        new, self._new = self._new, []
        if new:
            due = time.time() + self._hall.settings.call_wait
            await self._hall.store.write(partial(notices.note, found=new, due=due))

    async def _due(self) -> list[Notice]:
        due = await self._hall.store.read(notices.next_due)
        if due is None or due > time.time():
            return []
        return await self._hall.store.write(partial(notices.claim, now=time.time()))

    async def _send(self, notice: Notice) -> None:
        try:
            room = await self._hall.room(notice.table)
        except Refusal:
            room = None
        if room is None or not await room.ask(partial(self._still_counts, room, notice)):
            await self._done(notice, None)
            return
        person = await self._hall.store.read(partial(people.load, guest=notice.guest))
        failed = await self.call(notice.guest, person, self._words(room, notice), room.record.id)
        wait = RETRIES[notice.tries - 1] if failed and notice.tries <= len(RETRIES) else None
        await self._done(notice, None if wait is None else time.time() + wait)

    async def _done(self, notice: Notice, due: float | None) -> None:
        await self._hall.store.write(partial(notices.again, notice=notice, due=due))

    async def _still_counts(self, room: Room, notice: Notice) -> bool:
        record, match = room.record, room.playing
        seat = next((n for n, one in enumerate(record.seats) if one.guest == notice.guest), -1)
        if record.match_id != notice.match or seat < 0 or notice.guest in room.audience.everywhere:
            return False
        if notice.kind == ENDED:
            return record.phase == OVER
        if notice.kind == REMATCH:
            return seat not in record.rematch
        played = record.seat_in_match(seat)
        return bool(
            match
            and played in match.match.awaited
            and match.last_of(played) == notice.turn
            and record.seats[seat].kind == PERSON
        )

    def _words(self, room: Room, notice: Notice) -> Call:
        record = room.record
        title = load(record.game).title
        names = [one.name for one in record.seats if one.guest != notice.guest]
        others = f" with {listed(names)}" if names else ""
        seat = next(n for n, one in enumerate(record.seats) if one.guest == notice.guest)
        left = room.timekeeping.left(record.seat_in_match(seat))
        time_left = f" You have {_about(left)} left." if left is not None else ""
        words = {
            TURN: f"Your turn in {title}{others}.{time_left}",
            REMINDER: f"Your time in {title}{others} is nearly up.{time_left}",
            ENDED: f"Your match of {title}{others} is over.",
            REMATCH: f"A rematch of {title}{others} is asked for.",
        }[notice.kind]
        return _call(notice.kind, words, f"/t/{record.id}", title, record.id)

    async def call(self, guest: str, person: PersonRecord, call: Call, table: str = "") -> str:
        """Call ``guest`` everywhere; why one of the calls failed, empty where none did."""
        failed = ""
        hook, mail = person.webhook, person.mail
        if hook and not hook.off:
            failed = await self._outcome(guest, "webhook", self.post(hook, call))
        if mail and mail.confirmed and not mail.off:
            failed = await self._outcome(guest, "mail", self.mail(mail, call)) or failed
        return failed

    async def _outcome(self, guest: str, way: str, sending: Awaitable[None]) -> str:
        failed = ""
        try:
            await sending
        except Failed as error:
            failed = str(error)
        await self.keep(guest, partial(_count, way=way, failed=failed))
        return failed

    async def keep(self, guest: str, op: Callable[[PersonRecord], T]) -> T:
        """Do ``op`` to what is kept of ``guest``, and know from now on whether they are called."""
        result, person = await self._hall.store.write(partial(_kept, guest=guest, op=op))
        self.called = self.called | {guest} if person.is_called else self.called - {guest}
        return result

    async def post(self, hook: Webhook, call: Call) -> None:
        """Call a webhook once; raises :class:`Failed`."""
        body = msgspec.json.encode(msgspec.structs.replace(call, url=hook.base + call.url))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"Throwdown/{throwdown.__version__}",
            SIGNATURE: signature(hook.secret, int(time.time()), body),
        }
        await outgoing.post(hook.url, body, headers, outgoing.networks(self._hall.settings.call_networks))

    async def mail(self, mail: Mail, call: Call) -> None:
        """Send a mail once; raises :class:`Failed`."""
        no_more = f"Settings, and no more such mails: {mail.base}/settings"
        await self.send_mail(mail.address, call.title, f"{call.text}\n\n{mail.base}{call.url}\n\n{no_more}\n")

    async def send_mail(self, to: str, subject: str, text: str) -> None:
        """Send a mail over the host's server; raises :class:`Failed`."""
        settings = self._hall.settings
        if not settings.smtp:
            raise Failed("this server sends no mail")
        send = partial(mailing.send, settings.smtp, settings.mail_from, to, subject, text)
        await asyncio.get_running_loop().run_in_executor(self._threads, send)


def _kept(connection: Connection, guest: str, op: Callable[[PersonRecord], T]) -> tuple[T, PersonRecord]:
    return people.change(connection, guest, op), people.load(connection, guest)


def test_call() -> Call:
    """What is sent to see whether an address can be called."""
    words = "Throwdown calls you here when it is your turn."
    return _call(TEST, words, "/settings", "Throwdown", "")


def _about(seconds: float) -> str:
    return span(max(60, round(seconds / 60) * 60) if seconds < 7200 else round(seconds / 3600) * 3600)


def _call(kind: str, words: str, path: str, title: str, table: str) -> Call:
    return Call(kind, words, words, words, path, title, table, int(time.time()))


def _count(person: PersonRecord, way: str, failed: str) -> None:
    """Note how a call went; an address that fails again and again is no longer called."""
    one = person.webhook if way == "webhook" else person.mail
    if one is None:
        return
    one.failures = one.failures + 1 if failed else 0
    if one.failures >= MOST_FAILURES:
        one.off = f"{MOST_FAILURES} calls failed, the last because {failed}"
