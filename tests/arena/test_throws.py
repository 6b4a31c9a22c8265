"""Dice thrown at mats: bounds, replay, what is reported, and fairness."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from throwdown.arena import session
from throwdown.arena.attitude import attitude, generator, number_up, upness
from throwdown.arena.classes import NO_BOUNCE, outcome
from throwdown.arena.errors import BadThrow, Restless
from throwdown.arena.fairness import beyond, measure
from throwdown.arena.hand import Steadiness, Throw, checked
from throwdown.arena.materials import EDGE, MAT_THICKNESS
from throwdown.arena.mats import OFF, band, nearness, outline, ring
from throwdown.arena.throwing import fling
from throwdown.arena.trays import lies_well, roll
from throwdown.games.kadoova_duel.duels.axe_vs_daggers.throws import MAT as AXE
from throwdown.games.kadoova_duel.duels.chicken.throws import MAT as CHICKEN
from throwdown.games.kadoova_duel.duels.own_throws import POST

LEVEL = np.eye(3)


def flat(x: float, y: float, height: float = MAT_THICKNESS) -> tuple[float, ...]:
    """The pose of a die that lies square."""
    return (x, y, height + EDGE / 2, 1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("aim", [nan, inf, -26.0, 25.1])
def test_an_aim_that_no_hand_has_is_refused(aim):
    with pytest.raises(BadThrow, match="the aim of a throw is"):
        checked(Throw(aim=aim, strength=50.0))


def test_a_refusal_says_what_came_and_what_may():
    with pytest.raises(BadThrow, match=r"the strength of a throw is 0 to 100: 101"):
        fling(AXE, Throw(aim=0.0, strength=101.0))


def test_the_same_throw_is_the_same_to_the_last_bit():
    throw = Throw(aim=3.0, strength=61.0, spin=-40.0, seed=12345)
    lying = [flat(0.0, 0.1), flat(0.03, 0.12)]
    first, again = fling(CHICKEN, throw, lying), fling(CHICKEN, throw, lying)
    assert first.report == again.report
    assert first.frames.tobytes() == again.frames.tobytes()


def test_another_attitude_is_another_throw():
    ends = {fling(AXE, Throw(aim=0.0, strength=60.0, seed=seed)).report.dice[-1].pose for seed in range(4)}
    assert len(ends) == 4


def test_a_die_bounces_on_the_table_before_the_mat_unless_it_is_thrown_too_hard():
    """KD-D1: it must."""
    assert fling(AXE, Throw(aim=0.0, strength=50.0, seed=1)).report.bounced
    hard = fling(AXE, Throw(aim=0.0, strength=100.0, seed=1)).report
    assert not hard.bounced
    assert outcome(AXE, hard) == NO_BOUNCE


def test_a_gentle_throw_stops_short_of_the_mat_and_counts_as_off():
    report = fling(CHICKEN, Throw(aim=0.0, strength=5.0, seed=2)).report
    assert report.dice[-1].pose[1] < 0
    assert (report.dice[-1].on_mat, outcome(CHICKEN, report)) == (False, 0)


def test_a_die_counts_for_the_innermost_ring_that_it_touches():
    """KD-D1, KD-22."""
    middle = np.array([0.0, AXE.depth / 2, 0.0])
    reach = AXE.rings[0] + EDGE / 2
    inside, outside = (outline(middle + np.array([reach + by, 0, 0]), LEVEL) for by in (-0.0005, 0.0005))
    assert (ring(AXE, inside), ring(AXE, outside)) == (0, 1)
    assert ring(AXE, outline(middle + np.array([0.2, 0, 0]), LEVEL)) == OFF


def test_a_die_counts_for_the_highest_band_that_it_touches():
    """KD-D2: and at the Bust line it is past the last."""
    line = CHICKEN.bands[3] - EDGE / 2
    assert band(CHICKEN, outline(np.array([0, line - 0.0005, 0]), LEVEL)) == 2
    assert band(CHICKEN, outline(np.array([0, line + 0.0005, 0]), LEVEL)) == 3
    assert band(CHICKEN, outline(np.array([0, CHICKEN.bands[-1], 0]), LEVEL)) == 5


def test_nearness_is_nought_over_the_point_and_else_the_shortest_way():
    corners = outline(np.array([0.0, 0.0, 0.0]), LEVEL)
    assert nearness(corners, (0.001, 0.002)) == 0.0
    assert nearness(corners, (0.02, 0.0)) == pytest.approx(0.012)


def test_dice_that_lie_may_be_knocked():
    """KD-D2."""
    row = [flat(x, 0.075) for x in (-0.04, -0.02, 0.0, 0.02, 0.04)]
    throws = [fling(CHICKEN, Throw(aim=0.0, strength=70.0, seed=seed), row).report for seed in range(6)]
    assert any(report.moved for report in throws)
    assert all(len(report.dice) == 6 for report in throws)


def test_the_post_is_touched_or_felled_or_left_alone():
    """KD-D7."""
    reports = [fling(POST, Throw(aim=0.0, strength=s, seed=s)).report for s in range(40, 92, 4)]
    found = {outcome(POST, report) for report in reports}
    assert found & {0, 1}
    assert found - {0, 1}
    assert all(report.touched for report in reports if report.felled)


def test_every_attitude_is_as_likely_as_any():
    rng = generator(7)
    ups = np.array([upness(np.array(attitude(rng))) for _ in range(4000)])
    assert np.abs(ups.mean(axis=0)).max() < 0.04
    assert np.abs((ups**2).mean(axis=0) - 1 / 3).max() < 0.02


def test_thrown_dice_are_fair_and_know_nothing_of_the_hand():
    found = measure(Steadiness.STEADY, 600, seed=3)
    assert sum(found.faces) == 600
    assert found.passes


def test_a_loaded_die_would_not_pass():
    assert beyond(113.0, 5) < 1e-20
    assert beyond(4.351, 5) == pytest.approx(0.5, abs=0.001)
    assert beyond(18.307, 10) == pytest.approx(0.05, abs=0.0005)


def test_opposite_sides_make_seven():
    turned = {(1, 0, 0, 0): 6, (0, 1, 0, 0): 1}
    for quaternion, number in turned.items():
        assert number_up(np.array(quaternion, float)) == number


@pytest.mark.parametrize("dice", [1, 6, 14])
def test_a_roll_ends_with_every_die_flat_in_the_tray(dice):
    frames = roll(dice, generator(dice))
    assert frames.shape[1:] == (dice, 7)
    assert lies_well(frames[-1])


def test_what_never_rests_is_given_up(monkeypatch):
    monkeypatch.setattr("throwdown.arena.motion.is_still", lambda *_: False)
    monkeypatch.setattr("throwdown.arena.motion.LONGEST", 30)
    with pytest.raises(Restless, match="not at rest after 1 seconds"):
        fling(AXE, Throw(aim=0.0, strength=50.0, seed=1))


def test_the_post_stands_in_the_middle_of_its_mat():
    thrown = fling(POST, Throw(aim=25.0, strength=10.0, seed=1))
    assert np.allclose(thrown.frames[0, :3, :2], POST.middle)
    assert not thrown.report.touched


def test_a_throw_that_does_not_come_to_rest_is_made_again_and_said(monkeypatch):
    made: list[int] = []

    def restless_at_first(key, throw, lying):
        made.append(throw.seed)
        if len(made) < 3:
            raise Restless("not at rest")
        return fling(key, throw, lying)

    monkeypatch.setattr(session, "fling", restless_at_first)
    flight = session.Session(AXE).throw("a", 0, Throw(aim=0.0, strength=60.0, seed=7))
    assert made == [7, 8, 9]
    assert flight.restless == 2


def test_a_die_where_the_post_stood_makes_way_for_it_d7():
    mat = POST
    x, y = mat.middle
    aside = session.beside_post((x + 0.003, y, 0.01, 1.0, 0.0, 0.0, 0.0), mat)
    assert aside[0] - x == pytest.approx(session.ROOM)
    assert aside[1:] == (y, 0.01, 1.0, 0.0, 0.0, 0.0)
    far = (x, y - 0.05, 0.01, 1.0, 0.0, 0.0, 0.0)
    assert session.beside_post(far, mat) == far
