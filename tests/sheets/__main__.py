"""``python -m tests.sheets --matches 1000``: score sheets of random matches beside the rules' own scoring."""

from __future__ import annotations

import argparse

from tests.sheets import CASES
from tests.test_sheets import compare


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--game", choices=sorted(CASES))
    given = parser.parse_args()
    for key in [given.game] if given.game else sorted(CASES):
        lines = compare(key, range(given.matches))
        print(f"{key}: {given.matches} matches, {lines} lines, each sheet as the rules have it", flush=True)


if __name__ == "__main__":
    main()
