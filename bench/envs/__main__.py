"""Steps a second with random legal actions: our batches and AEC, PettingZoo's classic games, and RLCard.

A step is one choice of one seat, with what it then observes and which actions are legal; drawing the action
is part of every contestant's time. The peers are the card games nearest to ours: Leduc hold'em and Texas
hold'em of PettingZoo, Leduc hold'em and UNO of RLCard. They take turns in one run, on one machine.
"""

from __future__ import annotations

import importlib
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.report import report
from bench.timing import Result, in_turns, median, ratio
from throwdown.envs import Batch
from throwdown.envs.zoo import AEC

MANY = 4096  # matches of a batch
SECONDS = 2.0  # that each contestant steps in one round
OURS = ("command-dice", "duello", "dardz", "kadice")
TIMES = 20  # so many times the steps of its nearest peer


def batched(key: str) -> Callable[[], float]:
    """Steps a second of a batch on all cores, every match begun anew when it ends."""
    batch = Batch(key, MANY, seed=1, copy=False)

    def run() -> float:
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS:
            batch.step(batch.sample())
            steps += MANY
        return steps / (time.perf_counter() - begun)

    return run


def agents(make: Callable[[], Any]) -> Callable[[], float]:
    """Steps a second of a PettingZoo AEC environment whose observations have an ``action_mask``."""
    env, rng = make(), np.random.default_rng(1)

    def run() -> float:
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS:
            env.reset()
            for _ in env.agent_iter():
                observation, _, ended, cut_off, _ = env.last()
                legal = observation["action_mask"]
                env.step(None if ended or cut_off else int(rng.choice(np.flatnonzero(legal))))
                steps += not (ended or cut_off)
        return steps / (time.perf_counter() - begun)

    return run


def dealt(name: str) -> Callable[[], float]:
    """Steps a second of an RLCard environment."""
    rlcard: Any = importlib.import_module("rlcard")

    env, rng = rlcard.make(name), np.random.default_rng(1)

    def run() -> float:
        begun, steps = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(int(rng.choice(list(state["legal_actions"]))))
                steps += 1
        return steps / (time.perf_counter() - begun)

    return run


def main() -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    warnings.simplefilter("ignore")
    from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4

    batches = {f"batch of {MANY}: {key}": batched(key) for key in OURS}
    faces = {f"AEC: {key}": agents(lambda key=key: AEC(key)) for key in OURS}
    zoo = {
        "PettingZoo: Leduc hold'em": agents(leduc_holdem_v4.env),
        "PettingZoo: Texas hold'em": agents(texas_holdem_v4.env),
    }
    cards = {"RLCard: Leduc hold'em": dealt("leduc-holdem"), "RLCard: UNO": dealt("uno")}
    rates = in_turns({**batches, **faces, **zoo, **cards})
    peers = [*zoo, *cards]
    quickest = max(peers, key=lambda name: median(rates[name]))
    quickest_zoo = max(zoo, key=lambda name: median(rates[name]))
    report(
        "envs",
        {
            "Steps a second": [Result(name, median(rates[name]), "/s") for name in rates],
            f"By those of {quickest}, the quickest peer": [
                Result(name, ratio(rates, name, quickest), "times", TIMES) for name in batches
            ],
            f"By those of {quickest_zoo}": [
                Result(name, ratio(rates, name, quickest_zoo), "times", 1) for name in faces
            ],
        },
    )


if __name__ == "__main__":
    main()
