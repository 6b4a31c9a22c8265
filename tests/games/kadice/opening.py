"""Matches of KA'DICE! from the first war on, with the cards and dice that a test wants."""

from __future__ import annotations

from typing import Any

from tests.conftest import play
from throwdown.kernel.match import Match


def opened(table: Any, cards: str, *lines: str, **values: Any) -> Match:
    """Seat 0 wins the first war and deals; ``cards`` are turned up from seat 0 on; then ``lines``.

    A card that several turn up leads to a war, which the first lines must decide.
    """
    codes = cards.split()
    war = ["6", *["1"] * (len(codes) - 1)]
    script = [f"*: {', '.join(war)}", f"*: {', '.join(codes)}", *lines]
    return table("kadice", "\n".join(script), seats=len(codes), values=values)


def rolls(dice: str) -> str:
    """``4 4 4 3 3`` as five chance events."""
    return f"*: {', '.join(dice.split())}"


def then(match: Match, *lines: str) -> Match:
    return play(match, "\n".join(lines))


def takes(match: Match, seat: int = 0) -> set[str]:
    """What ``seat`` may eliminate, by the codes of the cards."""
    return {text.removeprefix("eliminate ") for text in match.legal(seat) if text.startswith("eliminate")}


def changes(match: Match, seat: int = 0) -> set[str]:
    return {text for text in match.legal(seat) if ">" in text}


def holds(match: Match, seat: int = 0) -> set[str]:
    return {text for text in match.legal(seat) if text.startswith("hold")}
