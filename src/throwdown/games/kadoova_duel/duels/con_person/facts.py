"""Con-Person (KD-D4)."""

from __future__ import annotations

from ..facts import NEVER, Facts
from ..table import BIDS

FACTS = Facts(
    number=3,
    key="con",
    title="Con-Person",
    clause="KD-D4",
    kind="Bluff",
    rule="Bid on all the dice, or call the con.",
    dice=(14, 14),
    greys=4,
    extra=NEVER,
    allows_viking=False,
    fields=(
        ("bid", "i2"),  # RAISE event of the standing bid, less RAISE; NOBODY before the first
        ("bidder", "i1"),
        ("bids", "i1"),
        ("bid_list", "i2", BIDS),
        ("caller", "i1"),
        ("actual", "i1"),
    ),
)
