"""Judges that are learned from play: how they are trained, what they choose, the files they come from."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

import throwdown
from throwdown import conformance
from throwdown.bots import judged, sight
from throwdown.bots.judged import JudgedPlayer, NoJudge, new_desk, read_judge
from throwdown.conformance.skeleton.rules import KEEP, ROLL
from throwdown.kernel.chance import Reported
from throwdown.kernel.errors import BadValue, ThrowdownError
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.lab.by_differences import ByDifferences
from throwdown.lab.cli import app
from throwdown.lab.judge_training import JudgeTraining, Plan, shares_of, slopes
from throwdown.lab.runs import Stopped
from throwdown.lab.training import Course

SKELETON = Path(conformance.__file__).parent / "skeleton"
SIGNS = """

SIGNS = 14
__all__ += ["SIGNS", "describe"]


@rule
def describe(s, seat, table, signs):
    signs[:] = 0.0
    for other in range(s.seats):
        first = 0 if other == seat else 7
        place = s.face[other] - 1
        if s.turn <= other:
            signs[first + 6] = 1.0
        if s.face[other] and not (s.turn == other and s.is_rolling):
            signs[first + place] = 1.0
"""


def plan(**changes: int) -> Plan:
    wanted = {"seed": 3, "rounds": 3, "choices": 400, "hidden": 4, "pairs": 4, "points": 3} | changes
    return Plan("rolls_again", 1, seats=2, **wanted)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Highest Roll, the game of the skeleton, with a position described by what the dice show."""
    folder = shutil.copytree(SKELETON, tmp_path_factory.mktemp("games") / "rolls_again")
    with (folder / "heuristics.py").open("a", encoding="utf-8") as file:
        file.write(SIGNS)
    return Game(folder)


@pytest.fixture(scope="module")
def trained(game: Game, tmp_path_factory: pytest.TempPathFactory) -> JudgeTraining:
    training = ByDifferences(game, plan(rounds=12), tmp_path_factory.mktemp("kept") / "kept.npz", cores=1)
    training.run(lambda course: None)
    return training


def rolled(game: Game, *events: int) -> Match:
    """A match in which these events have happened; a face is an event one below it."""
    match = game.match(2, chance=Reported())
    for event in events:
        match.play(match.awaited[0], event)
    return match


def stop_after(rounds: int, course: Course) -> None:
    if course.rounds == rounds:
        raise KeyboardInterrupt


def test_training_that_is_stopped_goes_on_and_comes_to_the_same_judge(game: Game, tmp_path: Path) -> None:
    at_once = ByDifferences(game, plan(), tmp_path / "at_once.npz", cores=1)
    at_once.run(lambda course: None)
    stopped = ByDifferences(game, plan(), tmp_path / "stopped.npz", cores=2)
    with pytest.raises(Stopped, match="stopped after 2 of 3 rounds: the same command goes on from there"):
        stopped.run(lambda course: stop_after(2, course))
    resumed = ByDifferences(game, plan(), tmp_path / "stopped.npz", cores=1)
    assert resumed.course.rounds == 2
    resumed.run(lambda course: None)
    for one, other in zip(at_once.judge, resumed.judge, strict=True):
        assert np.array_equal(one, other)
    assert [point.rounds for point in resumed.course.curve] == [1, 2, 3]
    with pytest.raises(BadValue, match=r"stopped\.npz' holds another training"):
        ByDifferences(game, plan(seed=4), tmp_path / "stopped.npz")


def test_a_trained_judge_keeps_what_wins_and_rolls_again_what_loses_x3(
    game: Game, trained: JudgeTraining, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judged, "judge_of", lambda game: trained.judge)
    first_shows_four = (ROLL, 3, KEEP, ROLL)
    for face, best in ((1, ROLL), (2, ROLL), (3, ROLL), (5, KEEP), (6, KEEP)):
        match = rolled(game, *first_shows_four, face - 1)
        assert JudgedPlayer().choose(sight(match, 1), Random(1)) == best
    for face, best in ((1, ROLL), (6, KEEP)):
        assert JudgedPlayer().choose(sight(rolled(game, ROLL, face - 1), 0), Random(1)) == best


def test_a_judge_chooses_by_what_its_seat_sees_and_leaves_that_as_it_was(
    game: Game, trained: JudgeTraining, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judged, "judge_of", lambda game: trained.judge)
    seen = sight(rolled(game, ROLL, 3), 0)
    before = seen.state.tobytes()
    chosen = {JudgedPlayer().choose(seen, Random(seed)) for seed in range(5)}
    assert len(chosen) == 1
    assert seen.state.tobytes() == before


def test_a_judge_is_read_back_as_it_was_written_and_says_how_it_was_made(
    game: Game, trained: JudgeTraining, tmp_path: Path
) -> None:
    trained.write(tmp_path, "throwdown lab train rolls-again")
    for one, other in zip(trained.judge, read_judge(tmp_path / "judge.npz", game), strict=True):
        assert np.array_equal(one, other)
    made = (tmp_path / "judge.json").read_text()
    assert '"command": "throwdown lab train rolls-again"' in made
    assert made.count('"rounds": 12') == 2, "of the plan, and of the last point of the curve"


def test_files_that_hold_no_judge_of_the_game_are_refused(
    game: Game, trained: JudgeTraining, tmp_path: Path
) -> None:
    file = tmp_path / "judge.npz"
    with pytest.raises(NoJudge, match="holds no judge"):
        read_judge(file, game)
    np.savez(file, **trained.judge._replace(direct=np.zeros(3, np.float32))._asdict())
    with pytest.raises(NoJudge, match=r"does not fit Highest Roll: its arrays are .*\(3,\)"):
        read_judge(file, game)
    np.savez(file, table=np.array([{}], object))
    with pytest.raises(NoJudge, match="holds no judge"):
        read_judge(file, game)
    file.write_bytes(b"nothing")
    with pytest.raises(BadValue, match="holds no training"):
        ByDifferences(game, plan(), file)


def test_a_game_that_describes_no_position_is_refused() -> None:
    result = CliRunner().invoke(app, ["train", "chicken"])
    assert isinstance(result.exception, ThrowdownError)
    assert "Chicken! describes no position" in str(result.exception)


def test_where_a_game_has_no_judge_the_player_that_goes_by_one_is_refused() -> None:
    match = throwdown.load("dardz").match(seed=3)
    with pytest.raises(NoJudge, match="holds no judge"):
        JudgedPlayer().choose(sight(match, match.awaited[0]), Random(1))


def test_slopes_are_those_of_the_cross_entropy() -> None:
    draw = np.random.default_rng(2)
    weights = {"direct": draw.normal(size=4), "inner": draw.normal(size=(4, 3)), "floor": draw.normal(size=3)}
    weights["outer"] = draw.normal(size=3)
    signs, goals = draw.normal(size=(6, 2, 4)), np.array([[0.3, 0.7]] * 6)

    def loss() -> float:
        return float(-(goals * np.log(shares_of(weights, signs)[0])).sum(axis=1).mean())

    slope, before = slopes(weights, signs, goals), loss()
    for name, each in weights.items():
        first = (0,) * each.ndim
        each[first] += 1e-6
        assert (loss() - before) / 1e-6 == pytest.approx(float(slope[name][first]), abs=1e-4)
        each[first] -= 1e-6


def test_interpreted_and_compiled_judges_rank_alike(game: Game, trained: JudgeTraining) -> None:
    seen = sight(rolled(game, ROLL, 3), 0)
    ranked: list[list[float]] = []
    for is_compiled in (False, True):
        shares, desk = np.zeros(game.rules.EVENTS), new_desk(game, trained.judge, 2)
        many = game.part(judged.LOOPS, is_compiled).rank(seen.state, seen.seat, desk, shares)
        assert desk.events[:many].tolist() == seen.legal
        ranked.append(shares[:many].tolist())
    assert ranked[0] == pytest.approx(ranked[1], abs=1e-6)
