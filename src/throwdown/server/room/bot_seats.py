"""The seats of one table that bots play: those where a bot sits, and those whose person is gone or late."""

from __future__ import annotations

import random
from functools import partial
from weakref import proxy

from throwdown import bots
from throwdown.server.room.absence import Absence
from throwdown.server.room.judging import Judging
from throwdown.server.room.served import Served
from throwdown.server.room.timekeeping import Timekeeping
from throwdown.server.table import changes, playing
from throwdown.server.table.tables import PERSON, TableRecord
from throwdown.server.work.thinking import Thinkers, Thought, stand_in


class BotSeats:
    """Lets bots think for their seats, and makes what they choose an event of the match."""

    def __init__(self, room: Served, judging: Judging, timekeeping: Timekeeping) -> None:
        self._room, self._judging, self._timekeeping = room, judging, timekeeping
        me: BotSeats = proxy(self)  # timers and threads do not keep it: see Room
        self._known: TableRecord | None = None  # a record never changes: see Room.change
        self._has_bots = True  # at the table of that record
        grace = room.record.patience.grace or room.hall.settings.grace
        self._absence = Absence(grace, lambda seat: room.post(partial(me.replace, seat)))
        self.thinkers = Thinkers(room.hall.threads, lambda thought: room.post(partial(me.play, thought)))

    @property
    def stand_ins(self) -> set[int]:
        """The seats of the table that a bot plays in the place of their people."""
        return self._absence.stand_ins | {*self._room.record.handed}

    @property
    def is_busy(self) -> bool:
        """Whether a bot thinks, or will take over a seat whose person is gone."""
        return bool(self._absence) or len(self.thinkers) > 0

    def on(self, seat: int) -> str:
        """The kind of bot that plays ``seat`` of the table just now, empty for a person who is here. For a
        trained player that this server was not given, the stand-in plays."""
        record = self._room.record
        if seat in self._absence.stand_ins or self._timekeeping.plays_for(seat):
            return stand_in(bots.kinds())
        kind = record.seats[seat].bot if seat < len(record.seats) else ""
        return kind if not kind or bots.is_player(kind) else stand_in(bots.kinds())

    @property
    def _nobody_plays(self) -> bool:
        """Whether people play all seats themselves: nobody is gone or late, and no bot sits here."""
        record = self._room.record
        if record is not self._known:
            self._known, self._has_bots = record, any(seat.bot for seat in record.seats)
        is_timed = record.patience.is_timed or record.handed
        return not (self._has_bots or is_timed or self._absence.stand_ins)

    def stop(self) -> None:
        """Stop bots and grace times, for no match is being played."""
        self._absence.stop()
        self.thinkers.stop()

    # People who are gone

    def watch(self) -> None:
        """Start the grace time of seats whose people are gone, and give back those whose people have come."""
        room = self._room
        if room.record.patience.is_timed:
            return
        if room.record.stands:
            self._absence.stop()
            return
        here = room.audience.everywhere
        for seat in room.record.people():
            if room.record.seats[seat].guest not in here:
                self._absence.gone(seat)
            else:
                if self._absence.back(seat):
                    self.thinkers.cancel(room.record.seat_in_match(seat))
                    room.tell_table()
                if changes.is_stood_in(room.record, seat) and seat not in room.record.handed:
                    back = partial(changes.is_back, number=seat, n=room.told)
                    room.post(partial(room.change, back))

    async def replace(self, seat: int) -> None:
        """The grace time of ``seat`` is over: a bot plays on, unless its person is back."""
        room = self._room
        if self._absence.replace(seat):
            room.tell_table()
            await room.change(partial(changes.bot_chooses, number=seat, n=room.told))
        await room.settle()

    # Choices

    def wake(self) -> None:
        """Let the bots that are awaited think, each with a pause in which a person would have looked."""
        room = self._room
        if room.record.stands:
            self.thinkers.stop()
            return
        match = room.playing.match if room.playing else None
        if self._nobody_plays:
            self.thinkers.relax()
            return
        awaited = match.awaited if match else ()
        kinds = {seat: self.on(room.record.seat_at_table(seat)) for seat in awaited}
        if not all(kinds.values()):
            self.thinkers.relax()
        if match is None or not any(kinds.values()):
            return
        for seat, notice in self._judging.free(seat for seat, kind in kinds.items() if kind).items():
            pace = room.hall.settings.human_pace if room.record.pace == "human" else (0.0, 0.0)
            in_window = self._judging.ready_in(seat)  # as long as one takes there that has nothing to play
            pause = max(random.uniform(*pace), notice) if in_window is None else in_window
            anew = in_window is not None
            self.thinkers.begin(room.match_id, match, seat, kinds[seat], pause, self._sharing(), anew=anew)

    def _sharing(self) -> int:
        """How many bots share what may be thought between two choices of a person; 0 where nobody waits for
        them, or the table gives them time."""
        record = self._room.record
        seats = record.lineup or range(len(record.seats))
        programs = sum(bool(self.on(seat)) for seat in seats)
        is_quick = record.pace != "human" or self.thinkers.is_hurried
        return programs if is_quick and programs < len(seats) else 0

    async def play(self, thought: Thought) -> None:
        """Play what a bot has thought of, unless what it saw has changed meanwhile."""
        room, seat = self._room, thought.seat
        if thought.match_id != room.match_id:
            return
        if self._judging.puts_off(seat, thought.event, partial(self.play, thought)):
            return
        number = room.record.seat_at_table(seat)
        if self._is_fresh(thought) and self._is_only_late(number):
            await room.change(partial(changes.is_late, number=number, n=room.told))
        self.thinkers.done(seat)
        if room.record.stands:
            return
        if self._is_fresh(thought) and not self._judging.takes_of_program(seat, thought.event):
            await room.act(playing.play(seat, thought.event))
        else:
            await room.settle()

    def _is_fresh(self, thought: Thought) -> bool:
        """Whether a bot still chooses for the seat, and sees what it saw when it thought."""
        room, seat = self._room, thought.seat
        match = room.playing.match if room.playing else None
        if match is None or seat not in match.awaited or self._judging.races(seat):
            return False
        return bool(self.on(room.record.seat_at_table(seat))) and match.seen(seat).tobytes() == thought.seen

    def _is_only_late(self, number: int) -> bool:
        """Whether a bot makes a single choice for the person on ``number``, whose time for it is up."""
        record = self._room.record
        is_gone = number in self._absence.stand_ins or number in record.handed
        return not is_gone and record.seats[number].kind == PERSON and self._timekeeping.plays_for(number)
