"""Hands of real cards that the app does not know, because their owners have no phone at the table.

The log holds cards in their place that could be there. Whoever plays a card shows it: where the log has
another one, the cards that are supposed become others with which all fits that was done so far. Which cards
those are says the game's :class:`~throwdown.kernel.parts.Hands`.
"""

from __future__ import annotations

import functools
import secrets
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import structs

from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.scene import Scene

LABEL = "May be in the hand"

SECONDS = 2.0
"""The longest that the solver may look for the draws of what was played; most take milliseconds."""

IntArray = npt.NDArray[np.int64]
Slot = tuple[int, int]
"""A card that is supposed: the index of its entry in the log, and whose hand it is in."""


@functools.cache
def are_in(game: GameFolder) -> bool:
    """Whether the game has hands that need not be known."""
    return any(map(game.hands.deals, range(game.rules.EVENTS)))


def are_due(match: Match) -> bool:
    """Whether a card for somebody's hand may come next."""
    return CHANCE in match.awaited and any(map(match.game.hands.deals, match.legal_events(CHANCE)))


def is_free(match: Match, seat: int, viewer: int) -> bool:
    """Whether ``seat`` may choose now, and may hold any card that nobody has seen as far as ``viewer`` knows:
    the hand is another's, or has cards that are only supposed."""
    return are_in(match.game) and seat in match.awaited and seat not in (CHANCE, viewer)


def handless(match: Match, seat: int) -> Match:
    """The match as ``seat`` knows it, but for the own hand. It is to be looked at, not to be played on."""
    known = copy(match)
    known.state = match.seen(seat)
    if seat != SPECTATOR:
        match.game.hands.hide(known.state[0], seat)
    return known


def freed(match: Match, seat: int, viewer: int = SPECTATOR) -> Match:
    """The match as ``viewer`` knows it without a hand, but that ``seat`` may hold any card that nobody has
    seen. It is to be looked at, not to be played on."""
    known = handless(match, viewer)
    match.game.hands.free(known.state[0], seat)
    return known


def drawn_handless(match: Match, seat: int) -> Scene:
    """The table as ``seat`` sees it, who has nothing to choose and whose hand is not known."""
    known = handless(match, seat)
    scene = known.drawn(known.view(seat), seat)
    return structs.replace(scene, zones=tuple(zone for zone in scene.zones if zone.id != f"hand-{seat}"))


def drawn(match: Match, seat: int, viewer: int = SPECTATOR) -> Scene:
    """The table as a screen shows it that does not know the hand of ``seat``, with its choices; what else is
    secret it knows as ``viewer`` does."""
    known = freed(match, seat, viewer)
    scene = known.drawn(known.view(seat), seat)
    zones = tuple(
        structs.replace(zone, label=LABEL) if zone.id == f"hand-{seat}" else zone for zone in scene.zones
    )
    return structs.replace(scene, zones=zones)


def fitted(match: Match, slots: Sequence[Slot], entry: Entry) -> dict[int, int] | None:
    """The supposed cards that are to be others so that ``entry`` fits: their events, by index in the log.
    Empty where it fits as it is, None where no cards make it fit. ``slots`` are all cards of the log that
    were supposed, those that their owners have played since among them."""
    card = match.game.hands.dealt(entry.event)
    if card < 0 or entry.event in match.legal_events(entry.seat):
        return {}
    dealt = Dealt(match, slots, Played(len(match.log), entry.seat, card))
    if not dealt.fits():
        return None
    changes = dealt.changes()
    first = min(changes, default=len(match.log))
    later = enumerate(match.log[first:], first)
    try:
        fresh = match.replay(first).extend(
            Entry(one.seat, changes.get(index, one.event)) for index, one in later
        )
    except IllegalEvent:
        return None
    return changes if entry.event in fresh.legal_events(entry.seat) else None


class Ledger:
    """What is known of each hand, as far as a match was followed: the cards that its own phone or the whole
    table has seen in it, and those that are only supposed.

    ``match`` is what was followed, ``supposed`` the cards that were supposed and that nobody has played
    since, in the order in which they were dealt.
    """

    def __init__(self, match: Match) -> None:
        self.match = match.replay(0)
        self.supposed: list[Slot] = []
        self._known = [Counter[int]() for _ in range(match.seats)]

    def known(self, seat: int) -> Counter[int]:
        """The cards in the hand of ``seat`` that were seen, by the events that deal them."""
        return +self._known[seat]

    def follow(self, entry: Entry, is_supposed: bool) -> bool:
        """Make the next entry; returns whether it plays a card that nobody had seen before."""
        part, match, index = self.match.game.hands, self.match, len(self.match.log)
        if entry.seat == CHANCE:
            witnesses = int(match.engine.witnesses(match.state, CHANCE, entry.event)) & EVERYBODY
            if part.deals(entry.event) and witnesses != EVERYBODY:
                owner = witnesses.bit_length() - 1
                if is_supposed:
                    self.supposed.append((index, owner))
                else:
                    self._known[owner][entry.event] += 1
            match.retrace(entry)
            return False
        card, mine = part.dealt(entry.event), self._known[entry.seat]
        is_new = card >= 0 and not mine[card]
        if is_new:
            slots = (slot for slot in self.supposed if slot[1] == entry.seat)
            if slot := next((slot for slot in slots if match.log[slot[0]].event == card), None):
                self.supposed.remove(slot)
        elif card >= 0:
            mine[card] -= 1
        before = [Counter(part.held(match.state[0], seat)) for seat in range(match.seats)]
        match.retrace(entry)
        for seat, hand in enumerate(before):  # what was handed back was seen when it was played
            self._known[seat].update(Counter(part.held(match.state[0], seat)) - hand)
        return is_new


def unplayed(match: Match, slots: Sequence[Slot]) -> list[Slot]:
    """The supposed cards that nobody has played since; ``slots`` are all that were supposed."""
    ledger, indices = Ledger(match), {index for index, _ in slots}
    for index, entry in enumerate(match.log if slots else ()):
        ledger.follow(entry, index in indices)
    return ledger.supposed


class Played(NamedTuple):
    """A card that was played by ``seat`` at index ``at`` of the log, and that nobody had seen before."""

    at: int
    seat: int
    card: int


class Dealt:
    """Which of the cards that were supposed those are that have been played.

    Cards are dealt from a pile until it is used up; what was thrown away since, and all saw, is the next one.
    So a card that is played is one that its player has drawn before, from a pile that had it. Which pile each
    comes from is an integer program: no pile gives a card more often than it has it, and nobody has played
    more cards of a pile than they had drawn from it by then.
    """

    def __init__(self, match: Match, slots: Sequence[Slot], last: Played) -> None:
        self._match = match
        self._owners = dict(slots)
        self._pile_of: dict[int, int] = {}  # by the index of the draw in the log
        self._piles: list[Counter[int]] = []  # the cards of each that nobody is known to have drawn
        self._draws: dict[tuple[int, int], list[int]] = {}  # the draws of a seat from a pile, in order
        self._played = [*self._followed(), last]
        self._shown: dict[int, Played] = {}  # by the index of the draw

    def _followed(self) -> list[Played]:
        """Go through the log for the piles; returns what was played that nobody had seen before."""
        ledger, pile = Ledger(self._match), Counter[int]()
        found: list[Played] = []
        for index, entry in enumerate(self._match.log):
            lying = _lying(ledger.match, pile) if entry.seat == CHANCE else Counter[int]()
            if lying:
                if lying != pile:
                    self._piles.append(lying.copy())
                pile = lying - Counter([entry.event])
                self._note_draw(index, entry.event)
            if ledger.follow(entry, index in self._owners):
                found.append(Played(index, entry.seat, self._match.game.hands.dealt(entry.event)))
        return found

    def _note_draw(self, index: int, event: int) -> None:
        if index in self._owners:
            pile = self._pile_of[index] = len(self._piles) - 1
            self._draws.setdefault((self._owners[index], pile), []).append(index)
        else:
            self._piles[-1][event] -= 1

    def fits(self) -> bool:
        """Whether all that was played could have been dealt, as far as the solver finds out in time; then
        each card has a draw."""
        ways = [(played, pile) for played in self._played for pile in self._piles_for(played)]
        if not {played for played, _ in ways}.issuperset(self._played):
            return False
        at, least, most = self._limits(ways)
        # The solver takes a quarter of a second to load, and most matches never need it.
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        counts = csr_array((np.ones(at.size // 2), at), (len(least), len(ways)))
        found = milp(
            np.zeros(len(ways)),
            integrality=np.ones(len(ways)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(counts, least, most),
            options={"time_limit": SECONDS},
        )
        if not found.success:
            return False
        for way, is_taken in zip(ways, found.x > 0.5, strict=True):
            if is_taken:
                self._shown[self._draw_for(*way)] = way[0]
        return True

    def _piles_for(self, played: Played) -> list[int]:
        """The piles that had the card, and from which its player had drawn."""
        piles = (pile for pile in range(len(self._piles)) if self._drawn_by(played, pile))
        return [pile for pile in piles if self._piles[pile][played.card]]

    def _drawn_by(self, played: Played, pile: int) -> int:
        """How many cards of the pile its player had drawn when the card was played."""
        return bisect_left(self._draws.get((played.seat, pile), []), played.at)

    def _limits(self, ways: Sequence[tuple[Played, int]]) -> tuple[IntArray, IntArray, IntArray]:
        """The program: the rows and ways that are 1 and not 0, ``(2, ones)``, and the least and the most ways
        of each row that may be taken, ``(rows,)`` each."""
        hands: dict[tuple[int, int], set[int]] = {}  # how many were drawn when cards of a pile were played
        for played, pile in ways:
            hands.setdefault((played.seat, pile), set()).add(self._drawn_by(played, pile))
        rows: dict[tuple[str, int, int, int], tuple[int, int, int]] = {}  # its number, the least, the most
        counted: list[tuple[int, int]] = []
        for way, (played, pile) in enumerate(ways):
            lying, drawn = self._piles[pile][played.card], self._drawn_by(played, pile)
            each = [(("play", played.at, 0, 0), 1, 1), (("card", pile, played.card, 0), 0, lying)]
            later = (many for many in hands[played.seat, pile] if many >= drawn)
            each += [(("hand", pile, played.seat, many), 0, many) for many in later]
            for row, least, most in each:
                counted.append((rows.setdefault(row, (len(rows), least, most))[0], way))
        at = np.array(counted).T
        _, least, most = np.array(list(rows.values())).T
        return at, least, most

    def _draw_for(self, played: Played, pile: int) -> int:
        """A draw from the pile that is free, that card as it is supposed before another. Those that were
        played earlier have theirs already, so that any will do."""
        drawn = self._draws[played.seat, pile][: self._drawn_by(played, pile)]
        free = [draw for draw in drawn if draw not in self._shown]
        return min(free, key=lambda draw: self._match.log[draw].event != played.card)

    def changes(self) -> dict[int, int]:
        """The draws that are to be other cards, by index in the log: those that were shown, and for the
        others what is left in their piles, as it was supposed where that can be."""
        deals = self._match.game.hands.deals
        left = [pile.copy() for pile in self._piles]
        for draw, one in self._shown.items():
            left[self._pile_of[draw]][one.card] -= 1
        events = {draw: one.card for draw, one in self._shown.items()}
        others = [draw for draw in self._owners if draw not in events]
        for draw in others:
            event, pile = self._match.log[draw].event, left[self._pile_of[draw]]
            if pile[event] > 0:
                events[draw] = event
                pile[event] -= 1
        for draw in others:
            if draw not in events:
                pile = left[self._pile_of[draw]]
                events[draw] = secrets.choice([event for event in pile.elements() if deals(event)])
                pile[events[draw]] -= 1
        return {draw: event for draw, event in events.items() if event != self._match.log[draw].event}


def _lying(match: Match, pile: Counter[int]) -> Counter[int]:
    """The cards of the pile from which the next is drawn, ``pile`` or a new one; empty for other chance
    events."""
    due = Counter(match.weights_due())
    is_left = bool(pile) and due == pile  # all that is left in it is laid open
    return due if is_left or any(map(match.game.hands.deals, due)) else Counter()
