"""``python -m bench engine``: prints the table and writes ``bench/results/engine.json``."""

from __future__ import annotations

from bench.engine import games, peers
from bench.report import report


def main() -> None:
    report("engine", {"Against peers, one core": peers.measure(), "Every game": games.measure()})


if __name__ == "__main__":
    main()
