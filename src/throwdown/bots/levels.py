"""The named levels: players with a budget, weakest first. ``docs/levels.md`` says how far apart they are."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.bots.player import GreedyPlayer, Player, RandomPlayer, UnknownPlayer
from throwdown.bots.search import Budget, SearchPlayer, Style

STYLE = Style(guided=1.0, looks=4)
SHARP = Budget(simulations=200, milliseconds=400)
MASTER = Budget(simulations=4000, milliseconds=2000)

LEVELS: dict[str, Callable[[], Player]] = {
    "novice": lambda: GreedyPlayer(looks=3, slips=0.3),
    "regular": GreedyPlayer,
    "sharp": lambda: SearchPlayer(SHARP, STYLE),
    "master": lambda: SearchPlayer(MASTER, STYLE),
}
PLAIN: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def kinds() -> tuple[str, ...]:
    """The names of all players: the plain ones, then the levels, weakest first."""
    return (*PLAIN, *LEVELS)


def named(kind: str) -> Player:
    """A new player of that level, or ``random`` or ``greedy``; raises :class:`UnknownPlayer`."""
    known = {**PLAIN, **LEVELS}
    if kind not in known:
        raise UnknownPlayer(f"unknown player {kind!r}; known are {', '.join(known)}")
    return known[kind]()


def allowance(kind: str) -> float:
    """Seconds that a player of that name may think; raises :class:`UnknownPlayer`."""
    player = named(kind)
    return player.budget.milliseconds / 1000 if isinstance(player, SearchPlayer) else 0.0
