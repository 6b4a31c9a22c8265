"""``python -m tests.lockstep``: rules and oracle side by side, over all matches of every case.

Prints each case as it is done, with its matches and events; a difference is printed with its match and
step, and the other cases go on. ``--first`` begins with another seed, so that a campaign can be added to.
"""

from __future__ import annotations

import argparse
import sys
from time import monotonic

from tests.lockstep.cases import CASES, Case


def compare(case: Case, first: int, matches: int) -> bool:
    """Whether all these matches were the same; prints how it went."""
    pair, begun, events = case.begin(is_compiled=True), monotonic(), 0
    for seed in range(first, first + matches):
        try:
            events += pair.match(seed)
        except AssertionError as error:
            print(f"{case.name}: {error}", flush=True)
            return False
    print(f"{case.name}: {matches:,} matches, {events:,} events, {monotonic() - begun:.0f} s", flush=True)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the rules of the five games beside their oracles.")
    parser.add_argument("--game", action="append", help="only that game; may be given several times")
    parser.add_argument("--times", type=float, default=1, help="so many times the matches of each case")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    wanted = parser.parse_args()
    cases = [case for case in CASES if not wanted.game or case.game in wanted.game]
    if not cases:
        parser.error(f"no such game: {', '.join(wanted.game)}")
    same = [compare(case, wanted.first, max(1, round(case.matches * wanted.times))) for case in cases]
    print(f"{sum(same)} of {len(cases)} cases without a difference")
    sys.exit(not all(same))


if __name__ == "__main__":
    main()
