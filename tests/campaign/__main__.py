"""``make campaign ARGS="kills --count 2000"``: faults again and again, while people play.

Names one campaign or several (all where none is named), and how many faults, states or dice are to be added.
It says how long that will take as far as that is known, counts after every round into ``docs/trust.json`` and
the table of ``docs/trust.md``, and can be stopped with Ctrl-C: what a round had not finished is not counted.
The exit code is 1 where something did not hold; that is printed, with the round's seed, and the campaign goes
on.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time

from tests.campaign.campaigns import CAMPAIGNS
from tests.campaign.counts import Counts
from tests.campaign.history import Broken
from tests.campaign.results import Kept, held


def run(key: str, count: int, kept: Kept) -> int:
    """So many of one campaign; how many rounds failed."""
    campaign, failed, left = CAMPAIGNS[key], 0, count
    expected = kept.seconds_for(key, count)
    about = f", about {expected / 60:.0f} minutes" if expected else ""
    print(f"{campaign.title}: {count:,} {campaign.unit}{about}", flush=True)
    while left > 0:
        seed, many = secrets.randbits(32), min(left, campaign.round_of)
        began = time.monotonic()
        try:
            counts = campaign.a_round(many, seed)
        except (Broken, AssertionError) as reason:
            failed += 1
            counts = Counts(broken=1, seconds=time.monotonic() - began)
            print(f"round {seed} failed: {reason}", file=sys.stderr, flush=True)
        kept.add(key, counts)
        left -= many
        said = "failed" if counts.broken else f"{held(counts, campaign.wanted)} hold"
        print(f"  {count - left:,} of {count:,} {campaign.unit}, {counts.seconds:.0f} s: {said}", flush=True)
    return failed


PLAIN = argparse.RawDescriptionHelpFormatter


def main() -> int:
    parser = argparse.ArgumentParser(prog="make campaign", description=__doc__, formatter_class=PLAIN)
    parser.add_argument("campaigns", nargs="*", metavar="CAMPAIGN", help=", ".join(CAMPAIGNS))
    parser.add_argument("--count", type=int, default=20, help="faults, states or dice of each (default 20)")
    wanted = parser.parse_args()
    if unknown := [key for key in wanted.campaigns if key not in CAMPAIGNS]:
        parser.error(f"there is no campaign {unknown[0]!r}: {', '.join(CAMPAIGNS)}")
    if wanted.count < 1:
        parser.error(f"a campaign has 1 fault or more, not {wanted.count}")
    kept, failed = Kept(), 0
    try:
        for key in wanted.campaigns or CAMPAIGNS:
            failed += run(key, wanted.count, kept)
    except KeyboardInterrupt:
        print("\nStopped. What is counted is kept; the same command goes on.")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
