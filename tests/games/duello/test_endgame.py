"""Endings of Duello with one target die each, solved."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import throwdown
from throwdown.bots import sight, warming
from throwdown.bots.player import loops_of
from throwdown.bots.ranges import Learning, Manner
from throwdown.bots.search import Budget, SearchPlayer, Style, Thoughts
from throwdown.games.duello import endgame, solving
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.rng import generator


@pytest.fixture(scope="module")
def duello() -> Game:
    return throwdown.load("duello").compile(players=True)


def ending(game: Game, targets: str, stocks: tuple[str, str], wrong: tuple[str, str] = ("", "")) -> Match:
    """A match in which each has one target die, these stock dice, and has been told so much "wrong"."""
    match = game.match(seed=1)
    s: Any = match.state[0]
    s.targets[:2] = 1
    for seat in range(2):
        for name, dice in (("target", targets[seat]), ("stock", stocks[seat]), ("wrong", wrong[seat])):
            s[name][seat] = [dice.count(str(value)) for value in range(1, 7)]
        s.stocks[seat] = len(stocks[seat])
    return match


def told_right(match: Match, seat: int) -> Match:
    """``seat`` has been answered "right"."""
    s: Any = match.state[0]
    s.right[seat] = s.target[1 - seat]
    return match


def shot(match: Match, seat: int, iterations: int = 200) -> float:
    """The share of a shot in the mixture of ``seat``."""
    events, shares = Thoughts(match.game, 64).solve(sight(match, seat), generator(1), iterations)
    texts = match.texts(seat, events.tolist())
    return float(dict(zip(texts, shares / shares.sum(), strict=True))["shoot"])


def test_who_knows_the_target_shoots_du7(duello):
    match = told_right(ending(duello, "12", ("345", "123")), 0)
    assert shot(match, 0) > 0.95


def test_who_is_known_shoots_while_there_is_a_chance_du10(duello):
    match = told_right(ending(duello, "12", ("3456", "12")), 1)
    assert shot(match, 0) > 0.95


def test_with_nothing_ruled_out_and_much_to_ask_nobody_shoots_blindly_du4(duello):
    match = ending(duello, "12", ("123456", "123456"))
    assert shot(match, 0) < 0.5


def test_a_last_value_is_shot_at_du5(duello):
    match = ending(duello, "12", ("2", "2"), wrong=("13456", ""))
    assert shot(match, 0) > 0.95


def test_other_dice_under_the_other_cup_get_the_same_answer_du25(duello):
    here, there = (ending(duello, targets, ("1256", "2345")) for targets in ("12", "16"))
    assert shot(here, 0) == shot(there, 0)


def test_compiled_and_interpreted_come_to_the_same_mixture(duello):
    match = ending(duello, "12", ("15", "24"))
    found = []
    for solve in (loops_of(duello).heuristics.solve, endgame.solve):
        events, shares = np.zeros(4, np.int32), np.zeros(4)
        solve(match.seen(0)[0], 0, generator(1), 4, events, shares)
        found.append((events.tolist(), shares.tolist()))
    assert found[0][0] == found[1][0]
    assert found[0][1] == pytest.approx(found[1][1])


@pytest.mark.parametrize("seat", [0, 1])
def test_chances_to_win_add_up_to_one_du12(duello, seat):
    """Whatever the two choose: what one wins the other loses."""
    match = ending(duello, "12", ("1256", "345"), wrong=("3", "16"))
    side, public = np.zeros(1, endgame.SIDES)[0], np.zeros(1, endgame.PUBLIC)
    endgame.survey(match.state[0], side)
    for mine, theirs in ((0, 0), (0, 1), (1, 0), (2, 0)):
        for place in range(side.values[1 - seat]):
            for other in range(side.values[seat]):
                won = endgame.end(side, public[0], seat, place, other, mine, theirs)
                lost = endgame.end(side, public[0], 1 - seat, other, place, theirs, mine)
                assert won + lost == pytest.approx(1.0)


@pytest.mark.parametrize("stocks", [("123456", "123456"), ("1256", "345")])
def test_a_best_response_to_an_ending_wins_less_than_a_thousandth(duello, stocks):
    """The first ending is the largest: nothing is ruled out, and there is everything to ask about."""
    math = duello.part(Path(endgame.__file__))
    sides = np.zeros(1, endgame.SIDES)
    math.survey(ending(duello, "12", stocks).state[0], sides[0])
    tree, rows = math.tree_of(sides)
    learning, strategy = Learning(*np.zeros((4, rows, 6))), np.zeros((rows, 6))
    math.ranges.iterate(tree, learning, Manner(), 0, solving.ROUNDS)
    math.ranges.normalize(tree, learning.mean, strategy)
    won = [math.ranges.result(tree, strategy.copy(), seat, True) for seat in range(2)]
    assert 0 <= sum(won) / 2 < 1e-3


def test_master_plays_endings_alike_whatever_lies_under_the_other_cup_du25(duello):
    here, there = (sight(ending(duello, targets, ("1256", "2345")), 0) for targets in ("12", "16"))
    player = SearchPlayer(Budget(1), Style(solved=60, best=True))
    mixture = player.mixture(here, Random(1))
    assert mixture == player.mixture(there, Random(1))
    assert sum(mixture[1]) == pytest.approx(1.0)


def test_an_ending_is_among_the_choices_that_players_are_made_ready_with(duello):
    """Else the first ending at a table would wait for the compiler, some 14 seconds."""
    tried = islice(warming.choices(duello), warming.WALKED)
    assert any(loops_of(duello).is_solved(seen.state) for seen in tried)


def test_a_master_plays_an_ending_by_its_mixture(duello):
    match = told_right(ending(duello, "12", ("345", "123")), 0)
    chosen = SearchPlayer(Budget(1), Style(solved=100)).choose(sight(match, 0), Random(1))
    assert match.texts(0, [chosen]) == ["shoot"]
