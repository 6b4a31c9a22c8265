"""Files that are written whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from throwdown.kernel.files import replacing, write_whole


def test_a_file_is_as_it_was_until_all_of_the_new_one_is_there(tmp_path: Path):
    file = tmp_path / "page.md"
    write_whole(file, "é")
    with replacing(file) as fresh:
        fresh.write_text("half")
        assert file.read_text("utf-8") == "é"
    assert file.read_text() == "half"
    assert os.listdir(tmp_path) == ["page.md"]


def test_an_error_leaves_the_former_file_and_nothing_beside_it(tmp_path: Path):
    file = tmp_path / "page.md"
    write_whole(file, b"former")
    with pytest.raises(KeyboardInterrupt), replacing(file):
        raise KeyboardInterrupt
    assert file.read_bytes() == b"former"
    assert os.listdir(tmp_path) == ["page.md"]


def test_of_two_that_write_at_once_the_later_is_there_whole(tmp_path: Path):
    file = tmp_path / "page.md"
    with replacing(file) as first, replacing(file, 0o600) as second:
        first.write_text("the first, and longer")
        second.write_text("second")
    assert file.read_text() == "the first, and longer"
    assert first != second


def test_a_file_that_others_may_not_read_never_could_be_read_by_them(tmp_path: Path):
    file = tmp_path / "secret"
    with replacing(file, 0o600) as fresh:
        assert fresh.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_mode & 0o777 == 0o600
