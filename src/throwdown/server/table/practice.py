"""Practice: a match that begins where a finished one stood, against bots.

What the player's seat could not see there is drawn anew by the game's own ``guess``, each time that it is
played, and nobody has chosen in secret yet. Such a match is in nobody's history and has neither an account
nor a transcript, for both begin at the beginning.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from msgspec import Struct

from throwdown.bots.search import Thoughts
from throwdown.kernel import rng
from throwdown.kernel.chance import Recorded
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.tables import Plain
from throwdown.server.errors import Refusal
from throwdown.server.table.snapshots import layout_of

LEVEL = "sharp"  # of the bots that play for people
NONE_OF_ITS_OWN = "this match was practice that began in the middle of another: it has no {what} of its own"


class Position(Struct, frozen=True):
    """Where a practice match begins: after event ``n`` of match ``number`` of ``table``, with ``seat`` for
    whoever practises. ``record`` is the game's record there as the seat sees it, completed; ``layout`` says
    how it lies in memory."""

    table: str
    number: int
    n: int
    seat: int
    record: bytes
    layout: str


class MatchFromPosition(Match):
    """A match that begins with a record of its own in the place of the game's ``setup``."""

    first: np.ndarray[Any, Any]

    def begin_with(self, record: bytes) -> None:
        """Stand at ``record``, before any event."""
        self.first = np.frombuffer(record, self.game.rules.STATE).copy()
        self.state[:] = self.first
        self.log[:] = []
        self._made = []

    def replay(self, many: int | None = None) -> Self:
        """A new match after the first ``many`` entries of the log, with chance still held back."""
        fresh = type(self)(self.game, self.seats, self.values, Recorded(()), self.names, self.engine)
        fresh.begin_with(self.first.tobytes())
        return fresh.extend(self.log[:many])


def begin(game: Game, values: dict[str, Plain], names: Sequence[str], record: bytes) -> MatchFromPosition:
    """A match that begins with ``record``; its chance is held back."""
    match = MatchFromPosition(game, len(names), game.check(values, len(names)), Recorded(()), tuple(names))
    match.begin_with(record)
    return match


def position_of(match: Match, n: int, seat: int, table: str, number: int) -> Position:
    """The position after event ``n`` of a finished match, for ``seat``."""
    if not 0 <= n <= len(match.log):
        raise Refusal(f"the match has no event {n}: it has {len(match.log)}", 400)
    here = match.replay(n)
    if here.over:
        raise Refusal(f"the match is over after event {n}: nothing is left to be played")
    game = match.game
    drawn = _drawn(game, here.seen(seat), seat, f"{table} {number} {n}")
    record = Thoughts(game, 1).taken_back(drawn, seat, match.seats).tobytes()
    return Position(table, number, n, seat, record, layout_of(game))


def fits(game: Game, record: bytes, layout: str) -> bool:
    """Whether ``record``, with which a match of practice began, is one of these rules. ``layout`` says how it
    lies in memory; of one that does not say so the size tells."""
    return layout == layout_of(game) if layout else len(record) == game.rules.STATE.itemsize


def record_for(game: Game, position: Position, secret: str) -> bytes:
    """The record with which a match from ``position`` begins: what its seat does not see is drawn anew by
    ``secret``. Refuses a position of other rules."""
    if position.layout != layout_of(game):
        raise Refusal(f"the rules of {game.title} have changed since: this position cannot be played on")
    state = np.frombuffer(position.record, game.rules.STATE).copy()
    game.engine.hide(state, position.seat)
    return _drawn(game, state, position.seat, secret).tobytes()


def _drawn(game: GameFolder, seen: np.ndarray[Any, Any], seat: int, seed: str) -> np.ndarray[Any, Any]:
    """``seen``, a record as ``seat`` sees it, with all that is hidden drawn by ``seed``."""
    digest = hashlib.sha256(f"throwdown practice {seed}".encode()).digest()
    game.engine.guess(seen, seat, rng.generator(int.from_bytes(digest[:8], "big") >> 1))
    return seen
