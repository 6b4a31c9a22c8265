"""What connections ask of a table: each request is carried out on its room, or refused with the reason."""

from __future__ import annotations

from functools import partial

from throwdown.kernel.log import RESIGN
from throwdown.server.errors import Refusal
from throwdown.server.room.room import TRIES, Room
from throwdown.server.room.served import check_match
from throwdown.server.table import between, playing, tables
from throwdown.server.table.audience import Viewer
from throwdown.server.table.chains import asked_chain
from throwdown.server.table.physical import checked_hand
from throwdown.server.table.playing import Make
from throwdown.server.table.tables import TableRecord
from throwdown.server.wire import (
    Done,
    Earlier,
    Hint,
    Hurry,
    Link,
    Look,
    NoHint,
    Play,
    React,
    Refused,
    Rematch,
    Resign,
    Say,
    Seed,
    Showing,
    Sync,
    Waive,
    Wish,
)


async def hear(room: Room, viewer: Viewer, request: Wish, arrived: float) -> None:
    """Carry out what a connection asked for at ``arrived``, by the loop's clock; else refuse it."""
    try:
        if not isinstance(request, Sync):
            check_match(room, request.match_id)
        match request:
            case Play():
                await _play(room, viewer, request, arrived)
            case Resign(number):
                seat = _plays(room, viewer)
                await _carry_out(room, viewer, seat, number, RESIGN, playing.resign(seat))
            case Sync(after, match_id):
                await _sync(room, viewer, after, match_id)
            case Earlier(until, after):
                room.hall.stories.ask(viewer, room.match(), until, after)
            case Hint(number):
                await room.hints.ask(viewer, request, _plays(room, viewer), room.match())
                _done(room, viewer, number)
            case NoHint():
                room.hints.drop(viewer)
            case Waive(number):
                room.judging.waive(_plays(room, viewer))
                _done(room, viewer, number)
                await room.settle()
            case Showing(seconds):
                room.judging.shows(_plays(room, viewer), seconds)
            case Look(on):
                room.look(viewer, on)
            case React(word):
                await room.company.react(viewer, word)
            case Say(text):
                await room.company.write(viewer, text)
            case Hurry():
                _hurry(room, _plays(room, viewer))
            case Seed():
                await _seed(room, viewer, request)
            case Link():
                await room.rolls.hear(viewer, request)
            case Rematch(number):
                over = room.record.match_id
                await room.change(
                    partial(_vote, match_id=over, seat=_seat(room, viewer), is_kept=bool(room.kept))
                )
                room.hall.caller.asks_again(room)
                _done(room, viewer, number)
    except Refusal as refusal:
        number = getattr(request, "request", 0)
        viewer.tell(Refused(number, refusal.why, _last(room, viewer), room.match_id))


def _vote(table: TableRecord, match_id: int, seat: int, *, is_kept: bool) -> None:
    between.vote_rematch(table, match_id, seat, is_kept=is_kept)


def _done(room: Room, viewer: Viewer, request: int, n: int | None = None) -> None:
    """Answer that ``request`` was carried out, as event ``n`` or after the last one."""
    viewer.tell(Done(request, _last(room, viewer) if n is None else n, room.match_id))


def _last(room: Room, viewer: Viewer) -> int:
    """The number of the last event that ``viewer`` is told of."""
    return room.playing.known_to(viewer.place) if room.playing else 0


async def _sync(room: Room, viewer: Viewer, after: int, match_id: str) -> None:
    if not room.hall.bus.alone:
        await room.refresh()
    if match_id not in ("", room.match_id):
        after = 0
    if not 0 <= after <= _last(room, viewer):
        raise Refusal(f"there is no event {after}")
    if not after:
        room.tell_table(viewer)
        await room.company.greet(viewer)
    if room.stage and after and not viewer.raw:
        await room.prepare(room.stage, viewer.place)
    room.show(viewer, after)


def _hurry(room: Room, seat: int) -> None:
    """Bots make no pause until a person is awaited; not while one other than ``seat`` is."""
    awaited = room.playing.match.awaited if room.playing else ()
    if all(other == seat or room.bot_on(room.record.seat_at_table(other)) for other in awaited):
        room.bots.thinkers.hurry()
        room.judging.hurry()


async def _seed(room: Room, viewer: Viewer, wish: Seed) -> None:
    seed, chain = wish.seed, asked_chain(wish.tip, wish.links)
    viewer.checks, viewer.chainless = chain is not None, False
    if len(seed) > 64 or not seed or any(digit not in "0123456789abcdef" for digit in seed):
        raise Refusal(f"a seed is 1 to 64 hexadecimal digits 0 to f: {seed[:20]!r}")
    seat = _seat(room, viewer)
    await room.change(lambda table: tables.add_seed(table, seat, seed, chain))


def _seat(room: Room, viewer: Viewer) -> int:
    if viewer.seat < 0:
        raise Refusal("you do not sit at this table")
    return viewer.seat


def _plays(room: Room, viewer: Viewer) -> int:
    """The viewer's seat in the match."""
    _seat(room, viewer)
    if viewer.plays < 0:
        raise Refusal("you sit this match out")
    return viewer.plays


async def _play(room: Room, viewer: Viewer, wish: Play, arrived: float) -> None:
    request, event, after, hand = wish.request, wish.event, wish.after, wish.hand
    if after > _last(room, viewer) and not room.hall.bus.alone:
        await room.refresh()  # it was seen through another process, perhaps
    seat, match = _plays(room, viewer), room.match()
    if after > match.known_to(seat):
        raise Refusal(f"there is no event {after} yet: choose again")
    room.bots.thinkers.allowance.anew()
    sent_again = viewer.guest and match.made_by(viewer.guest.id, request, seat, event)
    judge = room.judging if room.judging.is_needed else None
    if judge and not sent_again and judge.takes_press(viewer, request, event, arrived):
        return
    if judge and judge.puts_off(seat, event, partial(hear, room, viewer, wish, arrived)):
        return
    if not sent_again:
        room.timekeeping.takes(viewer, arrived)
    if not sent_again and match.moved_on(seat, after):
        raise Refusal(
            f"the table has moved on to event {match.known_to(seat)} since event {after}: choose again"
        )
    if judge and not sent_again and judge.takes_pass(seat, event):
        _done(room, viewer, request)
        await room.settle()
        return
    make = playing.play(seat, event, checked_hand(hand) if hand else None)
    await _carry_out(room, viewer, seat, request, event, make)


async def _carry_out(room: Room, viewer: Viewer, seat: int, request: int, event: int, make: Make) -> None:
    """Make the event that ``viewer``, who plays ``seat``, asks for, once, and answer when it is saved."""
    guest = viewer.guest.id if viewer.guest else ""
    for _ in range(TRIES):
        match = room.match()
        if number := match.made_by(guest, request, seat, event):
            _done(room, viewer, request, number)
            return
        if await room.act(make, guest, request, partial(_done, room, viewer, request, match.n + 1)):
            return
    raise Refusal("the table is too busy: try again")
