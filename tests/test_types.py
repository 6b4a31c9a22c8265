"""Which files type checkers leave out, and what a view looks like to them."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
import pytest

from throwdown.conformance.views import NoType, source
from throwdown.kernel.contract import record

ROOT = Path(__file__).parents[1]


def test_only_compiled_files_are_left_out_of_type_checking():
    left_out = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["basedpyright"]["exclude"]
    for path in (ROOT / "src").rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        if any(fnmatch(name, pattern) for pattern in left_out):
            text = path.read_text("utf-8")
            assert "@rule" in text or "@wrapping" in text, f"{name} is not compiled and not checked"


FIELDS = (("phase", "i4"), ("target", "i4", (2, 6)), ("scale", "f8", 2))
STATE = record(*FIELDS)
TEXTS = np.dtype([("name", "U8")])


@pytest.mark.parametrize("name", ["STATE", "FIELDS"])
def test_the_class_of_a_view_has_every_field_of_the_record_with_its_depth(name: str):
    written = source(__name__, name)
    assert written.endswith("    phase: int\n    target: list[list[int]]\n    scale: list[float]\n")


def test_a_record_with_something_else_than_numbers_is_refused_by_the_name_of_the_field():
    with pytest.raises(NoType, match="field 'name' is of type"):
        source(__name__, "TEXTS")
