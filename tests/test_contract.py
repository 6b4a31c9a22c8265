"""What every game keeps to, whatever its rules: the checks of ``throwdown.conformance`` on all of them."""

from __future__ import annotations

import pytest

import throwdown
from throwdown.conformance import CHECKS, Check, Trial, engines_of
from throwdown.server.teaching.howto import how_to

GAMES = [game.key for game in throwdown.all_games()]


MADE = [
    pytest.param(check, is_compiled, id=f"{check.__name__}-{'compiled' if is_compiled else 'interpreted'}")
    for check in CHECKS
    for is_compiled in engines_of(check)
]


@pytest.mark.parametrize(("check", "is_compiled"), MADE)
@pytest.mark.parametrize("key", GAMES)
def test_every_game_keeps_to_the_contract(key: str, check: Check, is_compiled: bool) -> None:
    check(Trial(throwdown.load(key), is_compiled))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_told_in_a_minute_with_its_dice(key: str) -> None:
    """``how.toml``: goal, a turn, points, and dice of which some are marked."""
    how = how_to(throwdown.load(key))
    assert how is not None
    assert all((how.goal, how.turn, how.points, how.picture))
    for row in how.picture:
        assert row.dice
        assert all(1 <= face <= 6 for face in row.dice)
        assert all(1 <= place <= len(row.dice) for place in (*row.right, *row.wrong))
