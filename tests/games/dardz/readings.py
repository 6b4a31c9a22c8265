"""Short ways to say what a test looks at: hands, piles and scores by seat."""

from __future__ import annotations

from throwdown.games.dardz import names
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match

FIRST_BEGINS = "*: 6, 6, 1, 1"  # two seats: seat 0 has the highest sum


def opening(first: str, second: str) -> str:
    """Two seats: seat 0 begins with the cards of ``first``, seat 1 holds those of ``second``."""
    return f"{FIRST_BEGINS}\n*: {', '.join(first.split())}\n*: {', '.join(second.split())}\n"


def hand(match: Match, seat: int) -> str:
    """``5 7g skull``."""
    return " ".join(names.kind_text(kind) for kind in names.hand_of(match.truth(), seat))


def hands(match: Match) -> list[str]:
    return [hand(match, seat) for seat in range(match.seats)]


def piles(match: Match) -> list[int]:
    return match.truth().pile[: match.seats]


def scores(match: Match) -> list[int]:
    view = match.truth()
    return view.score[: view.sides]


def due(match: Match) -> str:
    """Who is awaited: ``dice``, ``cards``, or a seat."""
    if match.awaited == (CHANCE,):
        return "cards" if len(match.legal(CHANCE)) > 6 else "dice"
    return " ".join(map(str, match.awaited))
