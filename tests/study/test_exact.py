"""Figures of small games are those of the whole tree."""

from __future__ import annotations

import numpy as np
import pytest

from tests.study.small import choice_of, exact, random_match, reference
from throwdown.kernel.game import Game
from throwdown.study import Study
from throwdown.study.accounts import draw_up
from throwdown.study.playouts import Playouts
from throwdown.study.units import Effort, Value

EFFORT = Effort(turn=2000, event=2000, choice=1000, rounds=2, goal=0.0)


@pytest.fixture(scope="module", params=["kuhn", "liars_dice"])
def game(request: pytest.FixtureRequest) -> Game:
    return reference(request.param)


def values(game: Game) -> dict[str, int]:
    return {"dice": 1} if game.key == "liars-dice" else {}


def test_every_figure_is_within_four_standard_errors_of_the_exact_one(game):
    checked = 0
    for seed in range(12):
        match = random_match(game, seed, **values(game))
        study = Study(match, seed=seed, effort=EFFORT)
        list(study.rounds(1))
        played = Playouts(match)
        for item in study.written:
            seat = item.entry.seat
            if item.n in study.values:
                value = study.values[item.n]
                assert near(value.mean, exact(played, item.state), value.variance)
            if item.n in study.judged:
                truth, seen = study.judged[item.n]
                made, par = item.entry.event, item.choice.par
                first, second = (choice_of(played, match, item.n, event) for event in (made, par))
                assert near(seen.mean, minus(first, second), seen.variance)
                after = (exact(played, played.after(item.state, seat, event)) for event in (made, par))
                assert near(truth.mean, minus(*after), truth.variance)
                checked += 1
    assert checked > 8


def near(found, right, variance):
    """Within four standard errors, and half a unit of rounding."""
    return all(
        abs(a - float(b)) <= 4 * v**0.5 + 2**-32 for a, b, v in zip(found, right, variance, strict=True)
    )


def minus(first, second):
    return [a - b for a, b in zip(first, second, strict=True)]


def test_the_parts_add_up_to_the_last_bit(game):
    for seed in range(20):
        match = random_match(game, seed, 0.5, **values(game))
        study = Study(match, effort=Effort(turn=40, event=8, choice=8, better=8, glance=2, rounds=1))
        list(study.rounds(1))
        account = draw_up(study)
        for seat in range(2):
            parts = (account.luck, account.own, account.others, account.unseen)
            assert account.start[seat] + sum(part.value[seat] for part in parts) == account.result[seat]


def test_few_playouts_are_right_on_average(game):
    match = random_match(game, 3, **values(game))
    drawn = [item for item in Study(match).written if item.outcomes]
    off = np.zeros((300, len(drawn)))
    for seed in range(len(off)):
        played = Playouts(match, seed)
        for k, item in enumerate(drawn):
            value = Value(played, str(item.n), item.outcomes, 4)
            value.count(4)
            off[seed, k] = value.mean[0]
    right = np.array([float(exact(Playouts(match), item.state)[0]) for item in drawn])
    errors = off.std(axis=0, ddof=1) / len(off) ** 0.5
    assert (np.abs(off.mean(axis=0) - right) <= 4 * errors + 2**-32).all()
