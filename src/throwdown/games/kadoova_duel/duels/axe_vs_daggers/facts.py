"""Axe vs Daggers (KD-D1)."""

from __future__ import annotations

from ..facts import CHALLENGER, Facts

RINGS = 3  # of the mat
PLACES = RINGS + 1  # where a throw may come to rest
ROWS = 4  # of the table of throws: a steadiness each, and the covered mat

FACTS = Facts(
    number=0,
    key="axe",
    title="Axe vs Daggers",
    clause="KD-D1",
    kind="Throw",
    rule="Daggers adds up three throws, Axe takes one three times. The higher scores it.",
    dice=(1, 3),
    roles=(("Axe", "One throw, three times its ring."), ("Daggers", "Three throws, added up.")),
    chooser=CHALLENGER,
    press="throw",
    fields=(("axe_rings", "i2", RINGS), ("axe_throws", "i2", (ROWS, PLACES))),
    options=(("axe_rings", "i4", RINGS), ("axe_throws", "i4", ROWS * PLACES)),
)
