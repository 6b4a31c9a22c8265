"""Those who look at a table: their connections, and what each of them is told."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from sys import getsizeof
from typing import Any

from msgspec import structs

from throwdown.kernel.chance import commitment
from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.game import Game, load
from throwdown.kernel.tables import Plain, Value
from throwdown.server.guests.identity import Guest
from throwdown.server.races.latency import RoundTrips
from throwdown.server.table import sets
from throwdown.server.table.chains import fair_seen
from throwdown.server.table.changes import marks
from throwdown.server.table.playing import Playing
from throwdown.server.table.stage import Stage, encode
from throwdown.server.table.tables import BOT, PERSON, Asking, TableRecord, seat_colours
from throwdown.server.timing.patience import terms
from throwdown.server.wire import Arena, Asked, Changed, Hinted, Message, Person, Table, id_text

BACKLOG, BACKLOG_BYTES = 400, 2**20  # messages, and what they take, that a slow connection may leave unread
CLOSING = 5.0  # seconds to read what is left
GOING_AWAY, TOO_SLOW, NO_SUCH_TABLE = 1001, 1013, 4404
UNTOLD = -1

log = logging.getLogger("throwdown.server")


class Backlog:
    """What all connections of this process together leave unread: beyond ``most`` bytes whoever is told more
    while it has not read what it was told is cut off. It also has those who are about to be written to."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._due: list[Viewer] = []

    def write_soon(self, viewer: Viewer) -> None:
        """Let ``viewer`` write what is in its outbox once all that can be done now is done, with all others
        that are to write then."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._write)
        self._due.append(viewer)

    def _write(self) -> None:
        due, self._due = self._due, []
        for viewer in due:
            try:
                viewer.write_out()
            except Exception:  # whatever is wrong with one connection concerns no other
                log.exception("a viewer was not told")


class Viewer:
    """One connection: its guest, its seat (-1: only watching), and the messages on their way to it.

    ``n`` is the number of the last event it was told, :data:`UNTOLD` where it was not even told how the match
    begins; ``plays`` is its seat in the match (-1: none).
    """

    def __init__(
        self,
        guest: Guest | None,
        raw: bool,
        send: Callable[[Any], Awaitable[None]],
        backlog: Backlog | None = None,
    ) -> None:
        self.guest = guest
        self.raw = raw
        self.seat = -1
        self.plays = -1
        self.n = UNTOLD
        self.arena: Arena | None = None
        self.table = b""  # as it was told it last
        self.closing = 0
        self.cut: Callable[[], object] = lambda: None  # ends a connection that reads no more
        self.link = RoundTrips()
        self.lag = 0.0  # seconds that everything waits, so that the farthest sees it at the same moment
        self.asked = 0  # requests that wait for the table
        self.looks = True  # the page is not hidden behind others, as far as it has said
        self.address = ""  # what limits by address count the connection as
        self.chainless = False  # it has said that it has no chain for the match
        self.checks = False  # it is told links though it is a program
        self.reads = False  # whether a page of what was said is being made for it
        self._held: deque[bytes] = deque()
        self._send = send
        self._outbox: deque[bytes] = deque()
        self._size = 0  # bytes in the outbox, and on their way out of it
        self._backlog = backlog or Backlog(BACKLOG_BYTES)
        self._wake: asyncio.Event = asyncio.Event()
        self.write: Callable[[bytes], bool] = lambda text: False  # sends at once, or says that it cannot
        self._is_due = False  # whether the outbox is about to be written
        self._is_sending = False  # whether something before what is in the outbox is still on its way

    @property
    def place(self) -> int:
        """The seat in the sense of the rules: whoever only watches is the spectator."""
        return self.plays if self.plays >= 0 else SPECTATOR

    def tell(self, message: Message) -> None:
        self.send(encode(message))

    def send(self, text: bytes) -> None:
        """Put ``text``, a message in UTF-8, in the outbox, after ``lag``; a connection that reads too slowly
        is closed, and may come back."""
        if self.closing:
            return
        if not self.lag and not self._held:
            self.send_now(text)
        elif len(self._held) >= BACKLOG:
            self.close(TOO_SLOW)
        else:
            self._held.append(text)
            asyncio.get_running_loop().call_later(self.lag, self._release)

    def _release(self) -> None:
        if self._held:
            self.send_now(self._held.popleft())

    def send_now(self, text: bytes) -> None:
        if self.closing:
            return
        size = getsizeof(text)
        if self._size and self._is_full(size):
            self.drop()
            self.close(TOO_SLOW)
            return
        self._outbox.append(text)
        self._size += size
        self._backlog.size += size
        if not self._is_due:
            self._is_due = True
            self._backlog.write_soon(self)

    def _is_full(self, size: int) -> bool:
        """Whether a message of ``size`` bytes is more than may be left unread."""
        is_crowded = self._backlog.size + size > self._backlog.most
        return len(self._outbox) >= BACKLOG or self._size + size > BACKLOG_BYTES or is_crowded

    def write_out(self) -> None:
        """Write what is in the outbox, or leave it to :meth:`pump`, which waits until it can be sent.

        All that is there goes together, one message a line: a write to a socket costs as much as a move."""
        self._is_due = False
        if self._is_sending or not self._outbox:
            return
        if self.write(b"\n".join(self._outbox)):
            self._count(-self._size)  # nothing before it is on its way
            self._outbox.clear()
        else:
            self._wake.set()

    def close(self, code: int) -> None:
        """Close the connection once its outbox is empty."""
        if not self.closing:
            self.closing = code
            self._wake.set()
            asyncio.get_running_loop().call_later(CLOSING, self.cut)

    def drop(self) -> None:
        """Forget what is in the outbox."""
        self._count(-sum(map(getsizeof, self._outbox)))
        self._outbox.clear()
        self._held.clear()

    def _count(self, size: int) -> None:
        self._size += size
        self._backlog.size += size

    async def pump(self) -> None:
        """Send what could not be written at once, until the connection is to be closed; then close it."""
        while self._outbox or not self.closing:
            if not self._outbox:
                self._wake.clear()
                await self._wake.wait()
            if self._outbox:
                size, text = sum(map(getsizeof, self._outbox)), b"\n".join(self._outbox)
                self._outbox.clear()
                self._is_sending = True
                try:
                    await self._send({"type": "websocket.send", "text": text.decode()})
                finally:
                    self._is_sending = False
                    self._count(-size)
        await self._send({"type": "websocket.close", "code": self.closing, "reason": ""})


class Audience:
    """The viewers of one table."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.here: frozenset[str] = frozenset()  # the ids of the guests who look on through this process
        self.everywhere: frozenset[str] = frozenset()  # or through any
        self.looking: frozenset[str] = frozenset()  # those with a page here that is not hidden behind others
        self.seen_by: frozenset[str] = frozenset()  # or with one through any process
        self._elsewhere: dict[str, frozenset[str]] = {}
        self._looking_elsewhere: dict[str, frozenset[str]] = {}
        self._new = True  # whether others listen than at the last telling
        self.changes = 0  # how often somebody has come, gone, or looked away

    def join(self, viewer: Viewer) -> None:
        self.viewers.add(viewer)
        self._count()

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self._count()

    @property
    def watchers(self) -> int:
        """How many connections only watch."""
        return sum(viewer.seat < 0 for viewer in self.viewers)

    def look(self, viewer: Viewer, on: bool) -> None:
        """Note that a viewer's page is looked at, or hidden."""
        viewer.looks = on
        self._count()

    def others(self, process: str, guests: frozenset[str], hidden: frozenset[str]) -> None:
        """Note which guests look on through another process, and who of them has hidden all pages."""
        self._elsewhere[process] = guests
        self._looking_elsewhere[process] = guests - hidden
        self._count()

    def _count(self) -> None:
        self.here = frozenset(viewer.guest.id for viewer in self.viewers if viewer.guest)
        self.everywhere = self.here.union(*self._elsewhere.values())
        self.looking = frozenset(one.guest.id for one in self.viewers if one.guest and one.looks)
        self.seen_by = self.looking.union(*self._looking_elsewhere.values())
        self._new = True
        self.changes += 1

    def reseat(self, table: TableRecord) -> None:
        """Give every viewer the seat that its guest now holds."""
        self._new = True
        for viewer in self.viewers:
            viewer.seat = table.seat_of(viewer.guest)
            viewer.plays = table.seat_in_match(viewer.seat)

    def start_anew(self) -> None:
        """Begin to tell another match, from its first event."""
        self._new = True
        for viewer in self.viewers:
            viewer.n, viewer.arena = UNTOLD, None

    def tell_table(
        self,
        table: TableRecord,
        stand_ins: Collection[int],
        kept: str = "",
        to: Viewer | None = None,
        grace: float = 0.0,
    ) -> None:
        """Send the table to everybody to whom anything of it is new, or to one as it is: not even by the
        moment is it to show that something secret was saved. ``kept`` and ``grace`` are as
        :func:`table_seen` takes them."""
        people = persons(table, self.everywhere, stand_ins)
        seen = table_seen(table, -1, None, people, self.watchers, kept, grace)
        texts: dict[tuple[int, bool], bytes] = {}
        for viewer in [to] if to else self.viewers:
            key = (viewer.seat, _is_host(table, viewer.guest))
            if key not in texts:
                texts[key] = encode(seen_from(seen, table, *key))
            if to or viewer.table != texts[key]:
                viewer.table = texts[key]
                viewer.send(texts[key])

    def tell(self, message: Message) -> None:
        """Tell everybody who looks on ``message``."""
        text = encode(message)
        for viewer in self.viewers:
            viewer.send(text)

    def tell_arena(self, playing: Playing, to: Viewer | None = None) -> None:
        """Show everybody, or one, the mat where dice are thrown by hand; when it is gone, say so."""
        if playing.physical is None:
            return
        for viewer in [to] if to else self.viewers:
            if not to and playing.known_to(viewer.place) < playing.n:
                continue  # not even by the moment is it to show that somebody has chosen in secret
            seen = playing.physical.seen(playing.match, viewer.place) or Arena(playing.n)
            seen = structs.replace(seen, match_id=id_text(playing.record.id))
            if (seen.mat or (viewer.arena and viewer.arena.mat)) and seen != viewer.arena:
                viewer.tell(seen)
                viewer.arena = seen

    def tell_events(self, stage: Stage) -> None:
        """Send everybody the events that they may be told, and have not been, or how the match begins; who is
        alike gets the same."""
        if self._new:
            stage.close({(viewer.place, viewer.raw) for viewer in self.viewers})
            self._new = False
        texts: dict[tuple[int, bool, int], bytes] = {}
        for viewer in self.viewers:
            place = viewer.place
            n = stage.last(place)
            if viewer.n < n:
                key = (place, viewer.raw, viewer.n)
                if key not in texts:
                    texts[key] = events_text(stage, viewer, max(0, viewer.n))
                viewer.send(texts[key])
                viewer.n = n


def events_text(stage: Stage, viewer: Viewer, after: int) -> bytes:
    """The message with the events after ``after``, in the form that the viewer reads."""
    return encode((stage.events if viewer.raw else stage.steps)(viewer.place, after))


def arrival_text(stage: Stage, viewer: Viewer) -> bytes:
    """The message with the match as it is now, in the form that the viewer reads."""
    return encode(stage.events(viewer.place, 0) if viewer.raw else stage.arrival(viewer.place))


def persons(table: TableRecord, here: Collection[str], stand_ins: Collection[int] = ()) -> tuple[Person, ...]:
    """The seats as others see them, without the ids of guests."""
    colours = seat_colours(table)
    return tuple(
        Person(
            seat=number,
            kind=seat.kind,
            name=seat.name,
            colour=colours[number],
            here=seat.kind == BOT or (seat.kind == PERSON and seat.guest in here),
            stand_in=number in stand_ins,
            host=seat.kind == PERSON and seat.guest == table.host,
            free=number in table.freed,
        )
        for number, seat in enumerate(table.seats)
    )


def table_seen(
    table: TableRecord,
    seat: int,
    guest: Guest | None,
    people: tuple[Person, ...],
    watchers: int = 0,
    kept: str = "",
    grace: float = 0.0,
) -> Table:
    """The table for one viewer; ``kept`` says why its match cannot be played on or shown here, and ``grace``
    is how many seconds the server waits at a live table for whoever left."""
    game = load(table.game)
    seen = Table(
        id=table.id,
        game=table.game,
        title=game.title,
        phase=table.phase,
        people=people,
        you=-1,
        host=False,
        code=table.code,
        open=table.listed,
        pace=table.pace,
        options=agreed(game, table),
        values={value.key: new for value, new in changed(game, table.values)},
        watchers=watchers,
        match=table.number,
        match_id=id_text(table.match_id),
        commitment=commitment(bytes.fromhex(table.secret)) if table.secret else "",
        result=table.result,
        rematch=tuple(table.rematch),
        lineup=tuple(table.lineup),
        series=sets.sheet(table),
        kept=kept,
        patience=table.patience,
        pausing=tuple(table.pausing),
        stands=table.stands,
        unwatched=table.unwatched,
        early_end=game.about.early_end,
        chat=table.chat,
        odds=table.odds,
        hints=table.allows_hints,
        hinting=tuple(seat for seat in table.people() if table.seats[seat].guest in table.hinting),
        hinted=tuple(Hinted(*each) for each in table.hinted),
        changes=tuple(Changed(*each) for each in marks(table.changes)),
        fair=fair_seen(table, game.version),
        terms=terms(table.patience, len(sets.lineup(table)), grace),
        refereed=table.refereed,
        supposed=table.supposed,
        deck=table.deck,
        practice=f"/replay/{at.table}/{at.number}?at={at.n}" if (at := table.position) else "",
    )
    return seen_from(seen, table, seat, _is_host(table, guest))


def seen_from(seen: Table, table: TableRecord, seat: int, is_host: bool) -> Table:
    """The table as somebody has ``seen`` it, for whoever sits on ``seat`` (-1: only watches): these are all
    the fields in which two viewers' tables differ."""
    return structs.replace(seen, you=seat, host=is_host, asking=_asked(table.asking, seat))


def _is_host(table: TableRecord, guest: Guest | None) -> bool:
    return guest is not None and guest.id == table.host


def _asked(asking: Asking | None, seat: int) -> Asked | None:
    """What is asked, as ``seat`` sees it: whether its own choice stays, and not who else has chosen."""
    if asking is None:
        return None
    keeps = tuple(own for own in asking.keeps if own == seat)
    return Asked(asking.what, asking.seat, tuple(asking.agreed), asking.again, keeps, asking.n)


def agreed(game: Game, table: TableRecord) -> dict[str, str]:
    """What the table plays by, where it is not the usual: its set, its deck by name, then the
    values that are changed."""
    sheet = sets.sheet(table)
    deck = {"Deck": table.deck} if table.deck else {}
    return ({"Set": sheet.title} if sheet else {}) | deck | in_words(game, table.values)


def in_words(game: Game, values: Mapping[str, Plain]) -> dict[str, str]:
    """Those of ``values`` that are not as the rulebook has them, by their labels."""
    return {value.label: _said(new) for value, new in changed(game, values)}


def _said(value: Plain) -> str:
    """A value as the form of a new table shows it: ``Yes``, ``5, 4, 4``."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def changed(game: Game, values: Mapping[str, Plain]) -> list[tuple[Value, Plain]]:
    """What is not as the rulebook has it, and what it is."""
    now = [(value, values.get(value.key, value.value)) for value in game.values]
    return [(value, new) for value, new in now if new != value.published]
