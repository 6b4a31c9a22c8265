"""Files that are written whole."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import check_place, replacing, write_whole


@pytest.fixture
def room_for_100_bytes() -> Iterator[None]:
    """No file may grow beyond 100 bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


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


@pytest.mark.usefixtures("room_for_100_bytes")
def test_a_full_disk_is_an_error_of_the_file_that_was_to_be_written_and_the_former_one_stays(tmp_path: Path):
    file = tmp_path / "page.md"
    write_whole(file, b"former")
    with pytest.raises(OSError, match=r"page\.md'$") as error:
        write_whole(file, b"x" * 101)
    assert error.value.filename == str(file)
    assert (file.read_bytes(), os.listdir(tmp_path)) == (b"former", ["page.md"])


def test_what_cannot_be_replaced_is_called_by_its_own_name(tmp_path: Path):
    (tmp_path / "page.md").mkdir()
    with pytest.raises(OSError) as error:  # noqa: PT011 - of which file is asserted
        write_whole(tmp_path / "page.md", b"text")
    assert error.value.filename == str(tmp_path / "page.md")


def test_where_no_file_can_be_written_is_known_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    check_place(tmp_path / "page.md")
    with pytest.raises(BadValue, match=r"there is no folder '.*nowhere'"):
        check_place(tmp_path / "nowhere" / "page.md")
    with pytest.raises(BadValue, match="is a folder: name a file"):
        check_place(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs the tests may write everywhere
    with pytest.raises(BadValue, match="nothing can be written in the folder"):
        check_place(tmp_path / "page.md")


def test_a_device_or_a_pipe_is_written_to_and_no_file_takes_its_place(tmp_path):
    """As root, ``--keep /dev/null`` would put a file where everybody's ``/dev/null`` was."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        check_place(pipe)
        write_whole(pipe, "what was kept")
        assert os.read(reading, 100) == b"what was kept"
        assert pipe.is_fifo()
        assert [file.name for file in tmp_path.iterdir()] == ["pipe"]
    finally:
        os.close(reading)
