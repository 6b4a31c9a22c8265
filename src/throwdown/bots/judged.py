"""Judges that were learned from play: the file that holds one, and the player that goes by it."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from throwdown.bots.judges import Desk
from throwdown.bots.network import Judge
from throwdown.bots.player import Sight
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.parts import LESSONS

LOOPS = Path(__file__).parent / "judges.py"
FILE = "judge.npz"
CHOICES, SEARCHES, PLAYOUTS = LESSONS

Numbers = np.ndarray[Any, Any]


class NoJudge(ThrowdownError):
    """A game has no judge, or its file does not fit its signs."""


def read_judge(file: Path, game: GameFolder) -> Judge:
    """The judge in ``file``; raises :class:`NoJudge` where there is none that fits ``game``."""
    try:
        with np.load(file, allow_pickle=False) as arrays:
            judge = Judge(*(arrays[name] for name in Judge._fields))
    except (OSError, KeyError, ValueError) as error:
        raise NoJudge(f"{str(file)!r} holds no judge: {error}") from None
    many = len(judge.floor)
    wanted = ((judge.table.size,), (signs_of(game),), (signs_of(game), many), (many,), (many,))
    shapes = tuple(each.shape for each in judge)
    if shapes != wanted or any(each.dtype != np.float32 for each in judge):
        raise NoJudge(f"{str(file)!r} does not fit {game.title}: its arrays are {shapes}, not {wanted}")
    return judge


@lru_cache(maxsize=16)
def judge_of(game: GameFolder) -> Judge:
    """The judge that comes with ``game``; raises :class:`NoJudge`."""
    return read_judge(game.folder / FILE, game)


def is_of_settled(game: GameFolder) -> bool:
    """Whether a judge of ``game`` tells of settled positions alone."""
    return game.heuristics.LEARNED_FROM != CHOICES


def has_judge_of_settled(game: GameFolder, seats: int) -> bool:
    """Whether searches and playouts in matches of ``game`` for so many ``seats`` can ask a judge of settled
    positions."""
    return is_of_settled(game) and seats == game.seats[0] and (game.folder / FILE).exists()


@lru_cache(maxsize=16)
def digest_of_judge(game: GameFolder) -> str:
    """SHA-256 of the judge that comes with ``game``, in hexadecimal; empty where none does."""
    file = game.folder / FILE
    return sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def luck_judge(game: GameFolder) -> str:
    """The digest of the judge by which luck is counted in ``game``; empty where playouts count it. A judge of
    settled positions alone does not know what single dice change."""
    return "" if is_of_settled(game) else digest_of_judge(game)


def signs_of(game: GameFolder) -> int:
    """How many signs ``game`` describes a position by; raises :class:`NoJudge` for none."""
    signs = game.heuristics.SIGNS
    if signs == 0:
        raise NoJudge(f"{game.title} describes no position, so that nothing can be learned")
    return signs


def new_desk(game: GameFolder, judge: Judge, seats: int) -> Desk:
    """A desk for ``judge`` in a match of so many ``seats``."""
    many, width = game.rules.EVENTS, len(judge.floor)
    return Desk(
        judge=judge,
        seats=seats,
        boards=np.zeros(4, game.rules.STATE),
        events=np.zeros(many, np.int32),
        more=np.zeros(many, np.int32),
        weights=np.zeros(many, np.int32),
        signs=np.zeros(len(judge.direct), np.float32),
        hidden=np.zeros(width, np.float32),
        points=np.zeros(MAX_SEATS, np.int64),
        values=np.zeros(MAX_SEATS),
        best=np.zeros(MAX_SEATS),
    )


class JudgedPlayer:
    """Makes the choice after which the judge of the game gives its seat the largest share of the win; raises
    :class:`NoJudge` where the game has none, or one of settled positions alone."""

    def choose(self, sight: Sight, rng: Random) -> int:
        """The event with the largest share after it; of equal ones the first. Raises :class:`NoJudge`."""
        if len(sight.legal) == 1:
            return sight.legal[0]
        if is_of_settled(sight.game):
            raise NoJudge(f"{sight.game.title} has a judge of settled positions alone: nobody chooses by it")
        loops = sight.game.compilation.players(LOOPS)
        desk = new_desk(sight.game, judge_of(sight.game), sight.seats)
        shares = np.zeros(sight.game.rules.EVENTS)
        many = loops.rank(sight.state, sight.seat, desk, shares)
        return int(desk.events[np.argmax(shares[:many])])
