"""The player that searches: it imagines what it cannot see, plays on from there, and learns."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
from msgspec import Struct

from throwdown.bots.judged import judge_of
from throwdown.bots.network import Judge, empty_judge
from throwdown.bots.player import LOOPS, GreedyPlayer, Sight, loops_of, softmax
from throwdown.bots.rollouts import Comparison, Rollouts
from throwdown.bots.tree import EDGE, NODE, Playing, Tree, Tuning, Workspace, boards_for
from throwdown.kernel.compilation import State
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.records import copy_records
from throwdown.kernel.rng import generator

Numbers = np.ndarray[Any, Any]

CHECKS = 16  # looks, in a search, at whether it may end
SLICE = 0.004  # seconds of thought between two looks at the clock


class Budget(Struct, frozen=True, omit_defaults=True):
    """What a decision may cost: ``simulations``, and ``milliseconds`` where a clock runs (0: no clock).
    ``nodes`` bounds the tree that is kept from move to move."""

    simulations: int
    milliseconds: int = 0
    nodes: int = 1 << 14


class Style(Struct, frozen=True, omit_defaults=True):
    """How a search explores: see :mod:`throwdown.bots.tree` and :mod:`throwdown.bots.loops`.

    Of the choices beyond the tree a part ``guided`` takes the best of ``looks`` random events. Where
    ``rated`` the choices at hand are first rated by the game's full ``worth``, else at a glance. A mixture
    drops what has less than a part ``pure`` of its largest share. What the game can solve is solved in
    ``solved`` iterations (0: never), or where ``best`` as well as its ``solving.py`` can.

    With a ``temperature``, in shares of the win, what is searched is drawn with probabilities in proportion
    to exp(result / temperature). The result of a choice is its mean less one standard error, so that what was
    hardly tried is not taken for good.

    Where the choice that was tried most leads the next by more tries than a part ``sure`` of those that are
    left, no more are made: with 1 they could not change what is chosen, with less they hardly ever do (0:
    all are made). Mixtures are always searched to the end.

    Where ``judged`` settled positions are judged by what the game has learned of them (``LEARNED_FROM`` of
    its heuristics), else by its ``outlook``.

    With ``rollouts`` nothing is searched: the choices at hand are compared by them (:mod:`.rollouts`).

    A ``former`` level goes by the rule of thumb of its time, where the game has another one now.
    """

    explore: float = 1.0
    sharpness: float = 1.0
    guided: float = 0.0
    looks: int = 4
    mixing: float = 0.1
    rated: bool = True
    pure: float = 0.15
    sure: float = 0.0
    solved: int = 0
    best: bool = False
    judged: bool = False
    temperature: float = 0.0
    rollouts: Rollouts | None = None
    former: bool = False

    def tuning(self) -> Tuning:
        """The part of the style that compiled loops read."""
        return Tuning(self.explore, self.sharpness, self.guided, self.looks, self.mixing, int(self.former))


class Thoughts:
    """The search tree of one seat in one game, with the scratch arrays of a search.

    ``loops`` are those of the players over the game, by default as it runs now; ``judge`` judges settled
    positions, by default the game's ``outlook`` does.
    """

    def __init__(
        self, game: GameFolder, nodes: int, loops: ModuleType | None = None, judge: Judge | None = None
    ) -> None:
        self.loops = loops or loops_of(game)
        self.tree = Tree(
            np.zeros(2 * nodes, np.int32),
            np.zeros(nodes, NODE),
            np.zeros(8 * nodes + game.rules.EVENTS, EDGE),
            np.zeros(2, np.int64),
        )
        self.boards = boards_for(game.rules.STATE)
        self._work = Workspace(self.boards, self.tree, np.zeros(3), judge or empty_judge())

    def make_room(self) -> None:
        """Empty the tree where the next search might not fit into it."""
        slots, nodes, edges, used = self.tree.slots, self.tree.nodes, self.tree.edges, self.tree.used
        if 2 * used[0] > len(nodes) or 2 * used[1] > len(edges):
            slots[:] = 0
            used[:] = 0
            self._work.spread[:] = 0

    def think(self, sight: Sight, rng: Numbers, simulations: int, tuning: Tuning) -> None:
        """Run ``simulations`` simulations from what ``sight`` shows. ``rng`` is the state of a generator,
        uint64[4]."""
        self.loops.think(sight.state, sight.seat, sight.seats, self._work, rng, simulations, tuning)

    def solve(self, sight: Sight, rng: Numbers, iterations: int) -> tuple[Numbers, Numbers]:
        """The strategy that the game itself computes for ``sight`` in ``iterations`` iterations of regret
        minimisation: events, int32[n], and weights in proportion to their probabilities, float64[n].
        ``rng`` is uint64[4]."""
        events, shares = np.zeros(sight.game.rules.EVENTS, np.int32), np.zeros(sight.game.rules.EVENTS)
        many = self.loops.solve(sight.state, sight.seat, rng, iterations, events, shares)
        return events[:many], shares[:many]

    def plant(self, sight: Sight, tuning: Tuning) -> None:
        """Make what ``sight`` shows a node of the tree with priors by the game's full heuristic."""
        self.loops.plant(sight.state, sight.seat, sight.seats, self._work, tuning)

    def taken_back(self, state: Numbers, seat: int, seats: int) -> Numbers:
        """A copy of ``state``, one record, in which nobody but ``seat`` has chosen in secret."""
        self.loops.root(state, seat, seats, self._work)
        return copy_records(self.boards.hidden)

    def roll_out(self, sight: Sight, events: Numbers, first: int, many: int, playing: Playing) -> Numbers:
        """The shares of the win that each of ``events``, int32[n], brings in playouts ``first`` to
        ``first + many``, which go on as ``playing`` has it: float64[many, n]."""
        shares = np.zeros((many, len(events)))
        self.loops.roll_out(sight.state, sight.seat, sight.seats, self._work, events, first, playing, shares)
        return shares

    def play_from(self, state: Numbers, seats: int, many: int, playing: Playing) -> Numbers:
        """The mean shares of the win in ``state``, one record, over so many playouts from there, which go on
        as ``playing`` has it: float64[seats]."""
        shares = np.zeros(MAX_SEATS)
        self.loops.play_from(state, seats, self._work, many, playing, shares)
        return shares[:seats]

    def deviation(self) -> float:
        """The standard deviation of the results so far, in shares of the win."""
        return float(self.loops.deviation(self._work.spread))

    def mean(self, sight: Sight, rng: Numbers, simulations: int, tuning: Tuning) -> float:
        """The mean share of the win of the seat of ``sight`` in ``simulations`` simulations, after half as
        many more that are not counted, for they still learn. ``rng`` is uint64[4]."""
        self.plant(sight, tuning)
        self.think(sight, rng, simulations // 2, tuning)
        before = self._work.spread.copy()
        self.think(sight, rng, simulations, tuning)
        many, won = (self._work.spread - before)[:2].tolist()
        return won / many

    def root(self, sight: Sight) -> tuple[Any, Numbers]:
        """The node of what ``sight`` shows, one record of :data:`throwdown.bots.tree.NODE`, and its edges,
        EDGE[n]; no edges where it has not been searched."""
        number = self.loops.root(sight.state, sight.seat, sight.seats, self._work)
        nodes, edges = self.tree.nodes, self.tree.edges
        if number < 0:
            return nodes[0], edges[:0]
        node: Any = nodes[number]
        return node, edges[node.first : node.first + node.count]


class SearchPlayer:
    """A player by information-set Monte Carlo tree search (ISMCTS): it plays the event that was visited
    most, or draws from the average strategy where seats choose in secret. Where its style has ``rollouts`` it
    plays the event that they find best.

    It keeps one tree for each seat that it plays, for each seat knows what the others must not. Against the
    clock it goes by the game's heuristic until the rules are compiled. ``judge`` stands for the one that the
    game has learned.
    """

    def __init__(self, budget: Budget, style: Style | None = None, judge: Judge | None = None) -> None:
        self.budget = budget
        self.style = style or Style()
        self._judge = judge
        self._thoughts: dict[tuple[str, int, bool], Thoughts] = {}

    def choose(self, sight: Sight, rng: Random) -> int:
        """The event that one search, or the game's own solution, comes to."""
        return drawn(self.mixture(sight, rng), rng)

    def mixture(self, sight: Sight, rng: Random) -> tuple[list[int], list[float]]:
        """What one search comes to: events, and weights in proportion to the probabilities with which one
        of them is chosen."""
        if len(sight.legal) == 1:
            return sight.legal, [1.0]
        compilation = sight.game.compilation
        state = compilation.state
        loops = compilation.players(LOOPS, state)
        if self.budget.milliseconds and state is not State.PLAYERS_READY:
            return [GreedyPlayer(at_a_glance=True).rate(sight, rng, loops)], [1.0]
        thoughts = self._thoughts_of(sight, loops, state)
        if loops.is_step(sight.state):
            return [GreedyPlayer(at_a_glance=True).rate(sight, rng, loops)], [1.0]
        if self.is_solved(sight):
            return self._solved(sight, thoughts, generator(rng.getrandbits(62)))
        if self.style.rollouts:
            return [self._rolled_out(sight, thoughts, self.style.rollouts, rng)], [1.0]
        step = 16 if state is State.PLAYERS_READY else 1
        self._search(sight, thoughts, generator(rng.getrandbits(62)), step)
        node, edges = thoughts.root(sight)
        if not len(edges):
            return [rng.choice(sight.legal)], [1.0]
        if self.style.temperature:
            return self._tempered(edges, thoughts.deviation())
        weights = edges["share"] if node.mixed else edges["visits"]
        if node.mixed and weights.max() > 0:
            return self._kept(edges["event"], weights)
        return [int(edges["event"][np.lexsort((edges["total"], weights))[-1]])], [1.0]

    def is_solved(self, sight: Sight) -> bool:
        """Whether it goes by a strategy that the game itself computes for the choice that ``sight`` shows."""
        return self.style.solved > 0 and bool(loops_of(sight.game).is_solved(sight.state))

    def _solved(self, sight: Sight, thoughts: Thoughts, rng: Numbers) -> tuple[list[int], list[float]]:
        """The mixture that the game itself computes; ``rng`` is uint64[4]."""
        solving = sight.game.solving
        best = solving.solution(sight.game, sight.state, sight.seat, rng) if self.style.best else None
        if best:
            return best[0].tolist(), best[1].tolist()
        return self._kept(*thoughts.solve(sight, rng, self.style.solved))

    def _rolled_out(self, sight: Sight, thoughts: Thoughts, settings: Rollouts, rng: Random) -> int:
        """The event that rollouts say is best, of those that are rated highest."""
        began, clock = time.perf_counter(), self.budget.milliseconds / 1000
        events = np.array(rng.sample(sight.legal, len(sight.legal)), np.int32)
        worth = np.zeros(len(events))
        thoughts.loops.rate(sight.state, sight.seat, events, worth)
        events = events[np.argsort(-worth, kind="stable")][: settings.tried]
        playing = settings.playing(rng.getrandbits(62))
        return Comparison(events, settings).run(
            lambda tried, first, many: thoughts.roll_out(sight, tried, first, many, playing),
            lambda: not clock or time.perf_counter() - began < clock - SLICE,
        )

    def _tempered(self, edges: Numbers, deviation: float) -> tuple[list[int], list[float]]:
        """The events that were tried, EDGE[n], weighted by their results; ``deviation`` is the standard
        deviation of one result."""
        tried = edges[edges["visits"] > 0]
        visits: Numbers = tried["visits"].astype(np.float64)
        results: Numbers = tried["total"] / visits - deviation / np.sqrt(visits)
        return tried["event"].tolist(), softmax(results, self.style.temperature).tolist()

    def _kept(self, events: Numbers, shares: Numbers) -> tuple[list[int], list[float]]:
        """A mixture without its small shares."""
        kept = np.where(shares < self.style.pure * shares.max(), 0, shares)
        return events.tolist(), kept.tolist()

    def _thoughts_of(self, sight: Sight, loops: ModuleType, state: State) -> Thoughts:
        place = (sight.game.key, sight.seat, state is State.PLAYERS_READY)
        if place not in self._thoughts:
            judge = self._judge
            if judge is None and self.style.judged:
                judge = judge_of(sight.game)
            self._thoughts[place] = Thoughts(sight.game, self.budget.nodes, loops, judge)
        self._thoughts[place].make_room()
        return self._thoughts[place]

    def _search(self, sight: Sight, thoughts: Thoughts, rng: Numbers, step: int) -> None:
        """Simulate until the position has the visits that the budget grants, or time is up; ``step``
        simulations between the first two looks at the clock."""
        clock, part = self.budget.milliseconds / 1000, max(1, self.budget.simulations // CHECKS)
        began, tuning = time.perf_counter(), self.style.tuning()
        if self.style.rated:
            thoughts.plant(sight, tuning)
        node, edges = thoughts.root(sight)
        left = self.budget.simulations - (int(node.visits) if len(edges) else 0)
        while left > 0:
            before = time.perf_counter()
            many = min(step, 1 + (left - 1) % part)  # as far as the next check, whatever the clock says
            thoughts.think(sight, rng, many, tuning)
            left -= many
            if self.style.sure and left % part == 0 and self._is_sure(*thoughts.root(sight), left):
                return
            now = time.perf_counter()
            if clock and now - began > clock - SLICE:
                return
            if now - before < SLICE / 2:
                step *= 2

    def _is_sure(self, node: Any, edges: Numbers, left: int) -> bool:
        """Whether the choices of ``node``, EDGE[n], are told apart clearly enough with so many simulations
        ``left``."""
        if node.mixed or len(edges) < 2:
            return False
        least, most = np.sort(edges["visits"])[-2:].tolist()
        return most - least > self.style.sure * left


def drawn(mixture: tuple[Sequence[int], Sequence[float]], rng: Random) -> int:
    """One of the events of ``mixture``, by its weights."""
    events, weights = mixture
    return events[0] if len(events) == 1 else rng.choices(events, weights)[0]
