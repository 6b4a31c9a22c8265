"""What :mod:`throwdown.envs.zoo` uses of PettingZoo, whose package comes without types."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from gymnasium import spaces

A = TypeVar("A")
O = TypeVar("O")
C = TypeVar("C")

class AECEnv(Generic[A, O, C]):
    metadata: dict[str, Any]
    render_mode: str | None
    agents: list[A]
    possible_agents: list[A]
    observation_spaces: dict[A, spaces.Dict]
    action_spaces: dict[A, spaces.Discrete]
    agent_selection: A
    rewards: dict[A, float]
    _cumulative_rewards: dict[A, float]
    terminations: dict[A, bool]
    truncations: dict[A, bool]
    infos: dict[A, dict[str, Any]]
    def _was_dead_step(self, action: C | None) -> None: ...
    def _accumulate_rewards(self) -> None: ...
    def agent_iter(self, max_iter: int = ...) -> Iterator[A]: ...
    def last(self) -> tuple[O, float, bool, bool, dict[str, Any]]: ...

class ParallelEnv(Generic[A, O, C]):
    metadata: dict[str, Any]
    render_mode: str | None
    agents: list[A]
    possible_agents: list[A]
    observation_spaces: dict[A, spaces.Dict]
    action_spaces: dict[A, spaces.Discrete]
