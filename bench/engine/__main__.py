"""``python -m bench engine``: prints the table and writes ``bench/results/engine.json``."""

from __future__ import annotations

from bench.engine import games, peers, solving
from bench.report import report


def main() -> None:
    found = {
        "Against peers, one core": peers.measure(),
        "Solving, one core": solving.measure(),
        "Every game": games.measure(),
    }
    report("engine", found)


if __name__ == "__main__":
    main()
