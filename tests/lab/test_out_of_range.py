"""What is typed at ``throwdown lab`` and cannot be: refused before anything is measured, and quoted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from throwdown.cli import app
from throwdown.kernel.errors import BadValue
from throwdown.lab.files import arrays_in
from throwdown.lab.sweep import variations_of

LAB: Any = typer.main.get_command(app)
COMMANDS = LAB.commands["lab"].commands
BY_DEFAULT_NONE = ("--rounds", "--choices", "--simulations", "--hidden", "--points", "--fade", "--against")
NUMBERS = [
    (name, option.opts[-1], repr(given))
    for name, command in COMMANDS.items()
    for option in command.params
    for given in ("-1", "nan", "1e99", "9" * 30, "")
    if not isinstance(option.default, bool)
    and (
        isinstance(option.default, int | float)
        or option.opts[-1] == "--cores"
        or (name == "train" and option.opts[-1] in BY_DEFAULT_NONE)
    )
]
NEEDED = {
    "exploit": ["chicken", "greedy"],
    "meet": ["chicken", "greedy", "random"],
    "levels": [],
    "sweep": ["chicken", "--vary", "result=points"],
    "report": ["chicken", "--to", "x.html"],
}


@pytest.mark.parametrize(("command", "option", "given"), NUMBERS)
def test_a_number_that_cannot_be_is_refused_and_quoted(command: str, option: str, given: str) -> None:
    asked = ["lab", command, *NEEDED.get(command, ["chicken"]), option, given.strip("'")]
    found = CliRunner().invoke(app, asked, env={"COLUMNS": "300"})
    assert found.exit_code == 2, found.output
    assert f"Invalid value for '{option}': {given} should be" in found.output


def test_a_value_that_is_varied_twice_is_refused_and_none_of_the_two_is_lost() -> None:
    assert variations_of(["a=1|2", "b=x"]) == {"a": [1, 2], "b": ["x"]}
    with pytest.raises(BadValue, match="variation 'a=3': 'a' is varied already"):
        variations_of(["a=1|2", "a=3"])


@pytest.mark.parametrize("content", [b"", b"hello", b"\x93NUMPY", b"\x80\x04pickled"])
def test_a_file_of_another_kind_is_no_file_of_arrays_and_nobody_is_told_to_unpickle_it(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "kept.npz"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"it is no \.npz file of arrays"):
        arrays_in(file)
    np.savez(file, one=np.ones(1))
    with arrays_in(file) as arrays:
        assert arrays["one"] == 1
