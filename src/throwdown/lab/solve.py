"""Games small enough to be solved: regret minimisation that is kept in a file and gone on with."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import replacing
from throwdown.kernel.tables import Plain
from throwdown.kernel.whole import Whole
from throwdown.lab.files import arrays_in
from throwdown.lab.named import game_of
from throwdown.lab.runs import Stopped, keeping_place
from throwdown.lab.whole import whole_of

FORM = 4  # of the arrays that are kept; those of another are no longer read
SLICE = 0.25  # seconds between two looks for Ctrl-C, about
GROWTH = 1.25  # iterations from one look at the exploitability to the next


class Sought(Struct, frozen=True):
    """What is solved: a game for two with those values; ``by_points`` ends pay half the points by which seat
    0 is ahead, else 1 to the winner."""

    game: str
    values: dict[str, Plain]
    by_points: bool = False


class Look(Struct, frozen=True):
    """How far the strategy was after so many iterations, which took so many ``minutes``."""

    iterations: int
    value: float
    exploitability: float
    minutes: float


class Solution(Struct, frozen=True):
    """A strategy: ``value`` is what seat 0 wins with it on average, ``exploitability`` what a best response
    wins against it on average over both seats; ``course`` has all looks on the way."""

    title: str
    values: dict[str, Plain]
    by_points: bool
    positions: int
    choices: int
    value: float
    exploitability: float
    course: list[Look]


def solve(
    sought: Sought, goal: float, most: int, *, keep: Path | None = None, told: Callable[[Look], None]
) -> tuple[Whole, Solution]:
    """Improve until the exploitability is at most ``goal``, or for ``most`` iterations.

    ``told`` is called at every look. What was learnt lies in the file ``keep`` (by default in the user's
    cache folder) and is gone on with. Raises :class:`TooLarge`, :class:`BadValue` for a file of something
    else, and :class:`Stopped` after Ctrl-C.
    """
    game = game_of(sought.game)
    whole = whole_of(game, sought.values, by_points=sought.by_points)
    told_apart = {"what": "solve", "form": FORM, "rules": game.version}
    asked: dict[str, Any] = told_apart | {"sought": msgspec.to_builtins(sought)}
    file = keep or keeping_place(asked).with_suffix(".npz")
    course = _read(file, whole, asked)
    for look in course:
        told(look)
    try:
        while not course or (course[-1].exploitability > goal and whole.iterations < most):
            began = time.perf_counter()
            _improve(whole, min(most, max(whole.iterations + 1, int(whole.iterations * GROWTH))))
            value, exploitability = whole.value, whole.exploitability
            minutes = (time.perf_counter() - began) / 60 + (course[-1].minutes if course else 0.0)
            course.append(Look(whole.iterations, value, exploitability, round(minutes, 4)))
            told(course[-1])
            _write(file, whole, asked, course)
    except KeyboardInterrupt:
        done = course[-1].iterations if course else 0
        raise Stopped(f"stopped after {done} iterations: the same command goes on from there") from None
    last = course[-1]
    return whole, Solution(
        game.title, sought.values, sought.by_points, whole.positions, whole.choices, last.value,
        last.exploitability, course,
    )  # fmt: skip


def _improve(whole: Whole, until: int) -> None:
    """Run iterations until there are ``until``, in steps short enough for Ctrl-C."""
    step = 1
    while whole.iterations < until:
        began = time.perf_counter()
        whole.improve(min(step, until - whole.iterations))
        if time.perf_counter() - began < SLICE / 2:
            step *= 2


def _read(file: Path, whole: Whole, asked: dict[str, Any]) -> list[Look]:
    """Take over what ``file`` holds into ``whole``; returns the looks so far."""
    if not file.exists():
        return []
    try:
        with arrays_in(file) as found:
            if msgspec.json.decode(found["asked"].tobytes()) != asked:
                raise BadValue(f"{str(file)!r} holds another solution: name another file")
            learnt = {name: found[name] for name in whole.learnt()}
            course = msgspec.json.decode(found["course"].tobytes(), type=list[Look])
        whole.go_on(learnt, course[-1].iterations)
    except (OSError, ValueError, LookupError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise BadValue(f"{str(file)!r} holds no solution: {error}") from None
    return course


def _write(file: Path, whole: Whole, asked: dict[str, Any], course: list[Look]) -> None:
    """Write all that is needed to go on, in the place of what is there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = whole.learnt()
    for name, part in (("asked", asked), ("course", course)):
        arrays[name] = np.frombuffer(msgspec.json.encode(part), np.uint8)
    with replacing(file) as fresh, fresh.open("wb") as out:
        np.savez(out, **arrays)
