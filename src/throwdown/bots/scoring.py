"""Compiled loops over a game's heuristics; loaded once per game, like the kernel's loops."""

from __future__ import annotations

from typing import Any

from ..kernel.contract import rule

heuristics: Any = None  # the loader puts the game's heuristics here


@rule
def rate(S, seat, events, worth):
    """``worth[k]`` receives how good ``events[k]`` is for ``seat``, seen from the hidden match ``S``."""
    for k in range(events.shape[0]):
        worth[k] = heuristics.worth(S[0], seat, events[k])
