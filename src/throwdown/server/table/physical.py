"""The mat of a match that is thrown by hand, as each seat sees it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from throwdown.arena import things
from throwdown.arena.errors import BadThrow
from throwdown.arena.hand import Steadiness
from throwdown.arena.mats import PLAIN
from throwdown.arena.source import ByHand
from throwdown.arena.things import Hand
from throwdown.kernel import parts
from throwdown.kernel.chance import Committed
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.match import Match
from throwdown.kernel.tables import Plain
from throwdown.kernel.throwing import Due
from throwdown.server.errors import Refusal
from throwdown.server.wire import Arena, Mat

LOOKED_AT = 8  # events after which the mat of a duel that is over is put away
_warm = threading.Event()


def _warm_up() -> None:
    """Load the physics and throw once, so that nobody's first throw waits for it."""
    if _warm.is_set():
        return
    _warm.set()
    from throwdown.arena.session import Session, throw_for

    Session(PLAIN).throw((0, 0), 0, throw_for(PLAIN, Steadiness.SURE, 0).throw(0))


class Physical(ByHand):
    """Dice thrown by hand at a table."""

    def __init__(self, committed: Committed, arena: parts.Arena, values: dict[str, Plain]) -> None:
        super().__init__(committed, arena, values)
        threading.Thread(target=_warm_up, daemon=True).start()

    def again(self) -> Physical:
        """A source that makes the same throws from the first on."""
        fresh = Physical(self.committed, self._arena, self._values)
        fresh.hands = dict(self.hands)
        return fresh

    def seen(self, match: Match, seat: int) -> Arena | None:
        """What ``seat`` sees of the mat; None while there is none."""
        view = match.truth()
        on = self._arena.mat(view)
        who, event = self._arena.press(view)
        due = on or self._just_thrown(len(match.log))
        if due is None:
            return None
        mat = due.mat
        n = len(match.log)
        self.catch_up(match, n + 1)
        session = self._at(due)
        if on:
            self._lift(session, view)
        number, flight = self.flight or (n, None)
        return Arena(
            n=number,
            mat=mat.key,
            width=mat.width,
            depth=mat.depth,
            rings=mat.rings,
            bands=mat.bands,
            post=mat.post,
            labels=due.labels,
            tower=due.tower,
            bodies=session.bodies,
            event=event if on and seat == who else -1,
            piece=due.kind,
            seat=due.seat,
            covered=due.covered,
            far=due.far,
            frames=flight.count if flight else 0,
            flight=flight.frames if flight else "",
            flying=flight.bodies if flight else (),
            restless=flight.restless if flight else 0,
            cocked=flight.cocked if flight else 0,
        )

    def _just_thrown(self, n: int) -> Due | None:
        """The mat of the throw that has just ended a duel: it is still looked at."""
        return self._last if self.flight and n - self.flight[0] < LOOKED_AT else None


def mats_of(match: Match) -> Iterator[Mat]:
    """The mats of a match as a spectator saw them, every throw made again. They end where a throw comes out
    otherwise, as it may on another build."""
    if not isinstance(match.chance, Physical):
        return
    source, fresh, last = match.chance.again(), match.replay(0), None
    for n, entry in enumerate(match.log, 1):
        if entry.seat == CHANCE and source.asks(fresh) and fresh.drawn_by(source) != entry.event:
            return
        fresh.extend([entry])
        seen = source.seen(fresh, SPECTATOR)
        if seen != last:
            yield Mat(n, seen or Arena(n))
        last = seen


def checked_hand(hand: Hand) -> Hand:
    """The hand itself; refuses one that no person could have."""
    try:
        return things.checked_hand(hand)
    except BadThrow as error:
        raise Refusal(str(error)) from None
