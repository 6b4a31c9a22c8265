"""Towers of dice and cards (KD-D5, KD-D8)."""

from __future__ import annotations

from math import nan

import pytest

from throwdown.arena.errors import BadThrow
from throwdown.arena.session import Session
from throwdown.arena.things import Placing
from throwdown.arena.towers import base, put, stands_for
from throwdown.games.kadoova_duel.duels.own_throws import POST
from throwdown.kernel.throwing import BARE


def test_twelve_dice_and_twelve_cards_built_true_stand():
    """KD-D5."""
    assert stands_for(BARE, "dc" * 12, seconds=3.0)


def test_a_die_put_true_on_the_base_stands():
    """KD-D8: the base is a stack of three."""
    placed = put(POST, "dddd", base(POST), Placing())
    assert placed.stands
    assert len(placed.poses) == 4


def test_a_die_let_go_beside_the_top_falls_and_the_tower_is_down():
    placed = put(POST, "dddd", base(POST), Placing(x=0.012))
    assert not placed.stands


@pytest.mark.parametrize("x", [nan, 0.031])
def test_a_place_out_of_reach_is_refused(x):
    with pytest.raises(BadThrow, match="the x of a placing"):
        put(BARE, "d", (), Placing(x=x))


def test_a_session_knows_what_stands():
    """KD-D5: die, card, die."""
    tower = Session(BARE)
    for k, kind in enumerate("dcd"):
        assert tower.place(k, kind, 0, Placing()).outcome == 0
    assert [body.kind for body in tower.bodies] == ["d", "c", "d"]
    assert tower.bodies[2].pose[2] > 0.02


def test_the_same_placings_build_the_same_tower():
    towers = [Session(POST), Session(POST)]
    for tower in towers:
        for k in range(4):
            tower.place(k, "d", 0, Placing(x=0.001 * k, turn=5.0))
    assert towers[0].bodies == towers[1].bodies
