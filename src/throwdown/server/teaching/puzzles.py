"""Puzzles as a browser is told them: the table as the seat sees it, and apart from it the answer."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from throwdown.kernel.game import Game, all_games
from throwdown.kernel.narrator import tell_all
from throwdown.server.table.stage import step_of
from throwdown.server.table.tables import BOT_NAMES
from throwdown.server.wire import Person, Step, Steps
from throwdown.study.puzzles import BadPuzzle, Puzzle, puzzles_of

log = logging.getLogger("throwdown.server")


class PuzzleLine(Struct, frozen=True):
    """A puzzle: the key in its address, its number among those of its game, from 1, and how hard it is, 1 to
    3. ``here``: it is of a match that was played on this server."""

    key: str
    number: int
    hard: int
    here: bool = False


class GamePuzzles(Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    title: str
    puzzles: tuple[PuzzleLine, ...]


class Daily(Struct, frozen=True):
    """The puzzle of a day, the same for everybody; ``day`` is a date such as 2026-11-23, in UTC."""

    day: str
    game: str
    title: str
    puzzle: PuzzleLine


class AllPuzzles(Struct, frozen=True):
    """The games that have puzzles; ``daily`` is today's, None where no game has any."""

    games: tuple[GamePuzzles, ...]
    daily: Daily | None


class PuzzleTold(Struct, frozen=True):
    """A puzzle at its table: ``you`` is the seat that chooses, ``people`` sit on all; ``steps`` are those of
    the match so far, as in a match. ``level`` played it, or people. ``next`` is the key of the puzzle after
    it, or of the first."""

    game: str
    title: str
    puzzle: PuzzleLine
    level: str
    you: int
    people: tuple[Person, ...]
    steps: Steps
    next: str


class PuzzleChoice(Struct, frozen=True):
    """A choice with the chance to win, and half the width of the range that holds it 95 times in 100. The
    best was played out most often: another's chance is that of the best, less what it fell behind in the
    playouts of both."""

    event: int
    chance: float
    doubt: float


class PuzzleAnswer(Struct, frozen=True):
    """The choices of a puzzle, the best first; ``played`` was made in the match, and ``thumb`` is what the
    rule of thumb takes. ``playouts`` of the best were counted; ``why`` is what the game says of it."""

    choices: tuple[PuzzleChoice, ...]
    played: int
    thumb: int
    playouts: int
    why: str = ""


@cache
def usable(game: Game) -> dict[str, Puzzle]:
    """The puzzles of ``game`` by key; none where one of its files cannot be read."""
    try:
        return {puzzle.key: puzzle for puzzle in puzzles_of(game)}
    except BadPuzzle as error:
        log.warning("%s is offered without puzzles: %s", game.key, error)
        return {}


def offered(here: Callable[[str], Sequence[Puzzle]] = lambda game: ()) -> tuple[GamePuzzles, ...]:
    """The games that have puzzles; ``here`` gives those of this server's own matches by the key of a game."""
    found = [(game, lines(game, here(game.key))) for game in all_games()]
    return tuple(GamePuzzles(game.key, game.title, those) for game, those in found if those)


def lines(game: Game, here: Sequence[Puzzle] = ()) -> tuple[PuzzleLine, ...]:
    """The puzzles of ``game``: those that ship with it, then those of this server's own matches."""
    whole = [*usable(game).values(), *here]
    own = len(whole) - len(here)
    return tuple(PuzzleLine(one.key, n + 1, one.hardness, n >= own) for n, one in enumerate(whole))


def daily(day: date) -> Daily | None:
    """The puzzle of ``day``: of a game by turns, and of the puzzles that ship with it one that the date
    decides."""
    games = offered()
    if not games:
        return None
    game = games[day.toordinal() % len(games)]
    digest = hashlib.sha256(f"throwdown puzzle {day.isoformat()}".encode()).digest()
    chosen = game.puzzles[int.from_bytes(digest[:8], "big") % len(game.puzzles)]
    return Daily(day.isoformat(), game.game, game.title, chosen)


class Offered(NamedTuple):
    """A puzzle of ``game`` with its line, and the key of the one after it, or of the first."""

    game: Game
    puzzle: Puzzle
    line: PuzzleLine
    next: str


def find(game: Game, key: str, here: Sequence[Puzzle] = ()) -> Offered | None:
    """The puzzle ``key`` of ``game``, of those that ship with it or of this server's own matches; None where
    there is none."""
    whole, told_of = {**usable(game), **{one.key: one for one in here}}, lines(game, here)
    if key not in whole:
        return None
    n = list(whole).index(key)
    return Offered(game, whole[key], told_of[n], told_of[(n + 1) % len(told_of)].key)


def told(one: Offered) -> PuzzleTold:
    """A puzzle without its answer."""
    game, puzzle = one.game, one.puzzle
    match = puzzle.match(game)
    steps = [step_of(telling, scene=False) for telling in tell_all(match, puzzle.seat) if telling.said]
    n = len(match.log)
    last = steps.pop() if steps and steps[-1].n == n else Step(n, match.game.words.heading(match.truth()))
    now = Step(n, last.heading, last.said, match.unaided(puzzle.seat), last.rolled)
    people = tuple(
        Person(seat, "person", "You") if seat == puzzle.seat else Person(seat, "bot", BOT_NAMES[seat], seat)
        for seat in range(match.seats)
    )
    return PuzzleTold(
        game=game.key,
        title=game.title,
        puzzle=one.line,
        level=puzzle.level,
        you=puzzle.seat,
        people=people,
        steps=Steps(0, (*steps, now)),
        next=one.next,
    )


def answer(one: Offered) -> PuzzleAnswer:
    """The answer to a puzzle."""
    puzzle = one.puzzle
    match = puzzle.match(one.game)
    events = match.legal_events(puzzle.seat)
    named = dict(zip(match.texts(puzzle.seat, events), events, strict=True))
    chance = puzzle.choices[0].chance
    best = named[puzzle.choices[0].text]
    return PuzzleAnswer(
        tuple(
            PuzzleChoice(named[each.text], max(0.0, chance - each.less), each.doubt)
            for each in puzzle.choices
        ),
        named[puzzle.played],
        named[puzzle.thumb],
        puzzle.playouts,
        next(each.note for each in match.scene(puzzle.seat).choices if each.event == best),
    )
