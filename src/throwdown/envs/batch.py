"""Thousands of matches of one game, stepped by one call on all cores."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from throwdown.kernel import batches, tables
from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import MAX_SEATS, SPECTATOR
from throwdown.kernel.errors import BadValue, IllegalEvent
from throwdown.kernel.game import Game, load
from throwdown.kernel.layout import Layout, Numbers
from throwdown.kernel.records import copy_records

CHOOSING = 2**62  # the first stream of the generators that actions are sampled with: none of a match
LEAST = 64  # matches that are worth a thread of their own
Info = dict[str, Numbers]


class Setting(Struct, frozen=True):
    """Which matches an environment plays: for so many ``seats``, by default the least, with ``values`` that
    differ from the game's own. A match is cut off after ``limit`` choices (0: never). The rules are compiled,
    or with ``compiled=False`` plain Python."""

    seats: int | None = None
    values: Mapping[str, tables.Plain] = {}
    limit: int = 0
    compiled: bool = True


PLAIN = Setting()


class Batch:
    """Matches of one game, in each of which one seat chooses at every step.

    ``reset`` and ``step`` return ``observations`` (int32 ``[many, layout.size]``: what the seat that is to
    choose may know) and ``info`` with

    * ``seat``: int64 ``[many]``, who is to choose; -1 where a match is over and does not begin anew,
    * ``action_mask``: int8 ``[many, actions]``, 1 for each event that the seat may make,
    * ``points``: int64 ``[many, seats]``, the final points of the matches that ended with this step.

    ``step`` also returns ``rewards`` (float64 ``[many, seats]``), ``terminations`` and ``truncations`` (bool
    ``[many]``). Rewards are 0 until a match ends; then a sole winner has 1, and each other seat
    -1 / (seats - 1), which adds up to 0. Winners who tie share. A match that is over begins anew, unless
    ``restarts`` is False: the observation is the first of the next match.

    Where several seats choose at once they are asked one after the other, the lowest first; what each chose
    stays hidden from the next, so that the choices are as good as simultaneous.

    Match k of the first round has stream k of ``seed``, and stream k + many * n after n restarts: the same
    seed gives the same matches on any number of cores, by default all. With ``copy=False`` the next step
    overwrites the arrays that are returned, which is faster.

    Raises :class:`BadValue` for seats or values that the game refuses, for a batch without a match, and for a
    limit or a seed below 0.
    """

    def __init__(
        self,
        game: Game | str,
        many: int,
        setting: Setting = PLAIN,
        *,
        seed: int = 0,
        restarts: bool = True,
        cores: int | None = None,
        copy: bool = True,
    ) -> None:
        if many < 1:
            raise BadValue(f"a batch has 1 match or more, not {many}")
        if setting.limit < 0:
            raise BadValue(f"the limit of choices is 0 (none) or more, not {setting.limit}")
        self.game = load(game) if isinstance(game, str) else game
        engine = self.game.loops(setting.compiled)
        self.match = self.game.match(setting.seats, chance=Recorded(()), values=setting.values, engine=engine)
        self.seats = self.match.seats
        self.many = many
        self.actions: int = self.game.rules.EVENTS
        self.layout = Layout(self.game)
        self._matches = batches.Matches(
            states=np.zeros(many, self.game.rules.STATE),
            rngs=np.zeros((many, 4), np.uint64),
            streams=np.arange(many, dtype=np.int64),
            seats=np.zeros(many, np.int64),
            taken=np.zeros(many, np.int64),
            over=np.zeros(many, np.int64),
            points=np.zeros((many, MAX_SEATS), np.int64),
        )
        self.state = self._matches.states
        self._limit, self._restarts, self._copy = setting.limit, restarts, copy
        self._loops = self.game.part(Path(batches.__file__), setting.compiled)
        self._opening = copy_records(self.match.state)
        self._seen = np.zeros(many, self.game.rules.STATE)
        self._choosing = np.zeros((many, 4), np.uint64)
        self._actions = np.zeros(many, np.int64)
        self._masks = np.zeros((many, self.actions), np.int8)
        self._rows = np.zeros((many, self.layout.size), np.int32)
        workers = min(cores or os.cpu_count() or 1, -(-many // LEAST))
        bounds = [many * k // workers for k in range(workers + 1)]
        self._parts = list(itertools.pairwise(bounds))
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[Numbers, Info]:
        """Begin all matches anew, with the streams of ``seed`` if there is one, else the next of each.

        Returns observations ``[many, layout.size]`` and info.

        Raises :class:`BadValue` for a seed that is not 0 .. 2**63 - 1.
        """
        if seed is not None:
            if not 0 <= seed < 2**63:
                raise BadValue(f"a seed is 0 to 2**63 - 1, not {seed}")
            self.seed = seed
            self._matches.streams[:] = np.arange(self.many)
            self._loops.seed_choosers(self._choosing, seed, CHOOSING, 0, self.many)
        self._matches.points[:] = 0
        self._matches.over[:] = batches.ENDED
        self._begin(stride=self.many if seed is None else 0)
        return self._told_rows(), self._info()

    def step(self, actions: Any) -> tuple[Numbers, Numbers, Numbers, Numbers, Info]:
        """In match k the seat that is to choose makes ``actions[k]`` (whole numbers ``[many]``).

        Raises :class:`IllegalEvent`, having changed nothing, where one of them is not legal, and
        :class:`BadValue` for another number of actions than there are matches.
        """
        events = np.asarray(actions)
        if events.shape != (self.many,) or events.dtype.kind not in "iu":
            raise BadValue(
                f"{self.many} whole numbers are due, one for each match, not {events.dtype} {events.shape}"
            )
        self._refuse(events)
        events = events.astype(np.int64)
        self._matches.points[:] = 0

        def move(first: int, last: int) -> None:
            self._loops.step(self._matches, events, self._limit, first, last)

        self._everywhere(move)
        over = self._matches.over != 0
        rewards = self._rewards(over)
        if self._restarts and over.any():
            self._begin(stride=self.many)
        ended = self._matches.over == batches.ENDED
        return (self._told_rows(), rewards, ended, over & ~ended, self._info())

    def sample(self) -> Numbers:
        """A legal action for each match, each as likely: int64 ``[many]``, 0 for a match that is over.

        They depend on the seed and on how often they were asked for, not on the number of cores.
        """

        def draw(first: int, last: int) -> None:
            self._loops.sample(self._masks, self._choosing, self._actions, first, last)

        self._everywhere(draw)
        return self._actions.copy() if self._copy else self._actions

    def observe(self, k: int, seat: int) -> Numbers:
        """What ``seat`` may know of match ``k`` now: int32 ``[layout.size]``; a watcher is seat 9.

        Raises :class:`BadValue` for a match or a seat that there is not.
        """
        if not 0 <= k < self.many:
            raise BadValue(f"there is no match {k}; matches are 0 to {self.many - 1}")
        if not (0 <= seat < self.seats or seat == SPECTATOR):
            raise BadValue(f"there is no seat {seat}; seats are 0 to {self.seats - 1}, and 9 for a watcher")
        seen = copy_records(self.state[k : k + 1])
        self.match.engine.hide(seen, seat)
        row = np.zeros((1, self.layout.size), np.int32)
        self.layout.write(np.array([seat]), seen, row)
        return row[0]

    @property
    def to_choose(self) -> Numbers:
        """int64 ``[many]``: who is to choose, as in ``info["seat"]``."""
        return self._matches.seats

    @property
    def masks(self) -> Numbers:
        """int8 ``[many, actions]``: what they may do, as in ``info["action_mask"]``."""
        return self._masks

    @property
    def rows(self) -> Numbers:
        """int32 ``[many, layout.size]``: what the seats that are to choose observe."""
        return self._rows

    def turn_to(self, k: int, seat: int) -> None:
        """Let ``seat``, one of those that are awaited in match ``k``, be the next to choose there."""
        self._matches.seats[k] = seat
        self._told_rows()

    def close(self) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    def _everywhere(self, work: Callable[[int, int], None]) -> None:
        """``work(first, last)`` for every part of the matches, each in a thread of its own."""
        if self._pool is None:
            work(0, self.many)
            return
        for done in [self._pool.submit(work, first, last) for first, last in self._parts]:
            done.result()

    def _begin(self, stride: int) -> None:
        """Begin the matches that are over, each with its stream ``stride`` further on."""

        def begin(first: int, last: int) -> None:
            self._loops.begin(self._matches, self._opening, self.seed, stride, first, last)

        self._everywhere(begin)

    def _refuse(self, events: Numbers) -> None:
        within = (events >= 0) & (events < self.actions)
        legal = within & (
            self._masks[np.arange(self.many), np.where(within, events, 0).astype(np.int64)] == 1
        )
        wrong = np.flatnonzero(~legal & (self._matches.seats >= 0))
        if len(wrong):
            k = int(wrong[0])
            raise refused(events[k], f"seat {self._matches.seats[k]} of match {k}", self._masks[k])

    def _rewards(self, over: Numbers) -> Numbers:
        rewards = np.zeros((self.many, self.seats))
        ended = np.flatnonzero(over & (self._matches.over == batches.ENDED))
        if len(ended):
            points = self._matches.points[ended, : self.seats]
            won = points == points.max(axis=1, keepdims=True)
            shares = won / won.sum(axis=1, keepdims=True)
            rewards[ended] = (self.seats * shares - 1) / (self.seats - 1)
        return rewards

    def _told_rows(self) -> Numbers:
        def show(first: int, last: int) -> None:
            self._loops.show(self._matches, self._seen, self._masks, first, last)
            part = slice(first, last)
            seats = np.where(self._matches.seats[part] >= 0, self._matches.seats[part], SPECTATOR)
            self.layout.write(seats, self._seen[part], self._rows[part])

        self._everywhere(show)
        return self._rows.copy() if self._copy else self._rows

    def _info(self) -> Info:
        info = {
            "seat": self._matches.seats,
            "action_mask": self._masks,
            "points": self._matches.points[:, : self.seats],
        }
        return {name: each.copy() for name, each in info.items()} if self._copy else info


def refused(event: object, who: str, mask: Numbers) -> IllegalEvent:
    """The error for ``event`` of ``who``: it quotes what ``mask`` (int8 ``[actions]``) allows."""
    some = ", ".join(map(str, np.flatnonzero(mask)[:12]))
    return IllegalEvent(f"illegal event {event} for {who}: legal are {some}")
