"""Skeptic vs Psychic (KD-D11)."""

from __future__ import annotations

from ..facts import CHALLENGER, NEVER, Facts

FACTS = Facts(
    number=8,
    key="skeptic",
    title="Skeptic vs Psychic",
    clause="KD-D11",
    kind="Race",
    rule="Skeptic has {skeptic} and three targets, Psychic {psychic} and one.",
    dice=(6, 3),
    roles=(
        ("Skeptic", "{skeptic}, three targets that are rolled."),
        ("Psychic", "{psychic}, one target that you set."),
    ),
    chooser=CHALLENGER,
    targets=3,
    is_race=True,
    greys=4,
    extra=NEVER,
    prefers_first=True,
    fields=(
        ("aimed", "i1"),  # the Psychic's number
        ("dice_begun_with", "i1", 2),  # by the Skeptic and by the Psychic
    ),
    options=(("skeptic_dice", "i4"), ("psychic_dice", "i4")),
)
