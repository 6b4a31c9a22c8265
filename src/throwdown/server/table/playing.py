"""A match being served: its record, its log as saved, and whose requests made which event."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence

from throwdown.arena.things import Hand
from throwdown.kernel import fair
from throwdown.kernel.chance import Chance, Committed, Recorded, Reported, sealed
from throwdown.kernel.contract import CHANCE, EVERYBODY
from throwdown.kernel.errors import BadLink, BadValue, IllegalEvent, ThrowdownError
from throwdown.kernel.fair import Linked, LinkedRoll
from throwdown.kernel.game import Game, load
from throwdown.kernel.log import RESIGN, TAKE_BACK, entry_of
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.records import copy_records
from throwdown.kernel.refusals import in_names
from throwdown.kernel.tables import Plain, Value
from throwdown.kernel.transcript import AS_REPORTED, DICE
from throwdown.server.errors import OtherRules, Refusal
from throwdown.server.storage.store import EventRow
from throwdown.server.table import practice, sets, snapshots
from throwdown.server.table.evidence import Evidence, Opened, Pressed, Thrown, headers, read, text_of
from throwdown.server.table.physical import Physical
from throwdown.server.table.records import Fair, MatchRecord
from throwdown.server.table.snapshots import APART, EVERY, MOMENTS, Moment, Snapshot, stand
from throwdown.server.table.tables import TableRecord
from throwdown.server.table.together import Together, is_choice, mask_of
from throwdown.server.wire import id_text

LOST = "the key that sealed the dice of this match is lost: what happened in it is kept, and it cannot go on"

Make = Callable[[Match], list[Entry]]


class Playing:
    """The match of one table, exactly as far as its log; ``log_rows`` of new entries go to the store."""

    def __init__(self, record: MatchRecord, match: Match, snapshot: Snapshot | None = None) -> None:
        """``match`` has been played from its first event, or has not been played and goes on from
        ``snapshot``."""
        self.record = record
        self.match = match
        self.presses: dict[int, Pressed] = {}  # by number of the event: how it was judged
        self._requests: dict[str, dict[int, int]] = {}  # the event made, by guest and number of the request
        self.witnesses = array("H")  # by event from the first: the seats that learned it, bit k for seat k
        self._together = Together()
        self.moments: list[Moment] = []  # the last few at which the record was kept
        self.hear: Callable[[Sequence[Entry], Sequence[int]], None] | None = None  # as that of the match
        self._saved = 0  # events that the last snapshot comes after
        self._is_compiled = False  # whether the match's engine is known to be that of compiled rules
        self.linked: Linked | None = None  # the dice, where they are fair dice
        self.physical: Physical | None = None  # or thrown by hand
        self.go_on_with(match.chance)
        match.hear = self._heard
        self.hear_each(wanted=False)
        if snapshot:
            self._go_on_from(snapshot)
        else:
            self._retrace()

    def go_on_with(self, chance: Chance) -> None:
        """Let ``chance`` decide all further events of chance."""
        self.match.chance = chance
        dice = sealed(chance)
        self.linked = dice if isinstance(dice, Linked) else None
        self.physical = chance if isinstance(chance, Physical) else None

    def _retrace(self) -> None:
        """Note what the match began with, before anybody heard."""
        fresh = self.match.replay(0)
        self.moments = [Moment(0, copy_records(fresh.state))]
        for entry in self.match.log:
            self.witnesses.append(witnesses_of(fresh, entry))
            fresh.retrace(entry)
        self._together.begin(self.match)

    def hear_each(self, *, wanted: bool) -> None:
        """Let :attr:`hear` be called after every single event, for the record as it then is, or not."""
        self.match.hears_every = 1 if wanted else APART

    def _heard(self, entries: Sequence[Entry], witnesses: Sequence[int], awaited: int) -> None:
        self.witnesses.extend([each & 0xFFFF for each in witnesses])
        self._together.heard(entries[-1], witnesses[-1], awaited)
        if self.n % APART == 0:
            self._keep_moment(MOMENTS - 1)
        if self.hear:
            self.hear(entries, witnesses)

    def _go_on_from(self, snapshot: Snapshot) -> None:
        """Stand where ``snapshot`` was taken."""
        self.moments = snapshot.moments(self.match.game)
        stand(self.match, self.moments[-1], snapshot.log())
        self.witnesses = array("H", snapshot.witnesses)
        self._follow_secrets()
        self._saved = snapshot.n
        self.know(snapshot.evidence)
        self._requests = {guest: dict(made) for guest, made in snapshot.requests.items()}

    def _follow_secrets(self) -> None:
        """Find out which of the last events are choices in secret beside which others still choose."""
        log = self.match.log
        begin = self.moments[0] if log and is_choice(log[-1]) else self.moments[-1]
        fresh = snapshots.silent_at(self.match, begin)
        self._together.begin(fresh)
        for k, entry in enumerate(log[begin.n :], begin.n):
            fresh.retrace(entry)
            self._together.heard(entry, self.witnesses[k], mask_of(fresh.awaited))

    def due_snapshot(self) -> Snapshot | None:
        """What is to be saved of the record now: every so many events."""
        return None if self.moments[-1].n < self._saved + EVERY else self._snapshot()

    def last_snapshot(self) -> Snapshot | None:
        """What is to be saved of the record before it is let go of; None where that is saved already."""
        if self.n == self._saved:
            return None
        if self.moments[-1].n < self.n:
            self._keep_moment(MOMENTS)
        return self._snapshot()

    def _keep_moment(self, others: int) -> None:
        """Keep the record as it is now, and so many of those before it that are evenly apart."""
        before = [moment for moment in self.moments if moment.n % APART == 0]
        self.moments = [*before[-others:], Moment(self.n, copy_records(self.match.state))]

    def _snapshot(self) -> Snapshot:
        self._saved = self.moments[-1].n
        return snapshots.take(self.match, self.moments, self.witnesses, self._requests, self._evidence())

    def _evidence(self) -> dict[int, Evidence]:
        """By number of the event: how dice were thrown, and when buttons were pressed."""
        rolls = {roll.n + 1: roll for roll in self.linked.rolls} if self.linked else {}
        hands = self.physical.hands if self.physical else {}
        thrown = {n: Thrown(hand, rolls.get(n)) for n, hand in hands.items()}
        return {n: Opened(roll) for n, roll in rolls.items()} | thrown | self.presses

    def know(self, evidence: Mapping[int, Evidence]) -> None:
        """Take over how dice were thrown, and when buttons were pressed, by number of the event."""
        for n, each in sorted(evidence.items()):
            if isinstance(each, Pressed):
                self.presses[n] = each
            elif isinstance(each, Thrown) and self.physical:
                self.physical.hands[n] = each.hand
            roll = None if isinstance(each, Pressed) else each.roll
            if roll and self.linked:
                self._take_links(self.linked, roll)

    def _take_links(self, dice: Linked, roll: LinkedRoll) -> None:
        if dice.rolls and roll.n <= dice.rolls[-1].n:
            return
        try:
            dice.add(roll, self.match.log)
        except BadLink as error:
            raise Refusal(f"the saved match cannot be replayed: {error}") from None

    @property
    def is_due(self) -> bool:
        """Whether a roll is due whose links are not there."""
        return self.linked is not None and CHANCE in self.match.awaited

    def roll(self, roll: LinkedRoll) -> list[Entry]:
        """Make the events of the roll that is due, decided by its links; raises :class:`BadLink` where they
        do not fit."""
        dice, match = self.linked, self.match
        assert dice
        self._quicken()
        dice.add(roll, match.log)
        dice.ready = True
        try:
            return match.resume(match.chance)
        finally:
            dice.ready = False

    @property
    def n(self) -> int:
        """The number of the last event."""
        return len(self.match.log)

    def known_to(self, place: int) -> int:
        """The number of the last event that ``place`` is told of: of choices in secret it is told once all
        have made theirs."""
        return len(self.match.log) - self._together.hidden_from(place)

    @property
    def has_secret_choices(self) -> bool:
        """Whether somebody has chosen in secret, and others who choose beside them have not."""
        return self._together.has_secret_choices

    def choosing(self, place: int) -> tuple[int, ...]:
        """The seats that are awaited, as ``place`` may know: not who of several has chosen in secret."""
        return self._together.choosing(place)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that are awaited, as :attr:`Match.awaited` says it, known since the last event."""
        return self._together.awaited

    def told(self) -> dict[str, str]:
        """Headers of a transcript that tell of people: how dice were thrown, when buttons were pressed, when
        hints were asked for or somebody else chose for a seat, and the set that was played."""
        thrown = self.physical.told() if self.physical else {}
        reported = {DICE: AS_REPORTED, **self.record.reports} if self.record.reported else {}
        return reported | thrown | headers(self.presses) | self.record.people_headers()

    def make(self, make: Make) -> list[Entry]:
        """Let ``make`` act on the match, with the fastest engine there is; refusals change nothing."""
        self._quicken()
        try:
            return make(self.match)
        except IllegalEvent as error:
            raise Refusal(in_names(str(error), self.match.names)) from None

    def _quicken(self) -> None:
        """Go on with the fastest engine there is: its rules may have been compiled meanwhile."""
        if not self._is_compiled:
            self.match.engine = self.match.game.engine
            self._is_compiled = self.match.game.is_compiled

    def legal_events(self, place: int) -> list[int]:
        """The events that ``place`` may make now, as :meth:`Position.legal_events` gives them."""
        return self.match.legal_events(place) if self._together.awaits(place) else []

    def first_rows(self) -> list[EventRow]:
        """The rows of all events so far of a match that begins: those of chance, which nobody requested."""
        return self.rows(self.match.log, None, None)

    def rows(self, entries: list[Entry], guest: str | None, request: int | None) -> list[EventRow]:
        """The rows of ``entries``, the last of the log; the first of them was requested. A row ends before
        the next choice, and before an event beside which something is to be saved."""
        if not entries:
            return []
        first = self.n - len(entries) + 1
        if guest is None or request is None:
            guest = request = None
        else:
            self._requests.setdefault(guest, {})[request] = first
        beside = self._beside(first) if self.physical or self.presses or self.linked else {}
        later = enumerate(entries[1:], first + 1)
        begins = [first, *(n for n, (seat, _) in later if seat != CHANCE or n in beside)]
        rows: list[EventRow] = []
        for n, end in zip(begins, [*begins[1:], self.n + 1], strict=True):
            (seat, event), *drawn = entries[n - first : end - first]
            then = [event for _, event in drawn] or None
            rows.append(EventRow(self.record.id, n, seat, event, guest, request, beside.get(n), then))
            guest = request = None
        return rows

    def _beside(self, first: int) -> dict[int, str]:
        """What is to be saved beside event ``first`` and those after it, by their numbers."""
        found = {n: text_of(self._evidence_of(n)) for n in range(first, self.n + 1)}
        return {n: text for n, text in found.items() if text is not None}

    def _evidence_of(self, n: int) -> Evidence | None:
        hand = self.physical.hands.get(n) if self.physical else None
        last = self.linked.rolls[-1] if self.linked and self.linked.rolls else None
        roll = last if last and last.n + 1 == n else None
        thrown = Thrown(hand, roll) if hand else Opened(roll) if roll else None
        return self.presses.get(n) or thrown

    def extend(self, rows: list[EventRow]) -> list[Entry]:
        """Take over events that were saved, by this process before or by another one."""
        entries = [entry_of(row.seat, row.event) for row in rows]
        self.match.extend(entries)
        self.know(evidence_in(rows))
        for row in rows:
            if row.guest is not None and row.request is not None:
                self._requests.setdefault(row.guest, {})[row.request] = row.number
        return entries

    def made_by(self, guest: str, request: int, seat: int, event: int) -> int:
        """The number of the event that this request made, 0 if it made none.

        Raises a refusal when the number was used for something else.
        """
        number = self._requests.get(guest, {}).get(request, 0)
        if number and self.match.log[number - 1] != (seat, event):
            raise Refusal(f"request {request} was already used, for event number {number}")
        return number

    def last_of(self, seat: int) -> int:
        """The number of the last event that ``seat`` made; 0: it has made none."""
        log = self.match.log
        return next((n for n in range(len(log), 0, -1) if log[n - 1].seat == seat), 0)

    def moved_on(self, seat: int, after: int) -> bool:
        """Whether ``seat`` chose on a table that is no more: since ``after`` it acted, or chance did, or
        somebody took a choice back."""
        later = self.match.log[after:]
        return bool(later) and any(
            entry.seat in (seat, CHANCE) or entry.event == TAKE_BACK for entry in later
        )


def source(record: MatchRecord) -> Committed | Physical | Reported:
    """The dice of a match: the server's secret and the seats' seeds, and the arena where dice are thrown; or
    real ones."""
    if record.reported:
        return Reported()
    committed = _dice(record)
    arena = load(record.game).arena
    return Physical(committed, arena, record.values) if arena.is_thrown(record.values) else committed


def _dice(record: MatchRecord) -> Committed:
    secret = bytes.fromhex(record.secret)
    if record.fair is None:
        return Committed(secret, record.seeds)
    chains = tuple(record.fair.chains)
    terms = fair.Terms(id_text(record.id), record.game, record.version, chains, record.fair.length)
    dice = Linked(secret, terms)
    dice.ready = False
    return dice


def start(table: TableRecord) -> Playing:
    """A new match of ``table``, after the chance events it begins with."""
    game, lineup = load(table.game), sets.lineup(table)
    is_linked = table.wants_fair_dice and any(seat in table.chains for seat in lineup)
    record = MatchRecord(
        id=table.match_id,
        table=table.id,
        number=table.number,
        game=table.game,
        version=game.version,
        values=known_values(game, sets.values(table)),
        names=[table.seats[seat].name for seat in lineup],
        secret=table.secret,
        seeds=[table.seeds.get(seat, "") for seat in lineup],
        lineup=list(lineup),
        fair=Fair([table.chains.get(seat) for seat in lineup]) if is_linked else None,
        in_set=None if table.position else sets.place(table),
        start=practice.record_for(game, table.position, table.secret) if table.position else b"",
        layout=table.position.layout if table.position else "",
    )
    match = _before_its_first_event(game, record)
    match.resume(source(record))
    return Playing(record, match)


def _before_its_first_event(game: Game, record: MatchRecord) -> Match:
    """The match as it begins; its chance is held back."""
    if record.start:
        return practice.begin(game, record.values, record.names, record.start)
    return game.match(len(record.names), values=record.values, chance=Recorded(()), names=record.names)


def witnesses_of(match: Match, entry: Entry) -> int:
    """The seats that learn ``entry``, about to be made in ``match``: bit k for seat k."""
    if entry.event < 0:
        return EVERYBODY & 0xFFFF
    return int(match.engine.witnesses(match.state, entry.seat, entry.event)) & 0xFFFF


def resume(record: MatchRecord, rows: list[EventRow], snapshot: Snapshot | None = None) -> Playing:
    """The match as its log left it; raises a refusal where its rules are not these rules.

    ``rows`` are the events after ``snapshot``, which fits the rules, or without one all of them.
    """
    if not record.secret and not record.reported:
        raise Refusal(LOST)
    game = _same_rules(record)
    match = _before_its_first_event(game, record)
    playing = Playing(record, match, snapshot)
    try:
        playing.extend(rows)
    except ThrowdownError as error:
        raise Refusal(f"the saved match cannot be replayed: {error}") from None
    playing.go_on_with(source(record))
    playing.know(snapshot.evidence if snapshot else {})
    playing.know(evidence_in(rows))
    if playing.linked and match.over:
        playing.linked.ready = True
    return playing


def evidence_in(rows: list[EventRow]) -> dict[int, Evidence]:
    """What was saved beside events, by their numbers."""
    return {row.number: read(row.evidence) for row in rows if row.evidence}


def _same_rules(record: MatchRecord) -> Game:
    game = load(record.game)
    if game.version != record.version:
        raise OtherRules(
            f"the match was begun with rules version {record.version} of {game.title}, and this server plays "
            f"version {game.version}: the match is kept as it is for a server that plays its version"
        )
    if record.start and not practice.fits(game, record.start, record.layout):
        raise OtherRules(
            f"the match begins with a position that an earlier release of {game.title} saved and this server "
            "cannot read: it is kept as it is"
        )
    return game


def known_values(game: Game, values: dict[str, Plain]) -> dict[str, Plain]:
    """Those of ``values`` that the present rules know and allow; a table may be older than they are."""
    known = {value.key: value for value in game.values}
    return {key: plain for key, plain in values.items() if key in known and _allows(known[key], plain)}


def _allows(value: Value, plain: Plain) -> bool:
    try:
        value.check(plain)
    except BadValue:
        return False
    return True


def resign(seat: int, event: int = RESIGN) -> Make:
    return lambda match: match.resign(seat, event)


def take_back(seat: int) -> Make:
    """Take back the last choice of ``seat``, of which it is known that it has shown nothing."""

    def make(match: Match) -> list[Entry]:
        match.say(seat, TAKE_BACK)
        return match.log[-1:]

    return make


def agree(seat: int) -> Make:
    return lambda match: match.agree(seat)


def play(seat: int, event: int, hand: Hand | None = None) -> Make:
    """The choice ``event``, thrown with ``hand`` where it is a throw; RESIGN is none, it has a request of
    its own."""

    def make(match: Match) -> list[Entry]:
        if isinstance(match.chance, Physical):
            match.chance.given = hand
        return match.play(seat, event)

    return make
