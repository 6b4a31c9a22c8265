"""What the parts of a table that judge time are told, and what they answer.

A race and a window get :class:`Facts` and return orders: what is to be told, to be kept, or made an event of
the match. They hold no connection, no timer and no database; when they want to be asked again is their
``due``. ``server/room/judging.py`` carries orders out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from throwdown.kernel.match import Match
from throwdown.kernel.timing import Judged
from throwdown.server.table.audience import Viewer
from throwdown.server.table.playing import Make, Playing
from throwdown.server.table.tables import TableRecord
from throwdown.server.wire import Message


class Passes(NamedTuple):
    """Who lets a window pass, as it is saved: the window's key, its seats of the match, and by seat the span
    for which it passes all windows."""

    window: str
    passed: Collection[int]
    waived: Mapping[int, str]


NOBODY = Passes("", (), {})


class Facts(NamedTuple):
    """The state of a table at one moment, by which races and windows are judged."""

    now: float  # seconds by the loop's clock
    table: TableRecord
    match_id: str
    playing: Playing | None
    viewers: Collection[Viewer]
    programs: Mapping[int, str]  # by seat of the match: the kind of bot that plays it just now
    passes: Passes

    @property
    def match(self) -> Match | None:
        """The match, while it is played."""
        return None if self.playing is None or self.playing.match.over else self.playing.match

    @property
    def n(self) -> int:
        """The number of the last event; 0 where there is none."""
        return self.playing.n if self.playing else 0


class Tell(NamedTuple):
    """Tell one viewer something; None: everybody."""

    message: Message
    to: Viewer | None = None


class Delay(NamedTuple):
    """From now on everything that is told to a viewer waits so many seconds on its way."""

    viewer: Viewer
    seconds: float


class Keep(NamedTuple):
    """Save who lets a window pass, so that it is known after a restart."""

    passes: Passes


def nothing_more(_facts: Facts) -> tuple[list[Order], Message | None]:
    """The default of ``Save.saved``: nobody is told more than the events."""
    return [], None


def let_it_be(_facts: Facts, _why: str) -> list[Order]:
    """The default of ``Save.refused``: nobody has asked for the events, so nobody is told of a refusal."""
    return []


class Save(NamedTuple):
    """Make events, save them, and tell them.

    ``presses`` is how the presses were judged that they come from. ``guest`` and ``request`` name whose
    request the first event answers (None: nobody's). Once they are saved ``saved`` says what else is to be
    told: at once, and to everybody after the events; or ``refused`` does, with the reason.
    """

    make: Make
    presses: tuple[Judged, ...] = ()
    guest: str | None = None
    request: int | None = None
    saved: Callable[[Facts], tuple[list[Order], Message | None]] = nothing_more
    refused: Callable[[Facts, str], list[Order]] = let_it_be


Order = Tell | Delay | Keep | Save
