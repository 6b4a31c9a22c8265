"""Con-Person (KD-D4) as Master plays it: with few dice by what was solved (:mod:`.equilibrium`), with more by
a policy that was learned (:mod:`.policy`)."""

from __future__ import annotations

from throwdown.bots.solver import TooLarge
from throwdown.kernel.self_play import Learnable
from throwdown.kernel.whole import Compiles, Numbers

from . import equilibrium, policy
from .bid_solver import BidSolver
from .packing import keep
from .talks import Talks, position

__all__ = ["LEARNED", "LOOKED_UP", "TAUGHT", "keep", "solution", "write_out"]

MOST = 5  # dice of a seat: with six the choices are some twenty thousand millions
MOST_APART = 2  # where no runs are one: with three they are 0.9 million positions
TAUGHT = tuple({"dice": dice} for dice in range(2, MOST + 1))
LOOKED_UP = equilibrium.FILE, policy.FILE
LEARNED = Learnable(Talks, position, policy.answer, policy.keep_policy)


def write_out(game: Compiles, state: Numbers, is_alike: bool = True) -> BidSolver:
    """All runs of bids and all hands that can follow ``state``, the record (an array of one element) of a
    match in which no dice have been rolled; with ``is_alike`` runs that differ only in the names of the
    numbers are one. Raises :class:`TooLarge` for more than :data:`MOST` dice each, else :data:`MOST_APART`.
    """
    dice, most = int(state[0].count[0]), MOST if is_alike else MOST_APART
    if dice > most:
        raise TooLarge(f"{game.title}: with {dice} dice each too much can follow; {most} are the most")
    return BidSolver(game, state, dice, is_alike)


def solution(game: Compiles, state: Numbers, seat: int, rng: Numbers) -> tuple[Numbers, Numbers] | None:
    """How a perfect player chooses for ``seat`` by ``state``, the record (an array of one element) hidden for
    it: events, int32[n], and their probabilities, float64[n]; no chance is in it. None where neither
    :class:`.equilibrium.Equilibrium` nor :func:`.policy.answer` has anything."""
    record = state[0]
    mine, theirs = (int(record.count[each]) for each in (record.challenger, record.opponent))
    solved = equilibrium.played_for(game, mine) if mine == theirs else None
    if solved:
        return solved.choices_of(record, seat)
    weights = policy.policy()
    return policy.answer(record, seat, weights) if weights else None
