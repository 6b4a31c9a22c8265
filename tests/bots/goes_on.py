"""A training of settled positions that is stopped and gone on with, whatever it learns from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import throwdown
from throwdown.lab.judge_training import Plan
from throwdown.lab.of_settled import OfSettled
from throwdown.lab.runs import Stopped
from throwdown.lab.training import Course


def stop_after_one(course: Course) -> None:
    if course.rounds == 1:
        raise KeyboardInterrupt


def comes_to_the_same(kind: type[OfSettled], game: throwdown.Game, plan: Plan, folder: Path) -> bool:
    """Whether two rounds come to the same judge, and the same curve, at once and after a stop between them,
    whatever the number of cores; what is learned of the second lies in ``stopped.npz`` in ``folder``."""
    at_once = kind(game, plan, folder / "at_once.npz", cores=1)
    at_once.run(lambda course: None)
    stopped = kind(game, plan, folder / "stopped.npz", cores=2)
    with pytest.raises(Stopped, match="stopped after 1 of 2 rounds"):
        stopped.run(stop_after_one)
    resumed = kind(game, plan, folder / "stopped.npz", cores=2)
    resumed.run(lambda course: None)
    alike = all(np.array_equal(*both) for both in zip(at_once.judge, resumed.judge, strict=True))
    return alike and at_once.course.curve[0].score == resumed.course.curve[0].score
