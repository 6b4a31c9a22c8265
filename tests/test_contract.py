"""What every game keeps to, whatever its rules: the checks of ``throwdown.conformance`` on all of them."""

from __future__ import annotations

import pytest

import throwdown
from throwdown.conformance import CHECKS, Check, Trial, engines_of

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
