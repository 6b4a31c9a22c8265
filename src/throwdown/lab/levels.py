"""How far apart the levels are: each against the one below, in every game, over mirrored matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct

from throwdown.bots.levels import LEVELS
from throwdown.kernel.game import Game
from throwdown.lab.matchup import Score, meet

LADDER = tuple(LEVELS)
FEWEST = 40  # pairs, however clear it is
HEAD = """# How strong the bots are

Four levels can sit at every table. Novice glances at three of its choices, and makes half of them at random.
Regular glances at all of them and takes the best, but for three in ten, where it takes the better of two.
Sharp and Master search: they fill in what they cannot see, play on from there many times, and learn; what
can be solved they solve. Sharp still makes 15 choices in a hundred on impulse, Master none, and Master has
ten times as long. None sees more than a person in its seat.

Each level against the one below: the share of wins (a draw counts half) with its 95 % interval, over
pairs of matches with the same dice and the seats exchanged. A series ends when it is clear, or when
enough has been played. Made by `python -m throwdown.lab levels`, and for Con-Person by the same with
`--only con-person`; the other duels that can be played alone leave nothing to choose but a side.

| game | level | against | wins | pairs | clear |
|---|---|---|---|---|---|
"""


class Step(Struct, frozen=True):
    """A level against the one below in one game, and the seconds that a match took."""

    game: str
    title: str
    upper: str
    lower: str
    score: Score
    seconds: float


def measure(
    games: Sequence[Game],
    pairs: int,
    cores: int | None = None,
    told: Callable[[Step], None] | None = None,
    uppers: Sequence[str] = LADDER[1:],
) -> list[Step]:
    """Each level of ``uppers`` against the one below until it is clear, or over ``pairs`` pairs."""
    steps: list[Step] = []
    for game in games:
        for lower, upper in (step for step in pairwise(LADDER) if step[1] in uppers):
            began = time.perf_counter()
            score = meet(game.key, upper, lower, pairs, cores=cores, enough=is_settled)
            seconds = (time.perf_counter() - began) / (2 * score.pairs)
            steps.append(Step(game.key, game.title, upper, lower, score, seconds))
            if told:
                told(steps[-1])
    return steps


def is_settled(score: Score) -> bool:
    """Clear by half as much again as its interval, so that stopping early does not flatter."""
    return score.pairs >= FEWEST and score.share - 1.5 * score.margin > 0.5


def merge(file: Path, steps: Sequence[Step]) -> list[Step]:
    """Put ``steps`` in place of older ones of the same games in ``file``; returns all that it then holds."""
    known = msgspec.json.decode(file.read_bytes(), type=list[Step]) if file.exists() else []
    table = {(step.game, step.upper): step for step in (*known, *steps)}
    merged = sorted(table.values(), key=lambda step: (step.title, LADDER.index(step.upper)))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(merged), indent=1) + b"\n")
    return merged


def page(steps: Sequence[Step]) -> str:
    """``docs/levels.md``."""
    return HEAD + "".join(_row(step) for step in steps)


def _row(step: Step) -> str:
    score = step.score
    wins = f"{100 * score.share:.1f} % ± {100 * score.margin:.1f}"
    clear = "yes" if score.is_clear else "no"
    cells = (step.title, step.upper.title(), step.lower.title(), wins, score.pairs, clear)
    return f"| {' | '.join(map(str, cells))} |\n"
