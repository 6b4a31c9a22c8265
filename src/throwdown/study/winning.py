"""The chances of each seat to win from where a match stands: the match, or the set of which it is one."""

from __future__ import annotations

from msgspec import Struct

from throwdown.kernel.match import Match
from throwdown.kernel.series import InSet
from throwdown.study.playouts import Playouts, Tally
from throwdown.study.sets import SetPlayouts


class Chances(Struct, frozen=True):
    """The chance of each seat to win by par from a state, the standard error of each, expected points by
    seat, and how many playouts were counted."""

    win: tuple[float, ...]
    errors: tuple[float, ...]
    points: tuple[float, ...]
    playouts: int


def chances(match: Match, playouts: int = 2500, seed: int = 0, in_set: InSet | None = None) -> Chances:
    """The chances of each seat from where ``match`` stands, whatever is hidden included: to win the match, or
    the set of which it is one.

    A match that is over gives exactly 1 and 0, or equal shares of a draw, and so does one that cannot end
    otherwise. The same ``seed`` gives the same figures.
    """
    counted = Tally(match.seats)
    played = playouts_of(match, seed, in_set)
    if match.over:
        return Chances(played.result(match), (0.0,) * match.seats, tuple(map(float, match.points)), 0)
    counted.add(*played.both(match.state, "chances", 0, max(1, playouts)))
    means = tuple((counted.points / counted.many).tolist())
    return Chances(counted.means(), counted.errors(), means, counted.many)


def playouts_of(match: Match, seed: int = 0, in_set: InSet | None = None) -> Playouts:
    """Playouts to the end of ``match``, or of the set of which it is one."""
    return SetPlayouts(match, seed, in_set) if in_set else Playouts(match, seed)
