"""Hints at a table: who may ask, who is told that somebody did, and what is answered.

At a table of one person and bots hints may be asked for; where several people sit, once all of them have
agreed, and until one of them takes that back. A hint is counted from the hidden copy of whoever asks. That it
was asked for is saved, with the table and with the match, before it is counted.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from throwdown.bots import Sight
from throwdown.bots.search import Thoughts
from throwdown.kernel.compilation import State
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.room.judging import Judging
from throwdown.server.room.served import Served, check_match
from throwdown.server.table import records
from throwdown.server.table.audience import Viewer
from throwdown.server.table.playing import Playing
from throwdown.server.table.tables import TableRecord
from throwdown.server.wire import Advice, AdviceLine
from throwdown.server.wire import Hint as Wish
from throwdown.server.wire.forms import Hinting
from throwdown.study.adviser import Answer, Count, seed_for
from throwdown.study.hints import Hint, why_of

NOT_READY = "hints are counted with compiled rules, which are not ready yet: ask again in a minute"
WENT_ON = "the table has gone on: ask again"
NOTHING = "there is nothing for you to choose just now"
MANY = "you have asked for many hints: wait a few seconds before the next"
FULL = "as many hints are being counted as can be: ask again in a moment"
MOST_MARKS = 2000  # hints of a match that are noted one by one


class _Job(NamedTuple):
    """A decision that is being counted: its number, in which match after which event, and what its seat
    sees."""

    number: int
    match_id: str
    n: int
    sight: Sight


class Hints:
    """The hints of one table; each viewer waits for one at most."""

    def __init__(self, room: Served, judging: Judging) -> None:
        self._room = room
        self._judging = judging
        self._jobs: dict[Viewer, _Job] = {}

    async def agree(self, guest: Guest, wish: Hinting) -> None:
        """Ask for hints, or agree to them; not wanted: take that back."""
        if self._room.record.seat_of(guest) < 0:
            raise Refusal("you do not sit at this table", 403)
        check_match(self._room, wish.match_id)
        await self._room.change(partial(_agree, guest=guest.id, wanted=wish.wanted))
        self.look()

    async def ask(self, viewer: Viewer, wish: Wish, seat: int, playing: Playing) -> None:
        """Begin to count a hint for ``viewer``, who plays ``seat``; refuses what may not be asked now."""
        room, advisers = self._room, self._room.hall.advisers
        if not room.record.allows_hints:
            raise Refusal("hints are off at this table: they may be asked for once everybody agrees")
        if playing.match.game.compilation.state is not State.PLAYERS_READY:
            raise Refusal(NOT_READY)
        if wish.prepare:
            await advisers.prepare(playing.match.game.key)
            return
        self.drop(viewer)
        sight = self._sight(playing, seat, wish.after)
        asker = viewer.guest.id if viewer.guest else viewer.address
        if not advisers.asking.take(asker):
            raise Refusal(MANY)
        if advisers.is_full:
            raise Refusal(FULL)
        await self._note(playing, seat)
        n = playing.known_to(seat)
        place = f"{room.match_id} {n} {seat}"
        number = advisers.number(partial(self._heard, viewer))
        self._jobs[viewer] = _Job(number, room.match_id, n, sight)
        await advisers.count(
            Count(
                number, sight.game.key, sight.state.tobytes(), seat, sight.legal, sight.seats, seed_for(place)
            )
        )

    def _sight(self, playing: Playing, seat: int, after: int) -> Sight:
        """What ``seat`` sees; refuses where it has nothing to choose just now."""
        match = playing.match
        if playing.moved_on(seat, after):
            raise Refusal(
                f"the table has moved on to event {playing.known_to(seat)} since event {after}: ask again"
            )
        if self._judging.races(seat):
            raise Refusal("there are no hints in a live race")
        legal = match.legal_events(seat)
        if len(legal) < 2:
            raise Refusal(NOTHING)
        return Sight(match.game, match.seen(seat), seat, legal, match.seats)

    async def _note(self, playing: Playing, seat: int) -> None:
        """Save, and show everybody, that ``seat`` of the match asks for a hint after the last event."""
        mark = (playing.known_to(seat), seat)

        def note(table: TableRecord) -> None:
            if mark not in table.hinted and len(table.hinted) < MOST_MARKS:
                table.hinted.append(mark)

        def also(connection: Connection) -> None:
            records.note_hint(connection, playing.record.id, mark)

        await self._room.change(note, also)

    def _heard(self, viewer: Viewer, answer: Answer) -> None:
        """Pass an answer on to its viewer."""
        job = self._jobs.get(viewer)
        if job is None or job.number != answer.number:
            return
        hint = answer.hint
        if hint is None or hint.done:
            del self._jobs[viewer]  # the process counts it no further
        if hint is None:
            viewer.tell(Advice(job.n, done=True, refused=answer.why, match_id=job.match_id))
            return
        viewer.tell(advice_of(job.sight, hint, job.n, job.match_id))

    def drop(self, viewer: Viewer) -> None:
        """Drop the hint of a viewer who is gone, or waits for none any more."""
        job = self._jobs.pop(viewer, None)
        if job:
            self._room.hall.advisers.drop(job.number)

    def look(self) -> None:
        """Cut off what is counted for a choice that has been made, or for a table that has gone on; where
        somebody plays who may ask for a hint, let it be prepared."""
        playing = self._room.playing
        if playing and self._room.hall.settings.hints_ahead and self._may_be_asked:
            self._prepare(playing.match.game)
        for viewer, job in list(self._jobs.items()):
            match = playing.match if playing and self._room.match_id == job.match_id else None
            if match is None or not self._room.record.allows_hints or not stands(match, job.sight):
                self.drop(viewer)
                viewer.tell(Advice(job.n, done=True, refused=WENT_ON, match_id=job.match_id))

    @property
    def _may_be_asked(self) -> bool:
        room = self._room
        return room.record.allows_hints and any(viewer.plays >= 0 for viewer in room.audience.viewers)

    def _prepare(self, game: GameFolder) -> None:
        if game.compilation.state is State.PLAYERS_READY:
            self._room.hall.advisers.expect(game.key)

    def stop(self) -> None:
        """Drop all hints: no match is being played, or the room is let go of."""
        for viewer in list(self._jobs):
            self.drop(viewer)


def stands(match: Match, sight: Sight) -> bool:
    """Whether the seat still has the same choice to make; that others have chosen in secret meanwhile changes
    nothing."""
    if sight.seat not in match.awaited:
        return False
    scratch = Thoughts(sight.game, 1)
    before, now = (
        scratch.taken_back(state, sight.seat, sight.seats) for state in (sight.state, match.seen(sight.seat))
    )
    return before.tobytes() == now.tobytes()


def advice_of(sight: Sight, hint: Hint, n: int = 0, match_id: str = "") -> Advice:
    """The message that tells ``hint`` to whoever sees ``sight`` after event ``n``."""
    lines = tuple(
        AdviceLine(line.event, line.chance, line.doubt, line.less, line.close, line.share)
        for line in hint.lines
    )
    why = why_of(sight, lines[0].event)
    return Advice(n, lines, why, hint.playouts, hint.done, hint.hidden, match_id=match_id)


def _agree(table: TableRecord, guest: str, wanted: bool) -> None:
    table.hinting = sorted({*table.hinting, guest} if wanted else {*table.hinting} - {guest})
