"""Scripts for tests of Duello: which dice come up when."""

from __future__ import annotations

from tests.conftest import play
from throwdown.kernel.match import Match

STOCK = "1 1 2 2 3 3 4 5 6 6"


def rolled(*players: tuple[str, str] | str) -> str:
    """The chance line of a round: for each player the target, or (target, stock)."""
    dice: list[str] = []
    for player in players:
        target, stock = player if isinstance(player, tuple) else (player, STOCK)
        dice += target.split() + stock.split()
    return "*: " + ", ".join(dice)


def both(what: str, seats: int = 2) -> str:
    """All seats declare or name ``what``."""
    return "\n".join(f"{seat}: {what}" for seat in range(seats))


def each(*texts: str) -> str:
    """Seat 0 makes the first event, seat 1 the next; an empty text is nobody's."""
    return "\n".join(f"{seat}: {text}" for seat, text in enumerate(texts) if text)


def go_on(match: Match, *lines: str) -> Match:
    return play(match, "\n".join(lines))
