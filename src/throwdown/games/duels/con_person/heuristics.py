"""Con-Person: how good an event looks, for the greedy player."""

from __future__ import annotations

from ...kadoova_duel.duels.con_solved import is_solvable, solve
from ...kadoova_duel.duels.foresight import worth_in_duel as worth

__all__ = ["is_solvable", "solve", "worth"]
