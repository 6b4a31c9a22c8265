"""What passes in time: races, windows and the clocks of seats."""

from __future__ import annotations

from msgspec import Struct

from throwdown.kernel.timing import Judged
from throwdown.server.wire.message import Message


class Ping(Message, tag="ping", frozen=True):
    """Send this number back at once: your round-trip time is measured by it."""

    number: int


class Race(Message, tag="race", frozen=True):
    """A live race between ``seats`` is on, or over where there are none; ``resumed``: the server was away,
    and presses that were on their way then are lost.

    It begins in ``begins`` seconds, of which the last three are counted; negative: the count is yet to come.
    The dice of a roll are in the air for ``roll`` seconds from when they are told, in which their seat
    cannot press."""

    seats: tuple[int, ...] = ()
    resumed: bool = False
    match_id: str = ""
    begins: float = 0.0
    roll: float = 0.0


class Verdict(Message, tag="verdict", frozen=True):
    """Who was first in a live race that event ``n`` ended, several for a tie, with the last press of each
    seat. ``margin`` ms lie between the first and the next; 0 where no other press was under way."""

    n: int
    first: tuple[int, ...]
    margin: float
    presses: tuple[Judged, ...]
    slap: bool = False
    match_id: str = ""


class SeatTime(Struct, omit_defaults=True, frozen=True):
    """The clock of a seat of the match: ``left`` seconds, ``runs`` whether they pass now. For ``off`` more
    seconds its person has taken days off, and may take ``vacation`` more days."""

    seat: int
    left: float
    runs: bool = False
    off: float = 0.0
    vacation: int = 0


class Times(Message, tag="times", frozen=True):
    """The clocks of the seats, at a table that has some: sent on joining and whenever one of them starts or
    stops. ``kind`` is ``clock``, of ``whole`` seconds for the match and ``increment`` more for each choice,
    or ``days``, of ``whole`` seconds for a choice. ``late`` says what happens when a time is up: ``turn``, a
    bot makes the choice; ``match``, the match is lost, or among more than two a bot has the seat.

    Of those who choose together in secret the others' clocks are told as they were when they began."""

    seats: tuple[SeatTime, ...]
    kind: str
    whole: float
    increment: int = 0
    late: str = "turn"
    paused: bool = False
    match_id: str = ""


class Clock(Message, tag="clock", frozen=True):
    """A window is open for ``left`` of ``whole`` more seconds, 0 when it is closed. ``passed``: your pass is
    kept until it closes, ``idle`` because you hold nothing that fits, ``waived`` for as long as ``lasts``
    says in words, such as "this duel"; where that is empty it cannot be."""

    left: float = 0.0
    whole: float = 0.0
    passed: bool = False
    idle: bool = False
    waived: bool = False
    lasts: str = ""
    match_id: str = ""
