"""A hint: the best choices of a seat, made from what the seat sees alone.

Where the game computes a strategy, which may mix choices, a hint tells how often Master makes each. There
what others have done tells of what they hide, of which playouts know nothing.

Elsewhere each choice is played out by par from states that fit what the seat sees. States are drawn by the
game's ``guess``; what others have already chosen in secret is taken back, so that they choose by par as well.
All choices are counted in the same states with the same dice, so that their differences are known better than
the chances themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random

import numpy as np
from msgspec import Struct

from throwdown.bots import Sight
from throwdown.bots.levels import unhurried
from throwdown.bots.player import within
from throwdown.bots.search import SearchPlayer, Thoughts
from throwdown.bots.tree import Playing
from throwdown.kernel import rng
from throwdown.study.playouts import Numbers, Playouts, key_of

CANDIDATES = 10  # choices that are counted for a hint, those that the game's rule of thumb rates highest
SHOWN = 4  # choices that a hint tells of
MIXED = 5  # choices of a strategy that a hint tells of
RARE = 0.01  # how often Master makes a choice that is not told of
FIRST, MOST = 12, 48  # playouts of each choice in the first round, and in any later one
AT_ONCE = 12  # playouts of each choice between two questions whether to stop
ROUNDS = 48
FEW = 96  # playouts of each choice, below which none is left out
OUT = 3.0  # standard errors below the best, beyond which a choice is counted no further
ENOUGH = 0.008  # the standard error of the best choice's chance, at which the count ends
DOUBT = 1.96  # standard errors on either side that hold the true figure 95 times in 100


class Line(Struct, frozen=True):
    """A choice: its event, the chance to win with it (0 to 1) and half the width of the range that holds the
    true chance 95 times in 100. ``less`` is by how much it is weaker than the best, 0 where the two are too
    ``close`` to call; the best is close to itself. Of a strategy ``share`` is how often the choice is made
    (0 to 1), choices that are made are close, and the other figures are 0."""

    event: int
    chance: float
    doubt: float
    less: float
    close: bool
    share: float = 0.0


class Hint(Struct, frozen=True):
    """The best choices: first those that are too close to call, then weaker ones; within each the better
    first. ``playouts`` were counted of the best, in ``rounds``; ``done``: it is counted no further.
    ``hidden``: there is something that the seat does not see. Where nothing was played out the lines are a
    strategy, the choice that is made most often first."""

    lines: tuple[Line, ...]
    playouts: int
    rounds: int
    done: bool
    hidden: bool


def hints(
    sight: Sight,
    seed: int = 0,
    rounds: int = ROUNDS,
    stop: Callable[[], bool] | None = None,
    also: Sequence[int] = (),
) -> Iterator[Hint]:
    """Better and better hints for the choice that ``sight`` shows; the same sight and seed give the same.

    ``sight.state`` is hidden for its seat, and a choice has at least two legal events. Ends early, without a
    further hint, once ``stop`` says so, which is asked before every few playouts. The events ``also`` are
    counted and told of however weak they are.
    """
    strategy = mixed(sight, seed, also)
    if strategy:
        yield strategy
        return
    count = Count(sight, seed, also)
    for number in range(rounds):
        if not count.add(min(MOST, FIRST << min(number, 8)), stop):
            return
        count.leave_out()
        hint = count.hint(number + 1, last=number + 1 == ROUNDS)
        yield hint
        if hint.done:
            return


def mixed(sight: Sight, seed: int = 0, also: Sequence[int] = ()) -> Hint | None:
    """How often Master makes the choices that ``sight`` shows, where it goes by a strategy that the game
    computes; the events ``also`` are told of however rare they are. None elsewhere."""
    master = within(unhurried("master"), sight.game, sight.seats)
    if not isinstance(master, SearchPlayer) or not master.is_solved(sight):
        return None
    events, weights = master.mixture(sight, Random(key_of(seed, "strategy")))
    total = sum(weights)
    shares = {event: weight / total for event, weight in zip(events, weights, strict=True)}
    often = sorted(shares, key=lambda event: (-shares[event], event))
    told = [event for event in often[:MIXED] if shares[event] > RARE]
    told += [event for event in also if event not in told]
    lines = [Line(event, 0.0, 0.0, 0.0, shares.get(event, 0.0) > 0, shares.get(event, 0.0)) for event in told]
    return Hint(tuple(lines), 0, 1, done=True, hidden=True)


class Count:
    """The playouts of one decision. Row k of ``results`` are the shares of the win of one choice, one figure
    for each playout; playout j of all choices has the same state and the same dice."""

    def __init__(
        self, sight: Sight, seed: int, also: Sequence[int] = (), candidates: int = CANDIDATES
    ) -> None:
        """So many ``candidates`` are counted, those that the rule of thumb rates highest, and the events
        ``also``."""
        self._sight = sight
        self._also = also
        self._played = Playouts.of_sight(sight, seed)
        self._thoughts = Thoughts(sight.game, 1, self._played.loops)
        self._playing = Playing(self._played.policies, 0, key_of(seed, "hint"))
        self._partners = self._played.sides.count(self._played.sides[sight.seat])
        dice = rng.generator(key_of(seed, "hidden"))
        self._hidden = not self._played.is_all(sight.state, sight.seat, dice)
        likely = self._likely(candidates)
        self.thumb = likely[0]  # what the rule of thumb takes
        self.results: dict[int, Numbers] = {event: np.zeros(0) for event in likely}
        self._counted: list[int] = list(self.results)

    def _likely(self, candidates: int) -> Sequence[int]:
        events = np.array(self._sight.legal, np.int32)
        worth = np.zeros(len(events))
        self._played.loops.rate(self._sight.state, self._sight.seat, events, worth)
        best: list[int] = events[np.argsort(-worth, kind="stable")][:candidates].tolist()
        return [*best, *(event for event in self._also if event not in best)]

    def add(self, many: int, stop: Callable[[], bool] | None = None) -> bool:
        """Count ``many`` more playouts of each choice that may still be the best; False where ``stop`` said
        that it shall not."""
        done = len(self.results[self._counted[0]])
        events, found = np.array(self._counted, np.int32), list[Numbers]()
        for first in range(done, done + many, AT_ONCE):
            if stop and stop():
                return False
            number = min(AT_ONCE, done + many - first)
            found.append(self._thoughts.roll_out(self._sight, events, first, number, self._playing))
        # All that are on a side that has won share the win there, and win it together.
        shares: Numbers = np.concatenate(found) * self._partners
        for k, event in enumerate(self._counted):
            self.results[event] = np.concatenate([self.results[event], shares[:, k]])
        return True

    def keep(self, events: Collection[int]) -> None:
        """Count no others than ``events`` further."""
        self._counted = [event for event in self._counted if event in events]

    def leave_out(self) -> None:
        """Count no further what is surely weaker than the best, but for as many as a hint shows."""
        order = self.order()
        if len(self.results[order[0]]) < FEW:
            return
        best = self.results[order[0]]
        near = [
            event
            for k, event in enumerate(order)
            if k < SHOWN or event in self._also or not _apart(best, self.results[event], OUT)
        ]
        self.keep(near)

    def order(self) -> list[int]:
        """The choices that are still counted, the best first; then those that were left out."""
        full = set(self._counted)
        return sorted(self.results, key=lambda event: (event not in full, -float(self.results[event].mean())))

    def hint(self, rounds: int, *, last: bool) -> Hint:
        """The hint as it stands after so many ``rounds``; ``last`` where no more are counted."""
        order = self.order()
        best = self.results[order[0]]
        lines = [self._line(event, best) for event in order]
        lines.sort(key=lambda line: (not line.close, -line.chance))
        error = error_of(best)
        settled = len(best) >= FEW and (
            error <= ENOUGH or (sum(line.close for line in lines) == 1 and error <= 2 * ENOUGH)
        )
        shown = (line for k, line in enumerate(lines) if k < SHOWN or line.event in self._also)
        return Hint(tuple(shown), len(best), rounds, last or settled, self._hidden)

    def _line(self, event: int, best: Numbers) -> Line:
        shares = self.results[event]
        close = not _apart(best, shares, DOUBT)
        less = 0.0 if close else float((best[: len(shares)] - shares).mean())
        return Line(event, float(shares.mean()), DOUBT * error_of(shares), less, close)


def _apart(best: Numbers, other: Numbers, errors: float) -> bool:
    """Whether ``best`` lies above ``other`` by more than so many standard errors of their difference."""
    differences: Numbers = best[: len(other)] - other
    return float(differences.mean()) > errors * error_of(differences) and bool(differences.any())


def error_of(shares: Numbers) -> float:
    """The standard error of the mean of ``shares[playouts]``, which lie from 0 to 1. A win or a loss counts
    once more on either side (Agresti and Coull 1998), so that a few playouts that all ended alike are not
    taken for certainty."""
    many = len(shares)
    low, high = float(shares.min()), float(shares.max())
    spread = float(shares.var()) + ((high - low) or 1.0) ** 2 / (many + 2)
    return (spread / many) ** 0.5


def why_of(sight: Sight, event: int) -> str:
    """What the game says of a choice, with ``{2}`` for the name of seat 2; empty where it says nothing."""
    view = sight.game.view_of(sight.state)
    choices = sight.game.scene.draw(view, sight.seat, sight.legal).choices
    return next((choice.note for choice in choices if choice.event == event), "")
