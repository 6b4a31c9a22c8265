"""What a game says of time to whoever keeps the clock: live races, and windows that close.

Its ``timing.py`` makes these records, see :class:`throwdown.kernel.parts_live.Timing`.
"""

from __future__ import annotations

from msgspec import Struct


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

    ``passing`` is the event that passes, ``aside`` the one that passes for the whole span (-1: none):
    their choices in the scene have the roles ``pass`` and ``waive``. ``fits`` says whether the seat has
    anything else to do. A seat may pass for all windows with the same ``span``; ``lasts`` says in words how
    long that is, as in "Pass for this duel"; where it is empty nobody is offered it. ``key`` stays the same
    until somebody acts in the window. ``brisk``: it stands between two rolls.
    """

    passing: int
    fits: bool
    key: str
    span: str = ""
    lasts: str = ""
    aside: int = -1
    brisk: bool = False


class Judged(Struct, frozen=True):
    """A press as it was judged, in milliseconds: when it arrived since the race began, the one-way
    latency that was measured, how much of that was credited, and when the press counts."""

    seat: int
    arrived: float
    measured: float
    credited: float
    counts: float
