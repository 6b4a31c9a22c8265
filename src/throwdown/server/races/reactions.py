"""How quickly programs react, and how long a pass takes: drawn from what ``reactions.toml`` states."""

from __future__ import annotations

import math
import random
import tomllib
from functools import cache
from pathlib import Path

from throwdown.server.races.presses import FASTEST

DATA = Path(__file__).with_name("reactions.toml")


@cache
def stated() -> dict[str, dict[str, float]]:
    """The tables of ``reactions.toml``: one a kind of bot, ``calling`` and ``passing``."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def reaction(kind: str, dice: int, slaps: bool, rng: random.Random) -> float:
    """Seconds from seeing the last roll to the next press of a bot of ``kind``."""
    quick = stated().get(kind) or stated()["regular"]
    usual = quick["slap"] if slaps else quick["base"] + quick["die"] * dice
    return max(FASTEST / 1000, usual * rng.uniform(1 - quick["spread"], 1 + quick["spread"]))


def notice(rng: random.Random) -> float:
    """Seconds until a program notices what nobody tells it of."""
    calling = stated()["calling"]
    return calling["middle"] * math.exp(rng.gauss(0.0, calling["scatter"]))


def pause(brisk: bool, most: float, rng: random.Random, *, is_alone: bool = False) -> float:
    """Seconds until a pass is as good as made, ``most`` at most; what is held does not enter into it.
    ``is_alone``: it is one of a program beside one person."""
    passing = stated()["passing"]
    middle = passing["brisk" if brisk else "alone" if is_alone else "middle"]
    return min(most, middle * math.exp(rng.gauss(0.0, passing["scatter"])))


def thought() -> float:
    """Seconds that a program which searches takes over a pass at least."""
    return stated()["passing"]["search"]
