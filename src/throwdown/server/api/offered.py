"""The games that a server offers: those that keep to the contract, and whose files of text and data can be
read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache

from throwdown.bots.portraits import portraits_of
from throwdown.bots.strengths import strengths_of
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import Broken, Game, all_games, broken_games
from throwdown.lessons import lessons_of
from throwdown.lessons.examples import examples_of
from throwdown.server.beside.boxes import box_of
from throwdown.server.beside.companions import printed_kinds
from throwdown.server.teaching.howto import how_to

READERS: tuple[Callable[[Game], object], ...] = (
    how_to, lessons_of, examples_of, box_of, printed_kinds, strengths_of, portraits_of
)  # fmt: skip
_reading = threading.Lock()  # answers are made in several threads


def fault_in(game: Game) -> str:
    """What is wrong with which of the files of text and data of ``game``; empty where all can be read."""
    for read in READERS:
        try:
            read(game)
        except ThrowdownError as error:
            return str(error)
    return ""


@cache
def _sorted_out() -> tuple[tuple[Game, ...], tuple[Broken, ...]]:
    faults = {game: fault_in(game) for game in all_games()}
    games = tuple(game for game, fault in faults.items() if not fault)
    return games, tuple(Broken(game.key, fault) for game, fault in faults.items() if fault)


def offered_games() -> tuple[Game, ...]:
    """All games that a server offers, by title."""
    with _reading:
        return _sorted_out()[0]


def refused_games() -> tuple[Broken, ...]:
    """The games that were found and are not offered, with what is wrong with them."""
    with _reading:
        return (*broken_games(), *_sorted_out()[1])
