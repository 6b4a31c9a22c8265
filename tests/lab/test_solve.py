"""``throwdown lab solve``: known values, a reduction by symmetry that changes nothing, and going on."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from throwdown.games.kadoova_duel.duels.con_person.bid_solver import BidSolver
from throwdown.kernel.errors import BadValue, ThrowdownError
from throwdown.kernel.game import load
from throwdown.lab.cli import app
from throwdown.lab.runs import Stopped
from throwdown.lab.solve import Look, Solution, Sought, solve
from throwdown.lab.whole import strategy_of, whole_of

KUHN = str(Path(__file__).parents[2] / "bench" / "reference" / "kuhn")
FACES, ALL = 6, 4  # Con-Person with two dice each


def leanings(counts: np.ndarray, dice: int, face: int) -> np.ndarray:
    """By hand, weights for a call and for each bid above ``dice`` dice of ``face`` (0 dice: no bid yet), that
    treat all numbers alike."""
    call = [np.maximum(0.1, dice - counts[:, face])] if dice else []
    bids = [1.0 + counts[:, each] / more for more in range(dice + 1, ALL + 1) for each in range(FACES)]
    weights = np.array(call + bids).T
    return weights / weights.sum(axis=1, keepdims=True)


def best_by_all_runs(solver: BidSolver, seat: int) -> float:
    """What a best response of ``seat`` to :func:`leanings` wins, over every run of bids one by one."""
    counts, chances = solver.hands, solver.tree.start[0]

    def value(dice: int, face: int, mover: int, theirs: np.ndarray) -> np.ndarray:
        shares = leanings(counts, dice, face)
        true = counts[:, None, face] + counts[None, :, face] >= dice
        sign = np.where(true, 1.0, -1.0)
        bids = [(more, each) for more in range(dice + 1, ALL + 1) for each in range(FACES)]
        low = int(dice > 0)
        if mover == seat:
            found = [-(sign @ theirs)] if dice else []
            found += [value(*bid, 1 - mover, theirs) for bid in bids]
            return np.max(found, axis=0)
        total = sign @ (theirs * shares[:, 0]) if dice else np.zeros(len(chances))
        for k, bid in enumerate(bids):
            total = total + value(*bid, 1 - mover, theirs * shares[:, low + k])
        return total

    return float(value(0, 0, 0, chances) @ chances)


def con_person() -> BidSolver:
    """With two dice each, as ``throwdown lab solve`` asks the game for it."""
    solver = whole_of(load("con-person"), {"dice": 2})
    assert isinstance(solver, BidSolver)
    return solver


def test_runs_of_bids_that_differ_in_names_alone_are_one_and_nothing_changes() -> None:  # KD-D4
    solver = con_person()
    rows = [leanings(solver.hands, int(run["dice"]), int(run["face"])).T for run in solver.runs]
    strategy = np.concatenate(rows).reshape(-1)
    every = [best_by_all_runs(solver, seat) for seat in (0, 1)]
    assert solver.best_answer(strategy) == pytest.approx(sum(every) / 2, abs=1e-12)


def test_hands_with_names_exchanged_are_played_alike() -> None:
    solver = con_person()
    played = strategy_of(solver, load("con-person"), "regular", Random(0))
    assert played.sum() == pytest.approx(solver.positions)
    root = played[: 24 * 21].reshape(4, FACES, 21)  # no bid yet: dice, number, hand
    pairs = {tuple(np.flatnonzero(row)): k for k, row in enumerate(solver.hands) if row.max() == 2}
    for (face,), hand in pairs.items():
        assert np.allclose(root[:, face, hand], root[:, 0, pairs[(0,)]])


def timeless(solution: Solution) -> Solution:
    """The same without the minutes that it took."""
    return replace(solution, course=[replace(look, minutes=0.0) for look in solution.course])


def test_a_solution_that_is_stopped_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    sought, looks = Sought("con-person", {"dice": 2}), list[Look]()
    _, whole = solve(sought, 0.01, 60, keep=tmp_path / "whole.npz", told=looks.append)
    assert whole.course == looks
    assert whole.exploitability <= 0.01
    keep, again = tmp_path / "kept.npz", list[Look]()

    def stop_at_the_fifth(look: Look) -> None:
        again.append(look)
        if len(again) == 5:
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match="the same command goes on from there"):
        solve(sought, 0.01, 60, keep=keep, told=stop_at_the_fifth)
    _, resumed = solve(sought, 0.01, 60, keep=keep, told=again.append)
    assert timeless(resumed) == timeless(whole)
    other = Sought("con-person", {"dice": 3})
    with pytest.raises(BadValue, match=r"kept\.npz' holds another solution"):
        solve(other, 0.01, 60, keep=keep, told=again.append)
    keep.write_bytes(b"nothing")
    with pytest.raises(BadValue, match=r"kept\.npz' holds no solution"):
        solve(sought, 0.01, 60, keep=keep, told=again.append)


def test_the_command_prints_the_value_and_writes_the_strategy(tmp_path: Path) -> None:
    table, keep = tmp_path / "strategy.csv", str(tmp_path / "kept.npz")
    words = ["solve", KUHN, "--points", "--goal", "1e-4", "--keep", keep, "--to", str(table), "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["value"] == pytest.approx(-1 / 18, abs=1e-3)
    assert found["course"][-1]["exploitability"] == found["exploitability"] <= 1e-4
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == found["choices"]
    assert sum(float(row["probability"]) for row in rows) == pytest.approx(found["positions"])


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["nothing"], "unknown game 'nothing'"),
        (["con-person", "--set", "dice=6"], "with 6 dice each too much can follow"),
        (["con-person", "--to", "table.xls"], "'table.xls': name a file"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(words: list[str], quoted: str) -> None:
    refused = CliRunner().invoke(app, ["solve", *words])
    assert isinstance(refused.exception, ThrowdownError)
    assert quoted in str(refused.exception)
