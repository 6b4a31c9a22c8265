"""The judge of Duello, learned from playouts: what it tells of, how it is trained, and who goes by it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import throwdown
from tests.bots.goes_on import comes_to_the_same
from throwdown.bots import warm
from throwdown.bots.judged import judge_of
from throwdown.bots.levels import LEVELS
from throwdown.bots.network import empty_judge
from throwdown.bots.player import ALL, loops_of
from throwdown.bots.policies import Policy, compiled
from throwdown.bots.search import Thoughts
from throwdown.bots.tree import Playing
from throwdown.games.duello.judge import describe, is_judged
from throwdown.kernel.chance import Recorded
from throwdown.kernel.records import Record
from throwdown.kernel.rng import generator
from throwdown.lab.by_playouts import ByPlayouts
from throwdown.lab.judge_training import Plan

Dice = tuple[int, int]  # of a player: target and stock


@pytest.fixture(scope="module")
def game() -> throwdown.Game:
    game = throwdown.load("duello")
    warm(game)
    return game


def plan(**changes: int) -> Plan:
    wanted = {"seed": 3, "rounds": 2, "choices": 16, "hidden": 4, "pairs": 4, "points": 1} | changes
    return Plan("duello", 2, seats=2, simulations=20, **wanted)


def between_rounds(game: throwdown.Game, rounds: int, first: Dice, second: Dice) -> Record:
    """So many rounds have been played, and so many dice are left."""
    state = game.match(2, chance=Recorded(()), engine=game.engine).state.copy()
    record = state[0]
    record.rounds, record.closed = rounds, 1
    for seat, (targets, stocks) in enumerate((first, second)):
        record.targets[seat], record.stocks[seat] = targets, stocks
        record.due[seat] = targets, stocks
    return state


def signs_of(game: throwdown.Game, state: Record, seat: int) -> list[float]:
    signs = np.zeros(game.heuristics.SIGNS, np.float32)
    describe(state[0], seat, None, signs)
    return signs.tolist()


def share_of(game: throwdown.Game, state: Record) -> float:
    """What the judge that ships gives seat 0."""
    judge, values = judge_of(game), np.zeros(8)
    signs, hidden = np.zeros_like(judge.direct), np.zeros_like(judge.floor)
    loops_of(game).judge_settled(state[0], 2, judge, signs, hidden, values)
    return float(values[0])


def played_out(game: throwdown.Game, state: Record, playouts: int) -> float:
    """The share of seat 0 in so many playouts by the rule of thumb to the end of the match."""
    playing = Playing(compiled([Policy(ALL)] * 2), 0, 5)
    return float(Thoughts(game, 1).play_from(state, 2, playouts, playing)[0])


def test_both_are_described_alike_when_their_places_are_exchanged(game: throwdown.Game) -> None:
    here = between_rounds(game, 1, (5, 3), (4, 8))
    there = between_rounds(game, 1, (4, 8), (5, 3))
    for seat in range(2):
        assert signs_of(game, here, seat) == signs_of(game, there, 1 - seat)
    assert signs_of(game, here, 0) != signs_of(game, between_rounds(game, 2, (5, 3), (4, 8)), 0)


def test_bets_and_a_standoff_are_not_judged_du23_du19(game: throwdown.Game) -> None:
    judged = between_rounds(game, 1, (5, 3), (4, 8))[0]
    assert is_judged(judged)
    betting = game.match(2, chance=Recorded(()), values={"wagering": True}, engine=game.engine).state[0]
    standoff = game.match(3, chance=Recorded(()), engine=game.engine).state[0]
    assert not is_judged(betting)
    assert not is_judged(standoff)


@pytest.mark.parametrize("seats", [2, 3])
def test_playouts_stop_only_where_they_can_be_judged_du19(game: throwdown.Game, seats: int) -> None:
    stopped = 0
    events, weights = (np.zeros(game.rules.EVENTS, np.int32) for _ in range(2))
    for seed in range(20):
        board = game.match(seats, chance=Recorded(()), engine=game.engine).state.copy()
        dice, rng = generator(seed), generator(100 + seed)
        policies = compiled([Policy(ALL)] * seats)
        loops_of(game).contest(board, board.copy(), policies, dice, rng, events, weights, 1)
        assert bool(board[0].closed) == bool(game.engine.awaited(board))
        stopped += bool(board[0].closed)
    assert (stopped > 0) == (seats == 2)


@pytest.mark.parametrize("rounds", [1, 2])
def test_who_has_more_dice_is_likelier_to_win_by_what_was_learned_du14(
    game: throwdown.Game, rounds: int
) -> None:
    targets = [share_of(game, between_rounds(game, rounds, (n, 6), (3, 6))) for n in range(1, 6)]
    stocks = [share_of(game, between_rounds(game, rounds, (3, n), (3, 6))) for n in range(3, 10)]
    assert targets == sorted(targets)
    assert stocks == sorted(stocks)
    assert targets[2] == stocks[3] == pytest.approx(0.5)


def test_the_judge_tells_what_playouts_to_the_end_come_to(game: throwdown.Game) -> None:
    """Within 0.02, beside three standard errors of 4,000 playouts."""
    for rounds, first, second in (
        (1, (5, 4), (4, 6)),
        (1, (2, 7), (3, 5)),
        (2, (3, 6), (3, 2)),
        (2, (1, 5), (2, 4)),
    ):
        state = between_rounds(game, rounds, first, second)
        assert share_of(game, state) == pytest.approx(played_out(game, state, 4000), abs=0.045)


def test_training_by_playouts_goes_on_after_a_stop_and_comes_to_the_same_judge(
    game: throwdown.Game, tmp_path: Path
) -> None:
    assert comes_to_the_same(ByPlayouts, game, plan(), tmp_path)


def test_interpreted_and_compiled_playouts_come_to_the_same_shares(game: throwdown.Game) -> None:
    state = between_rounds(game, 2, (1, 2), (1, 1))
    playing = Playing(compiled([Policy(ALL)] * 2), 1, 7)
    plain = throwdown.Game(game.folder)
    shares = [
        Thoughts(each, 1, judge=empty_judge()).play_from(state, 2, 3, playing).tolist()
        for each in (plain, game)
    ]
    assert shares[0] == shares[1]


def test_master_goes_by_the_judge_between_two_and_plays_a_standoff_to_its_end(game: throwdown.Game) -> None:
    assert LEVELS["master"].within(game, 2).style.judged
    assert not LEVELS["master"].within(game, 3).style.judged
    made = (game.folder / "judge.json").read_text("utf-8")
    assert '"command": "throwdown lab train duello' in made
