"""The messages of the buzzer of a refereed match, over a WebSocket of its own while it is on."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from throwdown.kernel.timing import Judged
from throwdown.server.wire.message import Message
from throwdown.server.wire.requests import Pong
from throwdown.server.wire.steps import Refused
from throwdown.server.wire.timed import Ping

Stage = Literal["set", "count", "run", "told"]
SET: Final = "set"
COUNT: Final = "count"
RUN: Final = "run"
TOLD: Final = "told"

Place = Annotated[int, Meta(ge=0, le=63)]


class Begin(Message, tag="begin", frozen=True):
    """Count in: these seats race."""

    seats: Annotated[tuple[Place, ...], Meta(max_length=16)]


class Press(Message, tag="press", frozen=True):
    """The area of ``seat`` on this screen was touched."""

    seat: Place


class GoOn(Message, tag="go-on", frozen=True):
    """The roll of whoever was first does not match: all others go on."""


class Halt(Message, tag="halt", frozen=True):
    """Stop the count, or what follows it; nobody was first."""


class Close(Message, tag="close", frozen=True):
    """The buzzer is not wanted any more: all screens go back to the table."""


class Buzzer(Message, tag="buzzer", frozen=True):
    """The buzzer as this screen has it. Its ``stage`` is ``set`` before a count, ``count``, ``run`` from Go
    on, and ``told`` once it is certain who was first.

    ``here`` are the seats that have somewhere to press, ``yours`` those with an area on this screen, and
    ``seats`` race. Go comes in ``begins`` seconds; negative: the count is yet to come. ``early`` pressed
    before it, which does not count; what ``out`` had did not match. ``first`` are the seats that were first,
    several for a tie, ``margin`` ms before the next, 0 where no other press has come. ``why`` says why a
    count was stopped.
    """

    stage: Stage
    here: tuple[int, ...] = ()
    yours: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    begins: float = 0.0
    early: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    margin: float = 0.0
    presses: tuple[Judged, ...] = ()
    why: str = ""


BuzzerRequest = Begin | Press | GoOn | Halt | Close | Pong
BuzzerReply = Buzzer | Refused | Ping
