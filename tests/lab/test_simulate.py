"""Batches and match-ups."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from typer.testing import CliRunner

import throwdown
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game
from throwdown.lab.cli import app
from throwdown.lab.levels import (
    LADDER,
    NOTHING,
    Series,
    Step,
    is_settled,
    measure,
    merge,
    page,
    players_of,
    read,
)
from throwdown.lab.matchup import MatchUp, Score, meet, mirrored, score_of
from throwdown.lab.simulate import CHUNK, Policy, simulate


@pytest.fixture(scope="module")
def game() -> Game:
    return throwdown.load("command-dice").compile()


def test_a_batch_is_the_same_on_any_number_of_cores(game):
    one, three = (simulate(game, CHUNK + 500, seed=7, cores=cores) for cores in (1, 3))
    assert np.array_equal(one.points, three.points)
    assert one.events == three.events


def test_another_seed_gives_other_matches(game):
    assert not np.array_equal(simulate(game, 50, seed=1).points, simulate(game, 50, seed=2).points)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_is_none_is_refused(game, seed):
    with pytest.raises(BadValue, match=f"not {seed}"):
        simulate(game, 3, seed=seed)


def test_progress_counts_every_match_once(game):
    told: list[int] = []
    simulate(game, CHUNK + 10, progress=told.append)
    assert sum(told) == CHUNK + 10


def test_every_match_of_command_dice_is_won_with_three_victories(game):
    """CD-17."""
    batch = simulate(game, 300, seed=3)
    assert (batch.points.max(axis=1) == 3).all()
    assert np.allclose(batch.shares.sum(axis=1), 1)


def test_the_rule_of_thumb_beats_chance_from_either_seat(game):
    score = mirrored(game, Policy(looks=100), Policy(), 200)
    assert score.is_clear
    assert mirrored(game, Policy(), Policy(looks=100), 200).share == pytest.approx(1 - score.share)


def test_a_player_against_itself_is_even(game):
    assert mirrored(game, Policy(), Policy(), 100).share == 0.5


def test_a_series_is_the_same_again_and_told_pair_by_pair():
    told: list[int] = []
    first = meet(MatchUp("command-dice", "novice", "random"), 6, cores=1, progress=told.append)
    assert first == meet(MatchUp("command-dice", "novice", "random"), 6, cores=1)
    assert sum(told) == 6


SEVERAL = MatchUp("kadice", "greedy", "greedy", values={"cards-each": 1}, seats=3)


def test_of_several_alike_each_is_ahead_of_half_the_others_and_a_better_player_of_more():
    """All matches of a set have the same dice, and who is level counts half."""
    assert meet(SEVERAL, 4, cores=1).counts == ((0.5, 4),)
    better = meet(SEVERAL._replace(second="random"), 12, cores=1)
    worse = meet(SEVERAL._replace(first="random"), 12, cores=1)
    assert better.share > 0.65 > 0.35 > worse.share


def test_luck_is_counted_in_matches_for_two_alone():
    with pytest.raises(BadValue, match="for two, not for 3"):
        meet(SEVERAL._replace(playouts=4), 1, cores=1)


def test_a_page_of_levels_tells_those_among_several_apart_and_goes_on_with_each(tmp_path: Path):
    file, told = tmp_path / "levels.json", list[Step]()
    two = Step("kadice", "KA'DICE!", "regular", "novice", score_of([1.0, 0.5]), 1)
    merge(file, [two])
    kadice = throwdown.load("kadice")
    several = Series(2, 1, told=told.append, seats=3)
    measure([kadice], several, uppers=["regular"], known=read(file))
    both = merge(file, told[-1:])
    assert [(step.seats, step.score.pairs) for step in both] == [(2, 2), (3, 2)]
    plain, among = page(both).split("## Among several")
    assert "| Regular | Novice | 75.0 %" in plain
    assert "| KA'DICE! | 1 | 3 | Regular | Novice |" in among
    measure([kadice], several, uppers=["regular"], known=both)
    assert len(told) == 1, "what has been measured is not measured again"
    measure([kadice], several._replace(against="greedy"), uppers=["regular"], known=both)
    everything = merge(file, told[-1:])
    assert [(step.lower, step.seats) for step in everything] == [("novice", 2), ("greedy", 3), ("novice", 3)]
    assert "| 3 | Regular | the rule of thumb |" in page(everything)


def test_an_interval_narrows_with_the_root_of_the_pairs():
    shares = [0.0, 0.5, 1.0, 0.5]
    assert score_of(shares).margin == pytest.approx(1.96 * np.std(shares, ddof=1) / 2, rel=1e-3)
    assert score_of(shares * 25).margin < score_of(shares).margin / 4.5


def test_a_series_goes_on_until_it_is_clear():
    assert not is_settled(score_of([1.0] * 3))
    assert not is_settled(score_of([0.5, 0.5, 0.5, 1.0, 0.0] * 100))
    assert is_settled(score_of([1.0] * 20))
    assert is_settled(score_of([0.5, 1.0, 0.5, 1.0, 0.0] * 40))
    assert not is_settled(Score(0.9, 0.01, 100))  # an interval for one look alone


def test_scores_that_are_joined_are_the_score_of_all_pairs():
    shares = [0.5, 1.0, 0.0, 1.0, 0.5, 0.5, 1.0]
    joined, whole = score_of(shares[:3]).joined(score_of(shares[3:])), score_of(shares)
    assert joined.pairs == whole.pairs
    assert (joined.share, joined.margin) == pytest.approx((whole.share, whole.margin))


def test_a_series_that_was_broken_off_comes_to_the_same_when_it_goes_on():
    asked = MatchUp("command-dice", "greedy", "random")
    broken = meet(asked, 20, cores=1)
    whole, later = (meet(asked, 40, cores=1, before=it) for it in (None, broken))
    assert (later.share, later.margin) == pytest.approx((whole.share, whole.margin))


def rows_of(text: str) -> list[str]:
    return [row for row in text.splitlines() if row.startswith("| A |")]


def test_the_page_of_levels_has_a_row_for_each_step(tmp_path):
    steps = [Step("a", "A", upper, "x", Score(0.6, 0.05, 100)) for upper in LADDER[1:]]
    merge(tmp_path / "l.json", steps[:2])
    rows = rows_of(page(merge(tmp_path / "l.json", steps[1:])))
    assert [row.split("|")[3].strip() for row in rows] == ["Regular", "Sharp", "Master"]


def test_the_page_of_levels_tells_what_is_not_as_it_is_meant_and_keeps_former_levels_apart(tmp_path):
    shares = {"regular": 0.66, "sharp": 0.76, "master": 0.57, "sharp-1": 0.9}
    steps = [Step("a", "A", upper, "x", Score(share, 0.05, 100)) for upper, share in shares.items()]
    several = Step("a", "A", "sharp", "x", Score(0.55, 0.05, 100), seats=4)
    present, former = page(merge(tmp_path / "l.json", [*steps, several])).split("## The levels before")
    assert "Outside 58 to 75 %: A (Sharp, 76.0 %), A (Master, 57.0 %).\n" in present
    assert "Outside 58 to 75 %: A (Sharp, 4 seats, 55.0 %).\n" in present
    assert "Sharp-1" not in present
    assert [row.split("|")[3].strip() for row in former.splitlines()[-1:]] == ["Sharp-1"]


def test_a_step_is_measured_over_the_least_number_of_pairs_though_it_be_clear():
    clear = score_of([1.0] * 20)
    assert Series(60).is_enough(clear)
    assert not Series(60, least=40).is_enough(clear)
    assert Series(20, least=40).is_enough(clear)


def test_the_page_of_levels_says_by_which_rules_each_step_was_played(tmp_path):
    old, new = (
        Step("a", "A", upper, "x", NOTHING, version) for upper, version in (("sharp", 1), ("master", 2))
    )
    rows = rows_of(page(merge(tmp_path / "l.json", [old, new])))
    assert [row.split("|")[2].strip() for row in rows] == ["1", "2"]


def test_steps_of_other_rules_or_other_players_are_measured_anew():
    game, told = throwdown.load("command-dice"), list[Step]()
    clear = score_of([1.0] * 20)
    players = players_of(game, "regular", "novice", 2)
    known = Step(game.key, game.title, "regular", "novice", clear, game.version, players=players)
    series = Series(4, cores=1, told=told.append)
    measure([game], series, uppers=["regular"], known=[known])
    assert not told
    for other in ({"version": 1}, {"players": (players[0], "another")}):
        measure([game], series, uppers=["regular"], known=[structs.replace(known, **other)])
        assert (told[-1].version, told[-1].players, told[-1].score.pairs) == (game.version, players, 4)


def test_the_page_of_levels_in_the_documents_is_that_of_its_figures():
    docs = Path(__file__).parents[2] / "docs"
    assert (docs / "levels.md").read_text(encoding="utf-8") == page(read(docs / "levels.json"))


def test_figures_of_levels_in_the_documents_are_of_players_as_they_are():
    """Who changes a ``levels.toml`` measures its rows anew: ``throwdown lab levels --only GAME``."""
    steps = read(Path(__file__).parents[2] / "docs" / "levels.json")
    for step in (step for step in steps if step.upper in LADDER):
        now = players_of(throwdown.load(step.game), step.upper, step.lower, step.seats)
        assert step.players == now, (step.game, step.upper, step.lower, step.seats)


@pytest.mark.parametrize(
    ("asked", "quoted"),
    [(["--level", "novice"], "'novice' is not above"), (["--to", "l.json"], "'l.json': name a file")],
)
def test_a_measuring_of_levels_that_cannot_be_is_refused(asked, quoted):
    refused = CliRunner().invoke(app, ["levels", *asked])
    assert isinstance(refused.exception, BadValue)
    assert quoted in str(refused.exception)


def test_levels_are_written_to_a_page_and_told_as_json(tmp_path):
    words = ["levels", "--only", "command-dice", "--level", "regular", "--pairs", "2", "--adjusted", "0"]
    told = CliRunner().invoke(app, [*words, "--cores", "1", "--to", str(tmp_path / "l.md"), "--json"])
    assert told.exit_code == 0, told.output
    (step,) = json.loads(told.stdout)
    assert (step["upper"], step["score"]["pairs"]) == ("regular", 2)
    assert "| Command Dice |" in (tmp_path / "l.md").read_text()


def test_a_page_of_levels_whose_figures_are_none_is_refused_and_left_as_it_is(tmp_path):
    figures = tmp_path / "levels.json"
    figures.write_text("[{]")
    refused = CliRunner().invoke(app, ["levels", "--to", str(tmp_path / "levels.md")])
    assert isinstance(refused.exception, BadValue)
    assert "levels.json" in str(refused.exception)
    assert figures.read_text() == "[{]"


AS_SERVED = """
import throwdown
from throwdown.lab.simulate import simulate
game = throwdown.load("kadice")
print(simulate(game, 500, seed=11).points.tolist())
"""


def test_rules_as_they_are_served_play_the_same_as_those_that_check_every_index():
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "0"}
    served = subprocess.run(
        [sys.executable, "-c", AS_SERVED], env=environment, capture_output=True, text=True, check=True
    )
    here = simulate(throwdown.load("kadice"), 500, seed=11)
    assert json.loads(served.stdout) == here.points.tolist()
