"""Plague Doctor (KD-D9)."""

from __future__ import annotations

from ..facts import Facts
from ..table import DICE, SEATS

FACTS = Facts(
    number=7,
    key="plague",
    title="Plague Doctor",
    clause="KD-D9",
    kind="Race",
    rule="1s are out, 6s slide to the other. First without dice: 1000, and 100 a die left.",
    dice=(6, 6),
    is_race=True,
    fields=(("hue", "i1", (SEATS, DICE)),),  # whose colour each die is
)
