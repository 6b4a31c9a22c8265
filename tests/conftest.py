"""What all tests share: games, compiled and interpreted, and matches played from scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import throwdown
from throwdown.kernel.chance import Reported
from throwdown.kernel.match import Match
from throwdown.kernel.transcript import play_line


@pytest.fixture(params=["interpreted", "compiled"])
def is_compiled(request: pytest.FixtureRequest) -> bool:
    """Every test that asks for this, or for ``table``, runs both ways."""
    return request.param == "compiled"


@pytest.fixture
def table(is_compiled: bool) -> Callable[..., Match]:
    """``table("command-dice", script, seats=2, values={...})``: a match after the script's events.

    A script is written like the body of a transcript; chance is reported by it.
    """

    def make(key: str, script: str = "", **more: Any) -> Match:
        game = throwdown.load(key)
        match = game.match(chance=Reported(), engine=game.loops(is_compiled), **more)
        return play(match, script)

    return make


def play(match: Match, script: str) -> Match:
    """Play the lines of ``script`` in ``match``; returns the match."""
    for number, line in enumerate(script.splitlines(), 1):
        if line.strip() and not line.strip().startswith("#"):
            play_line(match, number, line.strip())
    return match
