"""The named levels: players with a budget, weakest first. ``docs/levels.md`` says how far apart they are.

Novice and Regular go by the rule of thumb. Sharp searches, and so does Master, for longer, unless the game
gives it rollouts; what a game can solve is solved. All but Master err, as people do: the less a mistake costs
by their own judgement, the likelier they make it. How much they err, each game says for itself
(:mod:`.strengths`).

``novice-1`` to ``master-1`` are the levels as they were first measured; those below Master made a part of
their choices at random. They stay as they are, so that a level that has changed can be matched against what
it was; no table offers them. Nor does any offer ``judge``, which goes by what ``throwdown lab train``
has learned.

``master/2`` is Master with half of the simulations, or rollouts, and any level that searches can be had so
with a part of its thought: what thought is worth is measured by it, and no table offers it.

A trained player (:mod:`.trained`) is named by its file, ``FILE.npz``, or by its own name where it was
brought along (:func:`bring`): then tables of its game offer it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from throwdown.bots.judged import JudgedPlayer, digest_of_judge, has_judge_of_settled
from throwdown.bots.player import (
    ALL,
    AdaptedPlayer,
    GreedyPlayer,
    Player,
    RandomPlayer,
    SlippingPlayer,
    TemperedPlayer,
    UnknownPlayer,
)
from throwdown.bots.policies import Policy, among
from throwdown.bots.search import Budget, SearchPlayer, Style
from throwdown.bots.strengths import Best, Search, Thumb, strengths_of
from throwdown.bots.trained import BadPlayer, Trained, TrainedPlayer, read
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.tables import Plain


class Level(Struct, frozen=True, omit_defaults=True):
    """A rule of thumb that looks at ``glances`` choices, or with a ``budget`` a search in some ``style``.

    ``slips`` is the part of its choices that are made at random. With a ``temperature``, in the unit of the
    game's ``worth``, a rule of thumb looks at all choices and errs (:class:`.player.TemperedPlayer`). Where
    ``rated`` it goes by the full ``worth``, else by ``rough``. A level with a ``strength`` is changed by what
    a game says of that one of :class:`.strengths.Strengths`. A ``former`` one goes by the rule of thumb of
    its time, where the game has another one now. One that searches may spend one of so many ``parts`` of its
    simulations, or rollouts.
    """

    slips: float = 0.0
    glances: int = ALL
    budget: Budget | None = None
    style: Style = Style()
    temperature: float = 0.0
    rated: bool = False
    strength: str = ""
    parts: int = 1
    former: bool = False

    def within(self, game: GameFolder, seats: int) -> Level:
        """This level as it is in ``game`` for so many ``seats``. Raises :class:`BrokenGame` where that says
        nothing sensible."""
        return self._said(game, seats)._part()

    def _part(self) -> Level:
        """This level with the part of its thought that it may spend."""
        if self.parts == 1 or self.budget is None:
            return self
        rollouts = self.style.rollouts
        fewer = rollouts and structs.replace(rollouts, playouts=max(1, rollouts.playouts // self.parts))
        budget = structs.replace(self.budget, simulations=max(1, self.budget.simulations // self.parts))
        return structs.replace(
            self, budget=budget, style=structs.replace(self.style, rollouts=fewer), parts=1
        )

    def _said(self, game: GameFolder, seats: int) -> Level:
        """This level as the ``levels.toml`` of ``game`` has it for so many ``seats``."""
        said: Thumb | Search | Best | None = (
            getattr(strengths_of(game), self.strength) if self.strength else None
        )
        if isinstance(said, Thumb):
            temperature = said.at(seats)
            glances = ALL if temperature else self.glances
            return structs.replace(
                self, strength="", glances=glances, temperature=temperature, rated=said.rated
            )
        if isinstance(said, Search) and self.budget:
            rated = self.style.rated if said.rated is None else said.rated
            style = structs.replace(
                self.style,
                temperature=said.at(seats),
                rated=rated,
                sharpness=self._sharpness(said, seats),
                solved=said.iterations or self.style.solved,
            )
            budget = structs.replace(self.budget, simulations=said.simulations or self.budget.simulations)
            return structs.replace(self, strength="", budget=budget, style=style)
        if isinstance(said, Best) and self.budget:
            judged = has_judge_of_settled(game, seats)
            rollouts = said.rollouts and said.rollouts.within(seats, judged=judged)
            style = structs.replace(
                self.style,
                rollouts=rollouts,
                judged=judged,
                sharpness=self._sharpness(said, seats),
                pure=self.style.pure if said.pure is None else said.pure,
                sure=self.style.sure if said.sure is None else said.sure,
            )
            budget = structs.replace(self.budget, simulations=said.simulations or self.budget.simulations)
            return structs.replace(self, strength="", budget=budget, style=style)
        return self

    def _sharpness(self, said: Search | Best, seats: int) -> float:
        """How sharply it rates choices for so many ``seats``, by what a game says."""
        told = among(seats, said.sharpness, said.several_sharpness)
        return self.style.sharpness if told is None else told

    def player(self, milliseconds: int) -> Player:
        """A new player of this level; ``milliseconds`` of thought, 0: as many as it takes."""
        if self.strength or self.parts > 1:
            return AdaptedPlayer(self._adapted, milliseconds)
        if self.temperature and not self.budget:
            return TemperedPlayer(self.temperature, self.rated)
        if self.budget is None:
            thinker: Player = GreedyPlayer(self.glances, not self.rated, self.former)
        else:
            thinker = SearchPlayer(structs.replace(self.budget, milliseconds=milliseconds), self.style)
        return SlippingPlayer(thinker, self.slips) if self.slips else thinker

    def _adapted(self, game: GameFolder, seats: int, milliseconds: int) -> Player:
        return self.within(game, seats).player(milliseconds)

    @property
    def policy(self) -> Policy:
        """How it chooses where it does not search; one that searches is taken for one that goes by par. A
        former level, which slips, takes the first of events that it rates alike, as when it was measured."""
        if self.budget:
            return Policy(self.glances, self.slips, rated=self.rated, former=self.former)
        evenly = not self.slips
        return Policy(self.glances, self.slips, self.temperature, self.rated, evenly, self.former)

    @property
    def milliseconds(self) -> int:
        """How long it may think; 0 for one that does not search."""
        return self.budget.milliseconds if self.budget else 0


SHARP = Budget(simulations=400, milliseconds=500)
MASTER = Budget(simulations=4000, milliseconds=2000)

SHARP_STYLE = Style(guided=1.0, looks=4, sharpness=4.0, rated=False, solved=6)
MASTER_STYLE = Style(guided=1.0, looks=4, sharpness=4.0, solved=60)

FORMER = {
    "novice-1": Level(slips=0.5, glances=3, former=True),
    "regular-1": Level(slips=0.25, former=True),
    "sharp-1": Level(slips=0.1, budget=SHARP, style=structs.replace(SHARP_STYLE, former=True), former=True),
    "master-1": Level(budget=MASTER, style=structs.replace(MASTER_STYLE, former=True), former=True),
}
LEVELS = {
    "novice": Level(glances=3, strength="novice"),
    "regular": Level(strength="regular"),
    "sharp": Level(budget=SHARP, style=SHARP_STYLE, strength="sharp"),
    "master": Level(budget=MASTER, style=structs.replace(MASTER_STYLE, best=True), strength="master"),
}
PLAIN: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
LEARNED: dict[str, Callable[[], Player]] = {"judge": JudgedPlayer}
SIMPLE = PLAIN | LEARNED  # players that take no time
PARTS = re.compile(r"(/[1-9]\d{0,3})?", re.ASCII)  # after the name of a level

_brought: dict[str, Trained] = {}  # by name


def bring(file: Path) -> None:
    """Offer the trained player in ``file`` at the tables of its game, in this process. Raises
    :class:`BadPlayer` for a file that holds none, and for a name that another player has."""
    trained = read(file)
    name = trained.header.name
    if name in (*SIMPLE, *LEVELS, *FORMER) or _brought.get(name, trained).digest != trained.digest:
        raise BadPlayer(f"{str(file)!r} holds a player {name!r}, as another is called")
    _brought[name] = trained


def trained_of(kind: str) -> Trained | None:
    """The trained player that ``kind`` names, by its file or by its own name; None for another player.
    Raises :class:`BadPlayer` for a file that holds none."""
    return read(Path(kind)) if kind.endswith(".npz") else _brought.get(kind)


def digest_of(kind: str, game: GameFolder, seats: int) -> dict[str, str]:
    """What is kept with the results of ``kind`` so that they are told from those of another player of its
    name: the SHA-256 of a trained player, of the judge of ``judge``, of what a level is in ``game`` for so
    many ``seats``, with what it looks up there; nothing for others. Raises :class:`UnknownPlayer`, and
    :class:`BadPlayer` for a file."""
    trained = trained_of(kind)
    if trained:
        return {"player": trained.digest}
    if kind in SIMPLE:
        return {"player": digest_of_judge(game)} if kind in LEARNED else {}
    level = _level(kind).within(game, seats)
    told = msgspec.json.encode(level)
    if level.style.judged:
        told += digest_of_judge(game).encode()
    for file in game.solving.LOOKED_UP if level.style.best else ():
        told += file.read_bytes() if file.exists() else b""
    return {"player": sha256(told).hexdigest()}


def check_fit(kind: str, game: GameFolder, values: Mapping[str, Plain], seats: int) -> None:
    """Raise :class:`UnknownPlayer` where no player has that name, and :class:`BadPlayer` for one that was
    trained for another game than ``game``, or for other ``values`` or ``seats``."""
    named(kind)
    trained = trained_of(kind)
    if trained and (reason := trained.misfit(game, values, seats)):
        raise BadPlayer(reason)


def kinds(game: str = "") -> tuple[str, ...]:
    """The names of the players that a table offers: the plain ones, then the levels, weakest first, then the
    trained players of ``game``."""
    trained = (name for name, each in _brought.items() if each.header.game == game)
    return (*PLAIN, *LEVELS, *trained)


def is_player(kind: str) -> bool:
    """Whether a player has that name here and now."""
    return kind in SIMPLE or kind in LEVELS or kind in FORMER or kind in _brought


def named(kind: str) -> Player:
    """A new player of that level, present or former, or ``random``, ``greedy``, ``judge`` or a trained one;
    raises :class:`UnknownPlayer`, and :class:`BadPlayer` for a file."""
    return _quick(kind) or _level(kind).player(_level(kind).milliseconds)


def let_think(player: Player, milliseconds: int) -> None:
    """Give ``player`` that many milliseconds for each choice from now on, where it searches; it keeps its
    tree."""
    if isinstance(player, AdaptedPlayer):
        player.milliseconds = milliseconds
        for each in player.players.values():
            let_think(each, milliseconds)
    thinker = player.thinker if isinstance(player, SlippingPlayer) else player
    if isinstance(thinker, SearchPlayer):
        thinker.budget = structs.replace(thinker.budget, milliseconds=milliseconds)


def unhurried(kind: str) -> Player:
    """A new player of level ``kind`` without a clock, so that it runs all its simulations; raises
    :class:`UnknownPlayer`, and :class:`BadPlayer` for a file."""
    return _quick(kind) or _level(kind).player(0)


def choosing(kind: str, game: GameFolder, seats: int) -> Policy:
    """How a player of that name chooses in ``game`` for so many ``seats`` where it does not search. A
    searching level is taken for one that looks at all choices, and so is a trained player. Raises
    :class:`UnknownPlayer`."""
    if kind in PLAIN:
        return Policy(1, 1.0) if kind == "random" else Policy(ALL, rated=True, evenly=True)
    return Policy(ALL) if trained_of(kind) else _level(kind).within(game, seats).policy


def searches(kind: str) -> bool:
    """Whether a player of that name searches; raises :class:`UnknownPlayer`, and :class:`BadPlayer` for a
    file."""
    return not (kind in SIMPLE or trained_of(kind)) and _level(kind).budget is not None


def allowance(kind: str) -> float:
    """Seconds that a player of that name may think; raises :class:`UnknownPlayer`."""
    return 0.0 if kind in SIMPLE or trained_of(kind) else _level(kind).milliseconds / 1000


def _quick(kind: str) -> Player | None:
    """A new player of that name where it takes no time; None for a level."""
    trained = trained_of(kind)
    return TrainedPlayer(trained) if trained else SIMPLE[kind]() if kind in SIMPLE else None


def _level(kind: str) -> Level:
    known = LEVELS | FORMER
    name, _, parts = kind.partition("/")
    level = known.get(name)
    if level is None or (parts and level.budget is None) or not PARTS.fullmatch(kind[len(name) :]):
        raise UnknownPlayer(f"unknown player {kind!r}; known are {', '.join((*SIMPLE, *known, *_brought))}")
    return structs.replace(level, parts=int(parts or 1))
