"""The messages between a client and a table, as JSON text over one WebSocket: one each from a client, one
or more from the server, a line each.

Every message carries its kind in ``t``. A client numbers its requests; the answer to a request
repeats the number, and a request sent twice acts once. Steps carry the number of the last event
they show; a client that sees a gap asks for all with :class:`Sync`.

``match_id`` names the match that a message is about: the one that is coming, being played or just over at the
table. A client drops what is told of any other than that of the last :class:`Table`, and the table refuses a
request for any other; only programs with one match to play may leave it out of their requests.
"""

from __future__ import annotations

from throwdown.server.wire.message import MatchId, Message, Number, id_text
from throwdown.server.wire.requests import (
    Earlier,
    Event,
    Hint,
    Hurry,
    Link,
    Look,
    NoHint,
    Play,
    Pong,
    React,
    Rematch,
    Request,
    Resign,
    Say,
    Seed,
    Showing,
    Sync,
    Waive,
    Wish,
)
from throwdown.server.wire.rolls import Drawn, Links, OpenLink
from throwdown.server.wire.steps import (
    Advice,
    AdviceLine,
    Arena,
    Done,
    Events,
    Mat,
    Refused,
    Said,
    Step,
    Steps,
    Story,
)
from throwdown.server.wire.table import (
    Asked,
    Changed,
    Chat,
    FairTable,
    Hinted,
    Person,
    Reaction,
    Rolled,
    SetSheet,
    Table,
    Written,
)
from throwdown.server.wire.timed import Clock, Ping, Race, SeatTime, Times, Verdict

__all__ = [
    "Advice",
    "AdviceLine",
    "Arena",
    "Asked",
    "Changed",
    "Chat",
    "Clock",
    "Done",
    "Drawn",
    "Earlier",
    "Event",
    "Events",
    "FairTable",
    "Hint",
    "Hinted",
    "Hurry",
    "Link",
    "Links",
    "Look",
    "Mat",
    "MatchId",
    "Message",
    "NoHint",
    "Number",
    "OpenLink",
    "Person",
    "Ping",
    "Play",
    "Pong",
    "Race",
    "React",
    "Reaction",
    "Refused",
    "Rematch",
    "Reply",
    "Request",
    "Resign",
    "Rolled",
    "Said",
    "Say",
    "SeatTime",
    "Seed",
    "SetSheet",
    "Showing",
    "Step",
    "Steps",
    "Story",
    "Sync",
    "Table",
    "Times",
    "Verdict",
    "Waive",
    "Wish",
    "Written",
    "id_text",
]

Reply = (
    Table
    | Steps
    | Story
    | Events
    | Arena
    | Done
    | Refused
    | Ping
    | Race
    | Verdict
    | Clock
    | Times
    | Reaction
    | Chat
    | Advice
    | OpenLink
    | Links
)
