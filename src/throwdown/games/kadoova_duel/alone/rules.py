"""A duel as a game of its own: no turns, no cards, seat 0 challenges.

All but OPTIONS and ``setup`` is the same for every duel. :func:`made` adds these two.
"""

from __future__ import annotations

import sys
from types import ModuleType

from throwdown.kernel.tables import Value

from ....kernel.contract import EVERYBODY, record, rule
from ..duels.facts import Facts
from ..duels.hands import set_hands
from ..duels.play import (
    apply_in_duel,
    awaited_in_duel,
    begin_duel,
    clear_duel,
    guess_dice,
    hide_dice,
    is_secret,
    legal_in_duel,
    roller,
)
from ..duels.register import DUEL_FIELDS, is_two_player
from ..duels.table import DONE, DUEL_EVENTS, NOBODY, ROLL, SEATS
from ..duels.verbs import spelled_out

__all__ = ["EVENTS", "STATE", "apply", "awaited", "guess", "hide", "legal", "standing", "witnesses"]

# The first field sets the layout apart from that of the whole game, which Numba would take for a subtype.
STATE = record(("alone", "i4"), ("by_wins", "i4"), *DUEL_FIELDS)
EVENTS = DUEL_EVENTS


@rule
def open_alone(s, seats, duel, less):
    """``duel`` between all seats, each with ``less`` dice; the options are in the record already."""
    s.alone = 1
    s.seats = seats
    clear_duel(s)
    s.duel = duel
    s.plain = 1
    s.challenger = 0
    s.opponent = 1 if is_two_player(duel) else NOBODY
    s.duelists = (1 << seats) - 1
    for seat in range(seats):
        s.less[seat] = less
    begin_duel(s)


@rule
def set_result(s, options):
    """Whether a result tells the points of the duel (0), or one for its winner (1)."""
    s.by_wins = options.result


@rule
def set_time(s, options):
    s.timing = options.timing
    s.pace_base = options.pace_base
    s.pace_die = options.pace_die


def setup(s, seats, options):
    """Seat 0 challenges; the values of the game's own tables are kept in the record."""


@rule
def awaited(s):
    return 0 if s.stage == DONE else awaited_in_duel(s)


@rule
def legal(s, seat, events, weights):
    return legal_in_duel(s, seat, events, weights)


@rule
def apply(s, seat, a):
    apply_in_duel(s, seat, a)
    if s.stage == DONE:
        for each in range(SEATS):
            s.score[each] += s.gain[each]


@rule
def hide(s, seat):
    """KD-23."""
    hide_dice(s, seat)


@rule
def guess(s, seat, rng):
    guess_dice(s, seat, rng)


@rule
def standing(s, points):
    """What ranks the seats: who has won the duel, whatever the points are that it gives."""
    for seat in range(s.seats):
        points[seat] = int(seat == s.winner)


@rule
def witnesses(s, seat, a):
    """A Con-Person die is its owner's alone until the call."""
    return 1 << roller(s) if s.stage == ROLL and is_secret(s) else EVERYBODY


def made(facts: Facts, own: ModuleType, values: list[Value]) -> dict[str, object]:
    """OPTIONS, one field for each of the ``values`` that rules read, and the ``setup`` that keeps them: those
    that duels have alike, and what ``own``, the rules of the duel, keeps in ``set_tables``."""
    lengths = {value.field: value.length for value in values if value.read_by == "rules"}
    fields = [(name, "i4", length) if length else (name, "i4") for name, length in lengths.items()]
    names = {"set_result": set_result, "set_time": set_time, "set_hands": set_hands, "open_alone": open_alone}
    lines = ["set_result(s, options)"]
    lines += ["set_time(s, options)"] if "timing" in lengths else []
    lines += ["set_hands(s, options)"] if "throws" in lengths else []
    if "set_tables" in own.__all__:
        lines.append("set_tables(s, options)")
        names["set_tables"] = own.set_tables
    less = f"{facts.dice[0]} - options.dice" if "dice" in lengths else "0"
    lines.append(f"open_alone(s, seats, {facts.number}, {less})")
    return {
        "COMMON": sys.modules[__name__],
        "OPTIONS": record(*fields),
        "setup": spelled_out(setup, lines, **names),
    }
