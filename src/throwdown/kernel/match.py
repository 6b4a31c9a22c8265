"""A match: the record, its log, and who may act."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import ModuleType
from typing import Any, Self

import numpy as np
from msgspec import structs

from throwdown.kernel import rng, tables, takeback
from throwdown.kernel.chance import Chance, Offer, Recorded
from throwdown.kernel.contract import CHANCE, EVERYBODY, MAX_SEATS, SPECTATOR
from throwdown.kernel.english import members
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.log import AGREE, ENDS, GAVE_UP, RESIGN, TAKE_BACK, Entry, entry_of
from throwdown.kernel.odds import Odds, Supposed
from throwdown.kernel.records import copy_records
from throwdown.kernel.refusals import event_of, refusal
from throwdown.kernel.scene import Now, Scene
from throwdown.kernel.takeback import Made
from throwdown.kernel.writing import write

DRAW = "draw"  # what a match that all agree to end counts as
Due = tuple[list[int], list[int] | None]  # the chance events that are due; their weights, where they have any

__all__ = ["RESIGN", "Entry", "Match"]


class Match:
    """A match in play or over; make one with :meth:`Game.match`.

    ``state`` is a one-element array of the game's STATE. It changes only by :meth:`play` and its kin,
    and the list ``log`` reproduces it bit for bit. ``hear``, if set, is called after every event with its
    entry, the seats that learn it and those awaited after it (bit k: seat k, bit CHANCE).
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
        self.game = game
        self.seats = seats
        self.values = values
        self.chance = chance
        self.names = names or tuple(f"Seat {k}" for k in range(seats))
        self.log: list[Entry] = []
        self.hear: Callable[[Entry, int, int], None] | None = None
        self._made: (
            list[Made] | None
        ) = []  # the choices that stand since the last chance event; None: unknown
        self.engine = engine or game.engine
        self._events = np.zeros(game.rules.EVENTS, np.int32)
        self._weights = np.zeros(game.rules.EVENTS, np.int32)
        self.state = np.zeros(1, game.rules.STATE)
        self.engine.setup(self.state, seats, tables.encode(game.values, values, game.rules.OPTIONS))
        self._draw(self._due())

    def __repr__(self) -> str:
        return f"<Match {self.game.key}, {self.seats} seats, {len(self.log)} events>"

    # Who may act, and how

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that may act now; CHANCE among them only while its event must be reported."""
        if self.is_broken_off:
            return ()
        return seats_of(int(self.engine.awaited(self.state)))

    @property
    def over(self) -> bool:
        """Whether nobody is awaited any more: the match has ended by its rules, or was broken off."""
        return not self.awaited

    def legal_events(self, seat: int) -> list[int]:
        """The events that ``seat`` may make now, as numbers; empty when it is not awaited."""
        if seat not in self.awaited:
            return []
        n, _ = self.engine.legal(self.state, seat, self._events, self._weights)
        return self._events[:n].tolist()

    def possible_events(self, seat: int, viewer: int) -> list[int]:
        """The events that ``seat`` may make now as far as ``viewer`` can know: those of the record as it is
        hidden from ``viewer``."""
        return list(self.possible_weights(seat, viewer))

    def possible_weights(self, seat: int, viewer: int) -> dict[int, int]:
        """The events of :meth:`possible_events` with the weights that the rules give them in the record as it
        is hidden from ``viewer``; all 0 for choices, and where nothing says how likely they are."""
        if seat not in self.awaited:
            return {}
        n, total = self.engine.legal(self.seen(viewer), seat, self._events, self._weights)
        weights = self._weights[:n].tolist() if total else [0] * n
        return dict(zip(self._events[:n].tolist(), weights, strict=True))

    def legal(self, seat: int) -> list[str]:
        """The events that ``seat`` may make now, in the game's notation."""
        return self.texts(seat, self.legal_events(seat))

    def texts(self, seat: int, events: Iterable[int]) -> list[str]:
        """Events of ``seat`` in the game's notation."""
        view = self.truth()
        return [self.game.words.notation(view, seat, event) for event in events]

    @property
    def is_broken_off(self) -> bool:
        """Whether the match ended by a word and not by its rules."""
        return bool(self.log) and self.log[-1].event in ENDS

    @property
    def is_agreed(self) -> bool:
        """Whether the match ended because all agreed to end it."""
        return self.is_broken_off and self.log[-1].event == AGREE

    @property
    def resigned(self) -> int | None:
        """The seat that gave the match up; None where none did."""
        return self.log[-1].seat if self.is_broken_off and not self.is_agreed else None

    # Making events

    def play(self, seat: int, event: int | str) -> list[Entry]:
        """Make ``event`` for ``seat``, then whatever chance has to add; returns the new entries.

        Raises :class:`IllegalEvent`, having changed nothing, for an event that is not legal.
        """
        number = event_of(self, seat, event) if isinstance(event, str) else event
        if self.is_broken_off or not self._allows(seat, number):
            raise IllegalEvent(refusal(self, seat, event))
        before = len(self.log)
        self._draw(self._make(seat, number))
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
            why = "the match is over" if self.over else "it has chosen nothing since chance last decided"
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
            if self.is_broken_off or not self._allows(seat, event):
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
        self._draw(self._due())
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

    def _allows(self, seat: int, event: int) -> bool:
        if not 0 <= seat <= CHANCE or not 0 <= event < len(self._events):
            return False
        return self.allows_in(self.state, seat, event)

    def allows_in(self, state: np.ndarray, seat: int, event: int) -> bool:
        """Whether ``seat`` may make ``event`` in the record ``state``, an array of one element."""
        return bool(self.engine.allows(state, seat, event, self._events, self._weights))

    def first_legal_in(self, state: np.ndarray, seat: int) -> int | None:
        """The first event that ``seat`` may make in the record ``state``, an array of one element; None where
        there is none."""
        n, _ = self.engine.legal(state, seat, self._events, self._weights)
        return int(self._events[0]) if n else None

    def _apply(self, seat: int, event: int) -> None:
        """Make an event; whatever chance has to add comes from elsewhere."""
        hear, entry = self.hear, self._noted(seat, event)
        learned = int(self.engine.witnesses(self.state, seat, event)) if hear else 0
        self.engine.apply(self.state, seat, event)
        self.log.append(entry)
        if hear:
            hear(entry, learned, int(self.engine.awaited(self.state)))

    def _make(self, seat: int, event: int) -> Due | None:
        """Make an event; returns what chance then has to add."""
        entry = self._noted(seat, event)
        learned, awaited, n, total = self.engine.step(self.state, seat, event, self._events, self._weights)
        due = self._offered(n, total)  # whoever hears may ask what is legal, which fills the same arrays
        self.log.append(entry)
        if self.hear:
            self.hear(entry, int(learned), int(awaited))
        return due

    def _noted(self, seat: int, event: int) -> Entry:
        """The entry of an event that is about to be made, noted among the choices that may be taken back."""
        entry = entry_of(seat, event)
        if seat == CHANCE:
            self._made = []
        elif self._made is not None:
            self._made.append(Made(len(self.log) + 1, entry, copy_records(self.state)))
        return entry

    def _record(self, entry: Entry) -> None:
        self.log.append(entry)
        if self.hear:
            awaited = 0 if self.is_broken_off else int(self.engine.awaited(self.state))
            self.hear(entry, EVERYBODY, awaited)

    def _due(self) -> Due | None:
        """The chance events that are due, and their weights; None where CHANCE is not awaited."""
        return self._offered(*self.engine.due(self.state, self._events, self._weights))

    def _offered(self, n: int, total: int) -> Due | None:
        """The first ``n`` events of the scratch arrays, with their weights where ``total`` is not 0."""
        if not n:
            return None
        return self._events[:n].tolist(), self._weights[:n].tolist() if total else None

    def _draw(self, due: Due | None) -> None:
        """Let chance make every event that is due, ``due`` and what follows from it."""
        while due is not None:
            event = self._drawn(self.chance, due)
            if event is None:
                return
            due = self._make(CHANCE, event)

    def weights_due(self) -> dict[int, int]:
        """The weights of the chance events that are due, by event; all 0 where nothing says how likely they
        are, and none where chance is not awaited."""
        events, weights = self._due() or ([], None)
        return dict(zip(events, weights or [0] * len(events), strict=True))

    def drawn_by(self, chance: Chance) -> int | None:
        """The event that ``chance`` gives for the chance event now due; changes nothing."""
        due = self._due()
        return None if due is None else self._drawn(chance, due)

    def _drawn(self, chance: Chance, due: Due) -> int | None:
        """One of the events that are due, by their weights where there are any; None where ``chance`` has
        none yet."""
        events, weights = due
        index = chance.draw(Offer(len(self.log) + 1, events, weights, self))
        return None if index is None else events[index]

    # What is seen

    def truth(self) -> Any:
        """The whole record as a struct of plain numbers and lists."""
        return self.game.view_of(self.state)

    def seen(self, seat: int) -> np.ndarray:
        """A copy of the record (an array of one element) in which everything is blanked that ``seat`` may
        not know."""
        copy = copy_records(self.state)
        self.engine.hide(copy, seat)
        return copy

    def view(self, seat: int = SPECTATOR) -> Any:
        """What ``seat`` may know, as a struct of plain numbers and lists."""
        return self.game.view_of(self.seen(seat))

    def scene(self, seat: int = SPECTATOR) -> Scene:
        """The table as ``seat`` sees it, with its choices."""
        return self.drawn(self.view(seat), seat)

    def drawn(self, view: Any, seat: int) -> Scene:
        """The scene of ``view``, what ``seat`` may know now.

        When the match is over it holds the account of its result, where the game has a ``result.py``; a
        resignation is told by the Now line.
        """
        legal = self.legal_events(seat)
        scene = self.game.scene.draw(view, seat, legal)
        if legal and (odds := self.game.odds.asks(view, seat)):
            scene = structs.replace(scene, odds=odds)
        if self.is_agreed:
            note = "It counts as a draw." if self.game.about.early_end == DRAW else "It counts as it stands."
            return structs.replace(scene, now=Now("All agreed to end the match.", note, "over"), over=True)
        if self.resigned is None:
            account = self.game.result.account(view) if scene.over else None
            return structs.replace(scene, account=account) if account else scene
        end = Now(f"{{{1 - self.resigned}}} won.", f"{{{self.resigned}}} {self._how}.", "over")
        return structs.replace(scene, now=end, over=True)

    def odds(self, seat: int) -> Odds | None:
        """The chances that ``seat`` would count now, from what it may know; None for nothing."""
        return (
            self.game.odds.count(Supposed(self.engine, self.seen(seat)), seat)
            if self.asks_odds(seat)
            else None
        )

    def asks_odds(self, seat: int) -> str:
        """What can be counted for ``seat`` now, as a question; empty for nothing."""
        return self.game.odds.asks(self.view(seat), seat) if self.legal_events(seat) else ""

    # How it stands

    @property
    def standing(self) -> list[int]:
        """What ranks the seats, so far or final: the most wins, equal figures share."""
        points = np.zeros(MAX_SEATS, np.int64)
        self.engine.standing(self.state, points)
        return points[: self.seats].tolist()

    @property
    def points(self) -> list[int]:
        """Points by seat, so far or final, as a score sheet shows them.

        They are the standing, but in a game that settles equal points by something else: it has
        ``words.scores(view)``, the points by seat without what settled the tie.
        """
        return self.game.words.scores(self.truth()) or self.standing

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, several for a draw; empty while the match is in play."""
        if not self.over:
            return ()
        if self.resigned is not None:
            return (1 - self.resigned,)
        if self.is_agreed and self.game.about.early_end == DRAW:
            return tuple(range(self.seats))
        standing = self.standing
        best = max(standing)
        return tuple(seat for seat, points in enumerate(standing) if points == best)

    @property
    def result(self) -> str:
        """``won by 0, 3 1``: the winners, then the points by seat; ``*`` while in play."""
        if not self.over:
            return "*"
        how = "drawn by" if len(self._winning_sides()) > 1 else "won by"
        end = f", seat {self.resigned} {self._how}" if self.resigned is not None else ""
        end = ", all agreed to end" if self.is_agreed else end
        return f"{how} {' '.join(map(str, self.winners))}, {' '.join(map(str, self.points))}{end}"

    @property
    def _how(self) -> str:
        """How the match was given up, by its last entry."""
        return GAVE_UP[self.log[-1].event]

    def _winning_sides(self) -> set[int]:
        view = self.truth()
        return {self.game.words.side_of(view, seat) for seat in self.winners}

    def transcript(self, **headers: str) -> str:
        """The match as a text file, see :mod:`throwdown.kernel.transcript`."""
        return write(self, headers)


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats whose bit is set, CHANCE among them."""
    return tuple(members(mask))
