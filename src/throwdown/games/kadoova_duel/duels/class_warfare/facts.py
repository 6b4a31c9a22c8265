"""Class Warfare (KD-D3)."""

from __future__ import annotations

from ..facts import CHALLENGER, NEVER, Facts

FACTS = Facts(
    number=2,
    key="class",
    title="Class Warfare",
    clause="KD-D3",
    kind="Race",
    rule="High wants 15 to 18, Low 3 to 6. First to roll it wins.",
    dice=(3, 3),
    roles=(
        ("High", "15 to 18: +1500, and the other loses 500."),
        ("Low", "3 to 6: +1000, and the other loses 1000."),
    ),
    chooser=CHALLENGER,
    is_race=True,
    least_dice=3,
    extra=NEVER,
    prefers_first=True,
)
