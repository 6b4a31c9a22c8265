"""Judges that are learned from searches: what they tell of, how they are trained, and who goes by them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import throwdown
from tests.bots.goes_on import comes_to_the_same
from throwdown.bots import judged, sight
from throwdown.bots.judged import JudgedPlayer, NoJudge, judge_of
from throwdown.bots.levels import LEVELS, MASTER_STYLE, digest_of
from throwdown.bots.network import Judge
from throwdown.bots.player import loops_of
from throwdown.bots.search import Budget, SearchPlayer
from throwdown.bots.tree import NOWHERE
from throwdown.games.command_dice.judge import OWN, THEIRS, describe, in_match, race
from throwdown.games.command_dice.state import COLOURS, FULL_POOL, STATE
from throwdown.kernel.errors import BadValue
from throwdown.kernel.records import Record
from throwdown.kernel.rng import generator
from throwdown.lab.by_searches import BySearches
from throwdown.lab.judge_training import Plan


@pytest.fixture(scope="module")
def game() -> throwdown.Game:
    return throwdown.load("command-dice").compile(players=True)


def plan(**changes: int) -> Plan:
    wanted = {"seed": 3, "rounds": 2, "choices": 16, "hidden": 4, "pairs": 4, "points": 1} | changes
    return Plan("command-dice", 2, seats=2, simulations=20, **wanted)


def between_turns(score: tuple[int, int], pools: tuple[tuple[int, ...], tuple[int, ...]]) -> Record:
    """A round with four turns to come: the points of both, and their red, white and blue dice."""
    state: Record = np.zeros(1, STATE)[0]
    state.closed = 1
    state.deck = (1 << 12) - 1
    state.score[:] = score
    state.pool[:] = pools
    return state


def signs_of(state: Record, seat: int) -> list[float]:
    signs = np.zeros(throwdown.load("command-dice").heuristics.SIGNS, np.float32)
    describe(state, seat, None, signs)
    return signs.tolist()


def saving(game: throwdown.Game, much: float) -> Judge:
    """A judge to which nothing counts but the dice that one has left, ``much`` each."""
    judge = judge_of(game)
    direct, outer = np.zeros_like(judge.direct), np.zeros_like(judge.outer)
    direct[OWN + COLOURS] = much
    return judge._replace(direct=direct, outer=outer)


def test_both_are_described_alike_when_their_places_are_exchanged() -> None:
    here = between_turns((5, 2), ((4, 1, 0), (2, 3, 2)))
    there = between_turns((2, 5), ((2, 3, 2), (4, 1, 0)))
    for seat in range(2):
        assert signs_of(here, seat) == signs_of(there, 1 - seat)
    assert signs_of(here, 0)[THEIRS : THEIRS + COLOURS] == signs_of(here, 1)[OWN : OWN + COLOURS]


def test_dice_that_were_not_used_in_the_turn_count_with_the_pool_cd11() -> None:
    state = between_turns((5, 2), ((2, 1, 0), (2, 3, 2)))
    state.hand[0], state.colour[0, :3] = 3, (0, 0, 1)
    state.struck[0, 0] = 1
    own = np.array(signs_of(state, 0)[OWN : OWN + COLOURS]) * FULL_POOL
    assert own.tolist() == pytest.approx([3, 2, 0])


def test_a_round_is_worth_what_it_changes_of_the_race_to_three_victories_cd17() -> None:
    state, values = between_turns((0, 0), ((0, 0, 0), (0, 0, 0))), np.zeros(8)
    for victories in ((0, 0), (2, 1), (1, 2), (2, 2)):
        state.victories[:] = victories
        for share, expected in (
            (1.0, race(victories[0] + 1, victories[1])),
            (0.0, race(victories[0], victories[1] + 1)),
            (0.5, race(*victories)),
        ):
            values[:2] = share, 1.0 - share
            in_match(state, 2, values)
            assert values[:2].tolist() == pytest.approx([expected, 1.0 - expected])


def test_where_both_need_one_more_victory_the_round_decides_the_match_cd17(game: throwdown.Game) -> None:
    posed = np.zeros(1, STATE)
    posed[:] = game.match(2, seed=1).state
    posed["closed"], posed["deck"] = 1, (1 << 12) - 1
    signs = np.zeros((2, game.heuristics.SIGNS), np.float32)
    loops_of(game).pose(posed, 2, np.zeros(0, np.float32), signs)
    assert loops_of(game).next_choice(posed, generator(1)) != NOWHERE
    assert posed["victories"][0].tolist() == [2, 2]
    values = np.array([0.3, 0.7, 0, 0, 0, 0, 0, 0])
    in_match(posed[0], 2, values)
    assert values[:2].tolist() == pytest.approx([0.3, 0.7])


def test_training_by_searches_goes_on_after_a_stop_and_comes_to_the_same_judge(
    game: throwdown.Game, tmp_path: Path
) -> None:
    assert comes_to_the_same(BySearches, game, plan(), tmp_path)
    with pytest.raises(BadValue, match="holds another training"):
        BySearches(game, plan(seed=4), tmp_path / "stopped.npz")


def test_the_judge_in_the_games_folder_fits_and_says_how_it_was_made(game: throwdown.Game) -> None:
    made = (game.folder / "judge.json").read_text("utf-8")
    assert '"command": "throwdown lab train command-dice' in made
    judge = judge_of(game)
    assert len(judge.direct) == game.heuristics.SIGNS
    assert sum(each.nbytes for each in judge) < 1_000_000


def test_who_is_ahead_is_likelier_to_win_by_what_was_learned_cd16(game: throwdown.Game) -> None:
    judge = judge_of(game)
    values, signs, hidden = np.zeros(8), np.zeros_like(judge.direct), np.zeros_like(judge.floor)
    shares: list[float] = []
    for ahead in (-6, -2, 0, 2, 6):
        state = np.zeros(1, STATE)
        state[:] = between_turns((10 + ahead, 10), ((2, 2, 1), (2, 2, 1)))
        state["phase"], state["victories"] = 1, 2
        loops_of(game).judge_settled(state[0], 2, judge, signs, hidden, values)
        shares.append(float(values[0]))
    assert shares == sorted(shares)
    assert shares[2] == pytest.approx(0.5)
    assert shares[0] < 0.2
    assert shares[-1] > 0.8


def test_a_search_keeps_its_dice_for_a_judge_to_which_nothing_else_counts(game: throwdown.Game) -> None:
    seen = sight(game.match(2, seed=4), 0)
    counts: list[int] = []
    for much in (-8.0, 8.0):
        player = SearchPlayer(Budget(simulations=600), MASTER_STYLE, saving(game, much))
        dice = player.choose(seen, Random(1))
        counts.append(dice // 12 + dice // 3 % 4 + dice % 3)
    assert counts[0] > counts[1]


def test_master_asks_the_judge_and_the_former_master_does_not(
    game: throwdown.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {kind: digest_of(kind, game, 2) for kind in ("master", "master-1")}
    monkeypatch.setattr("throwdown.bots.levels.digest_of_judge", lambda game: "another")
    assert digest_of("master", game, 2) != before["master"]
    assert digest_of("master-1", game, 2) == before["master-1"]


def test_a_game_without_such_a_judge_is_searched_by_its_outlook() -> None:
    for key in ("dardz", "kadice"):
        assert not LEVELS["master"].within(throwdown.load(key), 2).style.judged


def test_nobody_chooses_by_a_judge_of_settled_positions_alone(game: throwdown.Game) -> None:
    match = game.match(2, seed=3)
    with pytest.raises(NoJudge, match="Command Dice has a judge of settled positions alone"):
        JudgedPlayer().choose(sight(match, match.awaited[0]), Random(1))
    assert judged.digest_of_judge(game)
