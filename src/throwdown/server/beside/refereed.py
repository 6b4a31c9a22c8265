"""A refereed match as it is saved, and the match as far as that."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from copy import copy

import msgspec
from msgspec import Struct

from throwdown.kernel.chance import Reported
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.game import load
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, knows
from throwdown.kernel.presses import Buzzed
from throwdown.kernel.tables import Plain
from throwdown.server.beside import hands
from throwdown.server.beside.asides import Aside
from throwdown.server.beside.trays import Someone
from throwdown.server.errors import Refusal
from throwdown.server.table.stage import step_of
from throwdown.server.wire import Step

# How a die or card came into the log: somebody entered it, the app drew it, or it is supposed, for its owner
# has no phone: a die under a real cup, a real card in a hand
REPORTED, BY_THE_APP = "reported", "app"
UNSEEN, IN_HAND = "unseen", "hand"
TOLD = 40  # steps that are sent with the table
RUNNING = 64  # matches that are kept in memory


class Noted(Struct, frozen=True, array_like=True, omit_defaults=True):
    """An entry of the log, as it is saved: ``by`` is who entered it, ``how`` where a die or card came
    from (``REPORTED`` and so on), ``owner`` the seat that alone may look at it (-1: none); ``deal`` is the
    record's, where the app drew it."""

    seat: int
    event: int
    by: str = ""
    how: str = ""
    owner: int = -1
    deal: int = 0


class Opened(Struct, frozen=True, array_like=True):
    """A seal that was opened at the end of a match: its secret, and the last entry that it may have drawn."""

    secret: str
    until: int


class RefereeRecord(Struct, omit_defaults=True):
    """What is saved. ``holders``: the guest whose phone holds a seat; ``secret``, sealed, makes the dice that
    the app stands in for. ``began`` is the guest whose screen began it, empty where that had no cookie. A
    match that is over is ``filed`` under that id (:mod:`throwdown.server.beside.filing`), 0 while it is in
    play. ``deck`` is the name of the values, where they have one, and ``opened`` are earlier seals.
    ``edition`` counts changes that did more than add entries. ``former`` is the log as it was before a
    correction, as long as nothing has been done since. ``words`` are those under which entries came,
    and ``aside`` are entries that do not count (:mod:`throwdown.server.beside.late`). While ``buzzer`` is set
    it is on, and ``buzzed`` is what was judged there. ``lowered`` says what the table goes on with, empty
    while it is refereed, and ``dice`` which shared dice (:mod:`throwdown.server.beside.lowering`).
    ``left`` are, by seats that were given back, the guests whose phones held them last. ``deal`` counts how
    often what the app had dealt unseen is dealt anew; ``foreseen`` is the number of the last entry that it
    has drawn unseen since, and ``reached`` that of the last which people made, taken back or not
    (:mod:`throwdown.server.beside.seals`)."""

    game: str
    version: int
    values: dict[str, Plain]
    people: tuple[Someone, ...]
    secret: str
    commitment: str
    log: list[Noted]
    holders: dict[int, str] = {}
    request: str = ""
    began: str = ""
    filed: int = 0
    deck: str = ""
    opened: list[Opened] = []
    edition: int = 0
    former: list[Noted] = []
    words: list[str] = []
    aside: list[Aside] = []
    buzzer: bool = False
    buzzed: list[Buzzed] = []
    lowered: str = ""
    dice: str = ""
    left: dict[int, str] = {}
    deal: int = 0
    foreseen: int = 0
    reached: int = 0


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
        self._narrators: dict[int, tuple[Narrator, deque[Step]]] = {}
        self._ledger: hands.Ledger | None = None
        self._deck: dict[int, int] = {}
        self.came_up = ""  # the die or card of the last entry, as it is typed; empty after a choice
        log = [Entry(noted.seat, noted.event) for noted in record.log]
        self.match.extend(log[:-1])
        self.follow(log[-1:])

    def follow(self, entries: Iterable[Entry]) -> None:
        """Make entries, each checked, and tell every screen of them."""
        for entry in entries:
            self.make(entry)

    def make(self, entry: Entry) -> None:
        """Make one entry; raises :class:`IllegalEvent` for one that cannot be."""
        match = self.match
        known = {viewer: knows(match, entry, viewer) for viewer in self._narrators}
        is_due = entry.seat == CHANCE and entry.event in match.legal_events(CHANCE)
        came_up = match.texts(CHANCE, [entry.event])[0] if is_due else ""
        match.extend([entry])
        self.came_up = came_up
        for viewer, (narrator, steps) in self._narrators.items():
            step = step_of(narrator.follow(match, entry, known[viewer]), scene=False)
            if step.said:
                steps.append(step)

    def in_hands(self, log: Sequence[Noted]) -> list[hands.Slot]:
        """The cards of ``log`` that are supposed in the hands of players, and that nobody has played since.
        ``log`` is that of the match."""
        if self._ledger is None and not any(noted.how == IN_HAND for noted in log):
            return []
        return self.ledger(log).supposed

    def ledger(self, log: Sequence[Noted]) -> hands.Ledger:
        """What is known of hands and piles. ``log`` is that of the match."""
        if self._ledger is None:
            self._ledger = hands.Ledger(self.match)
        for noted in log[len(self._ledger.match.log) :]:
            self._ledger.follow(Entry(noted.seat, noted.event), noted.how == IN_HAND)
        return self._ledger

    def supposing(self, fit: hands.Fit) -> Running:
        """This match with other cards supposed in hands."""
        other = copy(self)
        other.match, other._ledger, other._narrators = fit.match, fit.ledger, {}
        return other

    def deck(self) -> dict[int, int]:
        """The cards that could be drawn first in this match, which are all of its deck, with the copies of
        each; empty before a card is due. Cards are what chance gives by weights."""
        match, log = self.match.replay(0), iter(self.match.log)
        while not self._deck:
            weights = match.weights_due()
            if any(weights.values()):
                self._deck = weights
            elif entry := next(log, None):
                match.retrace(entry)
            else:
                break
        return self._deck

    def steps(self, viewer: int) -> deque[Step]:
        """The last that was said to ``viewer``."""
        if viewer not in self._narrators:
            self._narrators[viewer] = self._told(viewer, 4 * TOLD)
        return self._narrators[viewer][1]

    def _told(self, viewer: int, many: int) -> tuple[Narrator, deque[Step]]:
        """What is said to ``viewer`` of the last ``many`` entries, or of more where that is too little."""
        log = self.match.log
        fresh = self.match.replay(max(0, len(log) - many))
        narrator, steps = Narrator(fresh, viewer, draws=False), deque[Step](maxlen=TOLD)
        for entry in log[len(fresh.log) :]:
            known = knows(fresh, entry, viewer)
            fresh.extend([entry])
            step = step_of(narrator.follow(fresh, entry, known), scene=False)
            if step.said:
                steps.append(step)
        is_enough = len(steps) == TOLD or many >= len(log)
        return (narrator, steps) if is_enough else self._told(viewer, 2 * many)


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
        self._running.pop(key, None)  # threads come here: what is put in again is the newest
        self._running[key] = revision, running
        while len(self._running) > RUNNING:
            self._running.popitem(last=False)

    def forget(self, key: str) -> None:
        self._running.pop(key, None)
