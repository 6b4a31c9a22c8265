"""``throwdown lab train con-person``: solved beforehand, kept for Master, stopped and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from throwdown.games.kadoova_duel.duels.con_person.equilibrium import FILE, Equilibrium, Kept
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import load
from throwdown.lab import by_solving
from throwdown.lab.by_solving import teach
from throwdown.lab.cli import app
from throwdown.lab.runs import Stopped
from throwdown.lab.solve import Look

FEW = ({"dice": 2}, {"dice": 3})


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two and three dice each are solved alone."""
    monkeypatch.setattr(load("con-person").solving, "TAUGHT", FEW)


def stop_in_the_second(number: int, look: Look) -> None:
    if number == 1 and look.iterations > 3:
        raise KeyboardInterrupt


def test_what_is_solved_is_kept_with_its_command_and_curve_kdd4(few: None, tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["train", "con-person", "--rounds", "100", "--to", str(tmp_path)])
    assert found.exit_code == 0, found.output
    assert "dice 3, 100 iterations" in found.output
    told = json.loads((tmp_path / "equilibrium.json").read_text("utf-8"))
    assert list(told) == ["2", "3"]
    for facts in told.values():
        assert facts["command"].startswith("throwdown ")
        assert facts["curve"][-1]["iterations"] == 100
        assert facts["curve"][-1]["exploitability"] < facts["curve"][0]["exploitability"]
        assert facts["exploitability_as_kept"] < 0.01
    kept = Kept.read(3, tmp_path / FILE.name)
    assert kept is not None
    assert len(kept.hands) == told["3"]["positions_kept"]
    assert Equilibrium(load("con-person"), 3, kept).kept_at(0, 0) is not None


def test_solving_goes_on_after_a_stop_and_comes_to_the_same_strategies(few: None, tmp_path: Path) -> None:
    game, keep = load("con-person"), tmp_path / "keep"
    folders = [tmp_path / name for name in ("at_once", "stopped")]
    for folder in folders:
        folder.mkdir()
    teach(game, 20, folders[0], "", tmp_path / "other", lambda number, look: None)
    with pytest.raises(Stopped, match="the same command goes on from there"):
        teach(game, 20, folders[1], "", keep, stop_in_the_second)
    looks: list[int] = []
    teach(game, 20, folders[1], "", keep, lambda number, look: looks.append(look.iterations))
    with np.load(folders[0] / FILE.name) as here, np.load(folders[1] / FILE.name) as there:
        assert list(here) == list(there)
        assert all(np.array_equal(here[name], there[name]) for name in here)
    assert not list(tmp_path.glob("*.npz")), "what was learnt is kept no longer than it is needed"


def test_a_file_of_something_else_is_refused_and_nothing_is_changed(few: None, tmp_path: Path) -> None:
    (tmp_path / "keep-0.npz").write_bytes(b"nothing")
    with pytest.raises(BadValue, match=r"keep-0\.npz' holds no solution"):
        teach(load("con-person"), 5, tmp_path, "", tmp_path / "keep", lambda number, look: None)
    assert not (tmp_path / FILE.name).exists()
    assert (tmp_path / "keep-0.npz").read_bytes() == b"nothing"


def test_three_hundred_iterations_are_what_ships(few: None) -> None:
    told = json.loads(FILE.with_suffix(".json").read_text("utf-8"))
    assert list(told) == ["2", "3", "4", "5"]
    for facts in told.values():
        assert facts["command"] == "throwdown lab train con-person"
        assert facts["curve"][-1]["iterations"] == by_solving.ITERATIONS
