"""Perfect play for two, where all that can follow a position is few enough to be written out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from throwdown.bots.ranges import EDGE, STATE, Manner, PublicTree, unchanged
from throwdown.bots.regret import DECISION, NODE, Learning
from throwdown.bots.tree import words_of
from throwdown.bots.unfold import Known
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import Game
from throwdown.kernel.records import copy_records

UNFOLD = Path(__file__).parent / "unfold.py"
Numbers = np.ndarray[Any, Any]


class TooLarge(ThrowdownError):
    """A position has more successors than there is room for."""


class Tree:
    """All that can follow a position, as a tree: NODE[nodes], DECISION[decisions] of
    :mod:`throwdown.bots.regret`, and the record of each node. ``state`` is one record.

    Raises :class:`TooLarge` when that is more than ``most`` nodes.
    """

    def __init__(self, game: Game, state: Numbers, most: int = 1 << 20) -> None:
        nodes, states = np.zeros(most, NODE), np.zeros(most, state.dtype)
        decisions, slots = np.zeros(most // 2 + 1, DECISION), np.zeros(1 << most.bit_length(), np.int32)
        hidden = np.zeros(1, state.dtype)
        known = Known(decisions, slots, hidden, words_of(hidden))
        used, decided = game.part(UNFOLD).unfold(state, states, nodes, known)
        if used < 0:
            raise TooLarge(f"{game.key}: more than {most} nodes can follow")
        self.game = game
        self.nodes, self.decisions, self.states = nodes[:used], decisions[:decided], states[:used]

    @property
    def choices(self) -> int:
        """How many choices there are at all decisions together."""
        return int(self.decisions["count"].sum())

    def deals(self) -> tuple[list[int], list[float]]:
        """The nodes after the first run of chance events, and the probability of each."""
        found: list[int] = []
        chances: list[float] = []
        open_nodes = [(0, 1.0)]
        for at, chance in open_nodes:
            node = self.nodes[at]
            if node["seat"] != CHANCE:
                found.append(at)
                chances.append(chance)
                continue
            children = range(int(node["first"]), int(node["first"] + node["count"]))
            open_nodes += [(child, chance * float(self.nodes[child]["chance"])) for child in children]
        return found, chances

    def is_dealt_first(self) -> bool:
        """Whether every chance event comes before the first choice."""
        first = min((at for at, _ in zip(*self.deals(), strict=True)), default=0)
        return not (self.nodes["seat"][first:] == CHANCE).any()

    def hand(self, at: int, seat: int) -> bytes:
        """The information of ``seat`` at node ``at``: the bytes of the record hidden for it."""
        seen = copy_records(self.states[at : at + 1])
        self.game.engine.hide(seen, seat)
        return seen.tobytes()


class FlatSolver:
    """Counterfactual regret minimisation over every node of a tree. ``learning`` and ``iterations`` are all
    that it goes on from."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._math = tree.game.part(UNFOLD).regret
        self.learning, self.strategy = Learning(*np.zeros((4, tree.choices))), np.zeros(tree.choices)
        self.iterations = 0

    def improve(self, iterations: int) -> None:
        """Run ``iterations`` iterations; ``strategy`` is then the average strategy, float64[choices] by
        decision."""
        nodes, decisions = self.tree.nodes, self.tree.decisions
        self._math.iterate(nodes, decisions, self.learning, self.iterations, iterations)
        self.iterations += iterations
        self._math.normalize(decisions, self.learning.mean, self.strategy)

    @property
    def value(self) -> float:
        """The expected payoff of seat 0 where both play the average strategy."""
        return float(self._math.value_for_first(self.tree.nodes, self.tree.decisions, self.strategy))

    @property
    def exploitability(self) -> float:
        """The mean over both seats of what a best response wins against the average strategy; 0 in an
        equilibrium."""
        tree = self.tree
        answers = [self._math.best_answer(tree.nodes, tree.decisions, self.strategy, seat) for seat in (0, 1)]
        return float(sum(answers)) / 2


class PublicSolver:
    """Counterfactual regret minimisation over public states, for trees in which everything hidden is dealt
    before the first choice. ``learning`` and ``iterations`` are all that it goes on from."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._math = tree.game.part(UNFOLD).ranges
        deals, self._pairs, chances, hands = _pairs(tree)
        most = len(tree.nodes) // len(deals) + 1
        states, edges = np.zeros(most, STATE), np.zeros(2 * most, EDGE)
        places = np.zeros((most, len(deals)), np.int32)
        used, drawn, rows, ends = self._math.line_up(tree.nodes, deals, states, edges, places)
        self._places = places[:used]
        nothing = np.zeros((1, hands), np.int32), np.zeros((2, 0, hands), np.int32)
        self._public = PublicTree(
            states[:used], edges[:drawn], np.ones((2, hands)), nothing[0], np.zeros((ends, hands, hands)),
            nothing[1], unchanged(),
        )  # fmt: skip
        self._math.pay_out(tree.nodes, self._public, self._places, self._pairs, chances)
        self.learning, self._played = Learning(*np.zeros((4, rows, hands))), np.zeros((rows, hands))
        self.iterations = 0

    def improve(self, iterations: int) -> None:
        """Run so many ``iterations`` of regret minimisation, both seats in each."""
        self._math.iterate(self._public, self.learning, Manner(), self.iterations, iterations)
        self.iterations += iterations
        self._math.normalize(self._public, self.learning.mean, self._played)

    @property
    def strategy(self) -> Numbers:
        """The average strategy, float64[choices] by decision of the tree."""
        flat = np.zeros(self.tree.choices)
        self._math.spread_out(
            self.tree.nodes, self.tree.decisions, self._public, self._places, self._pairs, self._played, flat
        )
        return flat

    @property
    def value(self) -> float:
        """The expected payoff of seat 0 where both play the average strategy."""
        return float(self._math.result(self._public, self._played, 0, False))

    @property
    def exploitability(self) -> float:
        """The mean over both seats of what a best response wins against the average strategy; 0 in an
        equilibrium."""
        answers = [self._math.result(self._public, self._played.copy(), seat, True) for seat in (0, 1)]
        return float(sum(answers)) / 2


Solver = FlatSolver | PublicSolver


def solver(game: Game, state: Numbers, most: int = 1 << 20) -> Solver:
    """The quickest solver for all that can follow ``state``, one record; raises :class:`TooLarge` where
    that is more than ``most`` nodes."""
    return solver_of(Tree(game, state, most))


def solver_of(tree: Tree) -> Solver:
    """The quickest solver for ``tree``."""
    return PublicSolver(tree) if tree.is_dealt_first() else FlatSolver(tree)


def solve(solver: Solver, goal: float, step: int = 10, most: int = 100_000) -> float:
    """Improve until the exploitability is at most ``goal``; returns what it is."""
    while True:
        solver.improve(step)
        left = solver.exploitability
        if left <= goal or solver.iterations >= most:
            return left


def _pairs(tree: Tree) -> tuple[Numbers, Numbers, Numbers, int]:
    """One node for each pair of hands, the pairs, how likely they are, and how many hands there are of the
    seat that has more."""
    hands: tuple[dict[bytes, int], dict[bytes, int]] = ({}, {})
    first: dict[tuple[int, int], int] = {}
    chances: dict[tuple[int, int], float] = {}
    for at, chance in zip(*tree.deals(), strict=True):
        mine, theirs = (hands[seat].setdefault(tree.hand(at, seat), len(hands[seat])) for seat in (0, 1))
        first.setdefault((mine, theirs), at)
        chances[mine, theirs] = chances.get((mine, theirs), 0.0) + chance
    deals, pairs = np.array(list(first.values()), np.int32), np.array(list(first), np.int32)
    return deals, pairs, np.array(list(chances.values())), max(map(len, hands))
