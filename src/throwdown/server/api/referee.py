"""HTTP: a match that is played with a real box and refereed here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec
from litestar import get, post
from msgspec import Struct, field, structs
from sqlalchemy import Connection

from throwdown.kernel.chance import Committed
from throwdown.kernel.errors import BadValue
from throwdown.kernel.tables import Plain
from throwdown.server.api.beside import BesideKey, may_begin
from throwdown.server.api.games import AnyRequest, current_guest, known_game, must_be_guest
from throwdown.server.api.values import deck_name
from throwdown.server.beside import corrections, filing, knowledge, late, lowering, referee, trays
from throwdown.server.beside.asides import Late
from throwdown.server.beside.beside import Beside, Kept
from throwdown.server.beside.boxes import box_of
from throwdown.server.beside.corrections import Correction, LogLine
from throwdown.server.beside.cups import Asked, Question
from throwdown.server.beside.late import LateWish
from throwdown.server.beside.referee import Refereed
from throwdown.server.beside.refereed import RECORDS, Desk, RefereeRecord, Running
from throwdown.server.beside.seals import app_dice, new_seal
from throwdown.server.beside.trays import Someone, checked_people
from throwdown.server.errors import Refusal, Taken
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.hall import Hall
from throwdown.server.web.guard import client_address
from throwdown.server.work.heavy import Heavy

GOES_ON = {lowering.SHEET: "its score sheet", lowering.DICE: "dice alone"}
THE_TABLE = "the table"  # who enters on a screen that is nobody's own

T = TypeVar("T")
Work = Callable[[RefereeRecord, Running], Running | None]


class NewReferee(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to referee; ``values`` are house values and options, and ``deck`` is their name, if they have
    one."""

    game: str
    people: tuple[Someone, ...]
    values: dict[str, Plain] = field(default_factory=dict[str, Plain])
    deck: str = ""


class EntryWish(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry for ``seat`` (-1: what came up), made on the table as it was at revision ``after``.

    ``answers`` are what owners of cups answered, by seat; ``anyway``: dice under a lifted cup count although
    they do not fit what was said. Under its ``word`` it is known where it is sent again.
    """

    seat: int
    text: str
    after: int
    word: str = ""
    answers: dict[int, str] = field(default_factory=dict[int, str])
    anyway: bool = False


class StepWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to do to the table as it was at revision ``after``; ``many`` entries, where it is to undo.
    Under its ``word`` a cover is known where it is sent again."""

    after: int
    word: str = ""
    many: int = 1


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that this phone is to hold; -1 for none."""

    seat: int


class LowerWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Go on with less, from the table as it was at revision ``after``: ``to`` is ``sheet`` or ``dice``."""

    to: str
    after: int


class CorrectionWish(Struct, frozen=True, forbid_unknown_fields=True):
    """``text`` in the place of entry ``number``; without ``sure`` it is only said what that would do."""

    number: int
    text: str
    after: int
    sure: bool = False


class Asks(NamedTuple):
    """Who asks: the address that limits count, and the guest, if a cookie says who that is."""

    address: str
    guest: Guest | None


class Bench:
    """The matches that are refereed here, one act on each at a time, in threads of their own, and one at a
    time for each address."""

    def __init__(self, beside: Beside) -> None:
        self.beside = beside
        self._desk = Desk()
        self._threads = Heavy()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def stop(self) -> None:
        self._threads.stop()

    def _lock(self, key: str) -> asyncio.Lock:
        """The lock of a match, which is there as long as somebody has or awaits it."""
        return self._locks.setdefault(key, asyncio.Lock())

    async def seen(self, asks: Asks, kept: Kept, wish: int = -1) -> Refereed:
        """The table as this screen sees it."""

        def made() -> Refereed:
            record = RECORDS.decode(kept.record)
            running = self._desk.running(kept.id, kept.revision, record)
            return referee.seen(kept.id, kept.code, kept.revision, record, running, asks.guest, wish)

        async with self._lock(kept.id):
            return await self._threads.run(asks.address, made)

    async def look(self, asks: Asks, key: str, work: Callable[[RefereeRecord, Running], T]) -> T:
        """What ``work`` finds in the match; it changes nothing."""
        kept = await self.beside.find(key, referee.KIND)

        def made() -> T:
            record = RECORDS.decode(kept.record)
            return work(record, self._desk.running(key, kept.revision, record))

        async with self._lock(key):
            return await self._threads.run(asks.address, made)

    async def act(self, asks: Asks, key: str, after: int, work: Work) -> Kept:
        """The record after ``work`` has changed it; ``work`` returns the match that went with it, None
        where it begins anew. Refuses what was asked of a table that has changed since."""
        async with self._lock(key):
            kept = await self.beside.find(key, referee.KIND)
            record = RECORDS.decode(kept.record)
            if after not in (0, kept.revision):
                raise Refusal(_meanwhile(record))
            if record.lowered:
                raise Refusal(f"this table goes on with {GOES_ON[record.lowered]}: it is refereed no longer")
            done = partial(self._work, kept, record, work)
            running = await self._threads.run(asks.address, done)
            before = RECORDS.decode(kept.record)

            def put(connection: Connection, now: Kept) -> bytes:
                if now.revision != kept.revision:
                    raise Refusal(_meanwhile(RECORDS.decode(now.record)))
                filing.save(connection, key, before, record, running.match)
                return msgspec.json.encode(record)

            try:
                kept = await self.beside.change(key, referee.KIND, put)
            except (Refusal, Taken):
                self._desk.forget(key)
                raise
            self._desk.keep(key, kept.revision, running)
            return kept

    def _work(self, kept: Kept, record: RefereeRecord, work: Work) -> Running:
        running = self._desk.running(kept.id, kept.revision, record)
        try:
            now = work(record, running)
        except (Refusal, Asked):
            raise
        except BaseException:
            self._desk.forget(kept.id)
            raise
        running = now or Running(record)
        record.buzzed = [each for each in record.buzzed if each.n <= len(record.log)]
        before = RECORDS.decode(kept.record)
        if record.former == before.former and record.log != before.log:
            record.former = []
        record.edition += not late.is_continued(before, record)
        filing.settle(before, record, running.match)
        return running


def _meanwhile(record: RefereeRecord) -> str:
    by = record.log[-1].by if record.log else THE_TABLE
    return f"something was entered meanwhile, by {by or THE_TABLE}: look again"


def asks_of(request: AnyRequest, signer: Signer) -> Asks:
    return Asks(client_address(request), current_guest(request, signer))


def _screen(record: RefereeRecord, guest: Guest | None) -> str:
    seat = knowledge.seat_of(record, guest)
    return record.people[seat].name if seat >= 0 else THE_TABLE


@post("/api/beside/referee")
async def begin_refereed_match(
    request: AnyRequest, signer: Signer, hall: Hall, beside: Beside, data: NewReferee
) -> BesideKey:
    """Referee a match of a game between these people."""
    may_begin(request, hall)
    game = known_game(data.game)
    box = box_of(game)
    if box is None:
        raise Refusal(f"{game.title} is not refereed beside a box", 404)
    if idle := sorted(set(data.values) & set(box.without)):
        raise Refusal(f"{', '.join(idle)} cannot be set beside a real box", 400)
    people = checked_people(data.people)
    least, most = game.seats
    if not least <= len(people) <= most:
        raise Refusal(f"{game.title} is for {game.seats_in_words} players, not {len(people)}", 400)
    try:
        values = game.check({**data.values, **box.values}, len(people))
    except BadValue as error:
        raise Refusal(str(error), 400) from None

    began, deck = current_guest(request, signer), deck_name(data.deck)

    def make(connection: Connection, key: str) -> bytes:
        secret, told = new_seal(connection, key)
        record = RefereeRecord(game.key, game.version, values, people, secret, told, [], deck=deck)
        record.began = began.id if began else ""
        return msgspec.json.encode(record)

    kept = await beside.add(referee.KIND, make, hall.settings.expires)
    hall.compiling.want(game.key)
    return BesideKey(kept.id, kept.kind, kept.code)


@get("/api/beside/referee/{key:str}")
async def refereed_match(
    request: AnyRequest,
    signer: Signer,
    beside: Beside,
    bench: Bench,
    key: str,
    after: int = 0,
    acting: int = -1,
) -> Refereed:
    """The table, as soon as it is past revision ``after``, or after a while; ``acting`` asks for the choices
    of that seat where several may choose."""
    asks = asks_of(request, signer)
    return await bench.seen(asks, await bench.beside.later(key, referee.KIND, after), acting)


@post("/api/beside/referee/{key:str}/hold", status_code=200)
async def hold_seat(request: AnyRequest, signer: Signer, bench: Bench, key: str, data: SeatWish) -> Refereed:
    """Hold a seat: this phone is that player's own from now on, -1 that of nobody."""
    guest, asks = must_be_guest(request, signer), asks_of(request, signer)

    def work(record: RefereeRecord, running: Running) -> Running:
        referee.hold(record, running, guest, data.seat)
        return running

    return await bench.seen(asks, await bench.act(asks, key, 0, work))


@post("/api/beside/referee/{key:str}/without", status_code=200)
async def go_on_without_phone(
    request: AnyRequest, signer: Signer, bench: Bench, key: str, data: SeatWish
) -> Refereed:
    """The phone that holds a seat is gone, and the seat has none from now on; any screen may say so."""
    asks = asks_of(request, signer)

    def work(record: RefereeRecord, running: Running) -> Running:
        referee.go_without(record, data.seat)
        return running

    return await bench.seen(asks, await bench.act(asks, key, 0, work))


@post("/api/beside/referee/{key:str}/enter", status_code=200)
async def enter_event(
    request: AnyRequest, signer: Signer, bench: Bench, key: str, data: EntryWish
) -> Refereed:
    """Enter what came up, or a choice. Where the owner of a cup has to answer first, nothing is entered, and
    the table says what is ``asked``."""
    asks = asks_of(request, signer)

    said, acting = referee.Said(data.seat, data.text, data.answers, data.anyway), -1

    def work(record: RefereeRecord, running: Running) -> Running:
        nonlocal acting
        awaited = running.match.awaited
        now = referee.enter(record, running, asks.guest, said, _screen(record, asks.guest))
        late.remember(record, data.word)
        acting = referee.next_after(now.match, awaited, data.seat)
        return now

    try:
        kept = await _seen_to_be_tried(bench, asks, key, data, work)
        return await bench.seen(asks, kept, acting)
    except Asked as asked:
        table = await bench.seen(asks, await bench.beside.find(key, referee.KIND))
        return structs.replace(table, asked=asked.question)


async def _seen_to_be_tried(
    bench: Bench, asks: Asks, key: str, wish: EntryWish | CorrectionWish, work: Work
) -> Kept:
    """The record after ``work``; where that cannot be for what others keep secret, this is refused, and the
    whole table sees that it was tried."""
    refused: list[str] = []

    def tried(record: RefereeRecord, running: Running) -> Running | None:
        refused.clear()
        try:
            return work(record, running)
        except referee.Elsewhere as error:
            late.put_tried(record, asks.guest, wish.text, _screen(record, asks.guest))
            refused.append(str(error))
            return None

    kept = await bench.act(asks, key, wish.after, tried)
    if refused:
        raise Refusal(refused[0])
    return kept


@post("/api/beside/referee/{key:str}/cover", status_code=200)
async def cover_dice(request: AnyRequest, signer: Signer, bench: Bench, key: str, data: StepWish) -> Refereed:
    """Dice lie under the cup of somebody without a phone: the app does not know them."""
    asks = asks_of(request, signer)

    def work(record: RefereeRecord, running: Running) -> Running:
        referee.cover(record, running, _screen(record, asks.guest))
        late.remember(record, data.word)
        return running

    return await bench.seen(asks, await bench.act(asks, key, data.after, work))


@post("/api/beside/referee/{key:str}/late", status_code=200)
async def enter_late(request: AnyRequest, signer: Signer, bench: Bench, key: str, data: LateWish) -> Refereed:
    """Enter what a screen kept while it could not reach the server. Where others went on meanwhile, nothing
    is entered before the screen says which line of entries stands."""
    asks = asks_of(request, signer)
    told = await bench.look(asks, key, lambda record, running: late.found(record, running, asks.guest, data))
    if told.differs and not data.stands:
        table = await bench.seen(asks, await bench.beside.find(key, referee.KIND))
        return structs.replace(table, late=told)
    results: list[tuple[Late, Question | None]] = []

    def work(record: RefereeRecord, running: Running) -> None:
        results.append(late.settle(record, running, asks.guest, data, _screen(record, asks.guest)))

    table = await bench.seen(asks, await bench.act(asks, key, 0, work))
    return structs.replace(table, late=results[-1][0], asked=results[-1][1])


@post("/api/beside/referee/{key:str}/roll", status_code=200)
async def roll_for_box(
    request: AnyRequest, signer: Signer, bench: Bench, key: str, data: StepWish
) -> Refereed:
    """Have the app draw the dice or cards that are due, in the place of real ones."""
    asks, beside = asks_of(request, signer), bench.beside
    kept = await beside.find(key, referee.KIND)
    record = RECORDS.decode(kept.record)
    seal, deal = record.commitment, record.deal
    dice: Committed = await beside.read(lambda connection: app_dice(connection, key, record))

    def work(record: RefereeRecord, running: Running) -> Running:
        if (seal, deal) != (record.commitment, record.deal):  # it was opened meanwhile, or dealt anew
            raise Refusal(_meanwhile(record))
        referee.roll(record, running, dice, _screen(record, asks.guest))
        return running

    return await bench.seen(asks, await bench.act(asks, key, data.after, work))


@post("/api/beside/referee/{key:str}/undo", status_code=200)
async def undo_entries(
    request: AnyRequest, signer: Signer, bench: Bench, key: str, data: StepWish
) -> Refereed:
    """Take the last entries back, whoever made them; where a correction was made last, take that back."""
    asks = asks_of(request, signer)

    def work(record: RefereeRecord, _: Running) -> None:
        if record.former and data.many == 1:
            corrections.take_back(record)
        else:
            referee.undo(record, data.many)

    return await bench.seen(asks, await bench.act(asks, key, data.after, work))


@post("/api/beside/referee/{key:str}/lower", status_code=200)
async def lower_refereed_match(
    request: AnyRequest, signer: Signer, hall: Hall, bench: Bench, key: str, data: LowerWish
) -> Refereed:
    """Go on with the score sheet, which keeps the score, or with dice alone; it is not refereed again."""
    asks, dice = asks_of(request, signer), ""
    if data.to == lowering.DICE:
        record = await bench.look(asks, key, lambda record, _: record)
        game = trays.box_for(record.game)
        may_begin(request, hall)
        tray = await bench.beside.add(
            trays.KIND,
            lambda connection, key: trays.new(connection, key, game.key, record.people),
            hall.settings.expires,
        )
        dice = tray.id

    def work(record: RefereeRecord, running: Running) -> Running:
        lowering.lower(record, running.match, data.to, dice)
        return running

    return await bench.seen(asks, await bench.act(asks, key, data.after, work))


@get("/api/beside/referee/{key:str}/lines")
async def refereed_entries(
    request: AnyRequest, signer: Signer, bench: Bench, key: str, since: int = 0
) -> list[LogLine]:
    """The entries after number ``since`` that this screen may know, and what each could have been."""
    asks = asks_of(request, signer)
    return await bench.look(
        asks, key, lambda record, running: list(corrections.lines(record, running, asks.guest, since))
    )


@post("/api/beside/referee/{key:str}/correct", status_code=200)
async def correct_entry(
    request: AnyRequest, signer: Signer, bench: Bench, key: str, data: CorrectionWish
) -> Correction:
    """Correct an earlier entry and replay what followed, or say what that would do."""
    asks = asks_of(request, signer)
    found: list[Correction] = []

    def work(record: RefereeRecord, running: Running) -> None:
        by = _screen(record, asks.guest)
        correction = corrections.correct(
            record, running, asks.guest, data.number, data.text, by, is_sure=data.sure
        )
        found.append(correction)

    if data.sure:
        await _seen_to_be_tried(bench, asks, key, data, work)
    else:
        await bench.look(asks, key, lambda record, running: work(structs.replace(record), running))
    return found[-1]


ROUTES = [
    *(
        begin_refereed_match,
        refereed_match,
        hold_seat,
        go_on_without_phone,
        enter_event,
        cover_dice,
        enter_late,
        roll_for_box,
        undo_entries,
        lower_refereed_match,
        refereed_entries,
        correct_entry,
    ),
]
