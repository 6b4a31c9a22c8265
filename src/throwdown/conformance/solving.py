"""What a game writes out in its ``solving.py``: its positions are those of the rules, and its figures
agree."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from throwdown.bots.solver import TooLarge
from throwdown.conformance.trial import Check, Trial, expect, once
from throwdown.kernel import rng
from throwdown.kernel.chance import Recorded
from throwdown.kernel.tables import Plain
from throwdown.kernel.whole import Numbers, Portion, Whole

SEATS = 2
POSITIONS = 2000  # that are compared with the rules
PARTS = 3
ITERATIONS = 20
CLOSE = 1e-9


@once
def what_is_written_out_to_be_solved_is_the_game(trial: Trial) -> None:
    for values, whole in _written_out(trial):
        where, even = f"with {values}", whole.strategy_of(_Even(trial))
        expect(even.shape == (whole.choices,), f"{where}: a strategy has the shape {even.shape}")
        total = float(even.sum())
        expect(
            abs(total - whole.positions) < CLOSE * whole.positions,
            f"{where}: the chances at {whole.positions} positions add up to {total}",
        )
        parts = sum(whole.strategy_of(_Even(trial), Portion(number, PARTS)) for number in range(PARTS))
        expect(np.array_equal(parts, even), f"{where}: the strategies of {PARTS} parts add up to another one")
        start = whole.best_answer(even)
        crossed = whole.against(even, even)
        expect(
            abs(crossed - start) < CLOSE,
            f"{where}: the best response to even chances wins {start}, and {crossed} against them",
        )
        whole.improve(ITERATIONS)
        left, answered = whole.exploitability, whole.best_answer(whole.strategy)
        expect(-CLOSE < left < start, f"{where}: exploitable by {left} when improved, by {start} before")
        expect(abs(answered - left) < CLOSE, f"{where}: exploitable by {left}, and answered by {answered}")
        learnt, before = {name: array.copy() for name, array in whole.learnt().items()}, whole.strategy.copy()
        whole.improve(1)
        whole.go_on(learnt, ITERATIONS)
        same = np.array_equal(whole.strategy, before) and whole.iterations == ITERATIONS
        expect(same, f"{where}: going on from what was learnt gives another strategy")


def _written_out(trial: Trial) -> Iterator[tuple[dict[str, Plain], Whole]]:
    """The game with its own values, and with the least numbers that its options allow, where it is small
    enough."""
    game = trial.game
    if not game.solving.has_one or not game.seats[0] <= SEATS <= game.seats[1]:
        return
    least: dict[str, Plain] = {
        value.key: value.least
        for value in game.values
        if value.kind == "option" and isinstance(value.value, int) and value.least is not None
    }
    for values in ({}, least):
        match = game.match(SEATS, chance=Recorded(()), values=values, engine=game.loops(True))
        try:
            whole = game.solving.write_out(game, match.state)
        except TooLarge:
            continue
        if whole is not None:
            yield values, whole


class _Even:
    """A player that gives every choice the same chance, and compares positions with the rules."""

    def __init__(self, trial: Trial) -> None:
        self._engine = trial.game.loops(True)
        self._events, self._weights = np.zeros((2, trial.game.rules.EVENTS), np.int32)
        self._compared = 0

    def __call__(self, state: Numbers, seat: int, legal: list[int]) -> Numbers:
        if self._compared < POSITIONS:
            self._compared += 1
            self._compare(state, seat, legal)
        return np.full(len(legal), 1 / len(legal))

    def _compare(self, state: Numbers, seat: int, legal: list[int]) -> None:
        fit, where = state.copy(), f"position {self._compared}"
        self._engine.hide(fit, seat)
        expect(fit.tobytes() == state.tobytes(), f"{where}: seat {seat} is shown what is hidden from it")
        self._engine.guess(fit, seat, rng.generator(self._compared))
        expect(self._engine.awaited(fit) >> seat & 1, f"{where}: seat {seat} is not awaited")
        n, _ = self._engine.legal(fit, seat, self._events, self._weights)
        mine = sorted(self._events[:n].tolist())
        expect(mine == sorted(legal), f"{where}: {legal} where the rules allow {mine}")


CHECKS: tuple[Check, ...] = (what_is_written_out_to_be_solved_is_the_game,)
