"""How a game treats its players: seats, length, choices, the course of matches, and who chose what.

Matches are played by one level from every seat. At the beginning of each turn the chance of each seat to win
is estimated by playouts from the true state (:mod:`throwdown.study`); who is *ahead* is the side whose chance
is above every other's by two standard errors of the difference, and nobody else. Numbers of matches are fixed
before any is played, so that 95 % intervals hold.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, field

from throwdown.bots import check_fit, sight, warm
from throwdown.bots.levels import digest_of, unhurried
from throwdown.kernel.compilation import State
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.tables import Plain
from throwdown.lab import luck, worth
from throwdown.lab.counts import Asked, Share, advantage_of, share_of
from throwdown.lab.habits import Habits, Sheet, habits_of, sheet_of
from throwdown.lab.runs import Running, measure
from throwdown.study.playouts import WHOLE, Playouts, Tally

PLAYOUTS = 60  # at the beginning of a turn
WEIGHING = 200  # playouts of each choice that is weighed
ACCOUNTS = 40  # matches of which an account is drawn up
CLEAR = 2.0  # standard errors by which a side is ahead
OFFERED = 100  # times that a choice was to be had, before it is said that nobody makes it
BEHIND = 0.5  # of an equal share: who was below that and won came back


class Choice(Struct):
    """One choice, by its notation: how often it was to be had beside others, how often it was made, and what
    those who made it, and those who made another, won of their matches (in units of 1 / WHOLE)."""

    offered: int = 0
    made: int = 0
    won: int = 0
    won_else: int = 0

    @property
    def share(self) -> str:
        """How often it was made of the times that it was to be had, in words."""
        return f"{100 * self.made / self.offered:.1f} % of {self.offered:,}"

    @property
    def wins(self) -> str:
        """The share of the wins of those who made it, in words."""
        return f"{100 * self.won / WHOLE / self.made:.1f} %" if self.made else "nobody"

    @property
    def wins_else(self) -> str:
        """The share of the wins of those who made another choice, in words."""
        others = self.offered - self.made
        return f"{100 * self.won_else / WHOLE / others:.1f} %" if others else "nobody"

    def add(self, other: Choice) -> None:
        """Count what ``other`` has counted, too."""
        self.offered += other.offered
        self.made += other.made
        self.won += other.won
        self.won_else += other.won_else


class Played(Struct):
    """One match: what each seat won in units of 1 / WHOLE, events, turns, decisions of seats, those of them
    with more than one choice and all choices of these, changes of who was ahead, the part of the match (0 to
    1) after which the winner stayed ahead, whether the winner came back, and the match's drama; what was
    weighed, what each seat won of a second match with the same seed of the game, its chance at the first
    decision, the parts of the account where one was drawn up, what was chosen where, if it is wanted, and
    what cards were worth."""

    won: list[int]
    events: int
    turns: int
    decisions: int
    real: int
    choices: int
    changes: int
    settled: float
    came_back: bool
    drama: float
    by_choice: dict[str, Choice]
    weighed: worth.Weighed
    again: list[int]
    first: list[float]
    parts: luck.Parts | None = None
    log: list[tuple[int, str]] | None = None
    habits: Habits | None = None
    cards: dict[str, float] = field(default_factory=dict)


class Manner(Struct, frozen=True):
    """How matches are played and looked at: by which level from every seat, with how many playouts, how many
    of them have an account, whether every event is written down, and whether a strategy sheet is made."""

    level: str = "regular"
    playouts: int = PLAYOUTS
    weighing: int = WEIGHING
    accounts: int = ACCOUNTS
    logs: bool = False
    sheet: bool = False


class Balance(Struct):
    """What was found over ``matches`` matches, each figure with its 95 % interval; ``by_choice`` is by
    notation, the most offered first."""

    game: str
    title: str
    matches: int
    wins: list[Share]
    advantage: Share
    figures: dict[str, Share]
    by_choice: dict[str, Choice]
    worths: dict[str, worth.Worth]
    luck_by_seeds: dict[str, Share]
    luck_by_account: dict[str, Share]
    seed: int
    version: int
    manner: Manner
    values: dict[str, Plain]
    logs: list[list[tuple[int, str]]] = field(default_factory=list)
    sheet: Sheet | None = None
    cards: dict[str, Share] = field(default_factory=dict)

    @property
    def never(self) -> list[str]:
        """Choices, by their notation, that were offered often and never made."""
        return [text for text, one in self.by_choice.items() if one.offered >= OFFERED and not one.made]

    @property
    def dominated(self) -> list[str]:
        """Choices, by their notation, to which another was clearly better whenever they were weighed."""
        return [text for text, one in self.worths.items() if one.is_dominated]


class Course:
    """Who was ahead from turn to turn of one match."""

    def __init__(self, match: Match, seed: int, playouts: int) -> None:
        self._match = match
        self._playouts = Playouts(match, seed)
        self._many = playouts
        self._heading = ""
        self.first: list[float] = []  # the chance of each seat at the first decision
        self.chances: list[np.ndarray[Any, Any]] = []  # by turn: the chance of each side
        self.ahead: list[int] = []  # by turn: the side that was ahead, -1 for none
        self._sides = sorted(set(self._playouts.sides))

    def look(self) -> None:
        """Estimate the chances if a turn begins here."""
        match = self._match
        heading = match.game.words.heading(match.truth())
        if heading == self._heading or match.over:
            return
        self._heading = heading
        tally = Tally(match.seats)
        tally.add(self._playouts.run(match.state, f"turn {len(self.chances)}", 0, self._many))
        self.first = self.first or list(tally.means())
        seats = [self._playouts.sides.index(side) for side in self._sides]
        self._note(np.array(tally.means())[seats])

    def _note(self, chances: np.ndarray[Any, Any]) -> None:
        self.chances.append(chances)
        best, second = np.argsort(chances)[::-1][:2].tolist()
        lead = float(chances[best] - chances[second])
        # the variance of a difference of two shares of the same playouts
        spread = float(chances[best] + chances[second]) - lead * lead
        is_clear = lead > CLEAR * math.sqrt(max(spread, 1 / self._many) / self._many)
        self.ahead.append(int(best) if is_clear else -1)

    def changes(self) -> int:
        """How often another side came to be ahead."""
        leaders = [side for side in self.ahead if side >= 0]
        return sum(a != b for a, b in pairwise(leaders))

    def settled(self, winner: int) -> float:
        """The part of the match after which ``winner``, a place among the sides, stayed ahead."""
        stays = len(self.ahead)
        while stays and self.ahead[stays - 1] == winner:
            stays -= 1
        return stays / max(1, len(self.ahead))

    def came_back(self, winner: int) -> bool:
        """Whether ``winner`` was below half an equal share by two standard errors."""
        low = BEHIND / len(self._sides)
        margin = CLEAR * math.sqrt(low * (1 - low) / self._many)
        return any(chances[winner] < low - margin for chances in self.chances)

    def drama(self, winner: int) -> float:
        """The mean of the square roots of how far the winner was behind, over the turns at which another was
        ahead (Browne, Automatic Generation and Evaluation of Recombination Games, 2008)."""
        behind = [
            math.sqrt(float(chances[side] - chances[winner]))
            for chances, side in zip(self.chances, self.ahead, strict=True)
            if side not in (-1, winner)
        ]
        return sum(behind) / len(self.chances) if self.chances else 0.0

    def place_of(self, seat: int) -> int:
        """The place of the side of ``seat`` among the sides."""
        return self._sides.index(self._playouts.sides[seat])


def play(asked: Asked, manner: Manner, number: int) -> Played:
    """Match ``number`` of ``asked``, every seat by a new player that has no clock."""
    game = load(asked.game)
    if game.compilation.state is not State.PLAYERS_READY:
        warm(game)
    seed = asked.seed * 1_000_003 + number
    match, rng = game.match(asked.seats, seed=seed, values=asked.values), random.Random(seed)
    players = [unhurried(manner.level) for _ in range(match.seats)]
    course, made = Course(match, seed, manner.playouts), list[tuple[int, str, list[str]]]()
    decisions = real = choices = 0
    while not match.over:
        course.look()
        seat = match.awaited[0]
        legal = match.legal_events(seat)
        event = players[seat].choose(sight(match, seat), rng)
        decisions += 1
        if len(legal) > 1:
            texts = match.texts(seat, legal)
            real, choices = real + 1, choices + len(legal)
            made.append((seat, texts[legal.index(event)], texts))
        match.play(seat, event)
    won = _won(match)
    winner = course.place_of(match.winners[0])
    return Played(
        won, len(match.log), len(course.chances), decisions, real, choices, course.changes(),
        course.settled(winner), course.came_back(winner), course.drama(winner), _by_choice(made, won),
        weighed=worth.weigh(match, seed, manner.weighing),
        again=_again(asked, manner.level, seed),
        first=course.first or won_of(won),
        parts=luck.parts_of(match, seed) if number < manner.accounts else None,
        log=_log(match) if manner.logs else None,
        habits=habits_of(match) if manner.sheet else None,
        cards=worth.weigh_cards(match, seed, manner.weighing),
    )  # fmt: skip


def _again(asked: Asked, level: str, seed: int) -> list[int]:
    """What each seat wins of a match with the same seed of the game, by players who draw anew."""
    match = load(asked.game).match(asked.seats, seed=seed, values=asked.values)
    rng, players = random.Random(f"again {seed}"), [unhurried(level) for _ in range(match.seats)]
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, players[seat].choose(sight(match, seat), rng))
    return _won(match)


def won_of(shares: Sequence[int]) -> list[float]:
    """Shares of a win from their units."""
    return [share / WHOLE for share in shares]


def _won(match: Match) -> list[int]:
    share = WHOLE // len(match.winners)
    return [share if seat in match.winners else 0 for seat in range(match.seats)]


def _by_choice(made: Sequence[tuple[int, str, list[str]]], won: list[int]) -> dict[str, Choice]:
    found: dict[str, Choice] = {}
    for seat, chosen, texts in made:
        for text in texts:
            one = found.setdefault(text, Choice())
            one.offered += 1
            if text == chosen:
                one.made += 1
                one.won += won[seat]
            else:
                one.won_else += won[seat]
    return found


def _log(match: Match) -> list[tuple[int, str]]:
    """Every event as its seat (-1: chance) and its notation, as a transcript writes it."""
    fresh, written = match.replay(0), list[tuple[int, str]]()
    for entry in match.log:
        text = fresh.texts(entry.seat, [entry.event])[0]
        written.append((entry.seat if entry.seat != CHANCE else -1, text))
        fresh.extend([entry])
    return written


FIGURES: dict[str, Callable[[Played], float]] = {
    "events": lambda one: one.events,
    "turns": lambda one: one.turns,
    "decisions with more than one choice": lambda one: one.real / max(1, one.decisions),
    "weighed decisions with more than one sensible choice": lambda one: (
        one.weighed.open / max(1, one.weighed.decisions)
    ),
    "choices where there is more than one": lambda one: one.choices / max(1, one.real),
    "changes of who is ahead": lambda one: one.changes,
    "part after which the winner stays ahead": lambda one: one.settled,
    "won from behind": lambda one: one.came_back,
    "drama": lambda one: one.drama,
}
PARTS = (
    "decisions with more than one choice",
    "weighed decisions with more than one sensible choice",
    "part after which the winner stays ahead",
    "won from behind",
)


def balance(
    asked: Asked,
    manner: Manner | None = None,
    *,
    keep: Path | None = None,
    cores: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Balance:
    """Play the matches of ``asked`` and measure them.

    Raises :class:`UnknownPlayer`, :class:`BadPlayer`, :class:`BadValue` for what the game refuses, and
    :class:`Stopped` after Ctrl-C.
    """
    manner = manner or Manner()
    game = load(asked.game)
    game.match(asked.seats, values=asked.values)
    check_fit(manner.level, game, asked.values, asked.seats)
    settings = asked.written("balance") | {"manner": manner} | digest_of(manner.level, game, asked.seats)
    found = measure(
        partial(play, asked, manner), asked.matches, Played, settings, Running(keep, cores, progress)
    )  # fmt: skip
    return _summed(asked, manner, found)


def _summed(asked: Asked, manner: Manner, found: Sequence[Played]) -> Balance:
    game = load(asked.game)
    won = [won_of(one.won) for one in found]
    wins = [_share([one[seat] for one in won]) for seat in range(asked.seats)]
    by_choice: dict[str, Choice] = {}
    for one in found:
        for text, choice in one.by_choice.items():
            by_choice.setdefault(text, Choice()).add(choice)
    told = [(one.parts, each) for one, each in zip(found, won, strict=True) if one.parts]
    return Balance(
        game=asked.game,
        title=game.title,
        matches=len(found),
        wins=wins,
        advantage=advantage_of(wins),
        figures={name: _share([float(of(one)) for one in found]) for name, of in FIGURES.items()},
        by_choice=dict(sorted(by_choice.items(), key=lambda item: (-item[1].offered, item[0]))),
        worths=worth.summed([one.weighed for one in found]),
        luck_by_seeds=luck.by_seeds(won, [won_of(one.again) for one in found], [one.first for one in found]),
        luck_by_account=luck.by_account([parts for parts, _ in told], [each for _, each in told]),
        seed=asked.seed,
        version=game.version,
        manner=manner,
        values=asked.values,
        logs=[one.log for one in found if one.log is not None],
        sheet=sheet_of(asked.game, [one.habits for one in found if one.habits]) if manner.sheet else None,
        cards=worth.summed_cards([one.cards for one in found]),
    )


def _share(numbers: Sequence[float]) -> Share:
    return share_of(sum(numbers), sum(number * number for number in numbers), len(numbers))
