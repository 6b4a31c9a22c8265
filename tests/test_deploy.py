"""How Throwdown is installed as a service: the unit and the image say what the program understands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.machine import systemd_analyze
from throwdown.cli import app

DEPLOY = Path(__file__).parent.parent / "deploy"
UNIT, IMAGE = DEPLOY / "throwdown.service", DEPLOY / "Containerfile"


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("throwdown")
    unit = tmp_path / "throwdown.service"
    unit.write_text(UNIT.read_text().replace("/opt/throwdown/bin/throwdown", str(program)))
    checked = subprocess.run(
        [systemd_analyze(), "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("file", [UNIT, IMAGE], ids=lambda file: file.name)
def test_every_option_of_the_service_is_one_of_the_program(file: Path) -> None:
    known = CliRunner(env={"COLUMNS": "200"}).invoke(app, ["serve", "--help"]).stdout
    [command] = re.findall(r"(?:ExecStart=|ENTRYPOINT )((?:.*\\\n)*.*)", file.read_text())
    given = re.findall(r"--[a-z-]+", command)
    assert "--database" in given
    assert [option for option in given if option not in known] == []
