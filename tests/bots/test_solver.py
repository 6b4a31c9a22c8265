"""Solutions of games whose solution is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from throwdown.bots.solver import FlatSolver, PublicSolver, TooLarge, Tree, solve, solver
from throwdown.kernel.chance import Reported
from throwdown.kernel.game import Game

REFERENCE = Path(__file__).parents[2] / "bench" / "reference"


@pytest.fixture(scope="module")
def kuhn() -> Tree:
    return tree("kuhn", is_compiled=False)


@pytest.fixture(scope="module")
def liars() -> Tree:
    return tree("liars_dice", is_compiled=True, dice=1)


def tree(name: str, is_compiled: bool, **values: int) -> Tree:
    game = Game(REFERENCE / name)
    if is_compiled:
        game.compile()
    return Tree(game, game.match(chance=Reported(), values=values).state, 300_000)


def test_kuhn_poker_is_worth_minus_an_eighteenth_to_the_first_seat(kuhn):
    solving = PublicSolver(kuhn)
    assert solve(solving, 1e-4) <= 1e-4
    assert solving.value == pytest.approx(-1 / 18, abs=1e-4)


def test_liars_dice_is_worth_minus_seven_258ths_to_the_first_seat(liars):
    solving = PublicSolver(liars)
    solve(solving, 1e-4, step=500)
    assert solving.value == pytest.approx(-7 / 258, abs=1e-4)


def test_liars_dice_with_a_die_each_has_24576_decisions(liars):
    assert len(liars.decisions) == 24_576
    assert liars.is_dealt_first()


def test_public_states_and_single_nodes_come_to_the_same_strategy(kuhn):
    flat, public = FlatSolver(kuhn), PublicSolver(kuhn)
    for solving in (flat, public):
        solving.improve(40)
    assert np.allclose(flat.strategy, public.strategy)
    assert flat.exploitability == pytest.approx(public.exploitability)
    assert flat.value == pytest.approx(public.value)


def test_even_chances_are_far_from_perfect_in_kuhn_poker(kuhn):
    """OpenSpiel gives 0.458 for the exploitability of the uniform strategy."""
    solving = FlatSolver(kuhn)
    solving.strategy[:] = 0.5
    assert solving.exploitability == pytest.approx(0.4583333)
    assert solving.value == pytest.approx(0.125)


def test_a_position_too_large_to_write_out_is_refused():
    game = Game(REFERENCE / "kuhn")
    with pytest.raises(TooLarge, match="more than 20 nodes"):
        solver(game, game.match(chance=Reported()).state, 20)
