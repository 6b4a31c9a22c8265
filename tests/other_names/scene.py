"""Dash and Hurl on the table."""

from __future__ import annotations

from typing import Any

from ...kernel.scene import Choice, Now, Piece, Plate, Scene, Zone
from .rules import DASH, DECLINE, HAGGLING, SETTLED
from .words import heading, notation

__all__ = ["draw"]

NAMES = ("Off!", "No deal", "Slip a coin", "Let fly")


def draw(view: Any, seat: int, legal: list[int]) -> Scene:
    coins = tuple(
        Piece(f"coin-{each}", "token", "o", seat=each, says="A coin", text="It buys a point.", clause="D-2")
        for each in range(2)
        if view.coins[each]
    )
    mood = "act" if legal else "wait"
    return Scene(
        heading=heading(view),
        now=Now("Over.", mood="over") if view.act == SETTLED else Now("It goes on.", mood=mood),
        plates=tuple(Plate(each, score=str(view.tally[each]), unit="points") for each in range(2)),
        zones=(Zone("purse", "table", pieces=coins, says="Purse"), Zone("slab", "table", "mat", says="Slab")),
        choices=tuple(_choice(view, seat, event) for event in legal),
        over=view.act == SETTLED,
    )


def _choice(view: Any, seat: int, event: int) -> Choice:
    role = "pass" if event == DECLINE and view.act == HAGGLING else ""
    return Choice(event, notation(view, seat, event), NAMES[event], role=role, pressed=event == DASH)
