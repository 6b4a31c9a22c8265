"""Horse-Shoes & Hand-Grenades (KD-D7)."""

from __future__ import annotations

from ..facts import Facts

PLACES = 11  # where a throw may come to rest
FELLED_PLACES = 9  # where a die may lie that felled the Post: at 1 to 8, off the mat
ROWS = 4  # of the tables of throws: a steadiness each, and the covered mat

FACTS = Facts(
    number=11,
    key="horse",
    title="Horse-Shoes & Hand-Grenades",
    clause="KD-D7",
    kind="Throw",
    rule="Closest to the Post wins 1000. Touch it for 100, fell it and lose 500.",
    dice=(3, 3),
    press="throw",
    targets=1,
    is_for_all=True,
    greys=3,
    fields=(
        ("lap", "i1"),
        ("felled_far", "i1"),  # 1: a die that felled the Post counts as far from it
        ("even_draw", "i1"),  # 1: equally many thumbs from the Post are drawn for, thrown by hand, too
        ("felled_row", "i1"),  # the row of ``horse_felled`` for the die that has just felled it
        ("horse_throws", "i2", (ROWS, PLACES)),
        ("horse_felled", "i2", (ROWS, FELLED_PLACES)),
    ),
    options=(
        ("felled_die", "i4"),
        ("even_dice", "i4"),
        ("horse_throws", "i4", ROWS * PLACES),
        ("horse_felled", "i4", ROWS * FELLED_PLACES),
    ),
)
