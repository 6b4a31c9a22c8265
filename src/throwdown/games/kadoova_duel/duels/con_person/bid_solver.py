"""Con-Person (KD-D4) with few dice, written out: all runs of bids, all hands of both seats."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from throwdown.bots.ranges import EDGE, END, STATE, Manner, PublicTree, unchanged
from throwdown.bots.regret import Learning
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.whole import ALL, Chooser, Compiles, Line, Numbers, Portion

from ..table import CALL, RAISE
from . import whole
from .holdings import falling, hands_of, namings_of, numbers_of
from .whole import FACES, RUN

ROOM = 1 << 17  # runs of bids with five dice each, and more


class BidSolver:
    """All runs of bids with ``dice`` dice on either side, all hands, and what predictive CFR+ has learnt of
    them. With ``is_alike`` runs that differ only in the names of the numbers are one.

    For the laboratory: its members are those of :class:`throwdown.kernel.whole.Whole`. ``state`` is the
    record (an array of one element) before the dice are rolled.
    """

    def __init__(self, game: Compiles, state: Numbers, dice: int, is_alike: bool) -> None:
        self.dice, self._empty, self._engine = dice, state, game.loops(True)
        math = game.part(Path(whole.__file__), is_compiled=True)
        self._ranges = math.ranges
        runs = np.zeros(ROOM, RUN)
        runs["named"][0] = 0 if is_alike else FACES  # as if all had been bid: then every name is its own
        used, rows = math.write_out(runs, 2 * dice)
        self.runs, states, edges = runs[:used], np.zeros(used, STATE), np.zeros(rows, EDGE)
        math.draw(self.runs, 2 * dice, states, edges)
        self.hands, chances = hands_of(dice)
        counts = np.ascontiguousarray(np.broadcast_to(self.hands.T, (2, FACES, len(chances))))
        self.tree = PublicTree(
            states, edges, np.array([chances, chances]), namings_of(self.hands), np.zeros((0, 1, 1)), counts,
            unchanged(),
        )  # fmt: skip
        self.shape = rows, len(chances)
        self.choices, self.positions = rows * len(chances), used * len(chances)
        self._learning, self.strategy = Learning(*np.zeros((4, *self.shape))), np.zeros(self.choices)
        self.iterations = 0

    def improve(self, iterations: int) -> None:
        """Run so many ``iterations``, both seats in each."""
        self._ranges.iterate(self.tree, self._learning, Manner(), self.iterations, iterations)
        self.iterations += iterations
        self._ranges.normalize(self.tree, self._learning.mean, self.strategy.reshape(self.shape))

    def _counts(self) -> Numbers:
        """How many choices there are at each state, int32[states]."""
        return self.tree.states["count"].sum(axis=1)

    def shares_at(self, at: int, strategy: Numbers) -> Numbers:
        """The part of ``strategy``, float64[choices], at state ``at``: float64[choices there, hands]."""
        state = self.tree.states[at]
        first, count = int(state["origin"].sum()), int(state["count"].sum())
        return strategy.reshape(self.shape)[first : first + count]

    def learnt(self) -> dict[str, Numbers]:
        """The arrays that further iterations go on from, each float64[rows, hands], by name."""
        return self._learning._asdict()

    def go_on(self, learnt: Mapping[str, Numbers], iterations: int) -> None:
        """Take over what was :meth:`learnt`, each float64[rows, hands], in so many ``iterations``. Raises
        KeyError for an array that is missing and ValueError for one of another size."""
        for name, array in self.learnt().items():
            array[:] = learnt[name]
        self.iterations = iterations
        self.improve(0)

    @property
    def value(self) -> float:
        """The expected payoff of the seat that bids first where both play ``strategy``."""
        return self._result(self.strategy, 0, is_best=False)

    @property
    def exploitability(self) -> float:
        """The mean over both seats of what a best response wins against ``strategy``."""
        return self.best_answer(self.strategy)

    def best_answer(self, strategy: Numbers) -> float:
        """What a best response wins against ``strategy``, float64[choices], on average over both seats."""
        return sum(self._answer(strategy, seat)[0] for seat in range(2)) / 2

    def against(self, known: Numbers, met: Numbers) -> float:
        """What the best response to the strategy ``known`` wins against ``met``, both float64[choices], on
        average over both seats."""
        total = 0.0
        for seat in range(2):
            _, answer = self._answer(known, seat)
            movers = np.repeat(self.runs["mover"], self._counts())
            mixed = np.where((movers == seat)[:, None], answer.reshape(self.shape), met.reshape(self.shape))
            total += self._result(mixed.reshape(-1), seat, is_best=False)
        return total / 2

    def rows(self) -> Iterator[Line]:
        """Every choice with its probability in ``strategy``."""
        words = ["".join(str(face + 1) * int(k) for face, k in enumerate(row)) for row in self.hands]
        for at in range(len(self.runs)):
            run = self.runs[at]
            made = ", ".join(_bid_in_words(bid) for _, bid in self._bids(at)) or "no bid"
            bids = [_bid_in_words(bid) for bid in range(FACES * int(run["dice"]), FACES * 2 * self.dice)]
            choices = ["call"] * int(run["dice"] > 0) + bids
            shares = self.shares_at(at, self.strategy)
            for hand in range(len(self.hands)):
                for k, choice in enumerate(choices):
                    yield int(run["mover"]), f"{words[hand]}; {made}", choice, float(shares[k, hand])

    def _result(self, strategy: Numbers, seat: int, *, is_best: bool) -> float:
        return float(self._ranges.result(self.tree, strategy.reshape(self.shape), seat, is_best))

    def _answer(self, strategy: Numbers, seat: int) -> tuple[float, Numbers]:
        """What the best response of ``seat`` wins, and ``strategy`` with the response in its place."""
        answer = strategy.copy()
        return self._result(answer, seat, is_best=True), answer

    def strategy_of(self, chooser: Chooser, portion: Portion = ALL) -> Numbers:
        """The strategy of a player, float64[choices], where its own choices lead; 0 elsewhere, for nobody who
        plays against it ever comes there. Of all positions that differ only in the names of the numbers that
        have not been bid it is asked at one. A portion holds positions with the same dice but for their
        names, and one seat to choose."""
        return self.along(lambda at, hand: self._ask(chooser, at, hand), portion)

    def along(self, answer: Callable[[int, int], Numbers], portion: Portion = ALL) -> Numbers:
        """The strategy, float64[choices], of which ``answer`` gives the probabilities, float64[choices
        there], by the number of a state and of a hand; each is asked as :meth:`strategy_of` does, states in
        order and the hands of a state by their numbers."""
        strategy = np.zeros(self.choices)
        comes = np.zeros((2, len(self.runs), len(self.hands)), np.bool_)
        comes[:, 0] = [[portion.holds(2 * kind + seat) for kind in self._kinds] for seat in range(2)]
        for at in range(len(self.runs)):
            if not comes[:, at].any():
                continue
            mover, shares = int(self.runs["mover"][at]), self.shares_at(at, strategy)
            low, asked = len(shares) % FACES, self._asked[int(self.runs["named"][at])]
            for hand in np.flatnonzero(comes[mover, at]).tolist():
                if hand in asked:
                    shares[:, hand] = answer(at, hand)
                for twin, names in asked.get(hand, ()):
                    shares[:low, twin] = shares[:low, hand]
                    shares[low:, twin] = shares[low:, hand].reshape(-1, FACES)[:, names].reshape(-1)
            self._follow(at, mover, shares > 0, comes)
        return strategy

    def _follow(self, at: int, mover: int, chosen: Numbers, comes: Numbers) -> None:
        """Mark in ``comes``, bool[seats, states, hands], where hands come from state ``at``, where ``mover``
        makes the choices that are ``chosen``, bool[choices there, hands]."""
        first = self.tree.states["first"][at]
        edges = self.tree.edges[first : first + len(chosen)]
        for choice in np.flatnonzero((edges["to"] != END) & (edges["naming"] == 0)).tolist():
            to = edges["to"][choice]
            comes[mover, to] = comes[mover, at] & chosen[choice]
            comes[1 - mover, to] = comes[1 - mover, at]

    @functools.cached_property
    def _kinds(self) -> list[int]:
        """The number of each hand among those that differ by more than names."""
        return np.unique(np.sort(self.hands, axis=1), axis=0, return_inverse=True)[1].reshape(-1).tolist()

    @functools.cached_property
    def _asked(self) -> list[dict[int, list[tuple[int, list[int]]]]]:
        """By how many numbers have been bid, the hands that are asked, in which the others come in falling
        order of dice; for each the hands that differ from it in names alone, with the names there."""
        found: list[dict[int, list[tuple[int, list[int]]]]] = []
        numbers = numbers_of(self.hands)
        for named in range(FACES + 1):
            asked: dict[int, list[tuple[int, list[int]]]] = {}
            for hand, counts in enumerate(self.hands.tolist()):
                order = falling(counts, named)
                twins = asked.setdefault(numbers[tuple(counts[face] for face in order)], [])
                if order != list(range(FACES)):
                    twins.append((hand, [order.index(face) for face in range(FACES)]))
            found.append(asked)
        return found

    def _ask(self, chooser: Chooser, at: int, hand: int) -> Numbers:
        """What ``chooser`` does with a hand at state ``at``, float64[choices there]."""
        run, seat = self.runs[at], int(self.runs["mover"][at])
        state = self._dealt(hand)
        for mover, bid in self._bids(at):
            self._engine.apply(state, mover, RAISE + bid)
        self._engine.hide(state, seat)
        bids = range(FACES * int(run["dice"]), FACES * 2 * self.dice)
        legal = [CALL] * int(run["dice"] > 0) + [RAISE + bid for bid in bids]
        return chooser(state, seat, legal)

    def _dealt(self, hand: int) -> Numbers:
        """The record of a match in which both hold that hand."""
        state = self._empty.copy()
        faces = [face for face in range(FACES) for _ in range(self.hands[hand, face])]
        for face in faces * 2:
            self._engine.apply(state, CHANCE, face)
        return state

    def _bids(self, at: int) -> list[tuple[int, int]]:
        """The bids that lead to a state, each with its seat."""
        found: list[tuple[int, int]] = []
        while at:
            run = self.runs[at]
            found.append((1 - int(run["mover"]), FACES * (int(run["dice"]) - 1) + int(run["face"])))
            at = int(run["parent"])
        return found[::-1]


def _bid_in_words(bid: int) -> str:
    return f"{bid // FACES + 1} of {bid % FACES + 1}"
