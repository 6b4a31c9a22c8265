"""A match: the record, its log, and how events are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Self

import numpy as np

from throwdown.kernel import rng, tables, takeback
from throwdown.kernel.chance import AHEAD, Chance, Committed, Offer, Recorded
from throwdown.kernel.contract import CHANCE, EVERYBODY, MAX_SEATS
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.log import AGREE, RESIGN, TAKE_BACK, Entry, entry_of
from throwdown.kernel.position import Position
from throwdown.kernel.records import copy_records
from throwdown.kernel.refusals import event_of, refusal
from throwdown.kernel.takeback import Made
from throwdown.kernel.writing import write

__all__ = ["RESIGN", "Entry", "Match"]

NOTHING_AHEAD = np.empty(0, np.uint64)  # where no numbers decide what chance makes next


class Match(Position):
    """A match in play or over; make one with :meth:`Game.match`. What each seat sees of it, and how it
    stands, is asked as of any :class:`~throwdown.kernel.position.Position`.

    ``state`` is a one-element array of the game's STATE. It changes only by :meth:`play` and its kin,
    and the list ``log`` reproduces it bit for bit. ``hear``, if set, is called after events were made: with
    their entries, the seats that learn each (bit k: seat k), and those awaited after the last (bit CHANCE
    too). They are events that followed one another, the first perhaps a choice and all others of chance, as
    far as the next whose number is a multiple of ``hears_every``.
    """

    def __init__(
        self,
        game: GameFolder,
        seats: int,
        values: dict[str, tables.Plain],
        chance: Chance,
        names: tuple[str, ...] = (),
        engine: ModuleType | None = None,
    ) -> None:
        super().__init__(game, seats, values, names, engine)
        self.chance = chance
        self.hear: Callable[[Sequence[Entry], Sequence[int], int], None] | None = None
        self.hears_every = 1
        self._rows = np.empty((1 + AHEAD, 3), np.int64)  # what the loops say of events that they make
        self._made: (
            list[Made] | None
        ) = []  # the choices that stand since the last chance event; None: unknown
        self.engine.setup(self.state, seats, tables.encode(game.values, values, game.rules.OPTIONS))
        self._draw(int(self.engine.awaited(self.state)))

    def __repr__(self) -> str:
        return f"<Match {self.game.key}, {self.seats} seats, {len(self.log)} events>"

    # Making events

    def play(self, seat: int, event: int | str) -> list[Entry]:
        """Make ``event`` for ``seat``, then whatever chance has to add; returns the new entries.

        Raises :class:`IllegalEvent`, having changed nothing, for an event that is not legal.
        """
        number = event_of(self, seat, event) if isinstance(event, str) else event
        before, awaited = len(self.log), None
        if not self.is_broken_off and self._is_numbered(seat, number):
            awaited = self._choose(seat, number)
        if awaited is None:
            raise IllegalEvent(refusal(self, seat, event))
        self._draw(awaited)
        return self.log[before:]

    def resign(self, seat: int, event: int = RESIGN) -> list[Entry]:
        """Give up a match of two; raises :class:`IllegalEvent` where it cannot be done. ``event`` says how:
        one of :data:`~throwdown.kernel.log.GAVE_UP`."""
        if self.over or not 0 <= seat < self.seats:
            raise IllegalEvent(
                f"seat {seat} cannot resign: " + ("the match is over" if self.over else "no such seat")
            )
        if self.seats != 2:
            raise IllegalEvent(
                f"seat {seat} cannot resign: {self.seats} play; leave the seat to a bot instead"
            )
        self._record(Entry(seat, event))
        return self.log[-1:]

    def agree(self, seat: int) -> list[Entry]:
        """End the match before its rules do, as all have agreed, ``seat`` last; raises :class:`IllegalEvent`
        where the game has nothing for that."""
        if self.over or not 0 <= seat < self.seats:
            raise IllegalEvent(
                f"seat {seat} cannot agree to end: " + ("the match is over" if self.over else "no such seat")
            )
        if not self.game.about.early_end:
            raise IllegalEvent(f"{self.game.title} is played to its end: nothing says who would have won")
        self._record(Entry(seat, AGREE))
        return self.log[-1:]

    def take_back(self, seat: int) -> list[Entry]:
        """Take back the last choice of ``seat``, and those that were made knowing of it.

        Raises :class:`IllegalEvent` where chance has decided something since, or where one of these choices
        has shown anybody what was hidden.
        """
        self.to_take_back(seat)
        self.say(seat, TAKE_BACK)
        return self.log[-1:]

    def to_take_back(self, seat: int) -> tuple[int, set[int]]:
        """The number of the choice that :meth:`take_back` would take back, and the seats whose choices since
        then would stay; raises :class:`IllegalEvent` where it would."""
        k, made = self._to_take_back(seat), self._choices()
        if takeback.has_shown(self, made, k):
            raise IllegalEvent(f"seat {seat} cannot take back: something was shown since that was hidden")
        return made[k].n, {each.entry.seat for each in takeback.without(self, made, k).made[k:]}

    def _to_take_back(self, seat: int) -> int:
        k = None if self.over else takeback.last_of(self._choices(), seat)
        if k is None:
            why = "the match is over" if self.over else "no choice was made there since chance last decided"
            raise IllegalEvent(f"seat {seat} cannot take back: {why}")
        return k

    def _choices(self) -> list[Made]:
        """The choices that stand since the last chance event."""
        if self._made is None:
            self._made = self.replay()._choices()
        return self._made

    def _take_back(self, seat: int, k: int) -> None:
        self._made, state = takeback.without(self, self._choices(), k)
        self.state[:] = state
        self._record(Entry(seat, TAKE_BACK))

    def extend(self, entries: Iterable[Entry]) -> Self:
        """Replay saved entries, chance included, each checked; returns the match itself.

        Used on a match whose chance was held back, see :meth:`replay`. Raises :class:`IllegalEvent` for the
        first entry that is not legal; those before it have been made.
        """
        for seat, event in entries:
            if event < 0:
                self.say(seat, event)
                continue
            is_possible = self._is_numbered(seat, event) and not self.is_broken_off
            if not (is_possible and self.allows_in(self.state, seat, event)):
                raise IllegalEvent(refusal(self, seat, event))
            self._apply(seat, event)
        return self

    def say(self, seat: int, event: int) -> None:
        """Make an entry of a saved log that is one of :data:`~throwdown.kernel.log.SPOKEN`. Whether a choice
        that is taken back had shown anything is not checked again."""
        if event == TAKE_BACK:
            self._take_back(seat, self._to_take_back(seat))
        elif event == AGREE:
            self.agree(seat)
        else:
            self.resign(seat, event)

    def retrace(self, entry: Entry) -> None:
        """Make an entry of the match that this one replays, where it has been checked."""
        if entry.event < 0:
            self.say(*entry)
        else:
            self._apply(*entry)

    def held(self) -> list[tuple[int, Entry]]:
        """The entries that hold, with their numbers: the log without what was taken back."""
        if all(entry.event != TAKE_BACK for entry in self.log):
            return list(enumerate(self.log, 1))
        fresh, found = self.replay(0), dict[int, Entry]()
        for n, entry in enumerate(self.log, 1):
            fresh.retrace(entry)
            if entry.event == TAKE_BACK:
                standing = {made.n for made in fresh._choices()}
                since = max((m for m, each in found.items() if each.seat == CHANCE), default=0)
                found = {m: each for m, each in found.items() if m <= since or m in standing}
            else:
                found[n] = entry
        return list(found.items())

    def stand(self, state: np.ndarray, log: Iterable[Entry]) -> None:
        """Stand where ``log`` led to the record ``state``, an array of one element."""
        self.state[:] = state
        self.log[:] = log
        self._made = None

    def replay(self, many: int | None = None) -> Self:
        """A new match after the first ``many`` entries of the log, with chance still held back."""
        fresh = type(self)(self.game, self.seats, self.values, Recorded(()), self.names, self.engine)
        return fresh.extend(self.log[:many])

    def resume(self, chance: Chance) -> list[Entry]:
        """Go on with ``chance`` as the source; returns the chance events that were already due."""
        before = len(self.log)
        self.chance = chance
        self._draw(int(self.engine.awaited(self.state)))
        return self.log[before:]

    def undo(self, many: int = 1) -> Self:
        """A new match without the last ``many`` entries, with the same source of chance."""
        return_to = max(0, len(self.log) - many)
        fresh = self.replay(return_to)
        fresh.chance = self.chance
        return fresh

    def play_at_random(self, seed: int = 0, limit: int = 1_000_000) -> None:
        """Play to the end with the compiled or interpreted random walk; the log is not kept."""
        generator = rng.generator(seed)
        self.engine.walk(self.state, generator, limit, self._events, self._weights)

    def try_out(self) -> None:
        """Ask the loops once whatever is asked of a match, and play to its end."""
        seat = self.awaited[0]
        event = self.legal_events(seat)[0]
        self.possible_events(seat, seat)
        self.engine.witnesses(self.state, seat, event)
        self.engine.guess(self.seen(seat), seat, rng.generator(0))
        self.engine.apply(copy_records(self.state), seat, event)
        self._roll()
        self.play(seat, event)
        self.replay(len(self.log))
        self.engine.standing(self.state, np.zeros(MAX_SEATS, np.int64))
        self.play_at_random()

    def _is_numbered(self, seat: int, event: int) -> bool:
        """Whether there is such a seat, and an event of that number."""
        return 0 <= seat <= CHANCE and 0 <= event < len(self._events)

    def _apply(self, seat: int, event: int) -> int:
        """Make an event; whatever chance has to add comes from elsewhere. Returns who is awaited then."""
        state = self.state if seat == CHANCE else copy_records(self.state)
        learned, awaited = self.engine.step(self.state, seat, event)
        self._note(entry_of(seat, event), state, int(learned), int(awaited))
        return int(awaited)

    def _note(self, entry: Entry, before: np.ndarray, learned: int, awaited: int) -> None:
        """Note an event that was made: ``before`` is the record before it, where it is a choice."""
        self._note_all([entry], before, [learned], awaited)

    def _note_all(
        self, entries: list[Entry], before: np.ndarray | None, learned: list[int], awaited: int
    ) -> None:
        """Note events that were made, the first of them perhaps a choice, with the record ``before`` it, and
        all others of chance; ``awaited`` is who is awaited after the last."""
        self.log += entries
        if entries[-1].seat == CHANCE:
            self._made = []
        elif self._made is not None and before is not None:
            self._made.append(Made(len(self.log), entries[-1], before))
        if self.hear:
            self.hear(entries, learned, awaited)

    def _record(self, entry: Entry) -> None:
        self.log.append(entry)
        if self.hear:
            awaited = 0 if self.is_broken_off else int(self.engine.awaited(self.state))
            self.hear([entry], [EVERYBODY], awaited)

    def _draw(self, awaited: int) -> None:
        """Let chance make every event that is due; ``awaited`` is who is awaited now, bit k for seat k."""
        while awaited >> CHANCE & 1:
            last = self._roll()
            if last is None:
                event = self.drawn_by(self.chance)
                if event is None:
                    return
                last = self._apply(CHANCE, event)
            awaited = last

    def _roll(self) -> int | None:
        """Make as many of the chance events that are due as may be made before they are heard of, where
        numbers decide them. Returns who is awaited then; None where nothing was made."""
        n = len(self.log)
        numbers = self._numbers(n, self.hears_every - n % self.hears_every)
        if not len(numbers):
            return None
        count = self.engine.roll(self.state, numbers, self._rows, self._events, self._weights)
        return self._note_made(CHANCE, count, None) if count else None

    def _choose(self, seat: int, event: int) -> int | None:
        """Make ``event`` for ``seat``, and of the chance events that are then due as many as :meth:`_roll`
        would. Returns who is awaited then; None, having changed nothing, where the seat may not make it."""
        n = len(self.log) + 1
        numbers, before = self._numbers(n, -n % self.hears_every), copy_records(self.state)
        count = self.engine.play(self.state, seat, event, numbers, self._rows, self._events, self._weights)
        return self._note_made(seat, count, before) if count else None

    def _numbers(self, n: int, unheard: int) -> np.ndarray:
        """The numbers, uint64[k], that decide what chance makes after event ``n``, and no more than
        ``unheard`` of them where somebody hears of events. None of them where each is drawn by itself."""
        numbers = self.chance.ahead(n + 1) if isinstance(self.chance, Committed) else None
        if numbers is None:
            return NOTHING_AHEAD
        return numbers[:unheard] if self.hear else numbers

    def _note_made(self, first: int, count: int, before: np.ndarray | None) -> int:
        """Note ``count`` events that the loops have made: the first by seat ``first``, all others by chance.
        Returns who is awaited after the last."""
        events, learned, awaited = self._rows[:count].T.tolist()
        entries = [entry_of(CHANCE, event) for event in events]
        entries[0] = entry_of(first, events[0])
        self._note_all(entries, before, learned, awaited[-1])
        return awaited[-1]

    def drawn_by(self, chance: Chance) -> int | None:
        """The event that ``chance`` gives for the chance event now due; changes nothing. None where it has
        none yet."""
        due = self._due()
        if due is None:
            return None
        events, weights = due
        index = chance.draw(Offer(len(self.log) + 1, events, weights, self))
        return None if index is None else events[index]

    def transcript(self, **headers: str) -> str:
        """The match as a text file, see :mod:`throwdown.kernel.transcript`."""
        return write(self, headers)
