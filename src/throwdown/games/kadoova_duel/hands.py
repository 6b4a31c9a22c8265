"""Hands of real Kadoova cards that nobody enters beside the box (KD-3, KD-13, KD-23).

A Permanent Upgrade is laid open as it is drawn, and so is never in a hand.
"""

from __future__ import annotations

from typing import Any

from .cards import CARD, KINDS, UPGRADES
from .plays import is_play, play_parts

__all__ = ["deals", "dealt", "free", "held", "hide"]


def deals(event: int) -> bool:
    """Whether the card goes into a hand: any but a Permanent Upgrade."""
    return CARD + UPGRADES <= event < CARD + KINDS


def dealt(event: int) -> int:
    """The event that dealt the card which is played."""
    return CARD + play_parts(event)[0] if is_play(event) else -1


def held(s: Any, seat: int) -> dict[int, int]:
    """The cards in the hand of ``seat``, by the events that deal them."""
    return {CARD + kind: many for kind, many in enumerate(s.hand[seat].tolist()) if many}


def hide(s: Any, seat: int) -> None:
    """The cards of ``seat`` are among those that it has not seen."""
    s.deck += s.hand[seat]
    s.hand[seat] = 0


def free(s: Any, seat: int) -> None:
    """One card of each kind that nobody has seen, of those that may lie in a hand."""
    for kind in range(UPGRADES, KINDS):
        s.hand[seat, kind] = int(s.held[seat] > 0 and s.deck[kind] > 0)
