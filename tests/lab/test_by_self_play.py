"""``throwdown lab train con-person --policy``: learned from self-play, stopped and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec import structs
from typer.testing import CliRunner

from throwdown.bots import warm
from throwdown.games.kadoova_duel.duels.con_person.policy import FILE, policy
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import load
from throwdown.lab.by_self_play import BySelfPlay, Plan
from throwdown.lab.cli import app
from throwdown.lab.runs import Stopped
from throwdown.lab.training import Course


def short(rounds: int = 2, batches: int = 3, matches: int = 256) -> Plan:
    """A training of some seconds."""
    version = load("con-person").version
    few = Plan("con-person", version, rounds=rounds, batches=batches, matches=matches, against=0.6)
    return structs.replace(few, partners=("sharp",), heard=30, pairs=2, points=1, hidden=8)


def trained(plan: Plan, keep: Path) -> BySelfPlay:
    warm(load("con-person"))
    return BySelfPlay(load("con-person"), plan, keep, 2)


def test_a_policy_goes_on_after_a_stop_and_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = trained(short(), tmp_path / "whole.npz")
    whole.run(lambda course: None)
    for rounds in (0, 1):

        def stop(course: Course, rounds: int = rounds) -> None:
            if course.rounds == rounds:
                raise KeyboardInterrupt

        with pytest.raises(Stopped, match=f"after {rounds} of 2 rounds: the same command goes on"):
            trained(short(), tmp_path / "stopped.npz").run(stop)
    again = trained(short(), tmp_path / "stopped.npz")
    assert (again.course.prepared, again.course.rounds) == (1, 1)
    again.run(lambda course: None)
    assert all(np.array_equal(whole.weights[name], again.weights[name]) for name in whole.weights)
    again.write(tmp_path, "the command")
    told = json.loads((tmp_path / "policy.json").read_text("utf-8"))
    assert (told["command"], told["plan"]["rounds"], len(told["curve"])) == ("the command", 2, 1)
    kept = policy(tmp_path / FILE.name)
    assert kept is not None
    assert all(np.array_equal(kept[name], again.weights[name]) for name in kept)


def test_a_policy_learns_to_beat_those_who_bid_at_random(tmp_path: Path) -> None:
    training = trained(short(rounds=8, batches=10, matches=1024), tmp_path / "keep.npz")
    draw = np.random.default_rng(5)
    untaught = {name: each.copy() for name, each in training.weights.items()}

    def share() -> float:
        played = training.play(draw, untaught)
        return float((played.results > 0).mean())

    before = share()
    training.run(lambda course: None)
    assert share() > before + 0.1


def test_a_training_of_something_else_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    keep = tmp_path / "keep.npz"
    keep.write_bytes(b"nothing")
    with pytest.raises(BadValue, match=r"keep\.npz' holds no training"):
        trained(short(), keep)
    assert keep.read_bytes() == b"nothing"


def test_a_game_without_a_policy_to_be_learned_says_so() -> None:
    found = CliRunner().invoke(app, ["train", "duello", "--policy"])
    assert found.exit_code == 1
    assert "Duello has no policy that could be learned" in str(found.exception)


def test_who_does_not_mix_is_refused_as_a_partner(tmp_path: Path) -> None:
    for name in ("regular", "nobody"):
        with pytest.raises(BadValue, match=f"'{name}' is no level that searches or solves"):
            trained(structs.replace(short(), partners=(name,)), tmp_path / "keep.npz")


def test_what_ships_was_made_by_its_command() -> None:
    told = json.loads(FILE.with_suffix(".json").read_text("utf-8"))
    assert told["command"] == "throwdown lab train con-person --policy --points 2 --pairs 100"
    made = structs.replace(msgspec.convert(told["plan"], Plan), digests=())
    assert made == Plan("con-person", load("con-person").version, points=2, pairs=100)
