"""What HTTP requests and answers hold, beside the messages in ``wire``."""

from __future__ import annotations

from msgspec import Struct, field

from throwdown.kernel.series import Plan
from throwdown.kernel.tables import Form, Plain
from throwdown.lessons.examples import Drawn
from throwdown.server.timing.patience import Patience
from throwdown.server.wire import Person
from throwdown.server.wire.message import MatchId


class Me(Struct, frozen=True):
    """A guest's name (1 to 24 letters) and colour (0 to 7)."""

    name: str
    colour: int


class ValueSpec(Struct, frozen=True):
    """One option or table value of a game. ``mark`` is S, R, H or P as in the rulebook.

    ``at_table`` is what a new table proposes to people, where that is not ``value``. ``names`` are those of
    the entries of a list, ``needs`` says what a change must satisfy, and ``seats``, where there are any, are
    the only numbers of seats that may change it. ``when`` says with which numbers of seats and which values
    of other options it has any effect, ``unless`` with which values of other options it has none; where it
    has none, or is not ``offered``, people are not asked for it. ``of_seats``: it is a seat, or a list with
    an entry for each seat.
    """

    key: str
    kind: str
    label: str
    note: str
    mark: str
    clause: str
    value: Plain
    published: Plain | None
    at_table: Plain | None
    least: int | None
    most: int | None
    length: int | None
    total: int | None
    choices: tuple[str, ...]
    names: tuple[str, ...]
    seats: tuple[int, ...]
    when: dict[str, tuple[bool | int | str, ...]]
    unless: dict[str, tuple[bool | int | str, ...]]
    of_seats: bool
    offered: bool
    needs: str


class PictureRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the picture of a game: who, some dice, and what they mean.

    ``colour`` is that of a seat (0 to 7); without one the dice are the table's own. ``right`` and ``wrong``
    are the places (from 1) of dice that are marked so.
    """

    label: str
    dice: tuple[int, ...]
    says: str = ""
    colour: int = -1
    right: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()


class HowTo(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played, for somebody who has a minute."""

    goal: str
    turn: str
    points: str
    picture: tuple[PictureRow, ...]


class LessonLine(Struct, frozen=True):
    """A lesson of a game: the key in its address, what it teaches, its minutes, and how many steps it has."""

    key: str
    title: str
    line: str
    minutes: int
    steps: int


class GameSpec(Struct, frozen=True):
    """A game as the lobby offers it; ``seats`` and ``minutes`` are (least, most), ``part_of`` names the game
    that it belongs to, and ``recommended_target`` is the least target score of a set that its rulebook
    recommends, 0 where it recommends none; ``usual_target`` is then proposed. ``forms`` are what it is called
    with so many seats. ``portraits`` say in a line what its levels of bots are like."""

    key: str
    title: str
    line: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    version: int
    bots: tuple[str, ...]
    values: tuple[ValueSpec, ...]
    part_of: str = ""
    recommended_target: int = 0
    usual_target: int = 0
    forms: tuple[Form, ...] = ()
    how: HowTo | None = None
    lessons: tuple[LessonLine, ...] = ()
    portraits: dict[str, str] = {}


class Clause(Struct, frozen=True):
    """One clause of a rulebook: its number, its mark, its text, and the rows of its table, headings first.

    ``taught``: a first match needs it. ``examples`` are drawn with the pieces of the game.
    """

    number: str
    mark: str
    text: str
    table: tuple[tuple[str, ...], ...] = ()
    taught: bool = False
    examples: tuple[Drawn, ...] = ()


class Section(Struct, frozen=True):
    title: str
    clauses: tuple[Clause, ...]


class Rules(Struct, frozen=True):
    title: str
    sections: tuple[Section, ...]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. ``bots`` puts bots on seats: ``{"1": "greedy"}``; ``open`` lists it in the lobby;
    ``plan`` makes a set of its matches, ``patience`` says how long it waits for whoever has to choose, and
    with ``chat`` those who sit there may write to each other, with ``odds`` look chances up. ``fair``
    switches fair dice on or off; by default they are on where people alone play. ``deck`` is the name of the
    values, where they have one."""

    game: str
    seats: int = 0
    values: dict[str, Plain] = field(default_factory=dict[str, Plain])
    bots: dict[int, str] = field(default_factory=dict[int, str])
    open: bool = False
    pace: str = "human"
    plan: Plan | None = None
    patience: Patience | None = None
    chat: bool = False
    odds: bool = True
    fair: bool | None = None
    deck: str = ""


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished match that is to be played on from: after event ``after``, 0 for its
    beginning."""

    after: int


class TableKey(Struct, frozen=True):
    """A table, or what lies beside a real box: ``beside`` says what kind, and is empty for a table."""

    id: str
    beside: str = ""


class Code(Struct, frozen=True):
    code: str


class SeatNumber(Struct, frozen=True):
    seat: int


class PersonOnSeat(Struct, frozen=True):
    """The person on ``seat``. With the ``name`` that was shown there nothing is done where somebody else sits
    on it by now."""

    seat: int
    name: str = ""


class BotOnSeat(Struct, frozen=True):
    """A bot of ``kind`` for an open seat; an empty kind takes the bot away."""

    seat: int
    kind: str = ""


class SeatOrder(Struct, frozen=True):
    """The seats of a table as they are numbered now, in their new order. With ``names``, those that were
    shown on the seats, nothing is done where others sit there by now: what was sent twice is done once."""

    order: tuple[int, ...]
    names: tuple[str, ...] = ()


class Pausing(Struct, frozen=True):
    """Whether you want a pause, in match ``match_id`` where it is named."""

    wanted: bool
    match_id: MatchId = ""


class Wanted(Struct, frozen=True):
    """Whether you want ``what``: ``take back`` your last choice, or ``end`` the match early. Where you answer
    somebody, ``seat`` and ``n`` name the question as :class:`Asked` tells it, and nothing is done where that
    is asked no more; without them you ask yourself."""

    what: str
    wanted: bool
    seat: int = -1
    n: int = 0
    match_id: MatchId = ""


class Mute(Struct, frozen=True):
    """Whether the person on a seat is muted. With the ``name`` that was shown there nothing is done where
    somebody else sits on it by now."""

    seat: int
    muted: bool
    name: str = ""


class Muted(Struct, frozen=True):
    """The seats whose people you have muted."""

    seats: tuple[int, ...]


class Hinting(Struct, frozen=True):
    """Whether you agree to hints, in match ``match_id`` where it is named."""

    wanted: bool
    match_id: MatchId = ""


class Watching(Struct, frozen=True):
    """Whether people may watch."""

    allowed: bool


class Pacing(Struct, frozen=True):
    """How bots move: ``human`` or ``quick``."""

    pace: str


class DaysOff(Struct, frozen=True):
    """So many days off at a table over days, from now or after those taken; 0 ends them. In match
    ``match_id`` and with so many days ``left``, where they are named: what was sent twice is done once."""

    days: int
    left: int = -1
    match_id: MatchId = ""


class Listed(Struct, frozen=True):
    """A table in the lobby; ``clock`` is its clock in a word or two, empty where everybody is waited for,
    ``levels`` the kinds of its bots, and ``friends`` are those there with whom you have finished a match."""

    id: str
    game: str
    title: str
    host: str
    people: tuple[Person, ...]
    phase: str
    clock: str = ""
    levels: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()


class Running(Struct, frozen=True):
    """A table at which you sit. ``awaited`` are the seats of the table that have to choose, and ``left`` the
    seconds that the first of them has, yours if you are among them; none where no clock runs. ``next_game``
    is the number of the game that is next, where a set is between two, else 0. ``practice``: it began in the
    middle of another match, and counts nowhere. ``rematch`` are the seats that ask for another match after
    one that is over."""

    id: str
    game: str
    title: str
    people: tuple[Person, ...]
    you: int
    phase: str
    clock: str = ""
    awaited: tuple[int, ...] = ()
    left: float | None = None
    next_game: int = 0
    practice: bool = False
    rematch: tuple[int, ...] = ()


class Link(Struct, frozen=True):
    """How others come to the table, or to what lies beside a box: the address, and the code to say aloud
    while a seat is open."""

    url: str
    code: str


class Why(Struct, frozen=True):
    """Why a request was refused."""

    why: str
