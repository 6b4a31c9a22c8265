"""Chances and accounts in a set: they are those to win it, and add up."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest
from msgspec import structs
from typer.testing import CliRunner

import throwdown
from tests.study.campaign import PAR, QUICK, adds_up, self_play
from throwdown.bots import warm
from throwdown.cli import app
from throwdown.kernel.carried import Carried
from throwdown.kernel.chance import Recorded
from throwdown.kernel.series import ANOTHER, GAMES, ROBIN, TARGET, TIE_BREAKER, InSet, Plan, Result
from throwdown.kernel.setheader import set_header
from throwdown.study import Study, account, chances
from throwdown.study.accounts import draw_up
from throwdown.study.playouts import WHOLE
from throwdown.study.sets import SAMPLE, WAYS, SetPlayouts

ERRORS = 4.0


@pytest.fixture(scope="module")
def duello():
    game = throwdown.load("duello")
    warm(game)
    return game


@pytest.fixture(scope="module")
def command_dice():
    game = throwdown.load("command-dice")
    warm(game)
    return game


def in_set(plan, results=(), players=2, lineup=(0, 1), values=None, carried=None):
    return InSet(plan, players, tuple(Result(*each) for each in results), lineup, values or {}, carried)


def test_the_account_of_a_match_of_a_set_adds_up_to_the_last_bit_and_ends_with_the_chance_in_the_set(
    command_dice,
):
    match = self_play(command_dice, ("regular",), 3)
    winner = match.winners[0]
    first = in_set(Plan(GAMES, 3), [((0, 1), (1, 0))])
    found = account(match, effort=structs.replace(QUICK, turn=64), in_set=first)
    assert adds_up(found)
    assert found.of_set == "3 games"
    assert found.start[0] > 0.6  # a game ahead with two to play
    last = in_set(Plan(GAMES, 3), [((0, 1), (0, 1)), ((0, 1), (1, 0))])
    decided = account(match, effort=QUICK, in_set=last)
    assert decided.result == tuple(float(seat == winner) for seat in range(2))
    plain = account(match, effort=QUICK)
    assert plain.of_set == ""
    assert sum(found.result) == pytest.approx(1, abs=0.01)
    assert adds_up(decided)


def test_a_transcript_that_tells_its_set_is_accounted_as_a_part_of_it(command_dice, tmp_path):
    match = self_play(command_dice, ("regular",), 3)
    last = in_set(Plan(GAMES, 3), [((0, 1), (0, 1)), ((0, 1), (1, 0))])
    file = tmp_path / "match.txt"
    file.write_text(match.transcript(**set_header(last)), encoding="utf-8")
    told = CliRunner().invoke(app, ["study", str(file), "--json", "--playouts", "5"])
    account = json.loads(told.stdout)
    assert account["of_set"] == "3 games"
    assert account["result"] == [float(seat in match.winners) for seat in range(2)]


def test_a_playout_that_decides_the_set_counts_exactly_1_and_0(command_dice):
    match = command_dice.match(seed=1)
    near = in_set(Plan(TARGET, 5), [((0, 1), (1, 4))])
    shares, points = SetPlayouts(match, 0, near).both(match.state, "here", 0, 20)
    decided = (points[:, 1] > 0) & (points[:, 0] < 4)
    assert decided.sum() > 5
    assert (shares[decided] == (0, WHOLE)).all()


def test_the_chance_in_a_set_is_what_playing_it_to_its_end_by_par_comes_to(duello):  # DU-17
    plan = Plan(GAMES, 3, TIE_BREAKER)
    match = duello.match(seed=5)
    here = in_set(plan, [((0, 1), (4, 0))])
    told = chances(match, 400, 1, here)
    played = SetPlayouts(match, 7, here)
    fresh = duello.match(chance=Recorded(()))
    fresh.engine = duello.engine
    first = played.standings(match.state, "first", 0, 400)
    second = played.standings(fresh.state, "second", 0, 400)
    totals = np.array([4, 0]) + first + second
    mine = (totals[:, 0] > totals[:, 1]) + (totals[:, 0] == totals[:, 1]) / 2
    error = (mine.var() / len(mine) + 0.25 / len(mine) + 0.25 / SAMPLE + 0.25 / WAYS) ** 0.5
    assert abs(told.win[0] - mine.mean()) < ERRORS * error
    assert sum(told.win) == pytest.approx(1, abs=0.01)


def test_a_tie_breaker_is_even_and_another_game_goes_on(command_dice):  # DU-19
    match = command_dice.match(seed=1)
    level = [((0, 1), (2, 1)), ((0, 1), (0, 1))]
    dice = SetPlayouts(match, 0, in_set(Plan(GAMES, 3, TIE_BREAKER), level))
    assert dice._share((1, 1), None) == (WHOLE // 2, WHOLE // 2)
    another = SetPlayouts(match, 0, in_set(Plan(GAMES, 3, ANOTHER), level))
    mine, theirs = another._share((1, 1), None)
    assert mine + theirs == pytest.approx(WHOLE, abs=1)
    assert 0.3 < mine / WHOLE < 0.7
    assert another._share((1, 0), None) == (WHOLE, 0)


def test_chips_that_are_left_change_the_games_that_follow(duello):  # DU-23
    match = duello.match(seed=2, values={"wagering": True, "chips": [100, 100, 0, 0, 0, 0, 0, 0]})
    here = in_set(Plan(GAMES, 2), carried=Carried((100, 100)), values=match.values)
    played = SetPlayouts(match, 0, here)
    shares, points = played.both(match.state, "here", 0, 6)
    assert shares.shape == points.shape == (6, 2)
    ways = played._ways
    values = [ways._values(1, (0, 1), chips) for chips in ((100, 100), (25, 175))]
    assert [each["chips"][:2] for each in values] == [[100, 100], [25, 175]]
    assert values[0]["first-bettor"] == 1
    ends = [tuple(each) for each in product((0, 4), repeat=2)]
    poor = [played._share(end, Carried((0, 200)))[0] for end in ends]
    assert len(set(poor)) > 1


def test_points_that_settled_a_tie_within_a_game_do_not_count_for_the_set():  # DZ-22
    game = throwdown.load("dardz")
    warm(game)
    match = game.match(seed=1)
    played = SetPlayouts(match, 0, in_set(Plan(TARGET, 300)))
    shares, points = played.both(match.state, "here", 0, 12)
    standings = played.standings(match.state, "here", 0, 12)
    assert set((standings - points).ravel().tolist()) <= {0, 1}
    assert (shares.sum(axis=1) >= WHOLE - 1).all()
    tied = match.state.copy()
    tied["score"][0, :2], tied["winner"][0], tied["off_wins"][0, :2] = 150, 1, (0, 2)
    assert played._end(tied)[0] == (150, 150)
    assert played._standing(tied) == [150, 151]


def test_giving_up_a_game_is_counted_by_what_the_set_makes_of_it(duello):  # DU-12
    match = duello.match(seed=3)
    match.resign(1)
    study = Study(match, 0, QUICK, in_set(Plan(TARGET, 200)))
    list(study.rounds(1))
    found = draw_up(study)
    assert adds_up(found)
    assert 0.5 < found.result[0] < 1


def test_who_sits_out_may_still_win_a_round_robin(command_dice):  # DU-18
    match = command_dice.match(seed=4)
    here = in_set(Plan(ROBIN, 1), players=3, lineup=(1, 2))
    played = SetPlayouts(match, 0, here)
    mine, theirs = played._share((2, 0), None)
    assert mine > theirs > 0
    assert mine + theirs < WHOLE


@pytest.mark.parametrize("tie", [ANOTHER, TIE_BREAKER])
def test_partners_win_a_set_together(tie):  # DZ-24
    match = throwdown.load("dardz").match(4, seed=1, values={"teams": True})
    here = in_set(Plan(GAMES, 1, tie=tie), players=4, lineup=(0, 1, 2, 3))
    ways = SetPlayouts(match, 0, here)._ways
    assert ways.shares((250, 90, 250, 90), ()) == (WHOLE, 0, WHOLE, 0)
    if tie == TIE_BREAKER:
        assert ways.shares((250, 250, 250, 250), ()) == (WHOLE // 2,) * 4


def test_the_same_seed_gives_the_same_chances_in_a_set(command_dice):
    match = self_play(command_dice, (PAR,), 1).replay(30)
    here = in_set(Plan(GAMES, 3))
    one, three = (account(match, seed=2, effort=QUICK, cores=cores, in_set=here) for cores in (1, 3))
    assert one == three
    assert not one.is_over
