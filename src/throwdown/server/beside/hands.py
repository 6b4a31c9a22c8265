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
from throwdown.kernel.scene import Piece, Scene, Zone
from throwdown.server.beside.boxes import names_in

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
    secret it knows as ``viewer`` does. Every card that may be in the hand is shown where one can be played,
    by the name under which it is entered, and none where not."""
    known = freed(match, seat, viewer)
    scene = known.drawn(known.view(seat), seat)
    hand = f"hand-{seat}"
    zones = (
        _guessed(match, zone) if zone.id == hand else zone
        for zone in scene.zones
        if zone.id != hand or any(piece.kind for piece in zone.pieces)
    )
    return structs.replace(scene, zones=tuple(zones))


def _guessed(match: Match, hand: Zone) -> Zone:
    """A hand of cards that may be in it: those that can be played now come first, and those of one name are
    told apart."""
    names = names_in(match.game)
    cards = sorted(hand.pieces, key=lambda card: not card.kind)
    return structs.replace(
        hand, label=LABEL, pieces=tuple(_called(card, names.get(card.face, card.name)) for card in cards)
    )


def _called(card: Piece, name: str) -> Piece:
    return structs.replace(card, name=name, says=name + card.says.removeprefix(card.name))


def may_play(match: Match, entry: Entry) -> bool:
    """Whether ``entry`` plays no card, or one that the hand of its seat has as it is supposed."""
    return match.game.hands.dealt(entry.event) < 0 or entry.event in match.legal_events(entry.seat)


class Fit(NamedTuple):
    """Other cards that are supposed: their events, by index in the log, and the match and the ledger with
    them."""

    changes: dict[int, int]
    match: Match
    ledger: Ledger


def fitted(match: Match, ledger: Ledger, entry: Entry) -> Fit | None:
    """The cards that are to be supposed so that ``entry`` may play its own, None where no cards make it fit.
    ``ledger`` has followed all of ``match``."""
    fit = _fit(
        match, ledger, Dealt(ledger, Played(len(match.log), entry.seat, match.game.hands.dealt(entry.event)))
    )
    return fit if fit and entry.event in fit.match.legal_events(entry.seat) else None


def fitted_to_draw(match: Match, ledger: Ledger, event: int) -> Fit | None:
    """The cards that are to be supposed so that the card of ``event`` still lies on the pile that is drawn
    from, None where it lies elsewhere, as far as is known. ``ledger`` has followed all of ``match``."""
    left = ledger.without(event)
    fit = _fit(match, ledger, Dealt(left)) if left else None
    return fit if fit and event in fit.match.legal_events(CHANCE) else None


def _fit(match: Match, ledger: Ledger, dealt: Dealt) -> Fit | None:
    """The match with the cards that ``dealt`` finds."""
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
    fresh.chance = match.chance
    return Fit(changes, fresh, ledger.supposing(fresh))


class Played(NamedTuple):
    """A card that was played by ``seat`` at index ``at`` of the log, and that nobody had seen before."""

    at: int
    seat: int
    card: int


class Ledger:
    """What is known of each hand, as far as a match was followed: the cards that its own phone or the whole
    table has seen in it, and those that are only supposed; and of each pile, what was drawn from it.

    ``match`` is what was followed, ``supposed`` the cards that were supposed and that nobody has played
    since, in the order in which they were dealt. ``owners`` are those of all cards that were supposed, by
    index in the log, and ``pile_of`` the piles they came from. ``piles`` has the cards of each that nobody is
    known to have drawn, ``draws`` those of a seat from a pile, in order, and ``played`` what was played that
    nobody had seen before. But for ``supposed``, none of it depends on which cards are supposed.
    """

    def __init__(self, match: Match) -> None:
        self.match = match.replay(0)
        self.supposed: list[Slot] = []
        self.owners: dict[int, int] = {}
        self.pile_of: dict[int, int] = {}
        self.piles: list[Counter[int]] = []
        self.draws: dict[tuple[int, int], list[int]] = {}
        self.played: list[Played] = []
        self._known = [Counter[int]() for _ in range(match.seats)]
        self._pile = Counter[int]()  # what is left of the last one, as it is supposed

    def known(self, seat: int) -> Counter[int]:
        """The cards in the hand of ``seat`` that were seen, by the events that deal them."""
        return +self._known[seat]

    def follow(self, entry: Entry, is_supposed: bool) -> None:
        """Make the next entry."""
        if entry.seat == CHANCE:
            self._deal(entry, is_supposed)
        else:
            self._choose(entry)

    def _deal(self, entry: Entry, is_supposed: bool) -> None:
        part, match, index = self.match.game.hands, self.match, len(self.match.log)
        witnesses = int(match.engine.witnesses(match.state, CHANCE, entry.event)) & EVERYBODY
        is_hidden = part.deals(entry.event) and witnesses != EVERYBODY
        owner = witnesses.bit_length() - 1
        if is_hidden and is_supposed:
            self.supposed.append((index, owner))
            self.owners[index] = owner
        elif is_hidden:
            self._known[owner][entry.event] += 1
        if lying := _lying(match, self._pile):
            if lying != self._pile:
                self.piles.append(lying.copy())
            self._pile = lying - Counter([entry.event])
            pile = len(self.piles) - 1
            if index in self.owners:
                self.pile_of[index] = pile
                self.draws.setdefault((owner, pile), []).append(index)
            else:
                self.piles[pile][entry.event] -= 1
        match.retrace(entry)

    def _choose(self, entry: Entry) -> None:
        part, match, mine = self.match.game.hands, self.match, self._known[entry.seat]
        card = part.dealt(entry.event)
        if card >= 0 and mine[card]:
            mine[card] -= 1
        elif card >= 0:
            self.played.append(Played(len(match.log), entry.seat, card))
            self._show(self.played[-1])
        before = [Counter(part.held(match.state[0], seat)) for seat in range(match.seats)]
        match.retrace(entry)
        for seat, hand in enumerate(before):  # what was handed back was seen when it was played
            self._known[seat].update(Counter(part.held(match.state[0], seat)) - hand)

    def _show(self, played: Played) -> None:
        """One of the cards that are supposed in the hand is the one that was played."""
        log = self.match.log
        for slot in self.supposed:
            index, owner = slot
            if owner == played.seat and index < played.at and log[index].event == played.card:
                self.supposed.remove(slot)
                return

    def without(self, event: int) -> Ledger | None:
        """The same, but that a card of ``event`` lies on the pile that is drawn from, and is in no hand; None
        where that cannot be."""
        deals, last = self.match.game.hands.deals, len(self.piles) - 1
        if not self._pile or Counter(self.match.weights_due()) != self._pile or not self.piles[last][event]:
            return None
        other = copy(self)
        other.piles = [pile.copy() for pile in self.piles]
        other.piles[last][event] -= 1
        many = sum(copies for card, copies in other.piles[last].items() if deals(card))
        return other if many >= sum(pile == last for pile in self.pile_of.values()) else None

    def supposing(self, match: Match) -> Ledger:
        """What is known as far as ``match``, which is the one that was followed, but for the cards that are
        supposed in it."""
        other = copy(self)
        other.match = match.replay(0)
        other.match.stand(match.state, match.log)
        other.supposed = list(self.owners.items())
        other.owners, other.pile_of = dict(self.owners), dict(self.pile_of)
        other.piles, other.played = [pile.copy() for pile in self.piles], list(self.played)
        other.draws = {drawn: list(draws) for drawn, draws in self.draws.items()}
        other._known = [known.copy() for known in self._known]
        last = len(self.piles) - 1
        drawn = (match.log[index].event for index, pile in self.pile_of.items() if pile == last)
        other._pile = self.piles[last] - Counter(drawn)
        for played in self.played:
            other._show(played)
        return other


def unplayed(match: Match, slots: Sequence[Slot]) -> list[Slot]:
    """The supposed cards that nobody has played since; ``slots`` are all that were supposed."""
    ledger, indices = Ledger(match), {index for index, _ in slots}
    for index, entry in enumerate(match.log if slots else ()):
        ledger.follow(entry, index in indices)
    return ledger.supposed


class Dealt:
    """Which of the cards that were supposed those are that have been played.

    Cards are dealt from a pile until it is used up; what was thrown away since, and all saw, is the next one.
    So a card that is played is one that its player has drawn before, from a pile that had it. Which pile each
    comes from is an integer program: no pile gives a card more often than it has it, and nobody has played
    more cards of a pile than they had drawn from it by then.
    """

    def __init__(self, ledger: Ledger, last: Played | None = None) -> None:
        self._ledger, self._log = ledger, ledger.match.log
        self._piles, self._draws = ledger.piles, ledger.draws
        self._played = [*ledger.played, last] if last else ledger.played
        self._shown: dict[int, Played] = {}  # by the index of the draw

    def fits(self) -> bool:
        """Whether all that was played could have been dealt, as far as the solver finds out in time; then
        each card has a draw."""
        if not self._played:
            return True
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
        return min(free, key=lambda draw: self._log[draw].event != played.card)

    def changes(self) -> dict[int, int]:
        """The draws that are to be other cards, by index in the log: those that were shown, and for the
        others what is left in their piles, as it was supposed where that can be."""
        deals, pile_of = self._ledger.match.game.hands.deals, self._ledger.pile_of
        left = [pile.copy() for pile in self._piles]
        for draw, one in self._shown.items():
            left[pile_of[draw]][one.card] -= 1
        events = {draw: one.card for draw, one in self._shown.items()}
        others = [draw for draw in self._ledger.owners if draw not in events]
        for draw in others:
            event, pile = self._log[draw].event, left[pile_of[draw]]
            if pile[event] > 0:
                events[draw] = event
                pile[event] -= 1
        for draw in others:
            if draw not in events:
                pile = left[pile_of[draw]]
                events[draw] = secrets.choice([event for event in pile.elements() if deals(event)])
                pile[events[draw]] -= 1
        return {draw: event for draw, event in events.items() if event != self._log[draw].event}


def _lying(match: Match, pile: Counter[int]) -> Counter[int]:
    """The cards of the pile from which the next is drawn, ``pile`` or a new one; empty for other chance
    events."""
    due = Counter(match.weights_due())
    is_left = bool(pile) and due == pile  # all that is left in it is laid open
    return due if is_left or any(map(match.game.hands.deals, due)) else Counter()
