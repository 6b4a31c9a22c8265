"""What people at a table ask of each other in a match: to take a choice back, or to end it early.

One thing is asked at a time, and holds until something happens in the match that all are told of: whoever
chooses meanwhile has said no, in secret as soon as all have chosen. All people who are there have to agree;
bots do.
"""

from __future__ import annotations

import asyncio
from functools import partial

from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.log import TAKE_BACK, Entry
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.room.judging import Judging
from throwdown.server.room.served import Served, check_match
from throwdown.server.table import playing
from throwdown.server.table.playing import Playing
from throwdown.server.table.tables import PERSON, PLAYING, Asking, TableRecord
from throwdown.server.timing.patience import DAYS
from throwdown.server.wire.forms import Wanted

BACK, END = "take back", "end"
KINDS = (BACK, END)
ANSWER = 60.0  # seconds after which no answer is a no, but at a table over days
MOST_BACK = 3  # choices that a seat may take back in a match
NO_MORE = "that is asked no more: look what is"


class Agreements:
    """What is asked at one table."""

    def __init__(self, room: Served, judging: Judging) -> None:
        self._room = room
        self._judging = judging
        self._timer: asyncio.TimerHandle | None = None

    async def say(self, guest: Guest, wish: Wanted) -> None:
        """Ask for something, or answer what somebody asks for: that alone which the answer names, for another
        may be asked by the time that it comes. Not ``wanted``: say no, or ask no more."""
        room, what, wanted = self._room, wish.what, wish.wanted
        if what not in KINDS:
            raise Refusal(f"unknown request {what[:20]!r}; known are {', '.join(KINDS)}", 400)
        seat, match = room.record.seat_of(guest), room.playing
        if seat < 0:
            raise Refusal("you do not sit at this table", 403)
        if match is None or room.record.phase != PLAYING or match.match.over:
            raise Refusal("no match is being played")
        if room.record.seat_in_match(seat) < 0:
            raise Refusal("you sit this match out", 403)
        check_match(room, wish.match_id)
        asking = self.asking
        if wish.seat >= 0 and (asking is None or _name(asking) != (what, wish.seat, wish.n)):
            raise Refusal(NO_MORE)
        if not wanted:
            if asking and asking.what == what:
                await room.change(partial(_ask_no_more, asking=asking))
            return
        if asking and asking.what != what:
            raise Refusal("something else is being asked: answer that first")
        if asking is None:
            asking, number = await self._asked(match, seat, what)
            await room.change(partial(_ask, asking=asking, number=number))
        elif wish.seat < 0 and what == BACK:  # who wants another choice back agrees to nothing
            if asking.seat != seat:
                raise Refusal(
                    f"{room.record.seats[asking.seat].name} asks to take a choice back: answer that first"
                )
        else:
            await room.change(partial(_agree, seat=seat, asking=asking))

    @property
    def asking(self) -> Asking | None:
        """What is being asked, if nothing has happened in the match since, as far as all are told."""
        asking, match = self._room.record.asking, self._room.playing
        return asking if asking and match and asking.n == match.known_to(SPECTATOR) else None

    @property
    def is_concerned(self) -> bool:
        """Whether :meth:`settle` has anything to do: something is asked, or was until now."""
        return self._room.record.asking is not None or self._timer is not None

    async def settle(self) -> None:
        """After every change of the table: do what all have agreed to, and forget what was not agreed to."""
        record = self._room.record
        asking = self.asking
        if asking is None:
            self.stop()
            if record.asking and self._room.playing:
                await self._room.change(partial(_ask_no_more, asking=record.asking))
        elif self._needed(asking.seat) <= {*asking.agreed}:
            await self._do(asking)
        elif self._timer is None and record.patience.kind != DAYS:
            over = partial(self._room.post, partial(self._no_answer, asking.n))
            self._timer = asyncio.get_running_loop().call_later(ANSWER, over)

    def stop(self) -> None:
        """Stop waiting for answers: nothing is asked, or the room is let go of."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    async def _asked(self, match: Playing, seat: int, what: str) -> tuple[Asking, int]:
        """What ``seat`` of the table asks for, and the number of the choice that it is about; refuses what
        cannot be."""
        room, played = self._room, self._room.record.seat_in_match(seat)
        if what == END:
            if not match.match.game.about.early_end:
                raise Refusal(f"{match.match.game.title} is played to its end")
            if not any(other != seat for other in self._people()):
                raise Refusal("only bots play against you: resign, or leave the table")
            return Asking(what, seat, match.known_to(SPECTATOR), [seat]), 0
        if self._judging.racers or self._judging.in_windows:
            raise Refusal("nothing is taken back in a race, or while a window of cards is open")
        if match.match.log.count(Entry(played, TAKE_BACK)) >= MOST_BACK:
            raise Refusal(f"{MOST_BACK} choices taken back are enough for a match")
        look = partial(match.match.to_take_back, played)
        try:
            number, stays = await asyncio.get_running_loop().run_in_executor(room.hall.opener, look)
        except IllegalEvent as error:
            raise Refusal(f"that cannot be taken back: {str(error).partition(': ')[2]}") from None
        keeps = sorted(room.record.seat_at_table(other) for other in stays)
        known, row = match.known_to(SPECTATOR), self._in_a_row(match, seat, played, number)
        return Asking(what, seat, known, [seat], row, keeps), number

    def _in_a_row(self, match: Playing, seat: int, played: int, number: int) -> int:
        """How often ``seat`` has asked in a row, this time included: it has made no choice between that it
        has not asked to take back."""
        last, row = self._room.record.asked.get(seat, (0, 0))
        own = [n for n, entry in enumerate(match.match.log, 1) if entry.seat == played and entry.event >= 0]
        between = [n for n in own if last < n < number]
        return row + 1 if last and not between else 1

    def _people(self) -> set[int]:
        """The seats of the table whose people play the match themselves just now."""
        record = self._room.record
        lineup = record.lineup or range(len(record.seats))
        away = self._room.stand_ins
        return {seat for seat in lineup if record.seats[seat].kind == PERSON and seat not in away}

    def _needed(self, asking: int) -> set[int]:
        return self._people() | {asking}

    async def _do(self, asking: Asking) -> None:
        self.stop()
        played = self._room.record.seat_in_match(asking.seat)
        last = self._room.record.seat_in_match(asking.agreed[-1])
        make = playing.take_back(played) if asking.what == BACK else playing.agree(last)
        await self._room.act(make)

    async def _no_answer(self, n: int) -> None:
        self._timer, asking = None, self.asking
        if asking and asking.n == n:
            await self._room.change(partial(_ask_no_more, asking=asking))


def _name(asking: Asking) -> tuple[str, int, int]:
    """What tells a question from all others of a match."""
    return asking.what, asking.seat, asking.n


def _ask(table: TableRecord, asking: Asking, number: int) -> None:
    if table.asking and table.asking.n == asking.n:  # through another process, meanwhile
        raise Refusal("something is being asked: answer that first")
    table.asking = asking
    if number:
        table.asked[asking.seat] = (number, asking.again)


def _agree(table: TableRecord, seat: int, asking: Asking) -> None:
    if table.asking is None or _name(table.asking) != _name(asking):
        raise Refusal(NO_MORE)
    if seat not in table.asking.agreed:
        table.asking.agreed.append(seat)


def _ask_no_more(table: TableRecord, asking: Asking) -> None:
    if table.asking and _name(table.asking) == _name(asking):
        table.asking = None
