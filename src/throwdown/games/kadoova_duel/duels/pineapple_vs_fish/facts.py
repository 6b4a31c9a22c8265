"""Pineapple vs Fish (KD-D8)."""

from __future__ import annotations

from ..facts import CHALLENGER, Facts

TOWER = 12  # coloured dice
HANDS = 3  # kinds of steadiness

FACTS = Facts(
    number=6,
    key="pineapple",
    title="Pineapple vs Fish",
    clause="KD-D8",
    kind="Tower",
    rule="Pineapple wants the tower to stand, Fish wants Pineapple to fell it.",
    dice=(6, 6),
    roles=(("Pineapple", "Build it to stand: 1500."), ("Fish", "Make the other fell it.")),
    chooser=CHALLENGER,
    press="place",
    greys=3,
    extra=1,
    fields=(
        ("off", "i1"),  # dice that fell off the mat
        ("pineapple_falls", "i2", (HANDS, TOWER)),
        ("off_mat", "i2"),
    ),
    options=(("pineapple_falls", "i4", HANDS * TOWER), ("off_mat", "i4")),
)
