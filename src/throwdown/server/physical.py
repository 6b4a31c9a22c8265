"""Dice that the arena throws for a match: who threw how, what came of it, and what lies on the mat.

A game that has an ``arena.py`` says what is thrown when. A throw is the hand that a person gave and an
attitude drawn from the match's own dice, so that log, hands and secret give the same throw again.
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections.abc import Hashable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from throwdown.arena import things
from throwdown.arena.errors import BadThrow
from throwdown.arena.hand import Steadiness
from throwdown.arena.mats import MATS
from throwdown.arena.things import Hand
from throwdown.kernel.chance import Committed, Offer
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.tables import Plain
from throwdown.server.errors import Refusal
from throwdown.server.pressed import is_press
from throwdown.server.wire import Arena

if TYPE_CHECKING:
    from throwdown.arena.session import Flight, Session

SEEDS = 2**62
HANDS = msgspec.json.Decoder(Hand)  # made before there are threads
LOOKED_AT = 8  # events after which the mat of a duel that is over is put away
_warm = threading.Event()


def arena_of(game: Game, values: dict[str, Plain]) -> ModuleType | None:
    """The game's ``arena`` module, where this match throws dice by hand."""
    name = game.package + ".arena"
    if importlib.util.find_spec(name) is None:
        return None
    module = importlib.import_module(name)
    return module if module.is_thrown(values) else None


def _warm_up() -> None:
    """Load the physics and throw once at every mat, so that nobody's first throw waits for it."""
    if _warm.is_set():
        return
    _warm.set()
    from throwdown.arena.session import MEANT, Session, throw_for

    for key in MEANT:
        Session(key).throw(0, 0, throw_for(key, Steadiness.SURE, 0).throw(0))


class Physical:
    """The match's dice, those thrown by hand thrown in the arena."""

    def __init__(self, committed: Committed, module: ModuleType, steadiness: str) -> None:
        self.committed = committed
        self.hands: dict[int, Hand] = {}
        self.given: Hand | None = None  # what whoever throws next does with the hand
        self.flight: tuple[int, Flight] | None = None
        self._module = module
        self._steadiness = Steadiness[steadiness.upper()]
        self._session: Session | None = None
        self._duel: tuple[str, int] | None = None
        self._last: Any = None
        self._known = 0  # events whose throws the session has seen
        threading.Thread(target=_warm_up, daemon=True).start()

    def draw(self, offer: Offer) -> int:
        event = self._event(offer, offer.match.truth())
        return list(offer.events).index(event) if event in offer.events else self.committed.draw(offer)

    def _event(self, offer: Offer, view: Any) -> int:
        """What the arena says where it is asked: what a throw comes to, how a die lies after it; else -1."""
        due = self._module.due(view)
        if due:
            self._catch_up(offer.match, offer.number)
            return self._module.event(self._outcome(view, due, offer.number))
        if not self.hands:
            return -1
        self._catch_up(offer.match, offer.number)
        return self._module.reading(view, self.readings, offer.events)

    @property
    def readings(self) -> Mapping[Hashable, tuple[int, int]]:
        """Where each die of the duel lies as the arena finds it, and the number that it shows."""
        return self._session.readings if self._session else {}

    def seen(self, match: Match, seat: int) -> Arena | None:
        """What ``seat`` sees of the mat; None while there is none."""
        view = match.truth()
        on = self._module.mat(view)
        due = on or self._just_thrown(len(match.log))
        if due is None:
            return None
        mat = MATS[due.key]
        n = len(match.log)
        self._catch_up(match, n + 1)
        session = self._at(due)
        if on:
            self._lift(session, view)
        flight = self.flight[1] if self.flight and self.flight[0] > n - 3 - 3 * len(session.bodies) else None
        return Arena(
            n=self.flight[0] if flight and self.flight else n,
            mat=due.key,
            width=mat.width,
            depth=mat.depth,
            rings=mat.rings,
            bands=mat.bands,
            labels=due.labels,
            tower=due.tower,
            bodies=session.bodies,
            event=self._module.press(view) if on and seat == view.thrower else -1,
            piece=due.kind,
            seat=due.seat,
            covered=due.covered,
            far=due.far,
            frames=flight.count if flight else 0,
            flight=flight.frames if flight else "",
            flying=flight.bodies if flight else (),
        )

    def told(self) -> dict[str, str]:
        """The header of a transcript: by number of the event, each hand and the seed of the attitude."""
        throws = {
            n: {**msgspec.to_builtins(hand), "seed": self.committed.ticket(n, SEEDS)}
            for n, hand in sorted(self.hands.items())
        }
        return {"Throws": msgspec.json.encode(throws).decode()} if throws else {}

    def _just_thrown(self, n: int) -> Any:
        """The mat of the throw that has just ended a duel: it is still looked at."""
        return self._last if self.flight and n - self.flight[0] < LOOKED_AT else None

    def _outcome(self, view: Any, due: Any, number: int) -> int:
        session = self._at(due)
        if not due.kind:
            return int(view.up + 1 - view.falling < session.off)
        self._lift(session, view)
        seed = self.committed.ticket(number, SEEDS)
        hand = self.hands.get(number) or self.given or self._own_hand(due, seed)
        self.given = None
        self.hands[number] = hand
        if due.tower:
            flight = session.place(due.tag, due.kind, due.seat, hand.placing())
        else:
            flight = session.throw(due.tag, due.seat, hand.throw(seed, due.far))
        self.flight = (number, flight)
        self._known, self._last = number, due
        return flight.outcome

    def _own_hand(self, due: Any, seed: int) -> Hand:
        from throwdown.arena.session import placing_for, throw_for

        if due.tower:
            return placing_for(self._steadiness, seed)
        return throw_for(due.key, self._steadiness, seed, due.far)

    def _at(self, due: Any) -> Session:
        """The session of the duel that is on. The physics is loaded when something is first thrown."""
        from throwdown.arena.session import Session

        if self._session is None or self._duel != (due.key, due.duel):
            self._session, self._duel = Session(due.key), (due.key, due.duel)
        return self._session

    def _lift(self, session: Session, view: Any) -> None:
        lying = self._module.lying(view)
        if lying is not None:
            session.keep(lying)

    def _catch_up(self, match: Match, number: int) -> None:
        """Make again the throws of the log that this source has not made itself."""
        missing = [n for n in sorted(self.hands) if self._known < n < number]
        if not missing:
            return
        fresh = match.replay(0)
        for n in missing:
            fresh.extend(match.log[len(fresh.log) : n - 1])
            view = fresh.truth()
            self._outcome(view, self._module.due(view), n)
        self.flight = None


def hand_of(text: str | None) -> Hand | None:
    """A hand as it was saved."""
    return HANDS.decode(text) if text and not is_press(text) else None


def text_of(hand: Hand | None) -> str | None:
    return msgspec.json.encode(hand).decode() if hand else None


def checked_hand(hand: Hand) -> Hand:
    """The hand itself; refuses one that no person could have."""
    try:
        return things.checked_hand(hand)
    except BadThrow as error:
        raise Refusal(str(error)) from None
