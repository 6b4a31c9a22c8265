"""Day at the Beach (KD-D5)."""

from __future__ import annotations

from ..facts import NEVER, Facts

LAYERS = 24  # twelve dice and twelve cards
HANDS = 3  # kinds of steadiness

FACTS = Facts(
    number=4,
    key="beach",
    title="Day at the Beach",
    clause="KD-D5",
    kind="Tower",
    rule="Die, card, die, card: 100 a card for both.",
    dice=(6, 6),
    press="place",
    has_winner=False,
    extra=NEVER,
    allows_less=False,
    fields=(("cards_up", "i1"), ("beach_falls", "i2", (HANDS, LAYERS))),
    options=(("beach_falls", "i4", HANDS * LAYERS),),
)
