"""The table around a match: who sits there, what is agreed, and what they say to each other."""

from __future__ import annotations

from msgspec import Struct, field

from throwdown.kernel.tables import Plain
from throwdown.server.timing.patience import Patience
from throwdown.server.wire.message import Message


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

    ``next`` are the seats that play the next match, ``dice`` those of a tie-breaker, ``winners`` who has
    won it, several where they play for one side, ``paid`` what each is paid at the end for the difference of
    points, and ``chips`` those carried from game to game. ``tie`` says what settles a tie.
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
    winners: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    dice: tuple[Rolled, ...] = ()
    tie: str = ""


class Asked(Struct, omit_defaults=True, frozen=True):
    """What somebody on ``seat`` asks of the others: ``what`` is ``take back`` or ``end``; the seats that have
    ``agreed``, ``seat`` first. They ask for the time number ``again`` in a row, and the choices of the seats
    in ``keeps`` would stay. It was asked after event ``n``, the last that all were told of."""

    what: str
    seat: int
    agreed: tuple[int, ...]
    again: int = 1
    keeps: tuple[int, ...] = ()
    n: int = 0


class Hinted(Struct, frozen=True):
    """Seat ``seat`` of the match asked for a hint after event ``n``."""

    n: int
    seat: int


class Changed(Struct, frozen=True):
    """After event ``n`` somebody else chose for seat ``seat`` of the match: a ``bot`` for its person, who is
    ``back``; a bot that one choice, for which its person was ``late``; a bot for somebody who was
    ``removed``; and whoever has ``taken`` that seat."""

    n: int
    seat: int
    what: str


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
    them, and ``hinted`` are those asked for in this match; ``changes`` are of who chooses for a seat of it.
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
    changes: tuple[Changed, ...] = ()
    fair: FairTable | None = None
    refereed: bool = False  # played with a real box; its dice are as reported
    supposed: int = 0  # dice and cards of it that nobody showed
    deck: str = ""  # the name of the values, if they have one
    practice: str = ""  # the address of the replay in whose middle it begins; empty: it is not practice


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
