"""A measurement on two machines of a Ray cluster, one of which is killed in the middle.

``python -m tests.cluster`` starts the two as processes with one core each, kills one when a quarter of the
pieces are kept, and compares the result, byte for byte, with that of one core. ``--rate`` kills nothing, and
says by how much two machines are faster than one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from ray.cluster_utils import Cluster

from throwdown.bots import warm
from throwdown.kernel.game import load
from throwdown.lab import counts
from throwdown.lab.cluster import join
from throwdown.lab.counts import Asked, count
from throwdown.lab.simulate import Policy

GAME = "command-dice"
SEED = 7


def asked(pieces: int) -> Asked:
    """Matches by the rule of thumb; the last piece is a small one."""
    matches = (pieces - 1) * counts.PIECE + 100
    return Asked(GAME, matches, 2, {}, SEED, (Policy(100),) * 2)


def machines(many: int) -> tuple[Any, list[Any]]:
    """A cluster with so many machines, each a process with one core; it takes the first with it, not the
    others."""
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    return cluster, [cluster.add_node(num_cpus=1) for _ in range(many - 1)]


def measured(
    many: int, pieces: int, keep: Path, lose: Callable[[Any, list[Any]], None] | None = None
) -> tuple[bytes, list[int], float]:
    """The result of ``pieces`` pieces on so many machines, what progress was told, and the seconds taken.
    ``lose`` is done with the cluster when a quarter of the pieces are kept."""
    cluster, others = machines(many)
    told: list[int] = []

    def progress(matches: int) -> None:
        told.append(matches)
        if lose and len(told) == 1 + pieces // 4:
            lose(cluster, others)

    try:
        with join(cluster.address):
            count(asked(many), keep=keep.with_suffix(".first"))  # the machines load the game
            told.clear()
            began = time.perf_counter()
            found = count(asked(pieces), keep=keep, rows=True, progress=progress)
            return msgspec.json.encode(found), told, time.perf_counter() - began
    finally:
        cluster.shutdown()


def kill(cluster: Any, others: list[Any]) -> None:
    """Kill the last machine without a word."""
    cluster.remove_node(others.pop(), allow_graceful=False)


def numbers(kept: Path) -> list[int]:
    """The numbers of all pieces that a file of kept results holds, as often as it holds them."""
    _, *lines = kept.read_bytes().splitlines()
    return [msgspec.json.decode(line)[0] for line in lines]


def survive(pieces: int, folder: Path) -> None:
    """Lose a machine in the middle; fails where a byte differs or a piece is counted twice."""
    here = msgspec.json.encode(count(asked(pieces), rows=True, cores=1, keep=folder / "here"))
    there, told, _ = measured(2, pieces, folder / "there", kill)
    assert there == here, "the result of the cluster is another"
    assert sorted(numbers(folder / "there")) == list(range(pieces)), (
        "a piece is missing, or was counted twice"
    )
    assert len(told) == 1 + pieces, (
        f"progress was told {len(told)} times"
    )  # first what was kept before: nothing
    print(
        f"one of two machines killed after {pieces // 4} of {pieces} pieces: "
        f"the same {len(here):,} bytes as on one core"
    )


def rate(pieces: int, folder: Path) -> None:
    """Print by how much two machines are faster than one."""
    seconds = {many: measured(many, pieces, folder / str(many))[2] for many in (1, 2)}
    events = count(asked(pieces), cores=1, keep=folder / "events").events * asked(pieces).matches
    for many, taken in seconds.items():
        hours = 1e12 / (events / taken) * many / 3600
        print(
            f"{many} of one core each: {events / taken / 1e6:.2f} M events a second; 10^12 events take "
            f"{hours:,.0f} hours of a core"
        )
    print(f"two machines by one: {seconds[1] / seconds[2]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pieces", type=int, default=12)
    parser.add_argument("--rate", action="store_true")
    given = parser.parse_args()
    warm(load(GAME))
    with tempfile.TemporaryDirectory() as folder:
        (rate if given.rate else survive)(given.pieces, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
