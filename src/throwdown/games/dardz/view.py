"""The view of a match, written by ``python -m throwdown.conformance.views``.

Fields: ``throwdown.games.dardz.rules:STATE``
"""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: fields of its record as plain numbers and lists."""

    phase: int
    step: int
    then: int
    seats: int
    sides: int
    rounds: int
    turns: int
    closed: int
    turn: int
    left: list[int]
    pile_left: int
    where: list[int]
    hand: list[list[int]]
    held: list[int]
    pile: list[int]
    loot: list[int]
    scored: list[int]
    due: list[int]
    owed: int
    drawer: int
    fresh: list[int]
    moved: list[int]
    roll: int
    bonus: int
    hits: int
    stirred: int
    still: int
    called: int
    need: int
    thrown: int
    thrower: int
    shown: int
    dice: list[int]
    picked: int
    played: int
    named: int
    offered: int
    doing: int
    dice_card: int
    passes: int
    passed: int
    why: int
    contest: int
    tossers: int
    roller: int
    each: int
    tossed: int
    toss: list[list[int]]
    last_toss: int
    off_wins: list[int]
    score: list[int]
    has_scored: int
    opening: list[int]
    past: list[list[int]]
    ten: int
    winner: int
    worth: list[int]
    golden_sevens: int
    jackpot_right: int
    jackpot_wrong: int
    boost_dice: int
    bunk_dice: int
    target: int
    announce_ten: int
    closed_piles: int
    forfeits: int
    does: list[list[int]]
