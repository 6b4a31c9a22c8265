"""The duels, by their numbers: each folder beside this file that holds a ``facts.py``.

Where this file is imported for one duel that is played alone, there is that one, and Quick Draw, which breaks
its ties (:mod:`..alone`).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.kernel.sources import every, folder_of

from ....kernel.contract import rule
from .facts import Facts
from .table import FIELDS

ONLY = folder_of(str(__package__))  # the folder of the duel that is played alone; empty for all duels
FOLDER = Path(__file__).parent / ONLY
NUMBER = every(str(__package__), "facts")[0].FACTS.number  # of the duel that is played alone


def _found() -> tuple[Facts, ...]:
    """The facts of the duels here; raises ValueError where the numbers of all do not count from 0."""
    facts = sorted(
        (module.FACTS for module in every(str(__package__), "facts", "quick_draw")),
        key=lambda each: each.number,
    )
    numbers = [each.number for each in facts]
    if not ONLY and numbers != list(range(len(facts))):
        raise ValueError(f"the duels are numbered {numbers}, where each number from 0 belongs once")
    return tuple(facts)


def _set_of(name: str) -> int:
    """The bit set of the duels of which fact ``name`` holds."""
    return sum(1 << each.number for each in FACTS if getattr(each, name))


def _by_number(*names: str) -> np.ndarray[Any, Any]:
    """The facts ``names`` by the number of the duel, one row each; 0 for numbers that no duel here has."""
    rows = {each.number: [getattr(each, name) for name in names] for each in FACTS}
    none = np.zeros_like(rows[FACTS[0].number])
    return np.squeeze([rows.get(number, none) for number in range(FACTS[-1].number + 1)])


FACTS = _found()
DUEL_FIELDS = (*FIELDS, *(field for each in FACTS for field in each.fields))
DUEL_OPTIONS = tuple(field for each in FACTS for field in each.options)
Duel = IntEnum("Duel", {each.key.upper().replace("-", "_"): each.number for each in FACTS})
QUICK_DRAW = next(each.number for each in FACTS if each.is_slapped)  # which also breaks ties (KD-11)
FOR_ALL, RACES, SLAPPED, BATTLES = map(_set_of, ("is_for_all", "is_race", "is_slapped", "is_battle"))
HAS_WINNER, ADDS_EXTRA = map(_set_of, ("has_winner", "adds_extra"))
LESS, VIKINGS, GUNS = map(_set_of, ("allows_less", "allows_viking", "allows_guns"))
PREFERS_FIRST = _set_of("prefers_first")
BASE_DICE = _by_number("dice")
LEAST_DICE = _by_number("least_dice")
GREYS = _by_number("greys", "greys_each")
EXTRA = _by_number("extra")
TARGETS = _by_number("targets")
CHOOSERS = _by_number("chooser")


def facts_of(duel: int) -> Facts:
    """What a duel says of itself."""
    return FACTS[duel]


@rule
def is_two_player(duel):
    return FOR_ALL >> duel & 1 == 0


@rule
def is_race(duel: int) -> bool:
    return RACES >> duel & 1 == 1


@rule
def is_slapped_for(duel):
    """KD-D10: a duel that is won, live, with a slap."""
    return SLAPPED >> duel & 1 == 1


@rule
def is_fought_in_rounds(duel):
    """KD-D12: each press rolls, and all wait for the last."""
    return BATTLES >> duel & 1 == 1


@rule
def has_winner(duel):
    """KD-D5: in Day at the Beach nobody wins, and nobody loses."""
    return HAS_WINNER >> duel & 1 == 1


@rule
def base_dice(duel, is_first):
    """The dice of a duelist by the rulebook; ``is_first`` says they have the first role."""
    return BASE_DICE[duel, 0 if is_first else 1]


@rule
def least_dice(duel):
    """KD-16: who has fewer forfeits."""
    return LEAST_DICE[duel]


@rule
def allows_less(duel):
    """KD-16."""
    return LESS >> duel & 1 == 1


@rule
def allows_viking(duel):
    """KD-18."""
    return VIKINGS >> duel & 1 == 1


@rule
def allows_guns(duel):
    """KD-19."""
    return GUNS >> duel & 1 == 1


@rule
def allows_extra(s):
    """KD-16: in some duels only where the table says so."""
    where = EXTRA[s.duel]
    return where == -1 or (where >= 0 and s.extra_duels[where] == 1)


@rule
def greys_used(s):
    """KD-16: grey dice that the duel itself uses."""
    return GREYS[s.duel, 0] + GREYS[s.duel, 1] * s.seats


@rule
def carried(s, seat):
    """Dice that cards have added or, below 0, taken. In War! an Extra die is rolled along in every round: it
    adds none (KD-16)."""
    added = s.extra[seat] if ADDS_EXTRA >> s.duel & 1 else 0
    return added + s.guns[seat] - s.less[seat]
