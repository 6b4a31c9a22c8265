"""The view of a match, written by ``python -m throwdown.conformance.views``.

Fields: ``throwdown.games.command_dice.rules:STATE``
"""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: fields of its record as plain numbers and lists."""

    phase: int
    rounds: int
    turns: int
    closed: int
    red_seat: int
    lead: int
    roller: int
    alone: int
    deck: int
    line: list[int]
    dealt: int
    victories: list[int]
    score: list[int]
    won: list[int]
    pool: list[list[int]]
    ready: list[int]
    picked: list[list[int]]
    hand: list[int]
    colour: list[list[int]]
    swords: list[list[int]]
    struck: list[list[int]]
    taken: list[int]
    past: list[list[int]]
    weight: list[list[int]]
    tie_card: int
    card_by_card: int
