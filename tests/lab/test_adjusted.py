"""Series adjusted for luck: right on average, narrower, and no more often wrong than stated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from tests.study.adjusted import against
from tests.study.small import reference
from throwdown.bots import warm
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import load
from throwdown.lab import matchup
from throwdown.lab.adjusted import LEAST, Adjusted, Pair
from throwdown.lab.matchup import MatchUp, meet, mirrored_pair, play, score_of, scored, series
from throwdown.lab.runs import Running
from throwdown.lab.sequences import RATE

CHANCE = 1e-4  # how often a test fails though nothing is wrong
SERIES, LOOKS, EVERY = 2000, 20, 20


def pairs_of(game, kinds, many, playouts, values=None):
    """Mirrored pairs of these two players."""
    for seed in range(many):
        here, there = (play(game, order, seed, playouts, values) for order in (kinds, kinds[::-1]))
        yield mirrored_pair(here, there)


@pytest.mark.parametrize(("name", "many"), [("kuhn", 150), ("liars_dice", 150), ("command-dice", 50)])
def test_luck_that_is_left_out_is_nothing_on_average_where_much_is_hidden_too(name, many):
    """Of Command Dice, seats choose in secret at the same time (CD-6), and what the other may have chosen is
    drawn anew."""
    if name == "command-dice":
        warm(game := load(name))
    else:
        game = reference(name)
    pairs = [(share, *luck) for share, luck in pairs_of(game, ("regular", "random"), many, 2)]
    shares, luck = np.array(pairs).T
    error = luck.std(ddof=1) / len(luck) ** 0.5
    assert error > 0
    assert abs(luck.mean()) <= norm.isf(CHANCE / 2) * error
    assert luck.var() > (shares - luck).var()  # and it is most of what differs from pair to pair


def test_luck_by_a_judge_is_nothing_on_average_and_most_of_what_differs():
    """KA'DICE! has a judge (:mod:`throwdown.lab.luck_by_judge`); both figures of luck are 0 on average."""
    warm(game := load("kadice"))
    pairs = list(pairs_of(game, ("greedy", "novice"), 60, 16, {"cards-each": 3}))
    shares = np.array([pair.share for pair in pairs])
    luck = np.array([pair.luck for pair in pairs])
    errors = luck.std(axis=0, ddof=1) / len(luck) ** 0.5
    assert (errors > 0).all()
    assert (abs(luck.mean(axis=0)) <= norm.isf(CHANCE / 4) * errors).all()
    assert (shares - luck[:, 0]).var() < 0.6 * shares.var()


def test_choices_of_regular_change_nothing_and_those_of_a_better_player_more_than_those_of_a_worse_one():
    """Playouts go on as Regular does, by the same chances with which it chooses."""
    warm(game := load("command-dice"))
    for kinds in (("regular", "regular"), ("greedy", "random")):
        changed = [
            share - 0.5 - luck for share, (luck,) in (play(game, kinds, seed, 16) for seed in range(6))
        ]
        assert changed == [0.0] * 6 if kinds[0] == kinds[1] else sum(changed) > 0


def test_matches_are_the_same_whether_luck_is_counted_or_not(tmp_path: Path):
    short = MatchUp("kadice", "greedy", "regular", values={"cards-each": 1})
    assert meet(short, 4, cores=1).counts == meet(short._replace(playouts=2), 4, cores=1).counts
    plain = meet(MatchUp("command-dice", "greedy", "regular"), 20, cores=1)
    score = meet(MatchUp("command-dice", "greedy", "regular", playouts=8), 20, cores=1)
    assert (score.share, score.margin, score.counts) == (plain.share, plain.margin, plain.counts)
    assert plain.adjusted is None
    assert score.adjusted is not None
    assert score.adjusted.pairs == 20
    assert "adjusted for luck" in str(score)
    kept = tmp_path / "pairs.jsonl"  # a series that is kept comes to the same, and goes on
    asked = MatchUp("command-dice", "greedy", "regular", playouts=8)
    first = series(asked, 10, Running(kept, 1))
    whole = series(asked, 20, Running(kept, 1))
    assert whole[:10] == first
    assert scored(whole, 8) == score


def test_luck_that_one_judge_has_told_is_not_mixed_with_what_another_tells(tmp_path: Path, monkeypatch):
    kept = Running(tmp_path / "pairs.jsonl", 1)
    asked = MatchUp("kadice", "greedy", "regular", playouts=2, values={"cards-each": 1})
    series(asked, 1, kept)
    monkeypatch.setattr(matchup, "luck_judge", lambda game: "another")
    with pytest.raises(BadValue, match="holds another measurement"):
        series(asked, 1, kept)
    series(asked._replace(playouts=0), 1, Running(tmp_path / "plain.jsonl", 1))


def drawn(rng: np.random.Generator, many: int):
    """Pairs of equal players: what dice did, with what was counted of it, and beside it what choices did."""
    dice, choices, error = (
        rng.choice([-0.5, 0.0, 0.5], many, p=[0.2, 0.6, 0.2]),
        *rng.normal(0, 0.1, (2, many)),
    )
    return [
        Pair(share, (luck,)) for share, luck in zip(0.5 + dice + choices, dice + 1.5 * error, strict=True)
    ]


def test_a_ladder_of_equal_players_is_called_clear_at_most_as_often_as_stated():
    rng, false = np.random.default_rng(5), 0
    for _ in range(SERIES):
        adjusted = Adjusted(1)
        for _ in range(LOOKS):
            adjusted = adjusted.after(drawn(rng, EVERY))
            low, high = adjusted.interval()
            if low > 0.5 or high < 0.5:
                false += 1
                break
    assert 0 < false <= RATE * SERIES


def test_the_part_of_luck_that_is_left_out_is_known_before_the_pairs_and_narrows_the_interval():
    rng = np.random.default_rng(2)
    block = drawn(rng, 200)
    first = Adjusted(1).after(block)
    share, (luck,) = block[0]
    assert Adjusted(1).after(block[:1]).total == share - luck  # all of it at first
    before, (share, (luck,)) = Adjusted(1).after(block[:-1]), block[-1]
    assert first.total - before.total == pytest.approx(share - before.parts(1)[0] * luck)
    assert 0.7 < first.parts(1)[0] < 1  # what was counted of luck has errors, so not all of it is left out
    assert first.margin < 0.6 * score_of([pair.share for pair in block]).margin
    assert Adjusted(1).after(block[: LEAST - 1]).interval() == (0.0, 1.0)
    useless = Adjusted(1).after([Pair(pair.share, (rng.random(),)) for pair in block])
    assert useless.parts(1)[0] < 0.2


def test_a_second_figure_of_luck_is_left_out_as_far_as_it_has_told():
    """Where players differ, what luck did to how open a match is tells something too (``luck_by_judge``)."""
    rng = np.random.default_rng(4)
    block = drawn(rng, 400)
    opened = rng.normal(0, 0.3, 400)
    both = [
        Pair(share + 0.6 * more, (*luck, more)) for (share, luck), more in zip(block, opened, strict=True)
    ]
    alone = [Pair(share, luck[:1]) for share, luck in both]
    assert Adjusted(1).parts(2) == (1.0, 0.0)
    assert Adjusted(1).after(both).parts(2)[1] == pytest.approx(0.6, abs=0.1)
    assert Adjusted(1).after(both).margin < 0.8 * Adjusted(1).after(alone).margin


def test_the_comparison_with_plain_averages_finds_a_luck_that_is_not_0_on_average():
    pairs = drawn(np.random.default_rng(3), 600)
    fair = against(pairs)
    assert min(fair.left_out, fair.luck) > CHANCE
    assert fair.adjusted_margin < fair.plain_margin
    off = against([Pair(share, (luck + 0.1,)) for share, (luck,) in pairs])
    assert max(off.left_out, off.luck) < CHANCE
    assert off.plain == fair.plain
