"""How a match of Kadoova Duel looks between two turns, for players that search."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.kadoova_duel.staging import opened
from throwdown.games.kadoova_duel import heuristics


def share(match) -> float:
    """Of seat 0 in the win, as it looks."""
    values = np.zeros(8)
    assert heuristics.settled(match.state[0])
    heuristics.outlook(match.state[0], match.seats, values)
    assert values.sum() == pytest.approx(1)
    return values[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_lead_counts_the_more_the_nearer_the_end_is_kd9(table, seats):
    early = share(opened(table, seats=seats, scores=[2000] + [1000] * (seats - 1)))
    late = share(opened(table, seats=seats, scores=[9500] + [8500] * (seats - 1)))
    assert 1 / seats < early < late < 1


def test_a_card_that_two_players_can_never_play_is_a_burden_kd20(table):
    """Cold Feet needs a third player; a Rematch takes a lost duel back."""
    filled = ["toll", "toll", "viking", "viking"]
    useless = share(opened(table, {0: ["cold-feet", *filled]}, seats=2))
    useful = share(opened(table, {0: ["rematch", *filled]}, seats=2))
    assert useless < useful
