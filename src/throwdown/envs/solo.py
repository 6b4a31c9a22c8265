"""One seat of a match against bots, with the interface of Gymnasium (Towers et al. 2024)."""

from __future__ import annotations

from random import Random
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from throwdown.bots import check_fit, sight
from throwdown.bots.levels import unhurried
from throwdown.envs.batch import PLAIN, Setting
from throwdown.envs.table import RENDERED, Table, event_of, mode_of
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game
from throwdown.kernel.layout import Numbers

REFUSED, LOSES = "refused", "loses"  # what becomes of an action that is not legal


class Solo(gymnasium.Env[Numbers, Any]):
    """``Solo("duello", against="regular")``: seat ``seat`` chooses, bots of that level sit on the others.

    Observations are int32 ``[layout.size]`` (:class:`throwdown.envs.Layout`), what the seat may know; actions
    are the events of the rules, ``info["action_mask"]`` (int8) those that are legal, as
    ``action_space.sample`` takes them. An action that is not legal raises :class:`IllegalEvent` and changes
    nothing; with ``illegal="loses"`` it ends the match with a reward of -1. Otherwise the reward is 0 until
    the match ends, and then as in :class:`.batch.Batch`. With ``seat=None`` the seat is drawn for each match.

    Raises :class:`BadValue` for a seat, seats or values that the game refuses, :class:`UnknownPlayer` or
    :class:`BadPlayer` for ``against``.
    """

    metadata = {"render_modes": RENDERED, "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        setting: Setting = PLAIN,
        *,
        against: str = "regular",
        seat: int | None = 0,
        illegal: str = REFUSED,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, setting)
        batch = self.table.batch
        if seat is not None and not 0 <= seat < batch.seats:
            raise BadValue(f"there is no seat {seat}; seats are 0 to {batch.seats - 1}")
        if illegal not in (REFUSED, LOSES):
            raise BadValue(f"illegal actions are {illegal!r}; write {REFUSED!r} or {LOSES!r}")
        self._loses = illegal == LOSES
        check_fit(against, batch.game, setting.values, batch.seats)
        self.render_mode = mode_of(render_mode)
        self.against = against
        self.layout = batch.layout
        self._wanted = seat
        self.seat = seat or 0
        self._bots = [unhurried(against) for _ in range(batch.seats)]
        bounds = np.iinfo(np.int32)
        self.observation_space = spaces.Box(bounds.min, bounds.max, (self.layout.size,), np.int32)
        self.action_space = spaces.Discrete(batch.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin the next match; with ``seed``, the first of that seed. Returns an observation
        ``[layout.size]`` and info."""
        super().reset(seed=seed)
        drawn = self.np_random.integers(2**31, size=2).tolist()
        self._random = Random(drawn[0])
        if self._wanted is None:
            self.seat = drawn[1] % self.table.batch.seats
        while True:
            self.table.reset(seed)
            _, ended, cut_off = self._others()
            if not (ended or cut_off):
                return self.table.observe(self.seat), self._info()
            seed = None  # decided before the seat had anything to choose: the next match

    def step(self, action: int) -> tuple[Numbers, SupportsFloat, bool, bool, dict[str, Any]]:
        """The seat makes ``action``, then the bots choose until it is to choose again.

        Returns an observation ``[layout.size]``, the reward, whether the match ended, whether it was cut off,
        and info.
        """
        self.table.check_begun()
        event = event_of(action)
        if self._loses and not self.table.allows(self.seat, event):
            return self.table.observe(self.seat), -1.0, True, False, self._info()
        rewards, ended, cut_off = self.table.step(event, self.seat)
        if not (ended or cut_off):
            rewards, ended, cut_off = self._others()
        if self.render_mode == "human":
            self.render()
        reward = float(rewards[self.seat])
        return self.table.observe(self.seat), reward, ended, cut_off, self._info()

    def render(self) -> str | None:  # type: ignore[override]
        """The table as a watcher sees it, as text; with ``human`` it is printed."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """End the threads."""
        self.table.batch.close()

    def _others(self) -> tuple[Numbers, bool, bool]:
        """The bots choose until the seat is to choose, or the match is over."""
        batch = self.table.batch
        while self.seat not in self.table.awaited:
            seat = self.table.seat
            if seat < 0:
                break
            event = self._bots[seat].choose(sight(self.table.match, seat), self._random)
            rewards, ended, cut_off = self.table.step(event, seat)
            if ended or cut_off:
                return rewards, ended, cut_off
        if self.table.seat >= 0 and self.table.seat != self.seat:
            batch.turn_to(0, self.seat)
        return np.zeros(batch.seats), False, False

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask.copy(), "seat": self.seat}
