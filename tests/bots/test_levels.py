"""The levels by name, and the processes they think in."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from shutil import copytree

import numpy as np
import pytest
from msgspec import structs

import throwdown
from throwdown.bots import Pool, UnknownPlayer, allowance, kinds, named, sight, warm
from throwdown.bots.levels import (
    FORMER,
    LEVELS,
    MASTER_STYLE,
    SHARP_STYLE,
    choosing,
    digest_of,
    is_player,
    unhurried,
)
from throwdown.bots.player import ALL, TemperedPlayer, loops_of, within
from throwdown.bots.policies import Policy, compiled
from throwdown.bots.search import SearchPlayer
from throwdown.bots.strengths import strengths_of
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.rng import generator
from throwdown.lab.mixtures import mixture

REFERENCE = Path(__file__).parents[2] / "bench" / "reference"
GAMES = ("command-dice", "dardz", "duello", "kadice", "kadoova-duel")

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


def test_a_level_can_be_had_with_a_part_of_its_thought():
    kadoova, dardz = throwdown.load("kadoova-duel"), throwdown.load("dardz")
    whole, half = (within(unhurried(kind), kadoova, 2) for kind in ("master", "master/2"))
    assert half.budget == structs.replace(whole.budget, simulations=whole.budget.simulations // 2)
    assert half.style == whole.style
    whole, third = (within(unhurried(kind), dardz, 2) for kind in ("master", "master/3"))
    assert third.style.rollouts.playouts == whole.style.rollouts.playouts // 3
    assert within(unhurried("master-1/4"), dardz, 2).budget.simulations == 1000
    assert len({str(digest_of(kind, dardz, 2)) for kind in ("master", "master/2", "master/3")}) == 3
    assert digest_of("master/1", dardz, 2) == digest_of("master", dardz, 2)
    assert not is_player("master/2")


@pytest.mark.parametrize(
    "kind", ["master/", "master/0", "master/-1", "master/2/2", "master/x", "regular/2", "/2"]
)
def test_a_part_that_no_level_has_is_named_in_the_refusal(kind):
    with pytest.raises(UnknownPlayer, match=f"unknown player '{kind}'"):
        named(kind)


def test_no_level_is_another_under_a_second_name():
    for game in map(throwdown.load, GAMES):
        novice, regular, sharp, master = (level.within(game, 2) for level in LEVELS.values())
        assert novice.temperature > regular.temperature > 0
        assert regular.budget is None
        assert sharp.style.temperature > master.style.temperature == 0
        assert 8 * sharp.budget.simulations < master.budget.simulations
    game = throwdown.load("kadoova-duel")
    master, former = LEVELS["master"].within(game, 2), FORMER["master-1"].within(game, 2)
    said = strengths_of(game).master
    assert said.sure != former.style.sure
    assert (master.budget, master.style) == (
        structs.replace(former.budget, simulations=said.simulations),
        structs.replace(former.style, best=True, sure=said.sure, former=False),
    )
    assert isinstance(within(named("master"), game, 2), SearchPlayer)
    assert LEVELS["master"].within(throwdown.load("duello"), 2).style.rollouts
    assert FORMER["master-1"].within(throwdown.load("duello"), 2).style.rollouts is None


def test_a_level_errs_among_several_as_much_as_its_file_says_of_several():
    game = throwdown.load("kadice")
    said = strengths_of(game)
    for seats in (3, 8):
        assert LEVELS["novice"].within(game, seats).temperature == said.novice.several
        assert choosing("regular", game, seats).temperature == said.regular.several
        assert LEVELS["sharp"].within(game, seats).style.temperature == said.sharp.several
    duello = throwdown.load("duello")
    rollouts = strengths_of(duello).master.rollouts
    found = [LEVELS["master"].within(duello, seats).style.rollouts.temperature for seats in (2, 4)]
    assert found == [rollouts.temperature, rollouts.several]
    assert choosing("novice", game, 2).temperature == said.novice.temperature != said.novice.several
    player = named("regular")
    assert within(player, game, 4) is within(player, game, 4)
    assert [within(player, game, seats).temperature for seats in (2, 4)] == [
        said.regular.temperature,
        said.regular.several,
    ]


def test_searches_try_more_choices_among_several_where_the_file_of_their_game_says_so():
    game = throwdown.load("kadice")
    said = strengths_of(game).sharp.several_sharpness
    found = [LEVELS["sharp"].within(game, seats).style.sharpness for seats in (2, 3, 8)]
    assert found == [SHARP_STYLE.sharpness, said, said]
    assert said != SHARP_STYLE.sharpness
    master = strengths_of(game).master
    found = [LEVELS["master"].within(game, seats).style.sharpness for seats in (2, 3, 8)]
    assert found == [master.sharpness, master.several_sharpness, master.several_sharpness]
    assert master.several_sharpness != master.sharpness


def test_master_mixes_and_explores_as_the_file_of_its_game_says_and_master_1_as_ever():
    game = throwdown.load("command-dice")
    said, master = strengths_of(game).master, LEVELS["master"]
    found = master.within(game, 2).style
    assert (found.pure, found.sharpness) == (said.pure, said.sharpness)
    assert (found.explore, found.looks) == (master.style.explore, master.style.looks)
    former = FORMER["master-1"].within(game, 2).style
    assert former == structs.replace(MASTER_STYLE, former=True)
    assert found.pure > former.pure


def test_a_level_of_which_nothing_is_said_errs_among_several_as_in_a_duel():
    game = throwdown.load("dardz")
    assert choosing("regular", game, 4) == choosing("regular", game, 2)


@pytest.mark.parametrize("key", GAMES)
def test_no_level_makes_a_choice_without_judging_it(key):
    assert all(level.within(throwdown.load(key), 2).slips == 0 for level in LEVELS.values())


def test_a_game_without_a_file_of_levels_has_levels_that_differ_by_how_much_they_look_and_think():
    game = Game(REFERENCE / "kuhn")
    novice, regular, sharp, master = (level.within(game, 2) for level in LEVELS.values())
    assert novice.glances < regular.glances
    assert novice.temperature == regular.temperature == sharp.style.temperature == 0
    assert regular.budget is None
    assert 8 * sharp.budget.simulations < master.budget.simulations


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[novice]\ntemperature = -1", "levels.toml: Expected `float` >= 0.0 - at `$.novice.temperature`"),
        ("[sharp]\nsimulation = 5", "unknown field `simulation` - at `$.sharp`"),
        ("[master]\ntemperature = 1", "unknown field `temperature` - at `$.master`"),
        ("[master]\npure = 1.5", "levels.toml: Expected `float` <= 1.0 - at `$.master.pure`"),
        ("[master.rollouts]\nplayouts = 0", "Expected `int` >= 1 - at `$.master.rollouts.playouts`"),
        ("[regular", "levels.toml: "),
    ],
)
def test_a_file_of_levels_that_says_something_else_is_refused(tmp_path, text, told):
    folder = copytree(REFERENCE / "kuhn", tmp_path / tmp_path.name)
    (folder / "levels.toml").write_text(text, encoding="utf-8")
    game = Game(folder)
    with pytest.raises(BrokenGame) as refusal:
        strengths_of(game)
    assert told in str(refusal.value)


def test_a_mistake_is_the_likelier_the_less_it_costs_and_compiled_as_likely(match):
    """The rule of thumb at a temperature of 0.8, a choice in 4000 tries: five standard errors."""
    seen, many = sight(match, match.awaited[0]), 4000
    events, chances = TemperedPlayer(0.8).mixture(seen, Random(0))
    loops, worth = loops_of(match.game), np.zeros(len(events))
    made = np.array(events, np.int32)
    loops.glance(seen.state, seen.seat, made, worth)
    expected = np.exp(worth / 0.8) / np.exp(worth / 0.8).sum()
    assert np.allclose(chances, expected)
    assert len(set(chances)) > 3
    policies, rng = compiled([Policy(ALL, 0, 0.8)] * 2), generator(5)
    found = np.bincount(
        [loops.judged_choice(seen.state, seen.seat, made, policies, rng) for _ in range(many)],
        minlength=len(events),
    )
    assert (np.abs(found / many - expected) <= 5 * np.sqrt(expected / many) + 1e-3).all()


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        *((key, level) for key in ("dardz", "duello", "kadice") for level in ("novice", "regular")),
        ("skeptic-vs-psychic", "regular"),  # which rates all targets alike
        ("liars_dice", "novice"),  # which looks at three choices
    ],
)
def test_a_level_chooses_compiled_with_the_probabilities_of_its_player(key, kind):
    """In 3000 tries: five standard errors."""
    game, real, many = Game(REFERENCE / key) if key == "liars_dice" else throwdown.load(key), 0, 3000
    warm(game)
    match = game.match(seed=3)
    before = 1 if key in ("skeptic-vs-psychic", "liars_dice") else 3
    while real < before or len(match.legal_events(match.awaited[0])) < 2:
        legal = match.legal_events(match.awaited[0])
        real += len(legal) > 1
        match.play(match.awaited[0], legal[0])
    seen = sight(match, match.awaited[0])
    policy, made, rng = choosing(kind, game, match.seats), np.array(seen.legal, np.int32), generator(5)
    expected = mixture(kind, seen, Random(0))
    policies = compiled([policy] * match.seats)
    found = np.bincount(
        [loops_of(game).judged_choice(seen.state, seen.seat, made, policies, rng) for _ in range(many)],
        minlength=len(made),
    )
    assert (expected > 0).sum() > 1
    errors = np.sqrt(expected * (1 - expected) / many)
    assert (np.abs(found / many - expected) <= 5 * errors + 1e-9).all()


@pytest.mark.parametrize(
    "policy", [Policy(ALL, 0, 0.8), Policy(3, evenly=True), Policy(ALL, rated=True, evenly=True)]
)
def test_interpreted_and_compiled_choices_are_the_same(match, policy):
    plain = Game(match.game.folder)
    seen = sight(match, match.awaited[0])
    made, policies = np.array(seen.legal, np.int32), compiled([policy] * 2)
    ways = []
    for loops in (loops_of(plain), loops_of(match.game)):
        rng = generator(5)
        ways.append([int(loops.judged_choice(seen.state, seen.seat, made, policies, rng)) for _ in range(50)])
    assert loops_of(plain) is not loops_of(match.game)
    assert ways[0] == ways[1]


@pytest.mark.parametrize("kind", LEVELS)
def test_a_choice_made_in_secret_changes_no_choice_of_any_level(kind):
    """Of Command Dice, where both choose dice at the same time (CD-6)."""
    game = throwdown.load("command-dice")
    warm(game)
    chosen = set()
    for pick in game.match(seed=4).legal_events(0)[:4]:
        match = game.match(seed=4)
        match.play(0, pick)
        chosen.add(tuple(unhurried(kind).choose(sight(match, 1), Random(seed)) for seed in range(3)))
    assert len(chosen) == 1


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


def test_a_pool_has_a_process_for_every_core_but_one_and_starts_another_only_when_none_is_idle(
    match, monkeypatch
):
    for cores, processes in ((None, 1), (1, 1), (2, 1), (16, 15)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert len(Pool()) == processes
    seat = match.awaited[0]
    pool = Pool(3, grace=300)
    try:
        assert pool.running == 0
        for place in ("here", "there"):
            assert pool.choose("novice", sight(match, seat), 5, place) in match.legal_events(seat)
            assert pool.running == 1
        with ThreadPoolExecutor(2) as threads:
            asked = [threads.submit(pool.choose, "sharp", sight(match, seat), 5, place) for place in "ab"]
        assert all(each.result() in match.legal_events(seat) for each in asked)
        assert pool.running == 2
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
