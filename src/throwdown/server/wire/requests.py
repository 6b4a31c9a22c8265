"""What a client asks of a table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from throwdown.arena.things import Hand
from throwdown.server.wire.message import MatchId, Message, Number

Event = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Play(Message, tag="play", frozen=True):
    """Make the choice ``event``, seen on the table when its last event was number ``after``.

    ``hand`` is how a die is thrown or placed, where people do that by hand.
    """

    request: Number
    event: Event
    after: Number
    hand: Hand | None = None
    match_id: MatchId = ""


class Sync(Message, tag="sync", frozen=True):
    """Send me everything after event number ``after``; with 0 what a newcomer gets: the table around the
    match, and the match as it is now."""

    after: Number = 0
    match_id: MatchId = ""


class Earlier(Message, tag="earlier", frozen=True):
    """Tell me what was said of the events up to event number ``until``: of the last of them, and of none up
    to event number ``after``. The answer is a :class:`Story`."""

    until: Number
    after: Number = 0
    match_id: MatchId = ""


class Hint(Message, tag="hint", frozen=True):
    """Tell me the best choices, seen on the table when its last event was number ``after``. Answered by
    :class:`Done` once everybody sees that it was asked for, then by one :class:`Advice` after another. With
    ``prepare`` nothing is asked for yet: what counts is made ready."""

    request: Number
    after: Number
    prepare: bool = False
    match_id: MatchId = ""


class NoHint(Message, tag="nohint", frozen=True):
    """I no longer wait for a hint."""

    match_id: MatchId = ""


class Seed(Message, tag="seed", frozen=True):
    """This browser's own share of the dice: up to 64 hexadecimal digits, before the first roll. For fair dice
    it commits to a chain of so many ``links`` too, by the chain's ``tip``: see ``docs/fair-dice.md``."""

    seed: str
    match_id: MatchId = ""
    tip: str = ""
    links: int = 0


class Link(Message, tag="link", frozen=True):
    """The link of this browser's chain for ``roll``, 64 hexadecimal digits; empty where it has none. With the
    chain's last link comes the tip of the ``next`` one, which has as many links."""

    roll: Number
    link: Annotated[str, Meta(max_length=64)] = ""
    next: Annotated[str, Meta(max_length=64)] = ""
    match_id: MatchId = ""


class Resign(Message, tag="resign", frozen=True):
    request: Number
    match_id: MatchId = ""


class Waive(Message, tag="waive", frozen=True):
    """Let the window that is open pass for me, and all further ones for as long as ``Clock.lasts`` says."""

    request: Number
    match_id: MatchId = ""


class Hurry(Message, tag="hurry", frozen=True):
    """I have seen enough: let bots make no pause until a person is awaited. Nothing happens where another
    person is awaited now."""

    match_id: MatchId = ""


class Showing(Message, tag="showing", frozen=True):
    """My page is still showing what came before the window that is open, for so many seconds: let its clock
    begin then. How much is granted is bounded by what the table has told."""

    seconds: Annotated[float, Meta(ge=0, le=60)]
    match_id: MatchId = ""


class Pong(Message, tag="pong", frozen=True):
    """The answer to a ping, at once."""

    number: Number


class Rematch(Message, tag="rematch", frozen=True):
    """Ask for another match at this table, or for the next one of its set, after match ``match_id``."""

    request: Number
    match_id: MatchId = ""


class React(Message, tag="react", frozen=True):
    """Show the others one of the six reactions."""

    word: Annotated[str, Meta(max_length=20)]
    match_id: MatchId = ""


class Look(Message, tag="look", frozen=True):
    """The page is looked at, or is hidden behind others: whoever looks at none is called when they are
    awaited. A page that says nothing counts as looked at."""

    on: bool
    match_id: MatchId = ""


class Say(Message, tag="say", frozen=True):
    """Write a line to the others who sit at the table, where the host allows it."""

    text: Annotated[str, Meta(max_length=400)]
    match_id: MatchId = ""


Wish = (
    Play
    | Sync
    | Earlier
    | Hint
    | NoHint
    | Seed
    | Resign
    | Rematch
    | Waive
    | Hurry
    | Showing
    | React
    | Look
    | Say
    | Link
)  # what a table is asked for, one after the other
Request = Wish | Pong
