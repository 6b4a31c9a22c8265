"""Keeps strategies of Con-Person (KD-D4) with few dice, as ``throwdown lab train con-person`` solves it
(:mod:`.equilibrium`).

``equilibrium.json`` beside them says the command, the time and how exploitable the strategies are, as they
became and as they are kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.kernel.files import replacing, write_whole
from throwdown.kernel.whole import Numbers

from .bid_solver import BidSolver
from .equilibrium import FILE, Kept

FULL = 2**16 - 1  # the largest share of a position that is kept
LEAST = 1e-3  # of a probability; what is less is left out


def kept_of(solver: BidSolver) -> tuple[Kept, Numbers]:
    """The strategy of ``solver`` where its own choices lead, without its least probabilities, and the same
    written out, float64[choices]."""
    rows: tuple[list[int], ...] = [], [], [], []
    hands, many, choices, shares = rows
    in_run = np.zeros(len(solver.runs), np.uint8)

    def answer(at: int, hand: int) -> Numbers:
        chances = solver.shares_at(at, solver.strategy)[:, hand]
        found: Numbers = np.round(np.where(chances < LEAST, 0, chances) * FULL)
        made = np.flatnonzero(found)
        in_run[at] += 1
        hands.append(hand)
        many.append(len(made))
        choices.extend(made.tolist())
        shares.extend(found[made].tolist())
        return found / found.sum()

    strategy = solver.along(answer)
    types = np.uint8, np.uint8, np.uint8, np.uint16
    return Kept(in_run, *(np.array(row, kind) for row, kind in zip(rows, types, strict=True))), strategy


def keep(solver: BidSolver, made: Mapping[str, Any], folder: Path) -> None:
    """Write what is kept of ``solver`` into ``equilibrium.npz`` in ``folder``, and what is told of it, with
    ``made``, into the JSON file beside it; what they have for other numbers of dice stays."""
    file = folder / FILE.name
    beside = file.with_suffix(".json")
    arrays, told = dict[str, Any](), dict[str, Any]()
    if file.exists():
        with np.load(file, allow_pickle=False) as before:
            arrays = dict(before)
        told = json.loads(beside.read_text("utf-8"))
    kept, strategy = kept_of(solver)
    arrays |= dict(zip(Kept.names(solver.dice), kept, strict=True))
    told[str(solver.dice)] = {
        **made,
        "positions_kept": len(kept.hands),
        "exploitability_as_kept": float(f"{solver.best_answer(strategy):.2g}"),
    }
    with replacing(file) as fresh, fresh.open("wb") as out:
        np.savez_compressed(out, **arrays)
    write_whole(beside, json.dumps(dict(sorted(told.items())), indent=1) + "\n")
