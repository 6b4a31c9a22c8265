"""Hands of real cards that the app does not know, because their owners have no phone at the table.

The log holds cards in their place that could be there. Whoever plays a card shows it: where the log has
another one, the cards that are supposed become others with which all fits that was done so far. Which cards
those are says the game's :class:`~throwdown.kernel.parts.Hands`.
"""

from __future__ import annotations

import functools
import secrets
from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import numpy as np
from msgspec import structs

from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.scene import Scene

LABEL = "May be in the hand"

DEPTH, STEPS = 8, 200_000  # chains of draws that give way to another, and draws that are looked at to find one for a card that was played

Slot = tuple[int, int]
"""A card that is supposed: the index of its entry in the log, and whose hand it is in."""


@functools.cache
def are_in(game: GameFolder) -> bool:
    """Whether the game has hands that need not be known."""
    return any(map(game.hands.deals, range(game.rules.EVENTS)))


def are_due(match: Match) -> bool:
    """Whether a card for somebody's hand may come next."""
    return CHANCE in match.awaited and any(map(match.game.hands.deals, match.legal_events(CHANCE)))


def laid_open(match: Match, events: Sequence[int]) -> list[int]:
    """Those of chance ``events`` that all see, such as a card that is laid open instead of kept."""
    seen = [int(match.engine.witnesses(match.state, CHANCE, event)) & EVERYBODY for event in events]
    return [event for event, mask in zip(events, seen, strict=True) if mask == EVERYBODY]


def freed(match: Match, seat: int) -> Match:
    """The match as the whole table knows it, but that ``seat`` may hold any card that nobody has seen. It is
    to be looked at, not to be played on."""
    known = copy(match)
    known.state = match.seen(SPECTATOR)
    match.game.hands.free(known.state[0], seat)
    return known


def drawn(match: Match, seat: int) -> Scene:
    """The table as a screen shows it that does not know the hand of ``seat``, with its choices."""
    known = freed(match, seat)
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
    dealt = Dealt(match, slots)
    if not dealt.show(Played(len(match.log), entry.seat, card)):
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


class Played(NamedTuple):
    """A card that was played by ``seat`` at index ``at`` of the log, and that nobody had seen before."""

    at: int
    seat: int
    card: int


class Dealt:
    """Which of the cards that were supposed those are that have been played.

    Cards are dealt from a pile until it is used up; what was thrown away since, and all saw, is the next one.
    So a card that is played is one that its player has drawn before, from a pile that had it.
    """

    def __init__(self, match: Match, slots: Sequence[Slot]) -> None:
        self._match = match
        self._owners = dict(slots)
        self._pile_of: dict[int, int] = {}  # by the index of the draw in the log
        self._piles: list[Counter[int]] = []  # the cards of each that nobody is known to have drawn
        self._shown: dict[int, Played] = {}  # by the index of the draw
        self._may_be: dict[Played, list[int]] = {}
        self._steps = 0  # that the search may still take
        shown = self._followed()
        for played in shown:
            self.show(played)

    def _followed(self) -> list[Played]:
        """Go through the log for the piles; returns what was played that nobody had seen before."""
        part, fresh, pile = self._match.game.hands, self._match.replay(0), Counter[int]()
        known = [Counter[int]() for _ in range(self._match.seats)]  # of what each seat holds
        found: list[Played] = []
        for index, entry in enumerate(self._match.log):
            if entry.seat == CHANCE:
                lying = _lying(fresh, pile)
                if lying:
                    if lying != pile:
                        self._piles.append(lying.copy())
                    pile = lying - Counter([entry.event])
                    self._note_draw(index, entry.event, fresh, known)
                fresh.retrace(entry)
                continue
            card = part.dealt(entry.event)
            if card >= 0 and known[entry.seat][card]:
                known[entry.seat][card] -= 1
            elif card >= 0:
                found.append(Played(index, entry.seat, card))
            before = [Counter(part.held(fresh.state[0], seat)) for seat in range(fresh.seats)]
            fresh.retrace(entry)
            for seat, hand in enumerate(before):
                known[seat].update(Counter(part.held(fresh.state[0], seat)) - hand)  # handed back
        return found

    def _note_draw(self, index: int, event: int, before: Match, known: list[Counter[int]]) -> None:
        if index in self._owners:
            self._pile_of[index] = len(self._piles) - 1
            return
        self._piles[-1][event] -= 1
        owner = int(before.engine.witnesses(before.state, CHANCE, event)) & EVERYBODY
        if owner != EVERYBODY:
            known[owner.bit_length() - 1][event] += 1

    def show(self, played: Played) -> bool:
        """Find the draw of what was played, with as few other draws for what was played before as can be;
        returns whether there is one. A search that takes too long counts as none."""
        self._steps = STEPS
        return any(self._place(played, frozenset(), depth) for depth in range(DEPTH))

    def _place(self, played: Played, above: frozenset[int], depth: int) -> bool:
        """A draw for ``played``, none of those ``above``, which are being given away; ``depth`` is how often
        others are moved for it."""
        for draw in sorted(self._draws_for(played), key=lambda k: k in self._shown):
            if draw in above:
                continue
            for given in self._in_the_way(draw, played.card):
                self._steps -= 1
                if self._steps < 0:
                    return False
                if given and not depth:
                    continue
                former = dict(self._shown)
                moved = [self._shown.pop(each) for each in given]
                self._shown[draw] = played
                if all(self._place(one, above | {draw}, depth - 1) for one in moved):
                    return True
                self._shown = former
        return False

    def _draws_for(self, played: Played) -> list[int]:
        """The draws that may have been this card: those that are supposed to be it first, then the newest."""
        if played not in self._may_be:
            card, log = played.card, self._match.log
            mine = [k for k, owner in self._owners.items() if owner == played.seat and k < played.at]
            found = [k for k in mine if self._piles[self._pile_of[k]][card]]
            self._may_be[played] = sorted(found, key=lambda k: (log[k].event != card, -k))
        return self._may_be[played]

    def _in_the_way(self, draw: int, card: int) -> list[set[int]]:
        """The draws that are to be others so that ``draw`` can be ``card``: itself, where it is shown, and one
        draw of that card where its pile had no more; each way to do that."""
        pile = self._pile_of[draw]
        own = {draw} if draw in self._shown else set[int]()
        alike = {k for k, one in self._shown.items() if one.card == card and self._pile_of[k] == pile}
        if len(alike - own) < self._piles[pile][card]:
            return [own]
        return [own | {other} for other in alike]

    def changes(self) -> dict[int, int]:
        """The draws that are to be other cards, by index in the log: those that were shown, and for the others
        what is left in their piles, as it was supposed where that can be."""
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
                events[draw] = secrets.choice([event for event in pile.elements() if self._hides(event)])
                pile[events[draw]] -= 1
        return {draw: event for draw, event in events.items() if event != self._match.log[draw].event}

    def _hides(self, event: int) -> bool:
        return self._match.game.hands.deals(event)


def _lying(match: Match, pile: Counter[int]) -> Counter[int]:
    """The cards of the pile from which the next is drawn, ``pile`` or a new one; empty for other chance
    events."""
    events = np.zeros(match.game.rules.EVENTS, np.int32)
    weights = np.zeros_like(events)
    n, _ = match.engine.due(match.state, events, weights)
    due = Counter(dict(zip(events[:n].tolist(), weights[:n].tolist(), strict=True)))
    is_left = bool(pile) and due == pile  # all that is left in it is laid open
    return due if is_left or any(map(match.game.hands.deals, due)) else Counter()
