"""Poses in few bytes, the library of throws, and the tables of drawn duels."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from throwdown.arena.attitude import generator
from throwdown.arena.drawn import chances, shares, tables
from throwdown.arena.errors import BadThrow
from throwdown.arena.library import LONGEST
from throwdown.arena.poses import pack, unpack
from throwdown.arena.trays import lies_well, roll
from throwdown.games.kadoova_duel.duels.arena import drawn
from throwdown.kernel.game import load

LIBRARY = Path(__file__).parents[2] / "web" / "src" / "arena" / "throws"


def test_packed_poses_come_back_to_a_quarter_of_a_millimetre():
    throws = [roll(dice, generator(dice)) for dice in (1, 5)]
    for before, after in zip(throws, unpack(pack(throws)), strict=True):
        assert np.abs(before[..., :3] - after[..., :3]).max() < 0.00013
        turns = np.abs((before[..., 3:] * after[..., 3:]).sum(axis=-1))
        assert turns.min() > 0.999


def test_a_throw_of_one_die_takes_a_few_hundred_bytes():
    assert len(pack([roll(1, generator(1))])) < 500


def test_what_is_no_throw_is_refused():
    with pytest.raises(BadThrow, match="cannot read the poses"):
        unpack(b"no poses")


def test_the_library_has_throws_of_one_to_fourteen_dice_in_a_few_hundred_kilobytes():
    files = [LIBRARY / f"{dice}.bin" for dice in range(1, 15)]
    assert sum(file.stat().st_size for file in files) < 300_000
    for dice, file in enumerate(files, 1):
        throws = unpack(file.read_bytes())
        assert len(throws) >= 8
        for throw in throws:
            assert throw.shape[1] == dice
            assert len(throw) <= LONGEST
            assert lies_well(throw[-1])


def test_shares_are_thousandths_of_which_none_is_nought():
    """KD-22: a table leaves nothing impossible."""
    assert shares(np.array([0, 1, 999])) == [1, 1, 998]
    assert sum(shares(np.array([7, 7, 7]))) == 1000


def test_a_height_that_few_towers_reach_is_like_the_worst_below_it():
    assert chances(np.array([100.0, 80.0, 60.0, 2.0]), np.array([20.0, 8.0, 0.0, 2.0])) == [200, 100, 1, 200]


def test_a_table_names_the_command_that_made_it(monkeypatch):
    monkeypatch.setattr("throwdown.arena.drawn.ROWS", (("steady", (2.0, 4.0, 10.0)),))
    monkeypatch.setattr("throwdown.arena.drawn.STRENGTHS", (60,))
    monkeypatch.setattr("throwdown.arena.drawn.TRIALS", 5)
    game = load("kadoova-duel")
    monkeypatch.setattr(game.arena, "drawn", lambda: drawn()[:1])
    lines = list(tables(game, throws=20, towers=1, seed=4))
    assert lines[0] == "# throwdown arena drawn kadoova-duel --throws 20 --towers 1 --seed 4"
    numbers = [int(n) for n in re.findall(r"\d+", lines[3])]
    assert len(numbers) == 4
    assert sum(numbers) == 1000
