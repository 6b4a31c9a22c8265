"""Calls people who are awaited and do not look: a webhook with signed JSON, mail, notices of browsers.

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
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

import throwdown
from throwdown.kernel.english import listed
from throwdown.kernel.game import load
from throwdown.server.errors import Refusal
from throwdown.server.guests import people
from throwdown.server.guests.people import Mail, PersonRecord, Webhook
from throwdown.server.notify import mailing, notices, outgoing, push
from throwdown.server.notify.notices import Notice
from throwdown.server.notify.outgoing import Failed
from throwdown.server.notify.push import Browser
from throwdown.server.settings import Settings
from throwdown.server.storage.bus import one_line
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.store import Store
from throwdown.server.table.audience import Audience
from throwdown.server.table.playing import Playing
from throwdown.server.table.tables import OVER, PERSON, PLAYING, TableRecord
from throwdown.server.timing.patience import span

TURN, REMINDER, ENDED, REMATCH, TEST = "turn", "reminder", "over", "rematch", "test"
RETRIES = (30.0, 120.0, 600.0, 3600.0, 6 * 3600.0)  # seconds between tries
MOST_FAILURES = 5  # one after the other, after which an address is no longer called
KNOWN = 20_000  # notices that are known to be saved
LOOK = 2.0  # seconds between looks for what is due
TIDY = 3600.0
LEARN = 60.0  # seconds until guests who asked another process to be called are known here
SIGNATURE = "Throwdown-Signature"
FULL_WIDTH = str.maketrans("@<>[]", "＠＜＞［］")

log = logging.getLogger("throwdown.server")
T = TypeVar("T")
Way = Webhook | Mail | Browser


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


class Room(Protocol):
    """A table at which people may be awaited."""

    record: TableRecord
    playing: Playing | None
    audience: Audience

    def bot_on(self, seat: int) -> str:
        """The kind of bot that plays ``seat`` of the table just now, empty for a person who is here."""
        ...

    def holds(self, seat: int) -> bool:
        """Whether ``seat`` of the match has let the window pass that is open."""
        ...

    def time_left(self, seat: int) -> float | None:
        """Seconds that ``seat`` of the match has left; None where its clock does not run."""
        ...

    async def ask(self, act: Callable[[], Awaitable[T]]) -> T:
        """The outcome of ``act``, done when everything before it is done."""
        ...


class Caller:
    """Notes who is to be called, and calls them; ``room`` opens a table by its id."""

    def __init__(
        self, settings: Settings, store: Store, room: Callable[[str], Coroutine[Any, Any, Room]]
    ) -> None:
        self._settings = settings
        self._store = store
        self._room = room
        self.called: frozenset[str] = frozenset()  # the guests who want to be
        self._known: OrderedDict[Notice, None] = OrderedDict()
        self._new: list[Notice] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._calling: dict[str, asyncio.Task[None]] = {}  # by guest
        self._threads = ThreadPoolExecutor(2, "mail")
        self._push_keys: tuple[bytes, str] | None = None  # private and public

    async def start(self) -> None:
        self.called = await self._store.read(people.called)
        self._task = asyncio.create_task(self._work(), name="calling people")

    async def stop(self) -> None:
        tasks = [*([self._task] if self._task else []), *self._calling.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._save()
        self._threads.shutdown(wait=False, cancel_futures=True)

    # What is to be told

    def awaits(self, room: Room) -> None:
        """After every change of a match: note who is awaited and does not look."""
        match, record = room.playing, room.record
        if not self.called or match is None or record.phase != PLAYING:
            return
        for seat in match.match.awaited:
            if seat < match.match.seats and not room.holds(seat):
                self._note(room, record.seat_at_table(seat), TURN, match.last_of(seat))

    def reminds(self, room: Room, seat: int) -> None:
        """Note a reminder for the person on ``seat`` of the match, whose time is nearly up."""
        if room.playing:
            self._note(room, room.record.seat_at_table(seat), REMINDER, room.playing.last_of(seat))

    def ended(self, room: Room) -> None:
        """Note for everybody who played that the match is over."""
        for seat in room.record.people():
            self._note(room, seat, ENDED, 0)

    def asks_again(self, room: Room) -> None:
        """Note for the others that somebody asks for a rematch."""
        for seat in room.record.people():
            if seat not in room.record.rematch:
                self._note(room, seat, REMATCH, 0)

    def _note(self, room: Room, seat: int, kind: str, turn: int) -> None:
        guest = room.record.seats[seat].guest
        if guest not in self.called or guest in room.audience.seen_by or room.bot_on(seat):
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
        tidied = learned = 0.0
        while True:
            try:
                await self._save()
                for notice in await self._due():  # nobody waits for an address that answers slowly
                    self._calling[notice.guest] = asyncio.create_task(self._deliver(notice))
                if time.monotonic() - tidied > TIDY:
                    tidied = time.monotonic()
                    await self._store.write(partial(notices.clear, now=time.time()))
                if time.monotonic() - learned > LEARN:
                    learned = time.monotonic()
                    self.called = await self._store.read(people.called)
            except Exception as error:  # the next round comes anyway
                log.warning("cannot call people, trying again: %s", one_line(error))
            self._wake.clear()
            if not self._new:
                try:
                    async with asyncio.timeout(min(LOOK, max(0.05, self._settings.call_wait))):
                        await self._wake.wait()
                except TimeoutError:
                    pass

    async def _save(self) -> None:
        new, self._new = self._new, []
        if new:
            due = time.time() + self._settings.call_wait
            await self._store.write(partial(notices.note, found=new, due=due))

    async def _due(self) -> list[Notice]:
        due = await self._store.read(notices.next_due)
        if due is None or due > time.time():
            return []
        return await self._store.write(partial(notices.claim, now=time.time(), busy=list(self._calling)))

    async def _deliver(self, notice: Notice) -> None:
        try:
            await self._send(notice)
        except Exception as error:  # the notice is saved, and claimed again later
            log.warning("cannot call somebody, trying again: %s", one_line(error))
        finally:
            del self._calling[notice.guest]
            self._wake.set()

    async def _send(self, notice: Notice) -> None:
        try:
            room = await self._room(notice.table)
        except Refusal:
            room = None
        if room is None or not await room.ask(partial(self._still_counts, room, notice)):
            await self._done(notice, None)
            return
        reached, is_all = await self.call(notice.guest, self._words(room, notice), notice.reached)
        notice = notice._replace(reached=reached)
        again = not is_all and notice.tries <= len(RETRIES)
        await self._done(notice, time.time() + RETRIES[notice.tries - 1] if again else None)

    async def _done(self, notice: Notice, due: float | None) -> None:
        await self._store.write(partial(notices.again, notice=notice, due=due))

    async def _still_counts(self, room: Room, notice: Notice) -> bool:
        record, match = room.record, room.playing
        seat = next((n for n, one in enumerate(record.seats) if one.guest == notice.guest), -1)
        if record.match_id != notice.match or seat < 0 or notice.guest in room.audience.seen_by:
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
        names = [plain(one.name) for one in record.seats if one.guest != notice.guest]
        others = f" with {listed(names)}" if names else ""
        seat = next(n for n, one in enumerate(record.seats) if one.guest == notice.guest)
        left = room.time_left(record.seat_in_match(seat))
        time_left = f" You have {_about(left)} left." if left is not None else ""
        words = {
            TURN: f"Your turn in {title}{others}.{time_left}",
            REMINDER: f"Your time in {title}{others} is nearly up.{time_left}",
            ENDED: f"Your match of {title}{others} is over.",
            REMATCH: f"A rematch of {title}{others} is asked for.",
        }[notice.kind]
        return _call(notice.kind, words, f"/t/{record.id}", title, record.id)

    async def _ways(self, guest: str) -> dict[str, Way]:
        """Everything by which ``guest`` is called, by its name among those that have reached them."""

        def read(connection: Connection) -> tuple[PersonRecord, list[Browser]]:
            return people.load(connection, guest), push.browsers(connection, guest)

        person, browsers = await self._store.read(read)
        hook, mail = person.webhook, person.mail
        ways: dict[str, Way] = {}
        if hook and not hook.off:
            ways["webhook"] = hook
        if mail and mail.confirmed and not mail.off:
            ways["mail"] = mail
        return ways | {browser.id: browser for browser in browsers}

    async def _reach(self, guest: str, way: Way, call: Call) -> bool:
        """Call ``guest`` once by one way, and note how that went; False: it is worth another try."""
        failed: Failed | None = None
        try:
            if isinstance(way, Webhook):
                await self.post(way, call)
            elif isinstance(way, Mail):
                await self.mail(way, call)
            else:
                await self.push(way, call)
        except Failed as error:
            failed = error
        if not isinstance(way, Browser):
            await self.keep(guest, partial(_count, way=type(way), failed=str(failed or "")))
            return failed is None
        if failed is None and not way.failures:
            return True
        gone = failed is not None and failed.status in push.GONE
        most = 1 if gone else MOST_FAILURES
        await self.change(
            guest, partial(push.note, guest=guest, browser=way, failed=failed is not None, most=most)
        )
        return failed is None or gone

    async def call(
        self, guest: str, call: Call, reached: tuple[str, ...] = ()
    ) -> tuple[tuple[str, ...], bool]:
        """Call ``guest`` by every way but those that have ``reached`` them already; by which ways they are
        reached now, and whether those are all."""
        ways = await self._ways(guest)
        left = [name for name in ways if name not in reached]
        done = await asyncio.gather(*(self._reach(guest, ways[name], call) for name in left))
        return (*reached, *(name for name, is_done in zip(left, done, strict=True) if is_done)), all(done)

    async def keep(self, guest: str, op: Callable[[PersonRecord], T]) -> T:
        """Do ``op`` to what is kept of ``guest``, and know from now on whether they are called."""
        return await self.change(guest, partial(people.change, guest=guest, op=op))

    async def change(self, guest: str, work: Callable[[Connection], T]) -> T:
        """Do ``work`` on the database, and know from now on whether ``guest`` is called."""
        result, is_called = await self._store.write(partial(_changed, guest=guest, work=work))
        self.called = self.called | {guest} if is_called else self.called - {guest}
        return result

    async def push_key(self) -> str:
        """The public key by which push services know this server."""
        return (await self._keys())[1]

    async def _keys(self) -> tuple[bytes, str]:
        if self._push_keys is None:
            private = await self._store.read(push.own_key)
            self._push_keys = private, await asyncio.to_thread(push.public_key, private)
        return self._push_keys

    async def push(self, browser: Browser, call: Call) -> None:
        """Have a browser show a notice; raises :class:`Failed`."""
        private, _ = await self._keys()
        text = msgspec.json.encode(call)
        seal = partial(push.sealed, browser, text, private, self._settings.mail_from, call.table)
        body, headers = await asyncio.to_thread(seal)
        await outgoing.post(browser.endpoint, body, headers, outgoing.networks(self._settings.call_networks))

    async def post(self, hook: Webhook, call: Call) -> None:
        """Call a webhook once; raises :class:`Failed`."""
        body = msgspec.json.encode(msgspec.structs.replace(call, url=hook.base + call.url))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"Throwdown/{throwdown.__version__}",
            SIGNATURE: signature(hook.secret, int(time.time()), body),
        }
        await outgoing.post(hook.url, body, headers, outgoing.networks(self._settings.call_networks))

    async def mail(self, mail: Mail, call: Call) -> None:
        """Send a mail once; raises :class:`Failed`."""
        no_more = f"Settings, and no more such mails: {mail.base}/settings"
        await self.send_mail(mail.address, call.title, f"{call.text}\n\n{mail.base}{call.url}\n\n{no_more}\n")

    async def send_mail(self, to: str, subject: str, text: str) -> None:
        """Send a mail over the host's server; raises :class:`Failed`."""
        settings = self._settings
        if not settings.smtp:
            raise Failed("this server sends no mail")
        send = partial(mailing.send, settings.smtp, settings.mail_from, to, subject, text)
        await asyncio.get_running_loop().run_in_executor(self._threads, send)


def _changed(connection: Connection, guest: str, work: Callable[[Connection], T]) -> tuple[T, bool]:
    one_at_a_time(connection)
    return work(connection), people.note_called(connection, guest)


def plain(name: str) -> str:
    """A name as it is told elsewhere: chat servers would take ``@everyone`` or ``<!channel>`` for a call to
    all who are there, and brackets for a link."""
    return name.translate(FULL_WIDTH)


def test_call() -> Call:
    """What is sent to see whether an address can be called."""
    words = "Throwdown calls you here when it is your turn."
    return _call(TEST, words, "/settings", "Throwdown", "")


def _about(seconds: float) -> str:
    return span(max(60, round(seconds / 60) * 60) if seconds < 7200 else round(seconds / 3600) * 3600)


def _call(kind: str, words: str, path: str, title: str, table: str) -> Call:
    return Call(kind, words, words, words, path, title, table, int(time.time()))


def _count(person: PersonRecord, way: type[Webhook | Mail], failed: str) -> None:
    """Note how a call went; an address that fails again and again is no longer called."""
    one = person.webhook if way is Webhook else person.mail
    if one is None:
        return
    one.failures = one.failures + 1 if failed else 0
    if one.failures >= MOST_FAILURES:
        one.off = f"{MOST_FAILURES} calls failed, the last because {failed}"
