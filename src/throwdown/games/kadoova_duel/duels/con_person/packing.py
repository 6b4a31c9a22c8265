"""Solves Con-Person (KD-D4) with few dice, and keeps the strategies (:mod:`.equilibrium`).

``python -m throwdown.games.kadoova_duel.duels.con_person.packing`` solves it for two to five dice each, one
after the other, and writes ``equilibrium.npz`` and, beside it, ``equilibrium.json``: the command, the time
and how exploitable the strategies are, as they became and as they are kept. Five dice each take a quarter of
an hour of one core and 12 GB of memory. With ``--dice`` only these are solved, and others that are kept stay.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.kernel.chance import Recorded
from throwdown.kernel.game import load
from throwdown.kernel.whole import Numbers

from .equilibrium import FILE, Kept
from .solving import BidSolver, write_out

FULL = 2**16 - 1  # the largest share of a position that is kept
LEAST = 1e-3  # of a probability; what is less is left out
ROUNDS = 300
LOOKS = 20  # iterations from one look at the exploitability to the next


def solved(dice: int, rounds: int) -> tuple[BidSolver, dict[int, float]]:
    """Con-Person with so many ``dice`` each after so many ``rounds``, and how exploitable it was on the way:
    after so many iterations, what a best response wins of a stake of 1."""
    game = load("con-person")
    match = game.match(2, chance=Recorded(()), values={"dice": dice}, engine=game.loops(True))
    solver, curve = write_out(game, match.state), dict[int, float]()
    while solver.iterations < rounds:
        solver.improve(min(LOOKS, rounds - solver.iterations))
        look = curve[solver.iterations] = float(f"{solver.exploitability:.2g}")
        print(f"{dice} dice each, {solver.iterations} iterations: exploitable by {look}", flush=True)
    return solver, curve


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


def write(file: Path, found: dict[int, tuple[Kept, dict[str, Any]]]) -> None:
    """Write what is kept for each number of dice into ``file``, and what is told of it into the JSON file
    beside it; what they have for other numbers stays."""
    beside = file.with_suffix(".json")
    arrays, told = dict[str, Any](), dict[str, Any]()
    if file.exists():
        with np.load(file, allow_pickle=False) as before:
            arrays = dict(before)
        told = json.loads(beside.read_text())
    for dice, (kept, facts) in found.items():
        arrays |= dict(zip(Kept.names(dice), kept, strict=True))
        told[str(dice)] = facts
    with file.open("wb") as out:
        np.savez_compressed(out, **arrays)
    beside.write_text(json.dumps(dict(sorted(told.items())), indent=1) + "\n")


def main() -> None:
    """Solve and write for each number of dice that is asked for."""
    parser = argparse.ArgumentParser(description="Solve Con-Person with few dice and keep the strategies.")
    parser.add_argument("--dice", type=int, nargs="+", default=[2, 3, 4, 5], choices=[2, 3, 4, 5])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    wanted = parser.parse_args()
    for dice in wanted.dice:
        began = time.process_time()
        solver, curve = solved(dice, wanted.rounds)
        kept, strategy = kept_of(solver)
        facts: dict[str, Any] = {
            "command": f"python -m {__spec__.name} --dice {dice} --rounds {wanted.rounds}",
            "minutes": round((time.process_time() - began) / 60, 2),
            "positions_kept": len(kept.hands),
            "exploitability_as_kept": float(f"{solver.best_answer(strategy):.2g}"),
        }
        print(json.dumps(facts), flush=True)
        write(FILE, {dice: (kept, facts | {"exploitability_after_iterations": curve})})


if __name__ == "__main__":
    main()
