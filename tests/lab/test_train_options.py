"""``throwdown lab train``: an option that means nothing where it is given is refused, and how it begins."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from throwdown.kernel.errors import BadValue
from throwdown.lab.cli import app


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("con-person --policy --hidden 8", "--hidden 8: with --policy no judge is learned"),
        ("con-person --policy --fade 0", "--fade 0.0: with --policy no judge is learned"),
        ("con-person --pairs 5", "--pairs 5: Con-Person is solved, no judge is learned"),
        ("kadice --partner sharp", "--partner sharp: without --policy nothing learns against a level"),
        ("kadice --against 0.5", "--against 0.5: without --policy nothing learns against a level"),
        ("kadice --simulations 50", "--simulations 50: the judge of KA'DICE! learns by temporal differences"),
        ("duello --fade 0.5", "--fade 0.5: the judge of Duello does not learn by TD(lambda)"),
        ("kadice --to nowhere", "'nowhere' is no folder"),
    ],
)
def test_an_option_that_means_nothing_there_is_refused(asked: str, why: str) -> None:
    found = CliRunner().invoke(app, ["train", *asked.split()])
    assert isinstance(found.exception, BadValue)
    assert str(found.exception) == why


@pytest.mark.parametrize(
    ("asked", "file"),
    [("kadice", "judge.npz"), ("con-person", "equilibrium.npz"), ("con-person --policy", "policy.npz")],
)
def test_what_players_go_by_is_not_replaced_unasked(asked: str, file: str) -> None:
    found = CliRunner().invoke(app, ["train", *asked.split(), "--rounds", "1"])
    assert isinstance(found.exception, BadValue)
    told = str(found.exception)
    assert file in told
    assert told.endswith("--to FOLDER writes elsewhere, --replace replaces")


def test_the_command_line_begins_without_numpy() -> None:
    """So it begins at once, and ``lab train --policy`` can still say how many threads NumPy may use."""
    asked = "import sys, throwdown.cli; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
