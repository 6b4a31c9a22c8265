"""Con-Person (KD-D4) as a duel of Kadoova Duel: Master plays it as it does where it is played alone."""

from __future__ import annotations

from .duels.con_person import solving as con_person

__all__ = ["LOOKED_UP", "solution"]

LOOKED_UP = con_person.LOOKED_UP
solution = con_person.solution
