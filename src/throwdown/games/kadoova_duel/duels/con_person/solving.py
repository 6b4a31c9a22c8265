"""Con-Person (KD-D4) with few dice, written out to be solved: all runs of bids, all hands of both seats."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from math import factorial
from pathlib import Path

import numpy as np

from throwdown.bots.ranges import EDGE, STATE, Manner, PublicTree
from throwdown.bots.regret import Learning
from throwdown.bots.solver import TooLarge
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.whole import ALL, Chooser, Compiles, Line, Numbers, Portion

from ..table import CALL, RAISE
from . import whole
from .whole import FACES, RUN

__all__ = ["solution", "write_out"]

MOST = 4  # dice of a seat: with five the choices are some 1.2 thousand millions
PERFECT = 3  # dice of a seat with which all is solved at the first choice of a process
ROUNDS = 300  # of that: a best response then wins 0.0001 of the stake at most
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


def solution(game: Compiles, state: Numbers, seat: int, rng: Numbers) -> tuple[Numbers, Numbers] | None:
    """How a perfect player chooses for ``seat`` by ``state``, the record (an array of one element) hidden for
    it: events, int32[n], and their probabilities, float64[n]. All that can follow is solved at the first
    choice of a process; no chance is in it. None for more than :data:`PERFECT` dice each."""
    record = state[0]
    mine, theirs = (int(record.count[each]) for each in (record.challenger, record.opponent))
    return _solved(game, mine).choices_of(record, seat) if mine == theirs <= PERFECT else None


@functools.cache
def _solved(game: Compiles, dice: int) -> Bids:
    """All that can follow with so many ``dice`` each, solved; kept for the process."""
    bids = Bids(game, dice, is_alike=True)
    bids.improve(ROUNDS)
    return bids


class Bids:
    """All runs of bids with ``dice`` dice on either side, all hands, and what predictive CFR+ has learnt of
    them. With ``is_alike`` runs that differ only in the names of the numbers are one."""

    def __init__(self, game: Compiles, dice: int, is_alike: bool) -> None:
        self.game, self.dice = game, dice
        self._math = game.part(Path(whole.__file__), is_compiled=True)
        self._ranges = self._math.ranges
        runs = np.zeros(1 << 15, RUN)
        runs["named"][0] = 0 if is_alike else FACES  # as if all had been bid: then every name is its own
        used, rows = self._math.write_out(runs, 2 * dice)
        self.runs, states, edges = runs[:used], np.zeros(used, STATE), np.zeros(rows, EDGE)
        self._math.draw(self.runs, 2 * dice, states, edges)
        self.hands, chances = hands_of(dice)
        counts = np.ascontiguousarray(np.broadcast_to(self.hands.T, (2, FACES, len(chances))))
        self.tree = PublicTree(
            states, edges, np.array([chances, chances]), namings_of(self.hands), np.zeros((0, 1, 1)), counts
        )
        self.shape = rows, len(chances)
        self.choices, self.positions = rows * len(chances), used * len(chances)
        self._learning, self.strategy = Learning(*np.zeros((4, *self.shape))), np.zeros(self.choices)
        self.iterations = 0

    def improve(self, iterations: int) -> None:
        """Run so many ``iterations``, both seats in each."""
        self._ranges.iterate(self.tree, self._learning, Manner(), self.iterations, iterations)
        self.iterations += iterations
        self._ranges.normalize(self.tree, self._learning.mean, self.strategy.reshape(self.shape))

    def choices_of(self, record: np.record, seat: int) -> tuple[Numbers, Numbers]:
        """The events of ``seat`` in ``record``, in which it sees its own dice, int32[n], and their
        probabilities by ``strategy``, float64[n]."""
        at, names = 0, list(range(FACES))  # the name in the run of bids of every number
        made: list[int] = (record.bid_list[: record.bids] - 1).tolist()
        for bid in made:
            run, face = self.runs[at], names[bid % FACES]
            named = int(run["named"])
            if face > named:
                names[names.index(named)], names[bid % FACES] = face, named
            at = int(self._math.child_of(run, bid // FACES + 1, face))
        counts = [0] * FACES
        for die in record.die[seat, : record.count[seat]].tolist():
            counts[names[die - 1]] += 1
        shares = self._at(at, self.strategy)[:, self._numbers[tuple(counts)]]
        low, dice = len(shares) % FACES, int(self.runs["dice"][at])
        raised: Numbers = shares[low:].reshape(-1, FACES)[:, names].reshape(-1)
        events = [CALL] * low + [RAISE + FACES * dice + k for k in range(len(raised))]
        return np.array(events, np.int32), np.concatenate((shares[:low], raised))

    def _counts(self) -> Numbers:
        """How many choices there are at each state, int32[states]."""
        return self.tree.states["count"].sum(axis=1)

    def _at(self, at: int, strategy: Numbers) -> Numbers:
        """The part of ``strategy``, float64[choices], at state ``at``: float64[choices there, hands]."""
        state = self.tree.states[at]
        first, count = int(state["origin"].sum()), int(state["count"].sum())
        return strategy.reshape(self.shape)[first : first + count]

    @functools.cached_property
    def _numbers(self) -> dict[tuple[int, ...], int]:
        return {tuple(counts): number for number, counts in enumerate(self.hands.tolist())}


class BidSolver(Bids):
    """:class:`Bids` for the laboratory: its members are those of :class:`throwdown.kernel.whole.Whole`.
    ``state`` is the record (an array of one element) before the dice are rolled."""

    def __init__(self, game: Compiles, state: Numbers, dice: int, is_alike: bool) -> None:
        super().__init__(game, dice, is_alike)
        self._empty, self._engine = state, game.loops(True)

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
            shares = self._at(at, self.strategy)
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
        """The strategy of a player at the positions of ``portion``, float64[choices]; 0 elsewhere. Of all
        positions that differ only in the names of the numbers that have not been bid it is asked at one."""
        strategy, position = np.zeros(self.choices), 0
        for at in range(len(self.runs)):
            for hand, twins in self._asked[int(self.runs["named"][at])].items():
                if portion.holds(position):
                    self._ask(chooser, at, hand, strategy)
                    for twin, names in twins:
                        self._copy(at, hand, twin, names, strategy)
                position += 1
        return strategy

    @functools.cached_property
    def _asked(self) -> list[dict[int, list[tuple[int, list[int]]]]]:
        """By how many numbers have been bid, the hands that are asked, in which the others come in falling
        order of dice; for each the hands that differ from it in names alone, with the names there."""
        found: list[dict[int, list[tuple[int, list[int]]]]] = []
        for named in range(FACES + 1):
            asked: dict[int, list[tuple[int, list[int]]]] = {}
            twins: list[tuple[int, int, list[int]]] = []
            for hand, counts in enumerate(self.hands.tolist()):
                order = [*range(named), *sorted(range(named, FACES), key=lambda face: -counts[face])]
                if order == list(range(FACES)):
                    asked[hand] = []
                else:
                    other = self._numbers[tuple(counts[face] for face in order)]
                    twins.append((other, hand, [order.index(face) for face in range(FACES)]))
            for other, hand, names in twins:
                asked[other].append((hand, names))
            found.append(asked)
        return found

    def _copy(self, at: int, hand: int, twin: int, names: list[int], strategy: Numbers) -> None:
        """Take the probabilities of ``hand`` at ``at`` for ``twin``, in which the numbers have those
        ``names``."""
        shares = self._at(at, strategy)
        low = len(shares) % FACES
        shares[:low, twin] = shares[:low, hand]
        shares[low:, twin] = shares[low:, hand].reshape(-1, FACES)[:, names].reshape(-1)

    def _ask(self, chooser: Chooser, at: int, hand: int, strategy: Numbers) -> None:
        run, seat = self.runs[at], int(self.runs["mover"][at])
        state = self._dealt(hand)
        for mover, bid in self._bids(at):
            self._engine.apply(state, mover, RAISE + bid)
        self._engine.hide(state, seat)
        bids = range(FACES * int(run["dice"]), FACES * 2 * self.dice)
        legal = [CALL] * int(run["dice"] > 0) + [RAISE + bid for bid in bids]
        self._at(at, strategy)[:, hand] = chooser(state, seat, legal)

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


def hands_of(dice: int) -> tuple[Numbers, Numbers]:
    """All that a seat with so many dice may hold, int32[hands, 6] dice of each number, and how likely each
    is, float64[hands]."""
    rolls = list(combinations_with_replacement(range(FACES), dice))
    counts: Numbers = np.array([[roll.count(face) for face in range(FACES)] for roll in rolls], np.int32)
    ways = [factorial(dice) / np.prod([factorial(k) for k in Counter(roll).values()]) for roll in rolls]
    return counts, np.array(ways) / FACES**dice


def namings_of(hands: Numbers) -> Numbers:
    """The namings of edges: row 1 + 6 a + b has what each of ``hands``, int32[hands, 6], is called where the
    numbers a and b are exchanged, int32[37, hands]."""
    numbers = {tuple(row): number for number, row in enumerate(hands.tolist())}
    found = [[*range(len(hands))]]
    for one in range(FACES):
        for other in range(FACES):
            order = list(range(FACES))
            order[one], order[other] = other, one
            found.append([numbers[tuple(row)] for row in hands[:, order].tolist()])
    return np.array(found, np.int32)


def _bid_in_words(bid: int) -> str:
    return f"{bid // FACES + 1} of {bid % FACES + 1}"
