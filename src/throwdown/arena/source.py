"""Dice that the arena throws for a match: who threw how, what came of it, and what lies on the mat.

A game that has an ``arena.py`` says what is thrown when. A throw is the hand that a person gave and an
attitude drawn from the match's own dice, so that log, hands and secret give the same throw again.
"""

from __future__ import annotations

import platform
from collections.abc import Hashable, Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import msgspec

from throwdown.arena import things
from throwdown.arena.errors import BadThrow
from throwdown.arena.hand import Steadiness
from throwdown.arena.things import Hand
from throwdown.kernel.chance import Committed, Decided, Offer
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match
from throwdown.kernel.parts import Arena
from throwdown.kernel.tables import Plain
from throwdown.kernel.throwing import Due, Reading
from throwdown.kernel.transcript import AS_DRAWN, Transcript

if TYPE_CHECKING:
    from throwdown.arena.session import Flight, Session

SEEDS = 2**62


class Told(Hand, frozen=True, omit_defaults=True):
    """A hand as a transcript tells it, with the seed of the attitude."""

    seed: int = 0


THROWS = msgspec.json.Decoder(dict[int, Told])


def build() -> str:
    """What a throw is exactly repeatable on: ``MuJoCo 3.3.7, x86_64``."""
    return f"MuJoCo {version('mujoco')}, {platform.machine()}"


class ByHand:
    """The source of chance of a match whose dice are thrown by hand: events of throws come from the arena,
    all others from the committed dice."""

    def __init__(
        self, committed: Committed, arena: Arena, values: dict[str, Plain], version: int | None = None
    ) -> None:
        """``version`` is that of the rules which told the throws, by default the present one."""
        self.committed = committed
        self._version = version
        self.hands: dict[int, Hand] = {}
        self.given: Hand | None = None  # what whoever throws next does with the hand
        self.flight: tuple[int, Flight] | None = None  # the last throw of the duel, and its event
        self._arena = arena
        self._values = values
        self._steadiness = Steadiness[arena.steadiness(values).upper()]
        self._session: Session | None = None
        self._duel: tuple[str, int] | None = None
        self._last: Due | None = None
        self._known = 0  # events whose throws the session has seen

    def draw(self, offer: Offer) -> int | None:
        """The event of ``offer``. Where the arena is asked, it is what the throw comes to, or how a die
        lies after it; elsewhere the committed dice decide."""
        view = offer.match.truth()
        if not self.committed.ready:
            return None
        if not self._arena.asks(view):
            return self.committed.draw(offer)
        self.catch_up(offer.match, offer.number)
        due = self._arena.due(view)
        if due:
            event = self._arena.event(view, self._outcome(view, due, offer.number), self._version)
        else:
            event = self._arena.reading(view, self.readings, offer.events)
        return list(offer.events).index(event) if event in offer.events else self.committed.draw(offer)

    @property
    def readings(self) -> Mapping[Hashable, Reading]:
        """How each die of the duel lies, as the arena finds it."""
        return self._session.readings if self._session else {}

    def asks(self, match: Decided) -> bool:
        """Whether the arena decides the chance event that is due in ``match``."""
        return bool(self._arena.asks(match.truth()))

    def told(self) -> dict[str, str]:
        """Headers of a transcript: the hand of every throw by its event, with the seed of the attitude, and
        the build of the physics."""
        throws = {
            n: {**msgspec.to_builtins(hand), "seed": self.committed.ticket(n, SEEDS)}
            for n, hand in sorted(self.hands.items())
        }
        return {"Throws": msgspec.json.encode(throws).decode(), "Arena": build()} if throws else {}

    def _outcome(self, view: Any, due: Due, number: int) -> int:
        session = self._at(due)
        if not due.kind:
            return self._arena.landed(view, session.off)
        self._lift(session, view)
        seed = self.committed.ticket(number, SEEDS)
        hand = self.hands.get(number) or self.given or self._own_hand(due, seed)
        self.given = None
        self.hands[number] = hand
        if due.tower:
            flight = session.place(due.tag, due.kind, due.seat, hand.placing())
        else:
            flight = session.throw(due.tag, due.seat, hand.throw(seed, due.far), numbered=due.numbered)
        self.flight = (number, flight)
        self._known, self._last = number, due
        return flight.outcome

    def _own_hand(self, due: Due, seed: int) -> Hand:
        from throwdown.arena.session import placing_for, throw_for

        if due.tower:
            return placing_for(self._steadiness, seed)
        return throw_for(due.mat, self._steadiness, seed, due.far)

    def _at(self, due: Due) -> Session:
        """The session of the duel that is on. The physics is loaded when something is first thrown."""
        from throwdown.arena.session import Session

        if self._session is None or self._duel != (due.mat.key, due.duel):
            self._session, self._duel = Session(due.mat), (due.mat.key, due.duel)
            self.flight = None
        return self._session

    def _lift(self, session: Session, view: Any) -> None:
        lying = self._arena.lying(view)
        if lying is not None:
            session.keep(lying)

    def catch_up(self, match: Decided, number: int) -> None:
        """Make again the throws of the first ``number`` events of ``match`` that this source has not made
        itself."""
        missing = [n for n in sorted(self.hands) if self._known < n < number]
        if not missing:
            return
        fresh = match.replay(0)
        for n in missing:
            fresh.extend(match.log[len(fresh.log) : n - 1])
            view = fresh.truth()
            due = self._arena.due(view)
            if due:
                self._outcome(view, due, n)
        self.flight = None


class Unthrown(ByHand):
    """A source for transcripts whose throws cannot be repeated here: events of the arena are taken from the
    log as they stand, all others are checked."""

    def draw(self, offer: Offer) -> int | None:
        """The event of ``offer`` where the committed dice decide it; None for an event of the arena."""
        return None if self.asks(offer.match) else self.committed.draw(offer)


def _throws(match: Match) -> set[int]:
    """The numbers of the events of ``match`` that hands have thrown or placed."""
    fresh, found = match.replay(0), set[int]()
    for number, entry in enumerate(match.log, 1):
        due = match.game.arena.due(fresh.truth()) if entry.seat == CHANCE else None
        if due and due.kind:
            found.add(number)
        fresh.extend([entry])
    return found


def thrown_again(written: Transcript, dice: Committed) -> tuple[ByHand | Committed, str]:
    """The source that a transcript's dice are checked with, and in a sentence what that checks.

    Raises :class:`BadThrow` for a header ``Throws`` that tells of no hands, or of other dice.
    """
    values = written.match.values
    arena = written.match.game.arena
    if not arena.is_thrown(values):
        return dice, AS_DRAWN
    if written.one("Arena", "") != build():
        source = Unthrown(dice, arena, values)
        return (
            source,
            f"The dice hold, but for throws: they were made with {written.one('Arena', 'no arena')}.",
        )
    source = ByHand(dice, arena, values, written.version)
    try:
        told = THROWS.decode(written.one("Throws", "{}"))
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadThrow(f"throws that cannot be read: {error}") from None
    if others := told.keys() - _throws(written.match):
        raise BadThrow(f"event {min(others)} is no throw")
    for number, hand in told.items():
        if hand.seed != dice.ticket(number, SEEDS):
            raise BadThrow(f"the die of event {number} was let go otherwise: seed {hand.seed}")
        source.hands[number] = things.checked_hand(hand)
    return source, "Every die is the one that the secret and the seeds give, and every throw comes out again."
