"""``python -m bench records``: bytes of every game's record, how many of them change, and what a record of
its own would bring a duel.

A simulation copies the record once, and at each of its decisions in the tree copies it again and takes the
fingerprint of its bytes. What a smaller record could save of that is set beside a whole simulation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import numba
import numpy as np

import throwdown
from bench.report import report
from bench.timing import Result, in_turns, median
from throwdown.bots import sight, warm
from throwdown.bots.player import loops_of
from throwdown.bots.search import Style, Thoughts
from throwdown.bots.tree import words_of
from throwdown.games.kadoova_duel.duels.facts import Facts
from throwdown.games.kadoova_duel.duels.register import FACTS
from throwdown.games.kadoova_duel.duels.table import FIELDS
from throwdown.kernel.contract import record
from throwdown.kernel.rng import generator

ALONE = (("alone", "i4"), ("by_wins", "i4"))  # that the record of a duel has beside those of the duel
LARGE = ("die", "spot")  # fields for every die of every seat, whose numbers would fit into a byte
GOAL = 400  # bytes that the record of the smallest duel was to stay under
COPIES = 300_000
MATCHES = 12  # random ones, in which it is counted what of a record changes
SIMULATIONS = 2_000


def measure() -> dict[str, list[Result]]:
    games = throwdown.all_games()
    sizes = [Result(game.title, game.rules.STATE.itemsize, "bytes") for game in games]
    return {
        "The record of each game": sizes,
        "What of it changes in random matches": changing(games),
        "A duel with a record of its own": own(),
        "Time": times(),
    }


def changing(games: Iterable[throwdown.Game]) -> list[Result]:
    """The bytes of those fields of each game's record that are not always as at the beginning of a match, and
    of those that change in some duel that is played alone: as they are, and in the narrowest types that hold
    the numbers that came up."""
    alone: dict[str, int] = {}
    duel, results = None, list[Result]()
    for game in games:
        found = _changed(game)
        results.append(Result(game.title, _bytes_of(game, found), "bytes"))
        if game.about.part_of:
            duel = game
            alone = {name: max(alone.get(name, 0), found.get(name, 0)) for name in alone | found}
    if duel is None:
        return results
    narrow = sum(width * duel.rules.STATE[name].itemsize // 4 for name, width in alone.items())
    return [
        *results,
        Result("All duels that are played alone", _bytes_of(duel, alone), "bytes"),
        Result("The same in the narrowest types", narrow, "bytes"),
    ]


def _changed(game: throwdown.Game) -> dict[str, int]:
    """The fields that are otherwise at some point of random matches than at their beginning, with the bytes
    that each of their numbers needs."""
    widths: dict[str, int] = {}
    for seed in range(MATCHES):
        match, rng = game.match(game.seats[seed % 2], seed=seed), Random(seed)
        first = match.replay(0).state.copy()
        while not match.over:
            seat = match.awaited[0]
            match.play(seat, rng.choice(match.legal_events(seat)))
            for name in game.rules.STATE.names or ():
                now = match.state[name]
                if name in widths or not np.array_equal(now, first[name]):
                    needed = max(np.min_scalar_type(each).itemsize for each in (-1 - now.max(), now.min()))
                    widths[name] = max(widths.get(name, 0), needed)
    return widths


def _bytes_of(game: throwdown.Game, names: Iterable[str]) -> int:
    return sum(game.rules.STATE[name].itemsize for name in names)


def own() -> list[Result]:
    """What the record of each duel would have that holds the fields all duels share and its own alone."""
    shared = [field for field in FIELDS if field[0] not in LARGE]
    large: list[Any] = [(field[0], "i1", *field[2:]) for field in FIELDS if field[0] in LARGE]
    results: list[Result] = []
    for facts in FACTS:
        results.append(Result(_name(facts), _bytes(*FIELDS, *facts.fields), "bytes"))
        narrow = _bytes(*shared, *large, *facts.fields)
        results.append(Result(f"{_name(facts)}, a byte for each die", narrow, "bytes"))
    return results


def _name(facts: Facts) -> str:
    return facts.title


def _bytes(*fields: Any) -> int:
    return record(*ALONE, *fields).itemsize


def times() -> list[Result]:
    """How long it takes to copy and fingerprint records, and to simulate Class Warfare with its own."""
    small, bare = record(("words", "i4", GOAL // 4)), record(*ALONE, *FIELDS)
    duel, whole = (throwdown.load(key) for key in ("class-warfare", "kadoova-duel"))
    kinds = {kind.itemsize: kind for kind in (small, bare, duel.rules.STATE, whole.rules.STATE)}
    simulating = Simulating(duel)
    runs: dict[str, Callable[[], float]] = {
        f"To copy and fingerprint {size:,} bytes": _copying(kind, simulating.loops.fingerprint)
        for size, kind in kinds.items()
    }
    runs[f"A simulation of {duel.title}"] = simulating
    found = [median(each) for each in in_turns(runs).values()]
    saved = [simulating.decisions * (found[2] - less) / found[-1] for less in found[:2]]
    return [
        *(Result(name, time, "ns") for name, time in zip(runs, found, strict=True)),
        Result("Decisions of it in the tree", simulating.decisions, ""),
        Result(f"What {small.itemsize} bytes would save of it", 100 * saved[0], "%"),
        Result(f"What {bare.itemsize} bytes would save of it", 100 * saved[1], "%"),
    ]


def _copying(kind: np.dtype[Any], fingerprint: Any) -> Callable[[], float]:
    @numba.njit
    def copy(here: Any, words: Any, there: Any, many: int) -> int:  # pragma: no cover - compiled
        found = 0
        for _ in range(many):
            here[0] = there[0]
            found ^= fingerprint(words, 0)
        return found

    here, there = np.zeros(1, kind), np.zeros(1, kind)
    words = words_of(here)

    def run() -> float:
        began = time.perf_counter()
        copy(here, words, there, COPIES)
        return 1e9 * (time.perf_counter() - began) / COPIES

    return run


class Simulating:
    """Simulations from the first decision of a match with a choice; a call gives the ns of one."""

    def __init__(self, game: throwdown.Game) -> None:
        warm(game)
        self.loops, self.decisions = loops_of(game), 0.0
        match, rng = game.match(seed=5), Random(1)
        self._game, self._seen = game, sight(match, match.awaited[0])
        while len(self._seen.legal) < 2:
            match.play(self._seen.seat, rng.choice(self._seen.legal))
            self._seen = sight(match, match.awaited[0])

    def __call__(self) -> float:
        thoughts = Thoughts(self._game, 1 << 14)
        began = time.perf_counter()
        thoughts.think(self._seen, generator(7), SIMULATIONS, Style().tuning())
        taken = time.perf_counter() - began
        self.decisions = float(thoughts.tree.nodes["visits"].sum()) / SIMULATIONS
        return 1e9 * taken / SIMULATIONS


def main() -> None:
    report("records", measure())


if __name__ == "__main__":
    main()
