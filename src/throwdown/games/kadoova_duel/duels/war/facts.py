"""War! (KD-D12)."""

from __future__ import annotations

from ..facts import Facts
from ..table import SEATS

ROUNDS = 6

FACTS = Facts(
    number=10,
    key="war",
    title="War!",
    clause="KD-D12",
    kind="Dice",
    rule="Six rounds, the highest die takes all. Most dice wins.",
    dice=(ROUNDS, ROUNDS),
    is_for_all=True,
    is_battle=True,
    greys_each=1,
    extra=2,
    adds_extra=False,  # it is rolled along in every round
    allows_viking=False,
    fields=(
        ("battle", "i1"),  # round, 1 to 6
        ("tied", "i1"),
        ("still", "i1"),
        ("war_all", "i1"),  # 1: a tie is rolled for by all of the round
        ("greys", "i1"),  # 1: grey dice decide a round, 2: the end
        ("fresh", "i1"),  # 1: what lies there belongs to the round before
        ("grey", "i1", SEATS),
        ("spoils", "i1", (SEATS, SEATS)),  # coloured dice won [seat, owner]
        ("round_winner", "i1", ROUNDS),  # seat + 1
    ),
    options=(("war_ties", "i4"),),
)
