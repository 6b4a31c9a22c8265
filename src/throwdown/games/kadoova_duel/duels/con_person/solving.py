"""Con-Person (KD-D4) with few dice, written out to be solved: all runs of bids, all hands of both seats."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from math import factorial
from pathlib import Path

import numpy as np

from throwdown.bots.regret import Learning
from throwdown.bots.solver import TooLarge
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.whole import Chooser, Compiles, Line, Numbers

from ..table import CALL, RAISE
from . import whole
from .whole import FACES, RUN, Hands

__all__ = ["write_out"]

MOST = 4  # dice of a seat: with five the choices are some 1.2 thousand millions
MOST_APART = 2  # where no runs are one: with three they are 6.6 million positions


def write_out(game: Compiles, state: Numbers, is_alike: bool = True) -> BidSolver:
    """All runs of bids and all hands that can follow ``state``, the record (an array of one element) of a
    match in which no dice have been rolled; with ``is_alike`` runs that differ only in the names of the
    numbers are one. Raises :class:`TooLarge` for more than :data:`MOST` dice each, else :data:`MOST_APART`.
    """
    dice, most = int(state[0].count[0]), MOST if is_alike else MOST_APART
    if dice > most:
        raise TooLarge(f"{game.title}: with {dice} dice each too much can follow; {most} are the most")
    return BidSolver(game, state, dice, is_alike)


class BidSolver:
    """Predictive CFR+ over Con-Person with ``dice`` dice on either side; its members are those of
    :class:`throwdown.kernel.whole.Whole`. ``state`` is the record (an array of one element) before the dice
    are rolled. With ``is_alike`` runs that differ only in the names of the numbers are one."""

    def __init__(self, game: Compiles, state: Numbers, dice: int, is_alike: bool) -> None:
        self.game, self.dice = game, dice
        self._empty, self._engine = state, game.loops(True)
        self._math = game.part(Path(whole.__file__), is_compiled=True)
        self.hands, runs = hands_of(dice), np.zeros(1 << 15, RUN)
        runs["named"][0] = 0 if is_alike else FACES  # as if all had been bid: then every name is its own
        self.runs = runs[: self._math.write_out(runs, 2 * dice)]
        holds = len(self.hands.chances)
        self.runs["origin"] *= holds
        self.choices = int(self.runs["count"].sum()) * holds
        self.positions = len(self.runs) * holds
        self._learning, self.strategy = Learning(*np.zeros((4, self.choices))), np.zeros(self.choices)
        self.iterations = 0

    def improve(self, iterations: int) -> None:
        """Run so many ``iterations``, both seats in each."""
        self._math.iterate(self.runs, self.hands, self._learning, self.iterations, iterations)
        self.iterations += iterations
        self._math.normalize(self.runs, len(self.hands.chances), self._learning.mean, self.strategy)

    def learnt(self) -> dict[str, Numbers]:
        """The arrays that further iterations go on from, each float64[choices], by name."""
        return self._learning._asdict()

    def go_on(self, learnt: Mapping[str, Numbers], iterations: int) -> None:
        """Take over what was :meth:`learnt`, each float64[choices], in so many ``iterations``. Raises
        KeyError for an array that is missing and ValueError for one of another size."""
        for name, array in self.learnt().items():
            array[:] = learnt[name]
        self.iterations = iterations
        self.improve(0)

    @property
    def value(self) -> float:
        """The expected payoff of the seat that bids first where both play ``strategy``."""
        return float(self._math.result(self.runs, self.hands, self.strategy, 0, False))

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
            movers = np.repeat(self.runs["mover"], self.runs["count"] * len(self.hands.chances))
            mixed = np.where(movers == seat, answer, met)
            total += float(self._math.result(self.runs, self.hands, mixed, seat, False))
        return total / 2

    def rows(self) -> Iterator[Line]:
        """Every choice with its probability in ``strategy``."""
        holds = len(self.hands.chances)
        words = ["".join(str(face + 1) * int(k) for face, k in enumerate(row)) for row in self.hands.counts]
        for at in range(len(self.runs)):
            run = self.runs[at]
            made = ", ".join(_bid_in_words(bid) for _, bid in self._bids(at)) or "no bid"
            bids = [_bid_in_words(bid) for bid in range(FACES * int(run["dice"]), FACES * 2 * self.dice)]
            choices = ["call"] * int(run["dice"] > 0) + bids
            for hand in range(holds):
                first = int(run["origin"]) + hand * len(choices)
                for k, choice in enumerate(choices):
                    yield int(run["mover"]), f"{words[hand]}; {made}", choice, float(self.strategy[first + k])

    def _answer(self, strategy: Numbers, seat: int) -> tuple[float, Numbers]:
        """What the best response of ``seat`` wins, and ``strategy`` with the response in its place."""
        answer = strategy.copy()
        return float(self._math.result(self.runs, self.hands, answer, seat, True)), answer

    def strategy_of(self, chooser: Chooser) -> Numbers:
        """The strategy of a player, float64[choices]. It is asked at one of all positions that differ only in
        the names of the numbers that have not been bid."""
        strategy = np.zeros(self.choices)
        for at in range(len(self.runs)):
            for hand in range(len(self.hands.chances)):
                twin = self._twin(at, hand)
                if twin is None:
                    self._ask(chooser, at, hand, strategy)
        for at in range(len(self.runs)):
            for hand in range(len(self.hands.chances)):
                twin = self._twin(at, hand)
                if twin is not None:
                    self._copy(at, hand, twin, strategy)
        return strategy

    def _twin(self, at: int, hand: int) -> tuple[int, list[int]] | None:
        """The hand that is asked in the place of ``hand``, with the numbers that have not been bid in falling
        order of dice, and the name there of every number; None for such a hand itself."""
        named, counts = int(self.runs["named"][at]), self.hands.counts[hand].tolist()
        order = [*range(named), *sorted(range(named, FACES), key=lambda face: -counts[face])]
        if order == list(range(FACES)):
            return None
        return self._numbers[tuple(counts[face] for face in order)], [order.index(f) for f in range(FACES)]

    @functools.cached_property
    def _numbers(self) -> dict[tuple[int, ...], int]:
        return {tuple(counts): number for number, counts in enumerate(self.hands.counts.tolist())}

    def _copy(self, at: int, hand: int, twin: tuple[int, list[int]], strategy: Numbers) -> None:
        origin, count = int(self.runs["origin"][at]), int(self.runs["count"][at])
        low = count % FACES
        other, names = twin
        source = strategy[origin + other * count : origin + (other + 1) * count]
        target = strategy[origin + hand * count : origin + (hand + 1) * count]
        target[:low] = source[:low]
        target[low:] = source[low:].reshape(-1, FACES)[:, names].reshape(-1)

    def _ask(self, chooser: Chooser, at: int, hand: int, strategy: Numbers) -> None:
        run, seat = self.runs[at], int(self.runs["mover"][at])
        state = self._dealt(hand)
        for mover, bid in self._bids(at):
            self._engine.apply(state, mover, RAISE + bid)
        self._engine.hide(state, seat)
        begin = int(run["origin"]) + hand * int(run["count"])
        bids = range(FACES * int(run["dice"]), FACES * 2 * self.dice)
        legal = [CALL] * int(run["dice"] > 0) + [RAISE + bid for bid in bids]
        strategy[begin : begin + len(legal)] = chooser(state, seat, legal)

    def _dealt(self, hand: int) -> Numbers:
        """The record of a match in which both hold that hand."""
        state = self._empty.copy()
        faces = [face for face in range(FACES) for _ in range(self.hands.counts[hand, face])]
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


def hands_of(dice: int) -> Hands:
    """All that a seat with so many dice may hold."""
    rolls = list(combinations_with_replacement(range(FACES), dice))
    counts: Numbers = np.array([[roll.count(face) for face in range(FACES)] for roll in rolls], np.int32)
    ways = [factorial(dice) / np.prod([factorial(k) for k in Counter(roll).values()]) for roll in rolls]
    numbers = {tuple(row): number for number, row in enumerate(counts.tolist())}
    swaps = np.zeros((FACES, FACES, len(rolls)), np.int32)
    for one in range(FACES):
        for other in range(FACES):
            order = list(range(FACES))
            order[one], order[other] = other, one
            swaps[one, other] = [numbers[tuple(row)] for row in counts[:, order].tolist()]
    return Hands(counts, np.array(ways) / FACES**dice, swaps)


def _bid_in_words(bid: int) -> str:
    return f"{bid // FACES + 1} of {bid % FACES + 1}"
