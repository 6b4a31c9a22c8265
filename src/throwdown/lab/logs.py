"""Every event of matches of compiled batches, for those who want more than how they ended.

Match k is the one that :func:`.simulate.simulate` plays under the same number and seed: the same streams are
drawn from in the same order, here event by event.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from throwdown.bots import warm
from throwdown.bots.player import loops_of
from throwdown.kernel.chance import Recorded
from throwdown.kernel.compilation import State
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.game import Game, load
from throwdown.kernel.records import copy_records
from throwdown.lab.counts import Asked
from throwdown.lab.runs import Running, measure
from throwdown.lab.simulate import by_seat

PIECE = 16  # matches
COLUMNS = ("match", "number", "seat", "event")  # seat -1 is chance
Numbers = np.ndarray[Any, Any]
Log = list[tuple[int, str]]


class Logs(Struct):
    """Some matches in their order, each as its events: the seat (-1: chance) and the notation."""

    matches: list[Log]


def logs(
    asked: Asked,
    *,
    keep: Path | None = None,
    cores: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Log]:
    """The events of all matches of ``asked``. ``progress`` is told how many matches are done.

    Raises :class:`BadValue` for what the game refuses, and :class:`Stopped` after Ctrl-C.
    """
    load(asked.game).match(asked.seats, values=asked.values)
    pieces = math.ceil(asked.matches / PIECE)
    told = partial(_told, progress, asked.matches) if progress else None
    found = measure(partial(_piece, asked), pieces, Logs, asked.written("events"), Running(keep, cores, told))
    return [log for piece in found for log in piece.matches]


def rows(found: list[Log]) -> Iterator[tuple[int, int, int, str]]:
    """The rows of a table of COLUMNS: events of a match are numbered from 1."""
    return ((k, n, *event) for k, log in enumerate(found) for n, event in enumerate(log, 1))


def _told(progress: Callable[[int], None], matches: int, pieces: int) -> None:
    progress(min(matches, pieces * PIECE))


def _piece(asked: Asked, number: int) -> Logs:
    game, first = load(asked.game), number * PIECE
    if game.compilation.state is not State.PLAYERS_READY:
        warm(game)
    begun = game.match(asked.seats, chance=Recorded(()), values=asked.values, engine=game.loops(True)).state
    numbers = range(first, min(asked.matches, first + PIECE))
    return Logs([_log(game, copy_records(begun), asked, each) for each in numbers])


def _log(game: Game, board: Numbers, asked: Asked, number: int) -> Log:
    """Play match ``number`` on ``board``, an array of one record that waits for its first event."""
    engine, loops, found = game.loops(True), loops_of(game), Log()
    dice = np.empty(4, np.uint64)
    if asked.policies:
        rng = np.empty(4, np.uint64)
        loops.start(dice, asked.seed, 2 * number)
        loops.start(rng, asked.seed, 2 * number + 1)
    else:
        rng = dice
        loops.start(dice, asked.seed, number)
    events, weights = np.empty((2, game.rules.EVENTS), np.int32)
    policies = loops.in_order(by_seat(asked.policies), number)
    while mask := int(engine.awaited(board)):
        seat = int(loops.asked(mask, policies.order))
        n, total = engine.legal(board, seat, events, weights)
        k = int(loops.draw(n, total, weights, dice if seat == CHANCE else rng))
        if seat != CHANCE and n > 1 and asked.policies:
            policy = asked.policies[seat]
            if policy.looks > 1 and loops.unit(rng) >= policy.slips:
                hidden = copy_records(board)
                engine.hide(hidden, seat)
                k = int(loops.judged_choice(hidden, seat, events[:n], policies, rng))
        event = int(events[k])
        text = game.words.notation(game.view_of(board), seat, event)
        found.append((-1 if seat == CHANCE else seat, text))
        engine.apply(board, seat, event)
    return found
