"""What a game says of time to whoever keeps the clock: live races, and windows that close.

A game of races or windows has a module ``timing`` beside its rules, with ``heat(view)``, ``window(view, seat,
legal)`` and ``cover(values)``. Rules know the order of things only; who was first, and when a window has
been open long enough, is for a server to judge.
"""

from __future__ import annotations

from msgspec import Struct


class Heat(Struct, frozen=True):
    """A live race that is on.

    ``key`` stays the same as long as the race does. ``presses`` is the event that a press of each racing seat
    makes now, and ``slaps`` are the seats whose press ends it. ``together`` is the event of presses that are
    level and would both count, -1 where their order does not matter. ``dice`` is how many each rolls.
    ``covered`` seats cannot press until their cover is lifted, by the same event.
    """

    key: str
    presses: dict[int, int]
    together: int = -1
    dice: dict[int, int] = {}
    covered: tuple[int, ...] = ()
    slaps: tuple[int, ...] = ()


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
