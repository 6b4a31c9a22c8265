"""The named levels: players with a budget, weakest first. ``docs/levels.md`` says how far apart they are.

Novice glances at a few of its choices and slips at times. Regular glances at all of them and takes the best.
Sharp and Master search; Master longer, and from an exact reckoning of its choices where the game has one.
"""

from __future__ import annotations

from collections.abc import Callable

from throwdown.bots.player import GreedyPlayer, Player, RandomPlayer, UnknownPlayer
from throwdown.bots.search import Budget, SearchPlayer, Style

SHARP = Budget(simulations=400, milliseconds=500)
MASTER = Budget(simulations=4000, milliseconds=2000)
SHARP_STYLE = Style(guided=1.0, looks=4, rated=False)
MASTER_STYLE = Style(guided=1.0, looks=4, sharpness=2.0)

LEVELS: dict[str, Callable[[], Player]] = {
    "novice": lambda: GreedyPlayer(looks=3, slips=0.3, at_a_glance=True),
    "regular": lambda: GreedyPlayer(at_a_glance=True),
    "sharp": lambda: SearchPlayer(SHARP, SHARP_STYLE),
    "master": lambda: SearchPlayer(MASTER, MASTER_STYLE),
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


def unhurried(kind: str) -> Player:
    """The same player without a clock: it has its simulations however long they take."""
    player = named(kind)
    if isinstance(player, SearchPlayer):
        budget = Budget(player.budget.simulations, 0, player.budget.nodes)
        return SearchPlayer(budget, player.style)
    return player


def allowance(kind: str) -> float:
    """Seconds that a player of that name may think; raises :class:`UnknownPlayer`."""
    player = named(kind)
    return player.budget.milliseconds / 1000 if isinstance(player, SearchPlayer) else 0.0
