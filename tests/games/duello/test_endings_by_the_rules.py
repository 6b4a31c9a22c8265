"""Endings of Duello played by the rules beside the tree in which they are solved: the tree must know every
turn that comes about, and real matches must be won as often as it says."""

from __future__ import annotations

from itertools import chain, combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.games.duello.test_endgame import ending
from throwdown.games.duello import endgame, solving
from throwdown.games.duello.knowledge import REROLLS
from throwdown.games.duello.record import acts
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match

MATCHES = 250  # of each ending by each strategy
ERRORS = 4  # standard errors by which the share of the win may be off
STOCKED, ROLLED, ABSENT, AGAIN = range(4)  # classes of values, as in knowledge.py
PAIRS = [(first, second, is_equal) for first, second in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
         for is_equal in ((True, False) if first == second else (False,))]  # hands of two dice # fmt: skip


class Hunter:
    """What a seat knows of the other's target, by the real record."""

    def __init__(self, s: Any, seat: int, rerolls: int, rolled: set[int]) -> None:
        self.stock, self.right, wrong = (s[name][seat].tolist() for name in ("stock", "right", "wrong"))
        self.unfound = int(s.targets[1 - seat]) - sum(self.right) if acts(s, seat) else 0
        self.rolled = rolled  # values that a reroll has brought
        self.classes: list[list[int]] = [[], [], [], []]
        for value in range(6):
            if self.unfound and not wrong[value]:
                kind = ABSENT if not self.stock[value] else ROLLED if value in rolled else STOCKED
                self.classes[AGAIN if self.right[value] else kind].append(value)
        asked = self.classes[STOCKED] + self.classes[ROLLED]
        self.spare = [many - (value in asked) for value, many in enumerate(self.stock)]
        self.rerolls = rerolls if sum(self.spare) and self.classes[ABSENT] else 0

    def facts(self) -> list[int]:
        """The first fields of a KNOWN."""
        return [self.unfound, *map(len, self.classes), sum(self.spare), self.rerolls]

    def hand(self, dice: tuple[int, ...]) -> int:
        """The number of the hand that ``dice``, those that are not found, are."""
        kinds = sorted(kind for die in dice for kind in range(4) if die in self.classes[kind])
        return PAIRS.index((*kinds, dice[0] == dice[1])) if len(dice) == 2 else sum(kinds)

    def choices(self, is_last: bool) -> list[tuple[str, Any]]:
        """In the order of the tree: to shoot at the dice of a hand, to ask about so many, to roll again."""
        named: dict[int, list[tuple[int, ...]]] = {}
        for dice in combinations_with_replacement(sorted(chain(*self.classes)), self.unfound):
            named.setdefault(self.hand(dice), []).append(dice)
        found: list[tuple[str, Any]] = [("shoot", named[hand]) for hand in sorted(named)]
        many = product(*(range(len(self.classes[kind]) + 1) for kind in (STOCKED, ROLLED)))
        others = [("aim", each) for each in many if any(each)] + [("reroll", None)] * self.rerolls
        return found if is_last else found + others

    def faces(self, what: str, which: Any, rng: Random) -> list[str]:
        """The dice of a choice, drawn within their classes; DU-7: those that were found are named, too."""
        if what == "aim":
            dice = [die for kind in (STOCKED, ROLLED) for die in rng.sample(self.classes[kind], which[kind])]
        else:
            counts = self.right if what == "shoot" else self.spare
            dice = [*np.repeat(range(6), counts), *(rng.choice(which) if what == "shoot" else ())]
        return sorted(str(die + 1) for die in dice)


class Tree:
    """A solved tree, and what is known in its states."""

    def __init__(self, game: Game, match: Match) -> None:
        self.math = game.part(Path(endgame.__file__), is_compiled=True)
        draft = self.math.sketch(match.state[0], endgame.TWO, REROLLS)
        self.tree, self.solved, _ = solving.solve(game, match.seen(0), 0)
        self.uniform = np.zeros_like(self.solved)
        self.math.ranges.normalize(self.tree, np.zeros_like(self.solved), self.uniform)
        known, steps = draft.moves.known.tolist(), self.tree.changes.steps.tolist()
        states, shifts = draft.public[: len(self.tree.states)], self.tree.changes.shifts.tolist()
        self.facts = [[*(list(known[k][:7]) for k in s["known"]), *s.tolist()[1:]] for s in states]
        self.steps = [{step[:2] for step in steps[first : first + many]} for first, many in shifts]

    def edges(self, at: int, taken: list[int]) -> list[Any]:
        state = self.tree.states[at]
        edges = self.tree.edges[state["first"] : state["first"] + state["many"]]
        return list(edges[(edges["choice"] == taken).all(axis=1)])

    def fits(self, edge: Any, facts: list[Any], before: list[int], after: list[int]) -> bool:
        """Whether the edge leads to a state of these facts by what became of the hands."""
        moves = zip(edge["shift"], before, after, strict=True)
        is_moved = all((old, new) in self.steps[k] if k else old == new for k, old, new in moves)
        return edge["to"] > 0 and self.facts[edge["to"]] == facts and is_moved


def deal(s: Any, rng: Random) -> None:
    """DU-5: no die under a cup shows what was wrong; nothing was right yet."""
    for seat in range(2):
        allowed = np.flatnonzero(s.wrong[1 - seat] == 0).tolist()
        s.target[seat] = np.bincount(rng.choices(allowed, k=s.targets[seat]), minlength=6)


def play_turn(match: Match, hunters: list[Hunter], chosen: dict[int, tuple[str, Any]], rng: Random) -> None:
    """DU-2, DU-6."""
    for seat, (what, _) in chosen.items():
        match.play(seat, what)
    for action in ("reroll", "aim", "shoot"):
        dice = {seat: hunters[seat].faces(*chosen[seat], rng) for seat in chosen if chosen[seat][0] == action}
        is_shared = action == "aim" and len(dice) == 2
        for seat, faces in dice.items():
            for text in [f"in {face}" for face in faces] if is_shared else [" ".join(faces)]:
                match.play(seat, text)
        for seat in dice if is_shared else ():
            match.play(seat, "satisfied")


def follow(s: Any, seat: int, hunter: Hunter, chosen: dict[int, tuple[str, Any]]) -> Hunter:
    """What the seat knows after its choice; after its shot, what it knew before."""
    if not acts(s, seat):
        return hunter
    came = {value for value in hunter.classes[ABSENT] if s.stock[seat, value]}
    return Hunter(s, seat, hunter.rerolls - (chosen[seat][0] == "reroll"), came | hunter.rolled)


def hands_of(s: Any, hunters: list[Hunter]) -> list[int]:
    """The hands of seats 0 and 1, as those who have yet to shoot at them see them."""
    dice = [np.repeat(range(6), np.maximum(0, s.target[k] - s.right[1 - k])).tolist() for k in range(2)]
    return [hunters[1 - k].hand(tuple(dice[k])) if acts(s, 1 - k) else 0 for k in range(2)]


def play_round(match: Match, walk: Tree, strategy: Any, rng: Random) -> float:
    """Play to the end of the round by ``strategy``; the share of the win of seat 0."""
    s: Any = match.state[0]
    number, at, ends = int(s.rounds), 0, list[int]()
    hunters = [Hunter(s, seat, REROLLS, set()) for seat in range(2)]
    hands = hands_of(s, hunters)
    while not match.over and s.rounds == number:
        chosen, taken = dict[int, tuple[str, Any]](), [0, 0]
        for seat in match.awaited:
            is_lost = acts(s, 1 - seat) and hunters[1 - seat].unfound == 0  # without a shot now
            choices = hunters[seat].choices(is_lost or s.further[seat] == 1)
            count, origin = (walk.tree.states[at][name][seat] for name in ("count", "origin"))
            assert len(choices) == (1 if ends else count)  # a tree ends where there is one way to go on
            if not ends:
                taken[seat] = rng.choices(range(count), strategy[origin : origin + count, hands[seat]])[0]
            chosen[seat] = choices[taken[seat]]
        play_turn(match, hunters, chosen, rng)
        if ends:
            continue
        edges = walk.edges(at, taken)
        ends = [edge["number"] for edge in edges if edge["to"] < 0]
        if not match.over and s.rounds == number:
            hunters = [follow(s, seat, hunters[seat], chosen) for seat in range(2)]
            before, hands = hands, hands_of(s, hunters)
            limits = next(([k, s.further[k], s.targets[k]] for k in range(2) if s.shot[1 - k]), [-1, 0, 0])
            facts = [hunters[0].facts(), hunters[1].facts(), *limits]
            fitting = [edge["to"] for edge in edges if walk.fits(edge, facts, before, hands)]
            assert len(fitting) == 1 or (not fitting and ends)
            at, ends = (fitting[0], []) if fitting else (at, ends)
    won = (0.5, 1.0, 0.0)[s.winner + 1] if match.over else endgame.worth(*s.targets[:2], *s.stocks[:2], False)
    missed = [s.targets[seat] if not match.over or s.shot[1 - seat] else 0 for seat in range(2)]
    assert any(walk.tree.pays[(end, *missed)] == pytest.approx(won - 0.5) for end in ends)
    return won


# Dice under the cups, of the stocks, those that were told "wrong", the round, and whether seat 1 has shot.
ENDINGS = [
    ("12", ("33", "1145"), ("", "6"), 3, False),
    (("1", "25"), ("334", "11"), ("", ""), 2, False),
    (("13", "25"), ("33", "11"), ("", "6"), 2, False),
    (("44", "25"), ("34", "12"), ("", ""), 3, False),
    (("13", "25"), ("12333", "1111"), ("", ""), 2, True),
]


def begun(game: Game, case: tuple[Any, ...], seed: int) -> Match:
    match = ending(game, *case[:4], seed)
    if case[4]:  # DU-9
        s: Any = match.state[0]
        s.shot[1], s.shown[0], s.further[0], s.waiting = 1, 1, s.targets[0], 1
    return match


@pytest.mark.parametrize("case", ENDINGS)
def test_matches_are_won_as_often_as_the_tree_of_an_ending_says_du3_to_du14(case):
    duello, won = throwdown.load("duello").compile(players=True), np.zeros(MATCHES)
    walk = Tree(duello, begun(duello, case, 0))
    for strategy in (walk.solved, walk.uniform):
        said = 0.5 + walk.math.ranges.result(walk.tree, strategy.copy(), 0, False)
        for seed in range(MATCHES):
            match, rng = begun(duello, case, seed), Random(seed)
            deal(match.state[0], rng)
            won[seed] = play_round(match, walk, strategy, rng)
        assert abs(won.mean() - said) < ERRORS * won.std() / MATCHES**0.5
