"""A match that people play with a real box while the app referees it: what came up is reported to it.

The rules are those of every match; chance is :class:`~throwdown.kernel.chance.Reported`. Anybody at the table
may enter anything, but what is secret: that is entered, and seen, on its owner's own phone alone.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection

from throwdown.kernel.chance import Committed, Reported, commitment
from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.game import load
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, knows
from throwdown.kernel.scene import Scene
from throwdown.kernel.tables import Plain
from throwdown.server.boxes import box_of
from throwdown.server.errors import Refusal
from throwdown.server.identity import Guest
from throwdown.server.stage import step_of
from throwdown.server.trays import Someone
from throwdown.server.vault import vault_of
from throwdown.server.wire import Step

KIND = "referee"
REPORTED, BY_THE_APP = "reported", "app"
MOST_EVENTS = 20_000
TOLD = 40  # steps that are sent with the table
LONGEST = 100  # letters of an entry
RUNNING = 64  # matches that are kept in memory


class Noted(Struct, frozen=True, array_like=True, omit_defaults=True):
    """An entry of the log, as it is saved: ``by`` is who entered it, ``how`` where a die came from."""

    seat: int
    event: int
    by: str = ""
    how: str = ""


class RefereeRecord(Struct, omit_defaults=True):
    """What is saved. ``holders``: the guest whose phone holds a seat; ``secret``, sealed, makes the dice that
    the app stands in for."""

    game: str
    version: int
    values: dict[str, Plain]
    people: tuple[Someone, ...]
    secret: str
    commitment: str
    log: list[Noted]
    holders: dict[int, str] = {}
    request: str = ""


class Due(Struct, frozen=True):
    """What is to be reported: all that may come up, as it is typed, and by name.

    ``seat`` is the only one who may look, -1 for everybody; ``here``: it is entered on this screen.
    """

    texts: tuple[str, ...]
    names: tuple[str, ...]
    seat: int
    here: bool


class Refereed(Struct, frozen=True):
    """The table as one screen sees it.

    ``you`` is the seat that this phone holds, -1 for a screen that lies on the table. ``acting`` is the seat
    whose choices the scene has. ``awaited`` are the seats that may choose now, ``entered`` is who made the
    last entry, and ``n`` counts entries.
    """

    id: str
    code: str
    revision: int
    game: str
    title: str
    people: tuple[Someone, ...]
    held: tuple[int, ...]
    secrets: bool
    you: int
    acting: int
    awaited: tuple[int, ...]
    due: Due | None
    n: int
    scene: Scene
    steps: tuple[Step, ...]
    entered: str
    result: str
    commitment: str


class LogLine(Struct, frozen=True):
    """An entry that may be corrected: its number from 1, whose it is (-1: dice or cards), its text, and who
    entered it. ``others`` are what it could have been."""

    number: int
    seat: int
    text: str
    by: str
    others: tuple[str, ...]


class Correction(Struct, frozen=True):
    """What a correction does: so many later entries stand, and those ``again`` no longer fit."""

    stands: int
    again: tuple[str, ...]
    why: str


RECORDS = msgspec.json.Decoder(RefereeRecord)  # made before there are threads


class Running:
    """A match as far as its record, with what each screen was told of it."""

    def __init__(self, record: RefereeRecord) -> None:
        game = load(record.game)
        if game.version != record.version:
            raise Refusal(
                f"this match follows version {record.version} of the rules, and here is {game.version}"
            )
        names = [one.name for one in record.people]
        self.match: Match = game.match(len(names), values=record.values, chance=Reported(), names=names)
        self._narrators: dict[int, tuple[Narrator, list[Step]]] = {}
        self.follow([Entry(noted.seat, noted.event) for noted in record.log])

    def follow(self, entries: Iterable[Entry]) -> None:
        """Make entries, each checked, and tell every screen of them."""
        for entry in entries:
            self.make(entry)

    def make(self, entry: Entry) -> None:
        """Make one entry; raises :class:`IllegalEvent` for one that cannot be."""
        match = self.match
        known = {viewer: knows(match, entry, viewer) for viewer in self._narrators}
        match.extend([entry])
        for viewer, (narrator, steps) in self._narrators.items():
            step = step_of(narrator.follow(match, entry, known[viewer]), scene=False)
            if step.said:
                steps.append(step)

    def steps(self, viewer: int) -> list[Step]:
        """What was said so far to ``viewer``."""
        if viewer not in self._narrators:
            fresh = self.match.replay(0)
            narrator, steps = Narrator(fresh, viewer), list[Step]()
            for entry in self.match.log:
                known = knows(fresh, entry, viewer)
                fresh.extend([entry])
                step = step_of(narrator.follow(fresh, entry, known), scene=False)
                if step.said:
                    steps.append(step)
            self._narrators[viewer] = narrator, steps
        return self._narrators[viewer][1]


class Desk:
    """The matches that were refereed lately, by their id and revision."""

    def __init__(self) -> None:
        self._running: OrderedDict[str, tuple[int, Running]] = OrderedDict()

    def running(self, key: str, revision: int, record: RefereeRecord) -> Running:
        """The match as far as ``record``."""
        known = self._running.get(key)
        running = known[1] if known and known[0] == revision else Running(record)
        self.keep(key, revision, running)
        return running

    def keep(self, key: str, revision: int, running: Running) -> None:
        self._running[key] = revision, running
        self._running.move_to_end(key)
        while len(self._running) > RUNNING:
            self._running.popitem(last=False)

    def forget(self, key: str) -> None:
        self._running.pop(key, None)


def new(
    connection: Connection, key: str, game: str, values: dict[str, Plain], people: tuple[Someone, ...]
) -> bytes:
    """The record of a match that begins."""
    secret = secrets.token_bytes(32)
    sealed = vault_of(connection).seal_text(_name(key), secret.hex())
    record = RefereeRecord(game, load(game).version, values, people, sealed, commitment(secret), [])
    return msgspec.json.encode(record)


def _name(key: str) -> str:
    return f"referee {key}"


def app_dice(connection: Connection, key: str, record: RefereeRecord) -> Committed:
    """The dice that the app stands in with: entry ``n`` comes up the same however often it is rolled."""
    return Committed(bytes.fromhex(vault_of(connection).open_text(_name(key), record.secret)))


def seat_of(record: RefereeRecord, guest: Guest | None) -> int:
    """The seat that this guest's phone holds; -1 for none."""
    return next((seat for seat, held in record.holders.items() if guest and held == guest.id), -1)


def has_secrets(record: RefereeRecord) -> bool:
    """Whether the game has what only one player may look at in the middle of play."""
    box = box_of(load(record.game))
    return bool(box and box.secret)


def _owner(match: Match, events: list[int]) -> int:
    """Who alone may look at the chance event that is due; -1: everybody."""
    masks = {int(match.engine.witnesses(match.state, CHANCE, event)) for event in events}
    hidden = [mask for mask in masks if mask & EVERYBODY != EVERYBODY]
    return next((seat for seat in range(match.seats) if hidden and hidden[0] >> seat & 1), -1)


def may_act(record: RefereeRecord, you: int, seat: int) -> bool:
    """Whether this screen enters the choices of ``seat``: in a game with secrets its own phone alone, else
    anybody while no phone holds the seat, or in an open game anybody."""
    if has_secrets(record):
        return seat == you
    return seat == you or seat not in record.holders or _is_open(record)


def _is_open(record: RefereeRecord) -> bool:
    box = box_of(load(record.game))
    return bool(box and box.open)


def seen(
    key: str,
    code: str,
    revision: int,
    record: RefereeRecord,
    running: Running,
    guest: Guest | None,
    wish: int,
) -> Refereed:
    """The table as the screen of ``guest`` sees it, with the choices of seat ``wish`` where it may have
    them."""
    match, you = running.match, seat_of(record, guest)
    awaited = match.awaited
    choosing = tuple(seat for seat in awaited if seat != CHANCE)
    mine = [seat for seat in choosing if may_act(record, you, seat)]
    acting = wish if wish in mine else you if you in mine else mine[0] if mine else -1
    viewer = acting if acting >= 0 else you if you >= 0 else SPECTATOR
    due = _due(match, you) if CHANCE in awaited else None
    last = record.log[-1] if record.log else None
    teller = you if you >= 0 else SPECTATOR
    return Refereed(
        id=key,
        code=code,
        revision=revision,
        game=record.game,
        title=match.game.title,
        people=record.people,
        held=tuple(sorted(record.holders)),
        secrets=has_secrets(record),
        you=you,
        acting=acting,
        awaited=choosing,
        due=due,
        n=len(record.log),
        scene=match.scene(viewer),
        steps=tuple(running.steps(teller)[-TOLD:]),
        entered=last.by if last else "",
        result=match.result if match.over else "",
        commitment=record.commitment,
    )


def _due(match: Match, you: int) -> Due:
    events = match.legal_events(CHANCE)
    owner = _owner(match, events)
    here = owner < 0 or owner == you
    texts = tuple(match.texts(CHANCE, events)) if here else ()
    box = box_of(match.game)
    names = box.names if box else {}
    return Due(texts, tuple(names.get(text, text) for text in texts), owner, here)


def enter(
    record: RefereeRecord, running: Running, guest: Guest | None, seat: int, text: str, by: str
) -> None:
    """Play ``text`` for ``seat`` (-1: what came up); refuses what cannot be, or is another's secret."""
    match, you = running.match, seat_of(record, guest)
    if len(record.log) >= MOST_EVENTS:
        raise Refusal(f"a match has at most {MOST_EVENTS} entries here")
    who = CHANCE if seat < 0 else seat
    if who == CHANCE and CHANCE in match.awaited and not _due(match, you).here:
        raise Refusal("that is entered on its owner's own phone alone", 403)
    if who != CHANCE and not may_act(record, you, who):
        name = record.people[who].name if 0 <= who < len(record.people) else f"seat {seat}"
        raise Refusal(f"{name} enters that on their own phone", 403)
    try:
        event = _parsed(match, who, text)
        running.make(Entry(who, event))
    except IllegalEvent as error:
        raise Refusal(str(error)) from None
    record.log.append(Noted(who, event, by, REPORTED if who == CHANCE else ""))


def _parsed(match: Match, seat: int, text: str) -> int:
    """The legal event written ``text``; raises :class:`IllegalEvent`."""
    events = match.legal_events(seat)
    text = text[:LONGEST]
    plain = "".join(text.split()).lower()
    for event, each in zip(events, match.texts(seat, events), strict=True):
        if "".join(each.split()).lower() == plain:
            return event
    match.replay().play(seat, text)  # says why not
    raise IllegalEvent(f"illegal event {text[:40]!r}")


def roll(record: RefereeRecord, running: Running, dice: Committed, by: str) -> None:
    """The app stands in for the dice or cards that are due, up to the next choice."""
    match = running.match
    if CHANCE not in match.awaited:
        raise Refusal("nothing is to be rolled or drawn now")
    while CHANCE in match.awaited:
        event = match.drawn_by(dice)
        assert event is not None
        running.make(Entry(CHANCE, event))
        record.log.append(Noted(CHANCE, event, by, BY_THE_APP))


def undo(record: RefereeRecord, many: int) -> None:
    """Take the last entries back, whoever made them."""
    if not 1 <= many <= len(record.log):
        raise Refusal(f"{len(record.log)} entries can be taken back, not {many}", 400)
    del record.log[-many:]


def lines(record: RefereeRecord, guest: Guest | None, since: int) -> Iterator[LogLine]:
    """The entries after number ``since`` that this screen may know, with what they could have been."""
    you = seat_of(record, guest)
    viewer = you if you >= 0 else SPECTATOR
    fresh = Running(structs.replace(record, log=[])).match
    for number, noted in enumerate(record.log, 1):
        entry = Entry(noted.seat, noted.event)
        if number > since and knows(fresh, entry, viewer) and noted.how != BY_THE_APP:
            text = fresh.texts(noted.seat, [noted.event])[0]
            others = tuple(fresh.legal(noted.seat)[:60])
            yield LogLine(number, -1 if noted.seat == CHANCE else noted.seat, text, noted.by, others)
        fresh.extend([entry])


def correct(record: RefereeRecord, guest: Guest | None, number: int, text: str, by: str) -> Correction:
    """Put ``text`` in the place of entry ``number`` and replay what followed, up to the first entry that no
    longer fits. ``record`` is then the corrected one."""
    if not 1 <= number <= len(record.log):
        raise Refusal(f"there is no entry {number}: there are {len(record.log)}", 400)
    wrong, later = record.log[number - 1], record.log[number:]
    before = structs.replace(record, log=record.log[: number - 1])
    running = Running(before)
    viewer = seat_of(record, guest)
    if not knows(running.match, Entry(wrong.seat, wrong.event), viewer if viewer >= 0 else SPECTATOR):
        raise Refusal("that entry is known to its owner's phone alone", 403)
    try:
        event = _parsed(running.match, wrong.seat, text)
        running.make(Entry(wrong.seat, event))
    except IllegalEvent as error:
        raise Refusal(str(error)) from None
    log = [*before.log, structs.replace(wrong, event=event, by=by)]
    stands, why = 0, ""
    for noted in later:
        try:
            running.make(Entry(noted.seat, noted.event))
        except IllegalEvent as error:
            why = str(error)
            break
        log.append(noted)
        stands += 1
    again = list(_texts(record, number + stands, viewer))
    record.log = log
    return Correction(stands, tuple(again), why)


def _texts(record: RefereeRecord, kept: int, viewer: int) -> Iterator[str]:
    """The entries after the first ``kept`` of them, as typed, as far as the screen may know them."""
    fresh = Running(structs.replace(record, log=record.log[:kept])).match
    for noted in record.log[kept:]:
        entry = Entry(noted.seat, noted.event)
        known = knows(fresh, entry, viewer if viewer >= 0 else SPECTATOR)
        who = record.people[noted.seat].name + ": " if noted.seat < len(record.people) else ""
        yield who + (fresh.texts(noted.seat, [noted.event])[0] if known else "a secret")
        fresh.extend([entry])


def hold(record: RefereeRecord, guest: Guest, seat: int) -> None:
    """This guest's phone holds ``seat`` from now on; -1 gives its seat back."""
    held = {place: who for place, who in record.holders.items() if who != guest.id}
    if seat >= 0:
        if seat >= len(record.people):
            raise Refusal(f"there is no seat {seat}: {len(record.people)} play", 400)
        if seat in held:
            raise Refusal(f"another phone is {record.people[seat].name}'s")
        held[seat] = guest.id
    record.holders = held
