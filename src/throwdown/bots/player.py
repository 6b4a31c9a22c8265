"""What a player is, and the players by name."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match

LOOPS = Path(__file__).parent / "loops.py"


class UnknownPlayer(ThrowdownError):
    """No player has that name."""


class Sight(NamedTuple):
    """What a player chooses by: the game, the hidden record (one element), its seat, its legal events."""

    game: Game
    state: np.ndarray[Any, Any]
    seat: int
    legal: list[int]


class Player(Protocol):
    """Chooses one of ``sight.legal``; the same sight and random state give the same choice."""

    def choose(self, sight: Sight, rng: Random) -> int: ...


def sight(match: Match, seat: int) -> Sight:
    """What the player on ``seat`` may know of ``match``."""
    return Sight(match.game, match.seen(seat), seat, match.legal_events(seat))


class RandomPlayer:
    """Every legal event is equally likely."""

    def choose(self, sight: Sight, rng: Random) -> int:
        return rng.choice(sight.legal)


class GreedyPlayer:
    """The event that the game's ``heuristics.worth`` rates highest; chance breaks ties."""

    def choose(self, sight: Sight, rng: Random) -> int:
        if len(sight.legal) == 1:
            return sight.legal[0]
        events = np.array(sight.legal, np.int32)
        worth = np.zeros(len(events))
        sight.game.part(LOOPS).rate(sight.state, sight.seat, events, worth)
        return int(rng.choice(events[worth == worth.max()].tolist()))


_PLAYERS: dict[str, type[RandomPlayer] | type[GreedyPlayer]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


def kinds() -> tuple[str, ...]:
    """The names of all players, weakest first."""
    return tuple(_PLAYERS)


def named(kind: str) -> Player:
    """The player of that name; raises :class:`UnknownPlayer`."""
    if kind not in _PLAYERS:
        raise UnknownPlayer(f"unknown player {kind!r}; known are {', '.join(_PLAYERS)}")
    return _PLAYERS[kind]()
