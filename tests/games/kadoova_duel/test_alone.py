"""Every duel is also a game of its own (KD-D1 to D12)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import throwdown
from tests.lockstep import Eventful, Lockstep
from tests.oracle.kadoova_alone import alone
from throwdown.bots.player import GreedyPlayer, sight
from throwdown.games.kadoova_duel.duels.register import FACTS, Duel
from throwdown.kernel.chance import Reported

ALONE = {
    "class-warfare": Duel.CLASS,
    "con-person": Duel.CON,
    "hare-vs-tortoise": Duel.HARE,
    "plague-doctor": Duel.PLAGUE,
    "quick-draw": Duel.QUICK_DRAW,
    "skeptic-vs-psychic": Duel.SKEPTIC,
    "war": Duel.WAR,
}
DEXTERITY = {
    "axe-vs-daggers": Duel.AXE,
    "chicken": Duel.CHICKEN,
    "day-at-the-beach": Duel.BEACH,
    "horse-shoes": Duel.HORSE,
    "pineapple-vs-fish": Duel.PINEAPPLE,
}


@pytest.mark.parametrize("key", ALONE)
def test_the_duel_played_alone_is_the_duel_of_the_whole_game(key, is_compiled):
    game = throwdown.load(key)
    times = ["simulated", "paced", "live"] if key != "con-person" else [None]
    for seats in range(game.seats[0], game.seats[1] + 1):
        for time in times:
            values = {"timing": time} if time else {"dice": 5}
            pair = Lockstep(key, alone(ALONE[key]), is_compiled, seats, **values)
            assert sum(pair.match(seed) for seed in range(40 if is_compiled else 4)) > 0


@pytest.mark.parametrize("throws", ["thrown", "drawn"])
@pytest.mark.parametrize("key", DEXTERITY)
def test_a_duel_of_dexterity_played_alone_is_that_of_the_whole_game_kd22(key, throws, is_compiled):
    game = throwdown.load(key)
    for seats in range(game.seats[0], game.seats[1] + 1):
        for steadiness in ("shaky", "steady", "sure"):
            values = {"throws": throws, "steadiness": steadiness}
            pair = Eventful(key, alone(DEXTERITY[key]), is_compiled, seats, **values)
            assert sum(pair.match(seed) for seed in range(100 if is_compiled else 3)) > 0


@pytest.mark.parametrize("key", [*ALONE, *DEXTERITY])
def test_the_record_of_a_duel_played_alone_holds_nothing_of_the_others(key):
    number = {**ALONE, **DEXTERITY}[key]
    others = {field[0] for each in FACTS if each.number != number for field in each.fields}
    assert others.isdisjoint(throwdown.load(key).rules.STATE.names)


def test_the_record_of_class_warfare_stays_under_400_bytes():
    assert throwdown.load("class-warfare").rules.STATE.itemsize < 400


@pytest.mark.parametrize("key", [*ALONE, *DEXTERITY])
def test_a_duel_played_alone_comes_with_the_figures_of_the_whole_game(key):
    whole = {value.key: value.published for value in throwdown.load("kadoova-duel").values}
    own = {value.key: value.published for value in throwdown.load(key).values if value.kind == "table"}
    assert {name: own[name] for name in own if name in whole} == {
        name: whole[name] for name in own if name in whole
    }


def share_of_wins(key: str, lead: int, matches: int, **values) -> float:
    """How often the first role wins, in so many random duels in which seat ``lead`` has it."""
    game = throwdown.load(key)
    match = game.match(2, chance=Reported(), values=values, engine=game.loops(True))
    match.play(match.awaited[0], match.legal(match.awaited[0])[0])
    assert match.truth().lead == lead
    points = np.zeros((matches, 8), np.int64)
    match.engine.playouts(match.state, matches, 1, 0, 100_000, points)
    return float(points[:, lead].mean())


def test_skeptic_wins_68_in_100_at_the_simulated_speeds_kd21():
    share = share_of_wins("skeptic-vs-psychic", 0, 20_000, timing="simulated")
    assert 0.66 < share < 0.71


def test_five_dice_of_the_skeptic_against_one_are_even_d11():
    share = share_of_wins("skeptic-vs-psychic", 0, 20_000, **{"skeptic-dice": 5, "psychic-dice": 1})
    assert 0.48 < share < 0.51  # 49.4 in 100, computed


@pytest.mark.parametrize(("skeptic", "side"), [(6, "psychic"), (5, "psychic"), (4, "skeptic")])
def test_bots_take_the_side_that_wins_more_often_with_the_dice_of_the_table_d11(skeptic, side):
    values = {"skeptic-dice": skeptic, "psychic-dice": 1}
    match = throwdown.load("skeptic-vs-psychic").match(2, chance=Reported(), values=values)
    match.play(0, GreedyPlayer().choose(sight(match, 0), Random(0)))
    assert match.truth().lead == (0 if side == "skeptic" else 1)


def test_hare_wins_about_half_of_all_races_at_equal_beats_d6():
    share = share_of_wins("hare-vs-tortoise", 1, 20_000, timing="paced")
    assert 0.49 < share < 0.55  # 50 in 100 and half of the ties


def test_high_and_low_are_equally_likely_d3():
    share = share_of_wins("class-warfare", 0, 20_000, timing="simulated")
    assert 0.48 < share < 0.52
