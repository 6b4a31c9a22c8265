"""Measurements over Ray: the same result whatever becomes of the machines, and no piece counted twice."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from typer.testing import CliRunner

from throwdown.kernel.errors import BadValue, ThrowdownError
from throwdown.lab import matchup
from throwdown.lab.cli import app
from throwdown.lab.cluster import join
from throwdown.lab.matchup import MatchUp, Score, meet
from throwdown.lab.runs import Kept

ROOT = Path(__file__).parents[2]


class Number(Struct):
    number: int


def test_a_piece_that_is_made_twice_is_kept_and_counted_once(tmp_path: Path) -> None:
    """As when a machine is thought to be lost, and its result comes after all."""
    kept = Kept(tmp_path / "kept", {"what": "numbers"}, Number)
    assert [kept.add(number, Number(number)) for number in (0, 1, 0)] == [True, True, False]
    kept.close()
    again = Kept(tmp_path / "kept", {"what": "numbers"}, Number)
    assert again.results == {0: Number(0), 1: Number(1)}
    again.close()
    assert (tmp_path / "kept").read_text().count("\n") == 3


def test_two_processes_that_go_on_with_one_measurement_keep_what_both_have_made(tmp_path: Path) -> None:
    asked = {"what": "numbers"}
    Kept(tmp_path / "kept", asked, Number).close()
    first, second = Kept(tmp_path / "kept", asked, Number), Kept(tmp_path / "kept", asked, Number)
    first.add(0, Number(0))
    second.add(1, Number(1))
    first.close()
    second.close()
    with (tmp_path / "kept").open("ab") as file:
        file.write(b'[2,{"numb')  # as it is left when the process is killed
    again = Kept(tmp_path / "kept", asked, Number)
    again.close()
    assert again.results == {0: Number(0), 1: Number(1)}
    assert (tmp_path / "kept").read_bytes().endswith(b"}]\n")


class Backwards:
    """A cluster of 50 cores whose last piece comes first, each written as it travels."""

    def cores(self) -> int:
        return 50

    def results(self, work: Any, numbers: Sequence[int], kind: Any) -> Iterator[tuple[int, Any]]:
        for number in reversed(numbers):
            yield number, msgspec.json.decode(msgspec.json.encode(work(number)), type=kind)


def test_a_series_on_a_cluster_ends_where_it_ends_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though pairs are played ahead of what it has found so far."""
    asked, looks = MatchUp("con-person", "novice", "random"), list[int]()

    def is_enough(score: Score) -> bool:
        looks.append(score.pairs)
        return score.pairs == 40

    here = meet(asked, 100, cores=1, enough=is_enough)
    monkeypatch.setattr(matchup, "joined", Backwards)
    assert meet(asked, 100, enough=is_enough) == here
    assert looks == [20, 40, 20, 40]


@pytest.mark.parametrize("address", ["", "somewhere", "http://host:1", "ray://host"])
@pytest.mark.parametrize("words", [["simulate", "con-person", "--matches", "1"], ["levels", "--to", "l.md"]])
def test_what_is_no_address_of_a_cluster_is_refused(
    address: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(app, [*words, "--cluster", address])
    assert isinstance(refused.exception, BadValue)
    assert f"{address!r}: name a cluster" in str(refused.exception)


def test_a_cluster_that_nobody_listens_for_is_refused_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"ray://127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(ThrowdownError, match=f"there is no cluster at '{address}'"), join(address):
        pytest.fail("joined a cluster that is not there")


def test_a_machine_that_is_killed_changes_no_byte_of_the_result_and_no_piece_is_counted_twice() -> None:
    if find_spec("ray") is None:
        refused = CliRunner().invoke(app, ["simulate", "con-person", "--matches", "1", "--cluster", "local"])
        assert "install throwdown[cluster]" in str(refused.exception)
        return
    done = subprocess.run(
        [sys.executable, "-m", "tests.cluster"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert "one of two machines killed after 3 of 12 pieces: the same" in done.stdout
