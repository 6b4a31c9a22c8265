"""The view of a match, written by ``python -m throwdown.conformance.views``.

Fields: ``throwdown.games.kadice.rules:STATE``
"""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: fields of its record as plain numbers and lists."""

    phase: int
    seats: int
    rounds: int
    closed: int
    dealer: int
    turn: int
    roller: int
    pending: int
    todo: int
    lifted: int
    rivals: int
    war_card: int
    war_dice: int
    turned_up: int
    in_play: int
    immune: int
    fallen: int
    left: list[int]
    active: list[int]
    lost: list[int]
    falls: int
    fall: list[int]
    fell_in: list[int]
    stock: list[int]
    deck: list[int]
    gone: list[int]
    taker: list[list[int]]
    face: list[list[int]]
    held: list[int]
    shifted: list[int]
    rolled: int
    wild: int
    changed: int
    was: list[int]
    bonus: int
    last_player: int
    most_rounds: int
