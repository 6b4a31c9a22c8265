"""The levels by name, and the processes they think in."""

from __future__ import annotations

import time
from multiprocessing.context import SpawnProcess
from random import Random

import pytest

import throwdown
from throwdown.bots import Pool, UnknownPlayer, allowance, kinds, named, sight, warm
from throwdown.bots.levels import LEVELS, unhurried
from throwdown.bots.search import SearchPlayer
from throwdown.kernel.match import Match


@pytest.fixture(scope="module")
def match() -> Match:
    game = throwdown.load("command-dice")
    warm(game)
    return game.match(seed=3)


def test_four_levels_are_at_every_table():
    assert set(LEVELS) == {"novice", "regular", "sharp", "master"}
    assert set(LEVELS) <= set(kinds())


@pytest.mark.parametrize("kind", kinds())
def test_each_player_chooses_something_legal(match, kind):
    seat = match.awaited[0]
    assert unhurried(kind).choose(sight(match, seat), Random(1)) in match.legal_events(seat)


def test_an_unknown_player_is_named_in_the_refusal():
    with pytest.raises(UnknownPlayer, match="unknown player 'wizard'"):
        named("wizard")


def test_no_level_is_another_under_a_second_name():
    novice, regular, sharp, master = LEVELS.values()
    assert novice.glances < regular.glances
    assert novice.slips > regular.slips > sharp.slips > master.slips == 0.0
    assert regular.budget is None
    assert isinstance(named("master"), SearchPlayer)
    assert 8 * sharp.budget.simulations < master.budget.simulations


def test_a_pool_answers_like_the_player_itself_and_by_the_rule_of_thumb_where_no_process_starts(
    match, monkeypatch
):
    seat = match.awaited[0]
    pool = Pool(1, grace=300)
    try:
        with monkeypatch.context() as crowded:
            crowded.setattr(SpawnProcess, "start", refuse)
            assert pool.choose("novice", sight(match, seat), 5) in match.legal_events(seat)
        assert pool.cut_off == 1
        here = named("novice").choose(sight(match, seat), Random(5))
        assert pool.choose("novice", sight(match, seat), 5) == here
        assert pool.cut_off == 1
    finally:
        pool.close()


def refuse(process: object) -> None:
    raise BlockingIOError(11, "Resource temporarily unavailable")


def test_a_bot_that_overruns_its_budget_is_cut_off_and_moves(match):
    seat = match.awaited[0]
    pool = Pool(1, grace=-allowance("sharp") + 0.01)
    try:
        began = time.monotonic()
        assert pool.choose("sharp", sight(match, seat), 1) in match.legal_events(seat)
        assert pool.cut_off == 1
        assert time.monotonic() - began < 20
    finally:
        pool.close()
