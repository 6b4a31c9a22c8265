"""The view of a match, written by ``python -m throwdown.conformance.views``.

Fields: ``throwdown.games.duello.rules:STATE``
"""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: fields of its record as plain numbers and lists."""

    phase: int
    resume: int
    waiting: int
    seats: int
    rounds: int
    turns: int
    closed: int
    idle: int
    alive: list[int]
    folded: int
    aims_at: list[int]
    target: list[list[int]]
    targets: list[int]
    shown: list[int]
    stock: list[list[int]]
    stocks: list[int]
    forward: list[list[int]]
    changes: list[int]
    satisfied: int
    right: list[list[int]]
    wrong: list[list[int]]
    spent: list[int]
    gone: list[int]
    declared: list[int]
    named: list[list[int]]
    hits: list[list[int]]
    shot: list[int]
    further: list[int]
    due: list[list[int]]
    roller: int
    fresh: list[list[int]]
    tied: int
    tie: list[int]
    winner: int
    ending: int
    score: list[int]
    chips: list[int]
    pot: int
    staked: list[int]
    level: int
    raises: int
    bettor: int
    to_answer: int
    first_bettor: int
    tie_breaker: int
    wagering: int
    fold_points: int
    drawn_pot: int
    most_bet: int
