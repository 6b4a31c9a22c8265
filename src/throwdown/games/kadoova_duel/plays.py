"""The ways to play a Kadoova card: what an event number says, and how it is written."""

from __future__ import annotations

from .cards import (
    BET_LOSE,
    BET_WIN,
    BUY_EXTRA,
    COLD,
    DOUBLE,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    LESS_OTHER,
    LESS_SELF,
    NOPE,
    PICKPOCKET,
    PLAY_BET_LOSE,
    PLAY_BET_WIN,
    PLAY_ON,
    REMATCH,
    STEPS,
    TAX,
    TOLL,
    VIKING,
    WINDFALL,
)

AIMED = {EXTRA_OTHER: "extra on", LESS_OTHER: "less on", PICKPOCKET: "pickpocket", VIKING: "viking"}
ALONE = {
    EXTRA_SELF: "extra", LESS_SELF: "less", REMATCH: "rematch", GUNS: "two guns", TOLL: "toll",
    DOUBLE: "double down", COLD: "cold feet", NOPE: "nope", WINDFALL: "windfall", TAX: "tax day",
}  # fmt: skip


def play_parts(event: int) -> tuple[int, int, int]:
    """The kind, the seat and the stake of a card that is played."""
    if event >= PLAY_ON:
        return (event - PLAY_ON) // 4, (event - PLAY_ON) % 4, 0
    kind, first = (BET_LOSE, PLAY_BET_LOSE) if event >= PLAY_BET_LOSE else (BET_WIN, PLAY_BET_WIN)
    return kind, (event - first) // STEPS, 100 * ((event - first) % STEPS + 1)


def is_play(event: int) -> bool:
    return PLAY_BET_WIN <= event < BUY_EXTRA


def play_text(event: int) -> str:
    kind, on, stake = play_parts(event)
    if stake:
        return f"bet {stake} {'on' if kind == BET_WIN else 'against'} {on}"
    return f"{AIMED[kind]} {on}" if kind in AIMED else ALONE[kind]
