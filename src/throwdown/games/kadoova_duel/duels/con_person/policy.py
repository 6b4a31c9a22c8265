"""How Master plays Con-Person (KD-D4) with more dice than it is solved for: a learned policy.

``policy.npz`` has the weights (:mod:`throwdown.bots.deep_sets`), learned from duels with itself and against
levels, and ``policy.json`` the command, the time and the curve that made them. What is certain is no matter
of learning: a bid that must be true is not called, and one that cannot be is.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from throwdown.bots.deep_sets import Weights, chances_of, numbers_of, through
from throwdown.kernel.files import replacing, write_whole
from throwdown.kernel.self_play import Numbers

from .talks import LEAST, MOST, Talk, events_of, talk_of

__all__ = ["FILE", "answer", "keep_policy", "policy"]

FILE = Path(__file__).with_name("policy.npz")
SMALL = 0.05  # of the largest share: what is less is left out
PARTS = 1000  # of one: shares are rounded to them, so that machines differ in no choice


@functools.cache
def policy(file: Path = FILE) -> Weights | None:
    """The weights in ``file``, read once in a process; None before any were learned."""
    if not file.exists():
        return None
    with np.load(file, allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


def answer(record: Any, seat: int, weights: Mapping[str, Numbers]) -> tuple[Numbers, Numbers] | None:
    """The events of ``seat`` in ``record``, hidden for it, int32[n], and their probabilities, float64[n];
    None with fewer or more dice than the policy has learned from, and where own dice are not known, as under
    a real cover."""
    if not record.die[seat, : record.count[seat]].all():
        return None
    talk = talk_of(record, seat)
    if not LEAST <= min(talk.own[0], talk.others[0]) <= max(talk.own[0], talk.others[0]) <= MOST:
        return None
    seen = talk.seen()
    legal = certain(talk, seen.legal)
    numbers = numbers_of(weights, seen, through(weights, seen)).astype(np.float64)
    chances = chances_of(numbers, legal)[0]
    shares = np.round(PARTS * np.where(chances < SMALL * chances.max(), 0, chances))
    actions = np.flatnonzero(shares)
    return np.array(events_of(talk), np.int32)[actions], shares[actions] / shares.sum()


def certain(talk: Talk, legal: Numbers) -> Numbers:
    """What is left of ``legal``, bool[1, actions], where the last bid of the only position of ``talk`` is
    sure to be true or false."""
    need = int(talk.dice[0] - talk.held[0, talk.number[0]])
    left = legal.copy()
    if talk.bids[0] == 0 or not legal[0, 1:].any():
        return left
    if need <= 0:
        left[0, 0] = False
    if need > talk.others[0]:
        left[0, 1:] = False
    return left


def keep_policy(weights: Mapping[str, Numbers], made: Mapping[str, Any], folder: Path) -> None:
    """Write ``weights`` into ``policy.npz`` in ``folder``, and ``made`` into the JSON file beside it."""
    file, arrays = folder / FILE.name, dict[str, Any](weights)
    with replacing(file) as fresh, fresh.open("wb") as out:
        np.savez_compressed(out, **arrays)
    told = msgspec.json.format(msgspec.json.encode(made), indent=1)
    write_whole(file.with_suffix(".json"), told + b"\n")
