"""Which clause of RULES.md a duel comes from."""

from __future__ import annotations

DUEL_CLAUSES: tuple[str, ...] = (
    "KD-D1", "KD-D2", "KD-D3", "KD-D4", "KD-D5", "KD-D6", "KD-D8",
    "KD-D9", "KD-D11", "KD-D10", "KD-D12", "KD-D7",
)  # fmt: skip


def duel_clause(duel: int) -> str:
    """The clause of a duel."""
    return DUEL_CLAUSES[duel]
