"""A table around its matches: who sits where, and what may be done about it. No network, no database."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from throwdown.kernel.carried import Carried
from throwdown.kernel.fair import ChainEnd
from throwdown.kernel.series import Plan, Result
from throwdown.kernel.tables import Plain
from throwdown.server.errors import Refusal
from throwdown.server.guests.codes import new_code
from throwdown.server.guests.identity import COLOURS, NAME_LENGTH, Guest
from throwdown.server.guests.lookalikes import distinct
from throwdown.server.table.practice import Position
from throwdown.server.timing.patience import DAYS, Patience, checked

WAITING, PLAYING, OVER = "waiting", "playing", "over"
PERSON, BOT, OPEN = "person", "bot", "open"
PACES = ("human", "quick")
READER = "You"  # what pages and logs call whoever reads them
BOT_NAMES = ("Bea", "Cato", "Dora", "Emil", "Fay", "Gus", "Hope", "Ivo")  # at least as many as seats


class Seat(Struct, omit_defaults=True):
    """One seat: a person (``guest`` is the id in the cookie), a bot of a kind, or open."""

    kind: str = OPEN
    guest: str = ""
    name: str = ""
    colour: int = 0
    bot: str = ""


class Asking(Struct, omit_defaults=True):
    """What somebody on ``seat`` asks the others: ``what`` is ``take back`` or ``end``, after event ``n`` of
    the match, the last that all were told of; ``agreed`` are the seats that do, ``seat`` first. ``again``
    counts how often in a row it has asked, and the choices of the seats in ``keeps`` would stay."""

    what: str
    seat: int
    n: int
    agreed: list[int]
    again: int = 1
    keeps: list[int] = field(default_factory=list[int])


class Change(Struct, omit_defaults=True, frozen=True):
    """After event ``n``, the last that all were told of, somebody else chose for ``seat`` of the match:
    ``what`` is of :mod:`throwdown.kernel.changed`, and ``guest`` who was removed or took the seat."""

    n: int
    seat: int
    what: str
    guest: str = ""


class Line(Struct):
    """Line ``n`` that ``guest``, then on ``seat``, wrote to the others, ``at`` seconds since 1970."""

    n: int
    seat: int
    guest: str
    name: str
    text: str
    at: float


class TableRecord(Struct, omit_defaults=True, kw_only=True):
    """What is saved of a table. ``match_id`` is the match that is coming, being played or just over, and
    ``number`` counts it from 1; ``secret`` and ``seeds`` make its dice. ``lineup`` are the seats that play
    it, by the match's seats; ``plan``, ``results`` and ``carried`` are those of a set. A table is
    ``closed`` that nobody came to before its first match, or that its host closed. ``handed`` are the seats
    that a bot plays to the end of the match, since their people's time was up, and ``freed`` those that one
    plays until somebody takes them, since their people were removed; ``pausing`` those who ask for a pause,
    and ``asking`` what somebody asks of the others; ``asked`` are, by seat, the number of the last choice
    that it asked to take back, and how many in a row. The host has ``removed`` guests, lets nobody watch an
    ``unwatched`` table, and lets people write to each other where there is ``chat``: its last ``lines``, and
    look ``odds`` up. The guests ``hinting`` agree to hints; those asked for in the match are
    ``hinted``, each by the number of the event before it and its seat of the match; ``changes`` are those of
    who chooses for a seat of it. ``fair`` says whether fair dice are wanted, None for the usual; ``chains``
    are the ends of chains of the match that is coming, by seat, and the match being played has fair dice
    where it is ``linked``. A ``refereed`` match was played beside a real box, and this is where it is filed;
    ``supposed`` are its dice that nobody told. ``deck`` is the name of the ``values``, if they have one.
    Matches of practice begin at the ``position`` of another
    match."""

    id: str
    game: str
    values: dict[str, Plain]
    seats: list[Seat]
    host: str
    listed: bool = False
    pace: str = "human"
    code: str = ""
    phase: str = WAITING
    number: int = 1
    match_id: int = 0  # up to 2**62
    secret: str = ""
    seeds: dict[int, str] = field(default_factory=dict[int, str])
    rematch: list[int] = field(default_factory=list[int])
    result: str = ""
    lineup: list[int] = field(default_factory=list[int])
    plan: Plan | None = None
    results: list[Result] = field(default_factory=list[Result])
    carried: Carried | None = None
    closed: bool = False
    patience: Patience = field(default_factory=Patience)
    handed: list[int] = field(default_factory=list[int])
    freed: list[int] = field(default_factory=list[int])
    pausing: list[int] = field(default_factory=list[int])
    removed: list[str] = field(default_factory=list[str])
    unwatched: bool = False
    asking: Asking | None = None
    asked: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    chat: bool = False
    odds: bool = True
    lines: list[Line] = field(default_factory=list[Line])
    hinting: list[str] = field(default_factory=list[str])
    hinted: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    changes: list[Change] = field(default_factory=list[Change])
    fair: bool | None = None
    chains: dict[int, ChainEnd] = field(default_factory=dict[int, ChainEnd])
    linked: bool = False
    refereed: bool = False
    supposed: int = 0
    deck: str = ""
    position: Position | None = None

    @property
    def wants_fair_dice(self) -> bool:
        """Whether the next match has fair dice if a browser takes part: usually where people alone play."""
        if self.patience.kind == DAYS:
            return False
        usual = len(self.seats) > 1 and all(seat.kind != BOT for seat in self.seats)
        return usual if self.fair is None else self.fair

    def seat_in_match(self, seat: int) -> int:
        """Where the seat of the table plays in the match; -1 for who sits it out or only watches."""
        if not self.lineup or seat < 0:
            return seat
        return self.lineup.index(seat) if seat in self.lineup else -1

    def seat_at_table(self, seat: int) -> int:
        """The seat of the table that plays on ``seat`` of the match."""
        return self.lineup[seat] if seat < len(self.lineup) else seat

    def seat_of(self, guest: Guest | None) -> int:
        """The seat of ``guest``, -1 for whoever only watches."""
        if guest is not None:
            for number, seat in enumerate(self.seats):
                if seat.guest == guest.id:
                    return number
        return -1

    @property
    def full(self) -> bool:
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def has_room(self) -> bool:
        """Whether somebody who comes may sit down: on an open seat, or in the place of somebody removed."""
        return not self.full or bool(self.freed)

    @property
    def stands(self) -> bool:
        """Whether all people have agreed to pause a live match. Where there are clocks, these tell it."""
        is_agreed = bool(self.pausing) and {*self.pausing} >= {*self.people()}
        return is_agreed and self.phase == PLAYING and not self.patience.is_timed

    def people(self) -> list[int]:
        """The seats with a person."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def allows_hints(self) -> bool:
        """Whether hints may be asked for: one person sits here, or all people agree."""
        people = [seat.guest for seat in self.seats if seat.kind == PERSON]
        return len(people) == 1 or set(people) <= set(self.hinting)

    def copy(self) -> TableRecord:
        return RECORDS.decode(msgspec.json.encode(self))


def new_match_id() -> int:
    """An id that no other match has: 1 to 2**62, by chance."""
    return secrets.randbits(62) + 1


# msgspec works out a type when it first decodes one, and a second thread that decodes it meanwhile brings the
# process down. So decoders for threads are made here, before there are any.
RECORDS = msgspec.json.Decoder(TableRecord)


def known_pace(pace: str) -> str:
    """``pace``, where bots have such a pace; refuses another."""
    if pace not in PACES:
        raise Refusal(f"unknown pace {pace[:20]!r}; known are {', '.join(PACES)}", 400)
    return pace


class Terms(NamedTuple):
    """What a host decides about a new table beside the values of its game: fields of :class:`TableRecord`."""

    listed: bool
    pace: str
    plan: Plan | None = None
    patience: Patience | None = None
    chat: bool = False
    odds: bool = True
    fair: bool | None = None
    deck: str = ""


def new_table(game: str, values: dict[str, Plain], seats: int, host: Guest, terms: Terms) -> TableRecord:
    """A table with an unguessable id (128 bits), its host on seat 0."""
    table = TableRecord(
        id=secrets.token_urlsafe(16),
        game=game,
        values=values,
        seats=[Seat() for _ in range(seats)],
        host=host.id,
        listed=terms.listed,
        pace=known_pace(terms.pace),
        match_id=new_match_id(),
        secret=secrets.token_hex(32),
        plan=terms.plan,
        patience=checked(terms.patience or Patience()),
        chat=terms.chat,
        odds=terms.odds,
        fair=terms.fair,
        deck=terms.deck,
    )
    sit(table, host, 0)
    return table


def _numbered(table: TableRecord, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refusal(f"there is no seat {number}: seats are numbered 0 to {len(table.seats) - 1}", 400)
    return table.seats[number]


def seat_colours(table: TableRecord) -> list[int]:
    """The colour of each seat; of an open one the colour that a bot there would have.

    An open seat has the colour of its number, or the next that nobody has and no open seat before it.
    """
    taken = {seat.colour for seat in table.seats if seat.kind != OPEN}
    colours: list[int] = []
    for number, seat in enumerate(table.seats):
        colour = seat.colour
        if seat.kind == OPEN:
            colour = next((c for k in range(COLOURS) if (c := (number + k) % COLOURS) not in taken), number)
            taken.add(colour)
        colours.append(colour)
    return colours


def _free_colour(table: TableRecord, wish: int, seat: Seat) -> int:
    """``wish``, or the next colour that nobody else at the table has."""
    taken = {other.colour for other in table.seats if other.kind != OPEN and other is not seat}
    return next((c for k in range(COLOURS) if (c := (wish + k) % COLOURS) not in taken), wish)


def bot_name(table: TableRecord, seat: Seat, kind: str) -> str:
    """The bot's level, and from the second of its level on a name of its own beside it."""
    name = kind.capitalize()
    taken = {other.name for other in table.seats if other is not seat}
    names = (name, *(f"{name} {own}" for own in BOT_NAMES))
    return next(each for each in names if each not in taken)


def settle_code(table: TableRecord) -> None:
    """Give the table a code while somebody may sit down, and take it away else; codes are not used again."""
    table.code = (table.code or new_code()) if table.has_room else ""


def _own_name(table: TableRecord, seat: Seat, name: str) -> str:
    """``name`` as it is at this table on ``seat``: nobody is called, or seems to be called, like somebody
    else, or as each page calls its own reader."""
    others = [other.name for other in table.seats if other is not seat and other.name]
    return distinct(name, [READER, *others], NAME_LENGTH)


def _between_matches(table: TableRecord, what: str, instead: str = "") -> None:
    """Refuses ``what`` while a match is being played; ``instead`` says what can be done then."""
    if table.phase == PLAYING:
        raise Refusal(f"cannot {what} while a match is being played{instead and f': {instead}'}")


def open_seat(table: TableRecord, number: int) -> None:
    """Nobody sits on seat ``number`` any more, between matches: the share of the dice that was given there is
    not that of whoever comes."""
    table.seats[number] = Seat()
    table.seeds.pop(number, None)
    table.chains.pop(number, None)


def sit(table: TableRecord, guest: Guest, number: int) -> None:
    """Take an open seat, leaving the one held before; in a match, one whose person was removed."""
    seat, is_freed = _numbered(table, number), number in table.freed
    if not is_freed:
        _between_matches(table, "sit down")
    if seat.guest == guest.id:
        return
    if seat.kind != OPEN and not is_freed:
        raise Refusal(f"seat {number} is taken by {seat.name}")
    if guest.id in table.removed:
        raise Refusal("the host has removed you from this table", 403)
    former, stands = table.seat_of(guest), table.stands
    if former >= 0:
        _between_matches(table, "change seats")
        open_seat(table, former)
    colour = _free_colour(table, guest.colour, seat)
    table.seats[number] = Seat(PERSON, guest.id, _own_name(table, seat, guest.name), colour)
    table.rematch, table.freed = [], [one for one in table.freed if one != number]
    if stands:
        table.pausing = sorted({*table.pausing, number})
    settle_code(table)


def stand(table: TableRecord, guest: Guest) -> None:
    """Give up one's seat."""
    number = table.seat_of(guest)
    if number < 0:
        raise Refusal("you do not sit at this table", 403)
    _between_matches(table, "stand up", "resign, or leave and a bot plays on")
    open_seat(table, number)
    table.rematch = []
    settle_code(table)


def set_bot(table: TableRecord, guest: Guest, number: int, kind: str, kinds: Sequence[str]) -> None:
    """Put a bot of ``kind`` on an open seat, as the host does, or with an empty ``kind`` take it away."""
    if guest.id != table.host:
        raise Refusal("only the host puts bots on seats", 403)
    _between_matches(table, "change bots")
    seat = _numbered(table, number)
    if seat.kind == PERSON:
        raise Refusal(f"seat {number} is taken by {seat.name}")
    if kind and kind not in kinds:
        raise Refusal(f"unknown bot {kind[:20]!r}; known are {', '.join(kinds)}", 400)
    colour = seat_colours(table)[number]
    table.seats[number] = Seat(BOT, "", bot_name(table, seat, kind), colour, kind) if kind else Seat()
    table.rematch, table.freed = [], [one for one in table.freed if one != number]
    settle_code(table)


def arrange(table: TableRecord, guest: Guest, order: Sequence[int], names: Sequence[str] = ()) -> None:
    """Set who sits where before a match, as the host does: ``order`` names the seats in their new order, and
    ``names``, where there are any, are those that the host saw on them."""
    if guest.id != table.host:
        raise Refusal("only the host sets the order of seats", 403)
    if table.phase != WAITING:
        raise Refusal("the order of seats is set before a match")
    if table.results:
        raise Refusal("the order of seats stays the same through a set")
    if names and [*names] != [seat.name for seat in table.seats]:
        raise Refusal("who sits where has changed since: nothing was done")
    if sorted(order) != list(range(len(table.seats))):
        raise Refusal(
            f"order is {list(order)[:20]}: needs each seat from 0 to {len(table.seats) - 1} once", 400
        )
    table.seats = [table.seats[former] for former in order]
    table.seeds = {order.index(former): seed for former, seed in table.seeds.items()}
    table.chains = {order.index(former): end for former, end in table.chains.items()}


def rename(table: TableRecord, guest: Guest) -> bool:
    """Take over the guest's new name and colour; whether anything changed."""
    number = table.seat_of(guest)
    if number < 0:
        return False
    seat = table.seats[number]
    before = (seat.name, seat.colour)
    seat.name = _own_name(table, seat, guest.name)
    seat.colour = _free_colour(table, guest.colour, seat)
    return before != (seat.name, seat.colour)


def add_seed(table: TableRecord, number: int, seed: str, chain: ChainEnd | None = None) -> None:
    """A person's share of the coming match's dice, and the chain that it commits to; the first counts."""
    if table.phase == PLAYING:
        raise Refusal("the dice are being rolled: seeds are taken before a match")
    if chain and number not in table.seeds:
        table.chains[number] = chain
    table.seeds.setdefault(number, seed)


def expire(table: TableRecord) -> None:
    """Give back the code of a table to which nobody has come for long, and close it if nothing was played."""
    table.code = ""
    if table.phase == WAITING and table.number == 1:
        table.closed, table.listed, table.lines = True, False, []


def hand_to_bot(table: TableRecord, number: int) -> None:
    """Let a bot play seat ``number`` to the end of the match, for its person's time was up."""
    if table.phase == PLAYING and number not in table.handed:
        table.handed.append(number)
