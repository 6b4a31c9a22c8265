"""What a game says of time to whoever keeps the clock: live races, and windows that close.

A game of races or windows has a module ``timing`` beside its rules, with ``live(values)``, ``heat(view)``,
``window(view, seat, legal)`` and ``cover(values)``; ``live`` says whether they do so with these values.
Rules know the order of things only; who was first, and when a window has been open long enough, is for a
server to judge.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from types import ModuleType

import msgspec
from msgspec import Struct

from .game import Game
from .match import Match

ROUNDED = 0.21  # ms by which rounded times may miss each other


class Heat(Struct, frozen=True):
    """A live race that is on.

    ``key`` stays the same as long as the race does. ``presses`` is the event that a press of each racing seat
    makes now, and ``slaps`` are the seats whose press ends it. ``together`` is the event of presses that are
    level and would both count, -1 where their order does not matter. ``dice`` is how many each rolls.
    ``covered`` seats cannot press until their cover is lifted, by the same event. A race that is not
    ``counted`` is on without a word as long as these seats may press: the first press ends it.
    """

    key: str
    presses: dict[int, int]
    together: int = -1
    dice: dict[int, int] = {}
    covered: tuple[int, ...] = ()
    slaps: tuple[int, ...] = ()
    counted: bool = True


class Window(Struct, frozen=True):
    """A window in which a seat may act or let it pass.

    ``passing`` is the event that passes, ``aside`` the one that passes for the whole duel (-1: none).
    ``fits`` says whether the seat has anything else to do. ``duel`` stays the same as long as "pass for this
    duel" holds, and ``key`` until somebody acts in the window. ``brisk``: it stands between two rolls.
    """

    passing: int
    fits: bool
    duel: str
    key: str
    aside: int = -1
    brisk: bool = False


class Judged(Struct, frozen=True):
    """A press as it was judged, in milliseconds: when it arrived since the race began, the way that was
    measured, what of it was credited, and when the press counts."""

    seat: int
    arrived: float
    measured: float
    credited: float
    counts: float


def timing_of(game: Game) -> ModuleType | None:
    """The game's ``timing`` module, where it has one."""
    return _timing(game.package + ".timing")


@cache
def _timing(name: str) -> ModuleType | None:
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def check_presses(match: Match, text: str) -> int:
    """Check what a transcript tells of its presses: the JSON object ``text``, by number of the event.

    Each must be a press of a live race that was on, by the seats that are named, and must count as much
    earlier than it arrived as was credited. Returns how many there are; raises :class:`ValueError`.
    """
    told = msgspec.json.decode(text, type=dict[int, tuple[Judged, ...]])
    many = sum(map(len, told.values()))
    module = timing_of(match.game)
    fresh = match.replay(0)
    for number, entry in enumerate(match.log, 1):
        presses = told.pop(number, ())
        if presses:
            heat: Heat | None = module.heat(fresh.truth()) if module else None
            why = _reason(heat, entry.seat, entry.event, presses)
            if why:
                raise ValueError(f"event {number}, {why}")
        fresh.extend([entry])
    if told:
        raise ValueError(f"there is no event {min(told)}")
    return many


def _reason(heat: Heat | None, seat: int, event: int, presses: tuple[Judged, ...]) -> str:
    """Why that cannot have been a press of ``heat``; empty where it can."""
    seats = {press.seat for press in presses}
    alone = heat is not None and heat.presses.get(seat) == event and seats == {seat}
    level = heat is not None and heat.together == event and seats <= set(heat.presses)
    if not (alone or level):
        return f"is no press of a live race by {_named(seats)}"
    for press in presses:
        if press.credited < 0 or abs(press.arrived - press.credited - press.counts) > ROUNDED:
            return (
                f"seat {press.seat}: {press.arrived} ms less {press.credited} credited is not {press.counts}"
            )
    return ""


def _named(seats: set[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in sorted(seats))
