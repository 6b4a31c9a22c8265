"""Games small enough to be written out as the tree of all positions of a match for two, to be solved, and to
work out best responses in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import numpy as np

from throwdown.bots.player import Sight
from throwdown.bots.solver import UNFOLD, Tree, solver_of
from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.game import Game
from throwdown.kernel.records import copy_records
from throwdown.kernel.tables import Plain
from throwdown.kernel.whole import ALL, Chooser, Line, Numbers, Portion, Whole
from throwdown.lab.mixtures import mixture

SEATS = 2
NODES = 1 << 19  # of a tree


def whole_of(
    game: Game, values: Mapping[str, Plain], *, by_points: bool = False, is_alike: bool = True
) -> Whole:
    """``game`` written out, by its own ``solving.py`` where that knows how. The winner is paid 1 by the
    loser; ``by_points`` seat 0 is paid half the points by which it is ahead. With ``is_alike`` False it
    serves players, too, who choose otherwise where nothing but names differs. Raises :class:`TooLarge`, and
    :class:`BadValue` for values that the game refuses."""
    match = game.match(SEATS, chance=Recorded(()), values=values, engine=game.loops(True))
    whole = None if by_points else game.solving.write_out(game, match.state, is_alike)
    if whole is not None:
        return whole
    tree = Tree(game, match.state, NODES)
    if not by_points:
        tree.nodes["payoff"] = np.sign(tree.nodes["payoff"])
    return WholeTree(tree)


def strategy_of(whole: Whole, game: Game, kind: str, rng: Random, portion: Portion = ALL) -> Numbers:
    """The strategy of a player of level ``kind`` in ``game``, of which ``whole`` is written out, at the
    positions of ``portion``, float64[choices]; that of one search at each position where it searches. Raises
    :class:`UnknownPlayer`."""

    def chooser(state: Numbers, seat: int, legal: list[int]) -> Numbers:
        return mixture(kind, Sight(game, state, seat, legal, SEATS), rng)

    return whole.strategy_of(chooser, portion)


class WholeTree:
    """A game as a tree of all its positions. Strategies are probabilities, float64[choices]."""

    def __init__(self, tree: Tree) -> None:
        self.game, self.tree = tree.game, tree
        self._solver = solver_of(tree)
        self._math = tree.game.part(UNFOLD).regret

    @property
    def iterations(self) -> int:
        """How many iterations have been run."""
        return self._solver.iterations

    @property
    def choices(self) -> int:
        """How many choices there are at all positions together."""
        return self.tree.choices

    @property
    def positions(self) -> int:
        """How many situations there are in which a seat chooses, told apart by what it knows."""
        return len(self.tree.decisions)

    @property
    def strategy(self) -> Numbers:
        """The average strategy of all iterations, float64[choices]."""
        return self._solver.strategy

    @property
    def value(self) -> float:
        """The expected payoff of seat 0 where both play ``strategy``."""
        return self._solver.value

    @property
    def exploitability(self) -> float:
        """The mean over both seats of what a best response wins against ``strategy``."""
        return self._solver.exploitability

    def improve(self, iterations: int) -> None:
        """Run so many ``iterations`` of regret minimisation, both seats in each."""
        self._solver.improve(iterations)

    def learnt(self) -> dict[str, Numbers]:
        """The arrays that further iterations go on from, each float64[choices], by name."""
        return self._solver.learning._asdict()

    def go_on(self, learnt: Mapping[str, Numbers], iterations: int) -> None:
        """Take over what was :meth:`learnt`, each float64[choices], in so many ``iterations``. Raises
        KeyError for an array that is missing and ValueError for one of another size."""
        for name, array in self.learnt().items():
            array[:] = learnt[name]
        self._solver.iterations = iterations
        self.improve(0)

    def _sights(self, portion: Portion = ALL) -> Iterator[tuple[int, Sight]]:
        """What is known at each decision of ``portion``, with the place of its first choice."""
        nodes = self.tree.nodes
        numbers, places = np.unique(nodes["decision"], return_index=True)
        for number, at in zip(numbers.tolist(), places.tolist(), strict=True):
            if number < 0 or not portion.holds(number):
                continue
            decision = self.tree.decisions[number]
            first, count, seat = int(nodes["first"][at]), int(decision["count"]), int(decision["seat"])
            events: list[int] = nodes["event"][first : first + count].tolist()
            seen = copy_records(self.tree.states[at : at + 1])
            self.game.engine.hide(seen, seat)
            yield int(decision["first"]), Sight(self.game, seen, seat, events, SEATS)

    def strategy_of(self, chooser: Chooser, portion: Portion = ALL) -> Numbers:
        """The strategy of a player who is asked once at each position of ``portion``, float64[choices]; 0
        elsewhere."""
        strategy = np.zeros(self.choices)
        for place, sight in self._sights(portion):
            strategy[place : place + len(sight.legal)] = chooser(sight.state, sight.seat, sight.legal)
        return strategy

    def rows(self) -> Iterator[Line]:
        """Every choice with its probability in ``strategy``."""
        strategy = self.strategy
        for place, sight in self._sights():
            view = self.game.view_of(sight.state)
            known = " ".join(f"{name}={getattr(view, name)}" for name in view.__struct_fields__)
            for k, event in enumerate(sight.legal):
                words = self.game.words.notation(view, sight.seat, event)
                yield sight.seat, known, words, float(strategy[place + k])

    def best_answer(self, strategy: Numbers) -> float:
        """What a best response wins against ``strategy``, float64[choices], on average over both seats."""
        tree = self.tree
        answers = [self._math.best_answer(tree.nodes, tree.decisions, strategy, seat) for seat in (0, 1)]
        return float(sum(answers)) / SEATS

    def against(self, known: Numbers, met: Numbers) -> float:
        """What the best response to ``known`` wins against ``met``, both float64[choices], on average over
        both seats."""
        total = 0.0
        for seat, sign in ((0, 1.0), (1, -1.0)):
            mixed = met.copy()
            for number, choice in self._response(known, seat).items():
                decision = self.tree.decisions[number]
                first = int(decision["first"])
                mixed[first : first + int(decision["count"])] = 0.0
                mixed[first + choice] = 1.0
            total += sign * float(self._math.value_for_first(self.tree.nodes, self.tree.decisions, mixed))
        return total / SEATS

    def _response(self, strategy: Numbers, seat: int) -> dict[int, int]:
        """The best response of ``seat`` to ``strategy``: the number of a choice by that of its decision."""
        nodes, size = self.tree.nodes, len(self.tree.nodes)
        mine, theirs = np.zeros(size), np.zeros(size)
        self._math.reaches(nodes, self.tree.decisions, strategy, seat, mine, theirs)
        together: dict[int, list[int]] = {}
        for at in np.flatnonzero(nodes["seat"] == seat).tolist():
            together.setdefault(int(nodes["decision"][at]), []).append(at)
        values: Numbers = (1.0 if seat == 0 else -1.0) * nodes["payoff"]
        chosen: dict[int, int] = {}
        firsts, ends = nodes["first"], nodes["first"] + nodes["count"]
        for at in range(size - 1, -1, -1):
            if not nodes["count"][at]:
                continue
            children, number = slice(firsts[at], ends[at]), int(nodes["decision"][at])
            if nodes["seat"][at] == CHANCE:
                values[at] = nodes["chance"][children] @ values[children]
            elif nodes["seat"][at] == seat:
                if number not in chosen:
                    gains = [theirs[k] * values[firsts[k] : ends[k]] for k in together[number]]
                    chosen[number] = int(np.argmax(sum(gains)))
                values[at] = values[firsts[at] + chosen[number]]
            else:
                place = int(self.tree.decisions["first"][number])
                values[at] = strategy[place : place + int(nodes["count"][at])] @ values[children]
        return chosen
