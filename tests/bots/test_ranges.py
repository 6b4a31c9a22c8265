"""Regret minimisation over public states, where both seats choose together; ``test_solver.py`` has it where
they take turns."""

from __future__ import annotations

import numpy as np
import pytest

from throwdown.bots.ranges import (
    EDGE,
    END,
    STATE,
    Learning,
    Manner,
    PublicTree,
    iterate,
    normalize,
    result,
    unchanged,
)


def chosen_together(pays: np.ndarray, chances: np.ndarray) -> PublicTree:
    """One public state at which both choose, and every pair of choices is an end. ``pays``, float64[choices
    of seat 0, of seat 1, hands, hands], are for seat 0; ``chances``, float64[2, hands], those of hands."""
    mine, theirs, hands, _ = pays.shape
    states, edges = np.zeros(1, STATE), np.zeros(mine * theirs, EDGE)
    states[0]["count"], states[0]["origin"], states[0]["many"] = (mine, theirs), (0, mine), mine * theirs
    for k in range(mine * theirs):
        edges[k]["choice"], edges[k]["to"], edges[k]["number"] = divmod(k, theirs), END, k
    none = np.zeros((2, 0, hands), np.int32)
    return PublicTree(
        states.view(np.recarray), edges.view(np.recarray), chances, np.zeros((1, hands), np.int32),
        pays.reshape(-1, hands, hands), none, unchanged(),
    )  # fmt: skip


def solved(tree: PublicTree, iterations: int, manner: Manner) -> np.ndarray:
    """The average strategy, float64[rows, hands]."""
    shape = int(tree.states[0].count.sum()), tree.start.shape[1]
    learning, strategy = Learning(*np.zeros((4, *shape))), np.zeros(shape)
    iterate(tree, learning, manner, 0, iterations)
    normalize(tree, learning.mean, strategy)
    return strategy


@pytest.mark.parametrize("manner", [Manner(), Manner(False, 1, 1e-9)])
def test_seats_that_choose_together_mix_as_in_the_equilibrium_of_the_matrix(manner):
    """Seat 0 wins 2 with the first choices and 1 with the second: both take the first one time in three."""
    pays = np.array([[2.0, 0.0], [0.0, 1.0]]).reshape(2, 2, 1, 1)
    tree = chosen_together(pays, np.ones((2, 1)))
    strategy = solved(tree, 2000, manner)
    assert strategy[:, 0] == pytest.approx([1 / 3, 2 / 3] * 2, abs=0.02)
    assert result(tree, strategy, 0, False) == pytest.approx(2 / 3, abs=0.01)
    answers = [result(tree, strategy.copy(), seat, True) for seat in range(2)]
    assert 0 <= sum(answers) < 0.02


def test_who_knows_its_hand_plays_by_it_and_the_other_by_how_likely_it_is():
    """Seat 0 holds a die of which seat 1 guesses the side; who guesses wrong pays 1."""
    pays = np.zeros((1, 2, 2, 2))
    pays[0, 0, 1], pays[0, 1, 0] = 1.0, 1.0  # the guess, then the hand of seat 0
    tree = chosen_together(pays, np.array([[0.75, 0.25], [0.5, 0.5]]))
    strategy = solved(tree, 50, Manner())
    assert strategy[1] == pytest.approx([1.0, 1.0], abs=1e-3)
    assert result(tree, strategy, 1, False) == pytest.approx(-0.25, abs=1e-3)
