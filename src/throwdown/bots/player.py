"""What a player is, and the plain ones: at random, and by the game's rule of thumb."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match

LOOPS = Path(__file__).parent / "loops.py"
ALL = 1000  # looks: more than any game has choices


def loops_of(game: GameFolder) -> ModuleType:
    """The players' loops over ``game``: compiled as soon as nobody has to wait for the compiler."""
    return game.compilation.players(LOOPS)


class UnknownPlayer(ThrowdownError):
    """No player has that name."""


class Sight(NamedTuple):
    """What a player chooses by: the game, the record hidden for its seat (an array of one element), the
    seat, its legal events, and how many seats play."""

    game: GameFolder
    state: np.ndarray[Any, Any]
    seat: int
    legal: list[int]
    seats: int


class Player(Protocol):
    """Chooses one of ``sight.legal``; the same sights in the same order give the same choices from the
    same random state."""

    def choose(self, sight: Sight, rng: Random) -> int:
        """One of ``sight.legal``; all chance in it comes from ``rng``."""
        ...


def sight(match: Match, seat: int) -> Sight:
    """What the player on ``seat`` may know of ``match``."""
    return Sight(match.game, match.seen(seat), seat, match.legal_events(seat), match.seats)


class RandomPlayer:
    """Every legal event is equally likely."""

    def choose(self, sight: Sight, rng: Random) -> int:
        """One of ``sight.legal``, each as likely."""
        return rng.choice(sight.legal)


class GreedyPlayer:
    """The event that the game's ``heuristics.worth`` rates highest; chance breaks ties.

    It looks at no more than ``looks`` random events. At a glance it goes by ``heuristics.rough``, where the
    game has one; a ``former`` level goes by ``heuristics.before``, where it has that.
    """

    def __init__(self, looks: int = ALL, at_a_glance: bool = False, former: bool = False) -> None:
        self.looks = looks
        self.at_a_glance = at_a_glance
        self.former = former

    def choose(self, sight: Sight, rng: Random) -> int:
        """The event of those it looks at that is rated highest."""
        return sight.legal[0] if len(sight.legal) == 1 else self.rate(sight, rng, loops_of(sight.game))

    def rate(self, sight: Sight, rng: Random, loops: ModuleType) -> int:
        """The choice by ``loops``, those of the players over the game."""
        events = np.array(rng.sample(sight.legal, min(self.looks, len(sight.legal))), np.int32)
        worth = np.zeros(len(events))
        seen = loops.glance if self.at_a_glance else loops.rate
        (loops.look_back if self.former else seen)(sight.state, sight.seat, events, worth)
        return int(rng.choice(events[worth == worth.max()].tolist()))


class TemperedPlayer:
    """Draws an event with probabilities in proportion to exp(worth / temperature), so that a mistake is the
    likelier the less it costs. ``temperature`` is in the unit of the game's ``worth``.

    Where ``rated`` it goes by ``heuristics.worth``, else by ``heuristics.rough`` where the game has one.
    """

    def __init__(self, temperature: float, rated: bool = False) -> None:
        self.temperature = temperature
        self.rated = rated

    def choose(self, sight: Sight, rng: Random) -> int:
        """One of ``sight.legal``, drawn from :meth:`mixture`."""
        events, chances = self.mixture(sight, rng)
        return events[0] if len(events) == 1 else rng.choices(events, chances)[0]

    def mixture(self, sight: Sight, rng: Random) -> tuple[list[int], list[float]]:
        """The legal events and their probabilities, for which nothing is drawn from ``rng``."""
        if len(sight.legal) == 1:
            return sight.legal, [1.0]
        loops, worth = loops_of(sight.game), np.zeros(len(sight.legal))
        rate = loops.rate if self.rated else loops.glance
        rate(sight.state, sight.seat, np.array(sight.legal, np.int32), worth)
        return sight.legal, softmax(worth, self.temperature).tolist()


def softmax(worth: np.ndarray[Any, Any], temperature: float) -> np.ndarray[Any, Any]:
    """Probabilities in proportion to exp(worth / temperature), float64[n] both."""
    grown = np.exp((worth - worth.max()) / temperature)
    return grown / grown.sum()


class AdaptedPlayer:
    """Plays each game by a player of its own, which ``make`` makes of the game, how many seats play, and the
    milliseconds that a choice may take (0: as many as it takes)."""

    def __init__(self, make: Callable[[GameFolder, int, int], Player], milliseconds: int) -> None:
        self.milliseconds = milliseconds
        self.players: dict[tuple[str, int], Player] = {}  # by the game's key and the number of seats
        self._make = make

    def within(self, game: GameFolder, seats: int) -> Player:
        """The player of ``game`` for so many ``seats``, always the same one."""
        if (game.key, seats) not in self.players:
            self.players[game.key, seats] = self._make(game, seats, self.milliseconds)
        return self.players[game.key, seats]

    def choose(self, sight: Sight, rng: Random) -> int:
        """What the player of this game chooses."""
        return self.within(sight.game, sight.seats).choose(sight, rng)


def within(player: Player, game: GameFolder, seats: int) -> Player:
    """Who chooses for ``player`` in ``game`` for so many ``seats``: itself, or a player that it has for
    this."""
    return player.within(game, seats) if isinstance(player, AdaptedPlayer) else player


class SlippingPlayer:
    """Makes a part ``slips`` of its choices at random; the others as ``thinker`` does."""

    def __init__(self, thinker: Player, slips: float) -> None:
        self.thinker = thinker
        self.slips = slips

    def choose(self, sight: Sight, rng: Random) -> int:
        """What ``thinker`` chooses, or now and then any legal event."""
        return rng.choice(sight.legal) if rng.random() < self.slips else self.thinker.choose(sight, rng)
