"""``python -m tests.figures --matches 1000``: every figure that random matches tell is what changed.

Prints for each game how many matches were read and how often each kind of sentence was met.
"""

from __future__ import annotations

import argparse
import sys
from time import monotonic

import throwdown
from tests.figures import claims_of
from tests.figures.claims import survey


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold what random matches tell to their records.")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--game", action="append", help="only that game; may be given several times")
    parser.add_argument("--minutes", type=float, default=0, help="the most for one game; 0: no limit")
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("--kinds", action="store_true", help="print each kind of sentence")
    wanted = parser.parse_args()
    games = [throwdown.load(key) for key in wanted.game or []] or throwdown.all_games()
    failed = False
    for game in games:
        begun, read = monotonic(), 0
        found = dict.fromkeys(claims_of(game.key).kinds, 0) | {"": 0}
        for seed in range(wanted.first, wanted.first + wanted.matches):
            if wanted.minutes and monotonic() - begun > 60 * wanted.minutes:
                break
            try:
                counts = survey(game, claims_of(game.key), 1, not wanted.interpreted, seed)
            except AssertionError as error:
                failed = True
                print(f"  {error}", flush=True)
                continue
            read += 1
            for kind, many in counts.items():
                found[kind] += many
        unmet = [kind for kind, many in found.items() if not many]
        print(f"{game.key}: {read} matches, {sum(found.values()) - found['']} figures true", flush=True)
        if unmet and not wanted.kinds and not game.about.part_of:
            print("  not met: " + ", ".join(unmet))
        for kind in sorted(found) if wanted.kinds else ():
            print(f"{found[kind]:8} {kind or 'without figures'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
