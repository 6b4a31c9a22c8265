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

from typing import Annotated

from msgspec import Meta, Struct, field

from throwdown.arena.things import Body, Hand
from throwdown.kernel.scene import Scene
from throwdown.kernel.tables import Plain
from throwdown.kernel.timing import Judged
from throwdown.server.patience import Patience


class Message(Struct, tag_field="t", omit_defaults=True, frozen=True):
    """The base of every message, either way."""


# From a client

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # what every JSON reader holds exactly
Event = Annotated[int, Meta(ge=0, le=2**31 - 1)]
MatchId = Annotated[str, Meta(max_length=16)]


def id_text(match: int) -> str:
    """The id of a match as messages name it: 16 hexadecimal digits."""
    return f"{match:016x}"


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


# From the server


class Said(Struct, omit_defaults=True, frozen=True, gc=False):
    """A sentence of the log: who did it (-1: the table), and the words, without the name."""

    seat: int
    words: str


class Step(Struct, omit_defaults=True, frozen=True, gc=False):
    """The table after event ``n``: what is said of it, under which heading, and how it looks.

    ``rolled``: dice that show another face than before were thrown by it; else they were turned or moved.
    """

    n: int
    heading: str
    said: tuple[Said, ...] = ()
    scene: Scene | None = None
    rolled: bool = False


class Arena(Message, tag="arena", frozen=True):
    """A mat or a tower, in matches where dice are thrown by hand; ``mat`` is empty once there is none.

    ``flight`` is the last throw, event ``n``, of the things ``flying``: ``frames`` poses, packed, in base64.
    ``bodies`` lie there after it. ``seat`` throws next; the viewer does with ``event``, if that is not -1,
    and ``piece`` is ``d`` for a die and ``c`` for a card. ``labels`` are written on the rings, or on the
    bands and what is past them; ``post`` dice stand in a stack in the middle. Lengths are metres.
    ``covered``: the mat is out of sight (KD-18). ``far``: it lies so much further from the hand (KD-D2).
    ``restless``: so often the last throw did not come to rest, and was made again. ``cocked``: so many dice
    then lay cocked, and were thrown again for their numbers.
    """

    n: int
    mat: str = ""
    width: float = 0.0
    depth: float = 0.0
    rings: tuple[float, ...] = ()
    bands: tuple[float, ...] = ()
    post: int = 0
    labels: tuple[str, ...] = ()
    tower: bool = False
    bodies: tuple[Body, ...] = ()
    event: int = -1
    piece: str = ""
    seat: int = -1
    covered: bool = False
    far: float = 0.0
    frames: int = 0
    flight: str = ""
    flying: tuple[Body, ...] = ()
    restless: int = 0
    cocked: int = 0
    match_id: str = ""


class Mat(Struct, omit_defaults=True, frozen=True):
    """The mat as it is from event ``since`` on, in the record of a match."""

    since: int
    arena: Arena


class Steps(Message, tag="steps", frozen=True):
    """What happened since event ``after``; the last step holds the table as it is now. The record of a whole
    match has its ``mats`` too. Steps up to event ``since`` are left out: ask with :class:`Earlier`."""

    after: int
    steps: tuple[Step, ...]
    mats: tuple[Mat, ...] = ()
    match_id: str = ""
    since: int = 0


class Story(Message, tag="story", frozen=True):
    """What was said of the events after number ``since`` up to number ``until``, without scenes; it answers
    :class:`Earlier`. Where ``since`` is more than what was asked for, there is more to be asked for."""

    since: int
    until: int
    steps: tuple[Step, ...] = ()
    match_id: str = ""


class Done(Message, tag="done", frozen=True):
    """Request ``request`` was carried out, and is saved: as event ``n``, or after it."""

    request: int
    n: int
    match_id: str = ""


class Refused(Message, tag="refused", frozen=True):
    """Request ``request`` changed nothing, and why. ``n`` is the number of the last event."""

    request: int
    why: str
    n: int = 0
    match_id: str = ""


class Person(Struct, omit_defaults=True, frozen=True):
    """Who sits on a seat: ``kind`` is ``person``, ``bot`` or ``open``. ``colour`` 0 to 7 names the
    seat colour: red, blue, yellow, green, pink, orange, sky, slate. On a ``free`` seat a bot plays until
    somebody takes it, since its person was removed."""

    seat: int
    kind: str
    name: str = ""
    colour: int = 0
    here: bool = True
    stand_in: bool = False
    host: bool = False
    free: bool = False


class Rolled(Struct, frozen=True, gc=False):
    """A die of a tie-breaker."""

    seat: int
    die: int


class SetSheet(Struct, omit_defaults=True, frozen=True):
    """The score sheet of a set: one row a seat of the table, its last figure the total.

    ``next`` are the seats that play the next match, ``dice`` those of a tie-breaker, ``paid`` what each is
    paid at the end for the difference of points, and ``chips`` those carried from game to game. ``tie`` says
    what settles a tie.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kind: str
    count: int
    played: int
    totals: tuple[int, ...]
    stake: int = 0
    next: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    over: bool = False
    winner: int = -1
    paid: tuple[int, ...] = ()
    dice: tuple[Rolled, ...] = ()
    tie: str = ""


class Asked(Struct, omit_defaults=True, frozen=True):
    """What somebody on ``seat`` asks of the others: ``what`` is ``take back`` or ``end``; the seats that have
    ``agreed``, ``seat`` first. They ask for the time number ``again`` in a row, and the choices of the seats
    in ``keeps`` would stay."""

    what: str
    seat: int
    agreed: tuple[int, ...]
    again: int = 1
    keeps: tuple[int, ...] = ()


class Hinted(Struct, frozen=True):
    """Seat ``seat`` of the match asked for a hint after event ``n``."""

    n: int
    seat: int


class FairTable(Struct, omit_defaults=True, frozen=True):
    """Fair dice: the ends of the server's first chain and, once the match has begun, of the ``chains`` of its
    seats, as (tip, links); null for a seat without one. ``version`` is that of the rules."""

    server: tuple[str, int]
    version: int
    chains: tuple[tuple[str, int] | None, ...] = ()


class Table(Message, tag="table", frozen=True):
    """The table around the match: sent on joining and whenever it changes.

    ``options`` tells in words what is not as published, ``values`` holds it by key. ``kept`` says why the
    match is neither played on nor shown by this server, where its rules are of another version; a rematch
    then puts it aside. ``patience`` is what is agreed about time, and ``terms`` says it in sentences.
    Hints may be asked for where ``hints`` says so; ``hinting`` are the seats whose people have agreed to
    them, and ``hinted`` are those asked for in this match.
    """

    id: str
    game: str
    title: str
    phase: str  # "waiting", "playing", "over"
    people: tuple[Person, ...] = ()
    you: int = -1
    host: bool = False
    code: str = ""
    open: bool = False
    pace: str = "human"  # how bots move: "human" or "quick"
    options: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[str, Plain] = field(default_factory=dict[str, Plain])
    watchers: int = 0
    match: int = 1  # its number at this table
    match_id: str = ""
    commitment: str = ""
    result: str = ""
    rematch: tuple[int, ...] = ()
    lineup: tuple[int, ...] = ()  # the seats that play the match, by its seats; empty: all, as they sit
    series: SetSheet | None = None
    kept: str = ""
    patience: Patience = field(default_factory=Patience)
    terms: str = ""
    pausing: tuple[int, ...] = ()  # the seats that ask for a pause
    stands: bool = False  # a match without clocks is paused
    unwatched: bool = False  # the host lets nobody watch
    asking: Asked | None = None
    early_end: str = ""  # what a match counts as that all agree to end: "draw", "standing"; empty: not done
    chat: bool = False  # those who sit here may write to each other
    odds: bool = True  # those who sit here may look up the chances that they would count
    hints: bool = False
    hinting: tuple[int, ...] = ()
    hinted: tuple[Hinted, ...] = ()
    fair: FairTable | None = None
    refereed: bool = False  # played with a real box; its dice are as reported
    deck: str = ""  # the name of the values, if they have one


class OpenLink(Message, tag="open", frozen=True):
    """Roll ``roll`` is due after event ``n``: send the link of your chain for it. ``digest`` is that of the
    log so far."""

    roll: int
    n: int
    digest: str
    match_id: str = ""


class Drawn(Struct, omit_defaults=True, frozen=True, gc=False):
    """Event ``n`` of a roll: the place of what came up among ``size`` tickets or, where ``weights`` are,
    among the events that have so many."""

    n: int
    size: int
    drew: int
    weights: tuple[int, ...] = ()


class Links(Message, tag="links", frozen=True):
    """Roll ``roll`` has come up, after event ``n``: the ``server``'s link and those of the seats, empty where
    the server's chain stood in. ``silent`` are seats that were asked and did not answer in time; ``next`` are
    the ends of chains that seats go on with, and ``server_next`` of the server's. ``events`` are those that
    everybody sees."""

    roll: int
    n: int
    digest: str
    server: str
    links: tuple[str, ...]
    silent: tuple[int, ...] = ()
    next: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    server_next: str = ""
    events: tuple[Drawn, ...] = ()
    match_id: str = ""


class Events(Message, tag="events", frozen=True):
    """For programs, instead of steps: the events after number ``after`` as (number, seat, event), the
    event null where the viewer may not know it; the seats awaited, and what the viewer may do."""

    after: int
    events: tuple[tuple[int, int, int | None], ...]
    awaited: tuple[int, ...]
    legal: tuple[int, ...]
    match_id: str = ""


class Ping(Message, tag="ping", frozen=True):
    """Send this number back at once: so the way to you is measured."""

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


class Reaction(Message, tag="reaction", frozen=True):
    """Whoever sits on ``seat`` of the table says one of six things."""

    seat: int
    word: str
    match_id: str = ""


class Written(Struct, frozen=True):
    """Line ``n`` of what those at the table have written to each other: who, and when (in s since 1970)."""

    n: int
    seat: int
    name: str
    text: str
    at: float


class Chat(Message, tag="chat", frozen=True):
    """Lines that people at the table have written, without those of whom you have muted: those that are new,
    or, where the message is ``whole``, all that there are."""

    lines: tuple[Written, ...]
    whole: bool = False
    match_id: str = ""


class AdviceLine(Struct, frozen=True):
    """A choice in a hint: its event, the chance to win with it (0 to 1) and half the width of the range that
    holds the true chance 95 times in 100. It is ``less`` than the best by that, or too ``close`` to call."""

    event: int
    chance: float
    doubt: float
    less: float
    close: bool


class Advice(Message, tag="advice", frozen=True):
    """The hint that was asked for after event ``n``: first the choices that are too close to call, then
    weaker ones. ``why`` is what the game says of the first. It gets better until it is ``done``; ``playouts``
    is how many matches were played out with the best. ``hidden``: something was not to be seen, and was
    guessed. Where there is none, ``refused`` says why."""

    n: int
    lines: tuple[AdviceLine, ...] = ()
    why: str = ""
    playouts: int = 0
    done: bool = False
    hidden: bool = False
    refused: str = ""
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
