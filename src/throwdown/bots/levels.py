"""The named levels: players with a budget, weakest first. ``docs/levels.md`` says how far apart they are.

Novice and Regular go by the rule of thumb, Sharp and Master search, Master ten times as long. All but Master
slip now and then, as people do.

``novice-1`` to ``master-1`` are the levels as they were first measured. They stay as they are, so that
a level that has changed can be matched against what it was; no table offers them. Nor does any offer
``judge``, which goes by what ``throwdown lab train`` has learned.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, structs

from throwdown.bots.judged import JudgedPlayer
from throwdown.bots.player import ALL, GreedyPlayer, Player, RandomPlayer, SlippingPlayer, UnknownPlayer
from throwdown.bots.search import Budget, SearchPlayer, Style


class Level(Struct, frozen=True):
    """A rule of thumb that glances at ``glances`` choices, or with a ``budget`` a search.

    ``slips`` is the part of its choices that are made at random.
    """

    slips: float = 0.0
    glances: int = ALL
    budget: Budget | None = None
    style: Style | None = None

    def player(self, milliseconds: int) -> Player:
        """A new player of this level; ``milliseconds`` of thought, 0: as many as it takes."""
        if self.budget is None:
            thinker: Player = GreedyPlayer(self.glances, at_a_glance=True)
        else:
            budget = Budget(self.budget.simulations, milliseconds, self.budget.nodes)
            thinker = SearchPlayer(budget, self.style)
        return SlippingPlayer(thinker, self.slips) if self.slips else thinker

    @property
    def milliseconds(self) -> int:
        """How long it may think; 0 for one that does not search."""
        return self.budget.milliseconds if self.budget else 0


SHARP = Budget(simulations=400, milliseconds=500)
MASTER = Budget(simulations=4000, milliseconds=2000)

SHARP_STYLE = Style(guided=1.0, looks=4, sharpness=4.0, rated=False, solved=6)
MASTER_STYLE = Style(guided=1.0, looks=4, sharpness=4.0, solved=60)

FORMER = {
    "novice-1": Level(slips=0.5, glances=3),
    "regular-1": Level(slips=0.25),
    "sharp-1": Level(slips=0.1, budget=SHARP, style=SHARP_STYLE),
    "master-1": Level(budget=MASTER, style=MASTER_STYLE),
}
LEVELS = {name: FORMER[f"{name}-1"] for name in ("novice", "regular", "sharp", "master")}
PLAIN: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
LEARNED: dict[str, Callable[[], Player]] = {"judge": JudgedPlayer}
SIMPLE = PLAIN | LEARNED  # players that take no time


def kinds() -> tuple[str, ...]:
    """The names of the players that a table offers: the plain ones, then the levels, weakest first."""
    return (*PLAIN, *LEVELS)


def named(kind: str) -> Player:
    """A new player of that level, present or former, or ``random``, ``greedy`` or ``judge``; raises
    :class:`UnknownPlayer`."""
    if kind in SIMPLE:
        return SIMPLE[kind]()
    return _level(kind).player(_level(kind).milliseconds)


def let_think(player: Player, milliseconds: int) -> None:
    """Give ``player`` that many milliseconds for each choice from now on, where it searches; it keeps its
    tree."""
    thinker = player.thinker if isinstance(player, SlippingPlayer) else player
    if isinstance(thinker, SearchPlayer):
        thinker.budget = structs.replace(thinker.budget, milliseconds=milliseconds)


def unhurried(kind: str) -> Player:
    """A new player of level ``kind`` without a clock, so that it runs all its simulations; raises
    :class:`UnknownPlayer`."""
    return SIMPLE[kind]() if kind in SIMPLE else _level(kind).player(0)


def choosing(kind: str) -> tuple[int, float]:
    """How a player of that name chooses where it does not search: at how many events it glances, and the
    share of its choices that are random. A searching level is taken for one that glances at all. Raises
    :class:`UnknownPlayer`."""
    if kind in PLAIN:
        return (1, 1.0) if kind == "random" else (ALL, 0.0)
    return _level(kind).glances, _level(kind).slips


def allowance(kind: str) -> float:
    """Seconds that a player of that name may think; raises :class:`UnknownPlayer`."""
    return 0.0 if kind in SIMPLE else _level(kind).milliseconds / 1000


def _level(kind: str) -> Level:
    known = LEVELS | FORMER
    if kind not in known:
        raise UnknownPlayer(f"unknown player {kind!r}; known are {', '.join((*SIMPLE, *known))}")
    return known[kind]
