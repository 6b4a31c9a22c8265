"""The levels by name, and the processes they think in."""

from __future__ import annotations

import time
from multiprocessing.context import SpawnProcess
from random import Random

import pytest

import throwdown
from throwdown.bots import Pool, UnknownPlayer, allowance, kinds, named, sight, warm
from throwdown.bots.levels import FORMER, LEVELS, unhurried
from throwdown.bots.search import SearchPlayer
from throwdown.kernel.match import Match

# The first choices of a match with seed 11 in which all seats are of one former level.
CHOICES = {
    ("command-dice", "novice-1"): [19, 16, 132, 12, 10, 25, 2, 127],
    ("command-dice", "regular-1"): [2, 48, 122, 15, 5, 48, 4, 127],
    ("command-dice", "sharp-1"): [18, 10, 119, 130, 10, 48, 119, 27],
    ("command-dice", "master-1"): [37, 30, 116, 8],
    ("dardz", "novice-1"): [7, 11, 4, 9, 5, 8, 35, 72],
    ("dardz", "regular-1"): [7, 5, 10, 3, 5, 8, 0, 1],
    ("dardz", "sharp-1"): [7, 5, 10, 3, 0, 8, 0, 1],
    ("dardz", "master-1"): [7, 5, 10, 3],
    ("kadice", "novice-1"): [71, 86, 71, 62, 83, 31, 59, 60],
    ("kadice", "regular-1"): [59, 61, 59, 59, 123, 69, 83, 59],
    ("kadice", "sharp-1"): [45, 83, 32, 123, 74, 65, 62, 66],
    ("kadice", "master-1"): [42, 61, 32, 123],
}


@pytest.fixture(scope="module")
def match() -> Match:
    game = throwdown.load("command-dice")
    warm(game)
    return game.match(seed=3)


def test_four_levels_are_at_every_table():
    assert set(LEVELS) == {"novice", "regular", "sharp", "master"}
    assert set(LEVELS) <= set(kinds())


@pytest.mark.parametrize(("key", "kind"), CHOICES)
def test_a_former_level_goes_on_choosing_what_it_chose(key, kind):
    game = throwdown.load(key)
    warm(game)
    match, rng, chosen = game.match(seed=11), Random(11), list[int]()
    players = [unhurried(kind) for _ in range(match.seats)]
    while len(chosen) < len(CHOICES[key, kind]):
        seen = sight(match, match.awaited[0])
        event = players[seen.seat].choose(seen, rng)
        chosen += [event] * (len(seen.legal) > 1)
        match.play(seen.seat, event)
    assert chosen == CHOICES[key, kind]


def test_former_levels_are_no_choice_at_a_table():
    assert set(FORMER) == {f"{level}-1" for level in LEVELS}
    assert not set(FORMER) & set(kinds())


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
