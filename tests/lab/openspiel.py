"""How exploitable strategies of liar's dice with a die each are, by OpenSpiel and by the laboratory.

Run with ``python -m tests.lab.openspiel``. OpenSpiel takes some twenty seconds for each strategy, so the
suite holds the laboratory to what this has printed.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from throwdown.lab.named import game_of
from throwdown.lab.whole import WholeTree, strategy_of, whole_of

LIARS = str(Path(__file__).parents[2] / "bench" / "reference" / "liars_dice")
LEVELS = ("random", "regular-1")
ITERATIONS = 5  # of regret minimisation
BIDS = 12  # OpenSpiel's number of a call
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def liars_dice() -> WholeTree:
    """The game written out, and improved by so many ITERATIONS."""
    found = whole_of(game_of(LIARS).compile(), {"dice": 1})
    assert isinstance(found, WholeTree)
    found.improve(ITERATIONS)
    return found


def strategies(liars: WholeTree) -> dict[str, Numbers]:
    """The strategies that are compared, by name."""
    game = game_of(LIARS)
    played = {level: strategy_of(liars, game, level, Random(0)) for level in LEVELS}
    return played | {f"{ITERATIONS} iterations": liars.strategy}


def _by_theirs(liars: WholeTree, strategy: Numbers) -> float:
    """What OpenSpiel says of ``strategy``, by its own names of what is known and its numbers of bids."""
    asked: list[tuple[str, list[int]]] = []

    def numbered(state: Numbers, seat: int, legal: list[int]) -> Numbers:
        face = int(np.flatnonzero(state[0]["shown"][seat])[0]) + 1
        bids = [bid for bid in range(BIDS) if int(state[0]["bids"]) >> bid & 1]
        asked.append((" ".join([str(face), *(f"{bid // 6 + 1}-{bid % 6 + 1}" for bid in bids)]), legal))
        return np.full(len(legal), len(asked) - 1.0)

    pyspiel: Any = import_module("pyspiel")  # its stubs lack policies
    known: dict[str, list[tuple[int, float]]] = {}
    for place, chance in zip(liars.strategy_of(numbered), strategy.tolist(), strict=True):
        told, legal = asked[int(place)]
        made = known.setdefault(told, [])
        made.append((min(legal[len(made)], BIDS), chance))
    return float(pyspiel.exploitability(pyspiel.load_game("liars_dice"), pyspiel.TabularPolicy(known)))


def main() -> None:
    """Print what both say of each strategy."""
    liars = liars_dice()
    for name, strategy in strategies(liars).items():
        theirs, ours = _by_theirs(liars, strategy), liars.best_answer(strategy)
        print(f"{name}: OpenSpiel {theirs:.16f}, here {ours:.16f}, apart {abs(theirs - ours):.1e}")


if __name__ == "__main__":
    main()
