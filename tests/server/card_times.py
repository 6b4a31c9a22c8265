"""How long it takes beside a box to enter a card that the app did not suppose in the hand it is played from.

    python -m tests.server.card_times                # four players, 2,000 entries
    python -m tests.server.card_times --seats 2 --entries 500

Nobody at the table of Kadoova Duel has a phone. For each 500 entries: how many choices played such a card,
and how long it took to make the entry and to draw the table after it, beside all other entries.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from tests.server.test_hands import OneScreen
from throwdown.server.beside import referee

APART = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--entries", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    table = OneScreen(asked.seats, asked.seed, asked.entries)
    times: dict[tuple[int, bool], list[float]] = {}
    while (n := len(table.record.log)) < len(table.real.log):
        freed, began = table.freed, time.perf_counter()
        table.follow_one(n)
        referee.seen("", "", 1, table.record, table.running, None, -1)
        times.setdefault((n // APART * APART, table.freed > freed), []).append(time.perf_counter() - began)
    for (first, is_other), found in sorted(times.items()):
        what = "another card" if is_other else "as supposed"
        median, most = 1e3 * statistics.median(found), 1e3 * max(found)
        print(f"from entry {first}: {what} {len(found)} times, median {median:.1f} ms, longest {most:.0f} ms")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
