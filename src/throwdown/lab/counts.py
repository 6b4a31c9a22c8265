"""Matches in compiled batches, counted: who wins from which seat, and how long a match is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from throwdown.bots import warm
from throwdown.kernel.compilation import State
from throwdown.kernel.game import Game, load
from throwdown.kernel.tables import Plain
from throwdown.lab.matchup import Z95
from throwdown.lab.runs import Running, measure
from throwdown.lab.simulate import Opening, Policy, simulate
from throwdown.study.playouts import WHOLE

PIECE = 4096  # matches


class Asked(Struct, frozen=True):
    """The matches to be played: ``seats`` seats by the policies, ``values`` as the table has them."""

    game: str
    matches: int
    seats: int
    values: dict[str, Plain]
    seed: int = 0
    policies: tuple[Policy, ...] = ()

    def written(self, what: str) -> dict[str, Any]:
        """The description by which results on disk are known: ``what`` is measured, the version of the rules,
        and the matches."""
        return {"what": what, "rules": load(self.game).version, "asked": self}


class Piece(Struct):
    """Some matches: by seat the shares of the win in units of 1 / WHOLE, their squares, and points, all
    summed; events in all; and the points of each match by seat where they are wanted."""

    shares: list[int]
    squares: list[int]
    points: list[int]
    events: int
    rows: list[list[int]] | None = None


class Share(Struct, frozen=True):
    """A mean over so many matches, with the half-width of its 95 % confidence interval."""

    mean: float
    margin: float
    matches: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} % ± {100 * self.margin:.2f}"


class Counted(Struct):
    """Matches that were counted: by seat the share of the wins (a draw is shared) and mean points, and the
    mean number of events of a match."""

    matches: int
    wins: list[Share]
    points: list[float]
    events: float
    rows: list[list[int]] | None = None

    @property
    def advantage(self) -> Share:
        """By how much the seat that is farthest from its equal share is from it."""
        return advantage_of(self.wins)


def count(
    asked: Asked,
    *,
    rows: bool = False,
    keep: Path | None = None,
    cores: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Counted:
    """Play and count the matches of ``asked``; with ``rows`` the points of each are kept.

    ``progress`` is told how many matches are done. Raises :class:`BadValue` for what the game refuses, and
    :class:`Stopped` after Ctrl-C.
    """
    game = load(asked.game)
    game.match(asked.seats, values=asked.values)  # what is refused is refused before anything is kept
    pieces = math.ceil(asked.matches / PIECE)
    told = partial(_told, progress, asked.matches) if progress else None
    settings = asked.written("simulate") | {"rows": rows}
    work = partial(_piece, asked, rows)
    found = measure(work, pieces, Piece, settings, Running(keep, cores, told), threads=True)
    return _joined(asked, found)


def _told(progress: Callable[[int], None], matches: int, pieces: int) -> None:
    progress(min(matches, pieces * PIECE))


def _piece(asked: Asked, rows: bool, number: int) -> Piece:
    game, first = load(asked.game), number * PIECE
    if asked.policies and game.compilation.state is not State.PLAYERS_READY:
        warm(game)
    numbers = range(first, min(asked.matches, first + PIECE))
    opening = Opening(asked.seats, asked.values)
    batch = simulate(game, numbers, opening, seed=asked.seed, policies=asked.policies, cores=1)
    best = batch.points == batch.points.max(axis=1, keepdims=True)
    shares = best * (WHOLE // best.sum(axis=1, keepdims=True))
    won, squares, points = (many.sum(axis=0).tolist() for many in (shares, shares * shares, batch.points))
    return Piece(won, squares, points, batch.events, batch.points.tolist() if rows else None)


def _joined(asked: Asked, pieces: Sequence[Piece]) -> Counted:
    many = asked.matches
    shares, squares, points = (
        [sum(getattr(piece, name)[seat] for piece in pieces) for seat in range(asked.seats)]
        for name in ("shares", "squares", "points")
    )
    wins = [share_of(shares[seat] / WHOLE, squares[seat] / WHOLE**2, many) for seat in range(asked.seats)]
    rows = [row for piece in pieces for row in piece.rows or ()]
    events = sum(piece.events for piece in pieces) / many
    return Counted(many, wins, [total / many for total in points], events, rows or None)


def advantage_of(wins: Sequence[Share]) -> Share:
    """By how much the seat that is farthest from its equal share of the wins is from it."""
    fair = 1 / len(wins)
    return max(
        (Share(win.mean - fair, win.margin, win.matches) for win in wins), key=lambda share: abs(share.mean)
    )


def share_of(total: float, squares: float, many: int) -> Share:
    """The mean of ``many`` numbers from their sum and the sum of their squares, with its interval (normal
    approximation)."""
    mean = total / many
    spread = max(0.0, squares / many - mean * mean) * many / max(1, many - 1)
    return Share(mean, Z95 * math.sqrt(spread / many), many)


def asked_for(
    game: Game, matches: int, values: Mapping[str, Plain], seats: int | None, seed: int, policy: Policy
) -> Asked:
    """What a command line asks for: without ``seats``, the least that the game is for. Every seat plays by
    the same policy."""
    many = seats or game.seats[0]
    return Asked(game.key, matches, many, dict(values), seed, (policy,) * many if policy.looks > 1 else ())
