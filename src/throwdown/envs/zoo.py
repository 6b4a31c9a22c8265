"""The games with PettingZoo's interfaces (Terry et al. 2021): one seat after the other, or all at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from throwdown.envs.batch import PLAIN, Batch, Setting, refused
from throwdown.envs.table import RENDERED, Table, event_of, mode_of
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.game import Game
from throwdown.kernel.layout import Numbers

Observation = dict[str, Numbers]


def agents_of(seats: int) -> list[str]:
    """The agents by seat: ``seat_0``, ``seat_1`` and so on."""
    return [f"seat_{seat}" for seat in range(seats)]


def space_of(batch: Batch, actions: int) -> spaces.Dict:
    """An observation as :class:`throwdown.envs.Layout` has it, and a mask of the actions that are legal."""
    bounds = np.iinfo(np.int32)
    return spaces.Dict(
        {
            "observation": spaces.Box(bounds.min, bounds.max, (batch.layout.size,), np.int32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class AEC(AECEnv[str, Observation, int]):
    """A match in which the awaited seats choose one after the other, the lowest first.

    Actions are the events of the rules. What a seat chose in secret stays hidden from those that choose
    after it. Rewards and options are those of :class:`.batch.Batch`. An action that is not legal raises
    :class:`IllegalEvent` and changes nothing. ``render`` prints or returns the table as a watcher sees it.
    """

    def __init__(self, game: Game | str, setting: Setting = PLAIN, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.table = Table(game, setting)
        batch = self.table.batch
        self.metadata = {
            "name": f"throwdown-{batch.game.key}",
            "render_modes": RENDERED,
            "is_parallelizable": False,
        }
        self.render_mode = mode_of(render_mode)
        self.possible_agents = agents_of(batch.seats)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space_of(batch, batch.actions))
        self.action_spaces = {agent: spaces.Discrete(batch.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what ``agent`` observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the actions of ``agent``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next match; with ``seed``, the first of that seed."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat]

    def observe(self, agent: str) -> Observation:
        """What ``agent`` may know, and which actions it may make: none unless it is to choose."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.table.batch.actions, np.int8)
        if agent == self.agent_selection and self.table.seat == seat:
            mask[:] = self.table.mask
        return {"observation": self.table.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """``agent_selection`` makes ``action``, None once the match is over; raises :class:`IllegalEvent`,
        having changed nothing, for one that is not legal."""
        self.table.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalEvent(f"{agent} makes None, but the match is not over")
        self._cumulative_rewards[agent] = 0.0
        rewards, ended, cut_off = self.table.step(event_of(action))
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        if ended or cut_off:
            self.terminations = dict.fromkeys(self.agents, ended)
            self.truncations = dict.fromkeys(self.agents, cut_off)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self.table.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a watcher sees it, as text; with ``human`` it is printed."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """End the threads."""
        self.table.batch.close()


class Parallel(ParallelEnv[str, Observation, int]):
    """A match in which all awaited seats choose at once.

    Actions are the events of the rules and, as the last, waiting: the only legal one of a seat that is not
    awaited. Choices are made on what every seat saw before the step: none knows another's. They are put
    into effect the lowest seat first; where one of them takes the choice of a later seat away (a card that
    closes a window), the later one counts as not made, and that seat is asked again. Everything else is as in
    :class:`AEC`.
    """

    def __init__(self, game: Game | str, setting: Setting = PLAIN, *, render_mode: str | None = None) -> None:
        self.table = Table(game, setting)
        batch = self.table.batch
        self.metadata = {"name": f"throwdown-{batch.game.key}", "render_modes": RENDERED}
        self.render_mode = mode_of(render_mode)
        self.wait = batch.actions
        self.possible_agents = agents_of(batch.seats)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, space_of(batch, batch.actions + 1))
        self.action_spaces = {agent: spaces.Discrete(batch.actions + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what ``agent`` observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the actions of ``agent``."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next match; with ``seed``, the first of that seed."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> Any:
        """Every agent makes its action. Raises :class:`IllegalEvent`, having changed nothing, where one is
        missing or not legal."""
        self.table.check_begun()
        agents = list(self.agents)
        chosen: dict[int, int] = {}
        for seat, agent in enumerate(agents):
            legal, action = self._mask(seat), actions.get(agent)
            event = -1 if action is None else event_of(action)
            if not 0 <= event < len(legal) or not legal[event]:
                raise refused(action, f"seat {seat}", legal)
            chosen[seat] = event
        rewards, ended, cut_off = np.zeros(len(agents)), False, False
        for seat in self.table.awaited:
            event = chosen[seat]
            if ended or cut_off or not self.table.allows(seat, event):
                continue
            rewards, ended, cut_off = self.table.step(event, seat)
        if ended or cut_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(agents, rewards.tolist(), strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, cut_off),
            self._infos(),
        )

    def render(self) -> str | None:
        """The table as a watcher sees it, as text; with ``human`` it is printed."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """End the threads."""
        self.table.batch.close()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: int) -> Observation:
        return {"observation": self.table.observe(seat), "action_mask": self._mask(seat)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.possible_agents}

    def _mask(self, seat: int) -> Numbers:
        mask = np.zeros(self.wait + 1, np.int8)
        mask[self.table.legal(seat) or [self.wait]] = 1
        return mask
