"""What :mod:`throwdown.envs.spiel` and the benchmarks use of OpenSpiel, which has no types of its own."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

class PlayerId(Enum):
    CHANCE = -1
    TERMINAL = -4
    def __int__(self) -> int: ...

class GameType:
    class Dynamics(Enum):
        SEQUENTIAL = 1

    class ChanceMode(Enum):
        EXPLICIT_STOCHASTIC = 1

    class Information(Enum):
        IMPERFECT_INFORMATION = 2

    class Utility(Enum):
        ZERO_SUM = 0

    class RewardModel(Enum):
        TERMINAL = 1

    def __init__(self, **fields: Any) -> None: ...

class GameInfo:
    def __init__(self, **fields: Any) -> None: ...

class IIGObservationType:
    perfect_recall: bool
    def __init__(self, *, perfect_recall: bool) -> None: ...

class Game:
    def __init__(self, kind: GameType, info: GameInfo, params: dict[str, Any]) -> None: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def get_game(self) -> Any: ...
    def history(self) -> list[int]: ...

def load_game(name: str, params: Mapping[str, Any] = ...) -> Game: ...
def registered_names() -> list[str]: ...
def register_game(kind: GameType, make: Callable[..., Game]) -> None: ...
def exploitability(game: Game, policy: Any) -> float: ...

class CFRPlusSolver:
    def __init__(self, game: Game) -> None: ...
    def evaluate_and_update_policy(self) -> None: ...
    def average_policy(self) -> Any: ...

class RandomRolloutEvaluator:
    def __init__(self, rollouts: int, seed: int) -> None: ...

class MCTSBot:
    def __init__(
        self,
        game: Any,
        evaluator: RandomRolloutEvaluator,
        uct_c: float,
        max_simulations: int,
        max_memory_mb: int,
        solve: bool,
        seed: int,
        verbose: bool,
    ) -> None: ...
    def step(self, state: Any) -> int: ...
