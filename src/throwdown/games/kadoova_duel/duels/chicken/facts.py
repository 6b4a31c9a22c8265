"""Chicken! (KD-D2)."""

from __future__ import annotations

from ..facts import Facts

BANDS, MOST_BANDS = 5, 8  # of the mat as published, and of any
PLACES = BANDS + 2  # where a throw may come to rest on it
ROWS = 4  # of the table of throws: a steadiness each, and the covered mat

FACTS = Facts(
    number=1,
    key="chicken",
    title="Chicken!",
    clause="KD-D2",
    kind="Throw",
    rule="Six throws up the mat. On the Bust line or past it everything is lifted.",
    dice=(6, 6),
    press="throw",
    fields=(
        ("mat_for_both", "i1"),  # 1: the challenged sets the mat for both
        ("chicken_bands", "i2", MOST_BANDS),
        ("band_count", "i1"),
        ("chicken_throws", "i2", (ROWS, PLACES)),
    ),
    options=(
        ("chicken_mat", "i4"),
        ("chicken_band_count", "i4"),
        ("chicken_bands", "i4", BANDS),
        ("chicken_bands_more", "i4", MOST_BANDS - BANDS),
        ("chicken_throws", "i4", ROWS * PLACES),
    ),
)
