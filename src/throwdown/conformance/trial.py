"""A game under trial: matches of it at several numbers of seats, walked at random from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.game import Game
from throwdown.kernel.match import Entry, Match

STEPS = 400  # choices of a walk
INTERPRETED = 4  # walks with interpreted rules, a hundred times slower, are so many times shorter
LONGEST = 5_000_000  # events of a random match


class Fault(Exception):
    """A game does not keep to the contract; the text says where and how."""


class Trial(NamedTuple):
    """A game, with compiled or interpreted rules."""

    game: Game
    is_compiled: bool

    def matches(self, seed: int = 0) -> Iterator[Match]:
        """A new match for the least seats, the most, and a number between."""
        for seats in self.seats:
            engine = self.game.loops(self.is_compiled)
            yield self.game.match(seats, seed=seed + seats, engine=engine)

    def walk(self, match: Match, seed: int, steps: int = STEPS) -> Iterator[tuple[int, int]]:
        """Random play: yields each (seat, event) just before it is made; chance comes from the match."""
        rng = random.Random(seed)
        for _ in range(steps if self.is_compiled else steps // INTERPRETED):
            if match.over:
                return
            seat = rng.choice(match.awaited)
            event = rng.choice(match.legal_events(seat))
            yield seat, event
            match.play(seat, event)

    @property
    def seats(self) -> list[int]:
        least, most = self.game.seats
        return sorted({least, (least + most) // 2, most})


Check = Callable[[Trial], None]
_once: set[Check] = set()


def once(check: Check) -> Check:
    """Marks a check that is the same however the rules of its trial run: it is made once, compiled."""
    _once.add(check)
    return check


def engines_of(check: Check) -> tuple[bool, ...]:
    """Whether the rules are compiled, for each time that ``check`` is made."""
    return (True,) if check in _once else (False, True)


def expect(holds: object, fault: str) -> None:
    """Raises :class:`Fault` unless ``holds``."""
    if not holds:
        raise Fault(fault)


def viewers(match: Match) -> tuple[int, ...]:
    """The seats, and somebody who watches."""
    return (*range(match.seats), SPECTATOR)


def copy(match: Match) -> Match:
    """The match as ``replay`` gives it, chance held back, without playing it all again."""
    twin = match.replay(0)
    twin.state[:] = match.state
    twin.log += match.log
    return twin


def after(match: Match, seat: int, event: int) -> Match:
    """``match`` after one event, chance held back."""
    return copy(match).extend([Entry(seat, event)])


def at(match: Match) -> str:
    """Where a match is, for a message: ``3 seats, event 41``."""
    return f"{match.seats} seats, event {len(match.log)}"
