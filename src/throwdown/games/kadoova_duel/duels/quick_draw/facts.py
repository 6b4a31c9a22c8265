"""Quick Draw (KD-D10)."""

from __future__ import annotations

from ..facts import Facts

FACTS = Facts(
    number=9,
    key="quick-draw",
    title="Quick Draw",
    clause="KD-D10",
    kind="Race",
    rule="First to match the target wins 1000.",
    dice=(1, 1),
    targets=1,
    is_for_all=True,
    is_race=True,
    is_slapped=True,
    greys=1,
    allows_guns=True,
)
