"""The duels played alone a second time: the bouts of the whole game, without its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.lockstep import Oracle
from tests.oracle.kadoova_duels import Bout, fight
from throwdown.games.kadoova_duel.duels.register import Duel


class Table:
    """What a bout asks of the game around it."""

    def __init__(self, seats: int, values: dict[str, Any]) -> None:
        self.seats = seats
        self.values = values
        self.timing = values.get("timing", "paced")
        self.upgrades: list[set[int]] = [set() for _ in range(seats)]
        self.scores = [0] * seats


def alone(duel: Duel) -> Callable[[int, dict[str, Any]], Oracle]:
    def play(seats: int, values: dict[str, Any]) -> Oracle:
        bout = Bout(Table(seats, values), duel, 0, 1, set(range(seats)))
        bout.with_cards, bout.plain = False, True
        bout.less = Counter(dict.fromkeys(range(seats), 14 - values.get("dice", 14)))
        yield from fight(bout)
        return [int(seat == bout.winner) for seat in range(seats)]

    return play
