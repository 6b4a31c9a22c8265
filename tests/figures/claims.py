"""The one shape of a check of sentences: kinds of sentences, and what the record must show for each.

A game's module gives ``CLAIMS``: its ``kinds`` map the pattern of a whole sentence to a check of the figures
in it against the record before and after the event. A sentence with a figure that no kind claims is a fault.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from throwdown.kernel.chance import Chance, Offer
from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.game import Game
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import knows
from throwdown.kernel.records import copy_records

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gwen", "Hugo")
COUNTS = tuple("no one two three four five six seven eight nine ten eleven twelve thirteen".split(" "))  # noqa: SIM905
COUNT = "|".join(COUNTS)
FIGURE = re.compile(rf"\d|\b(?:{'|'.join(COUNTS[1:])})\b", re.IGNORECASE)
PLACE = re.compile(r"\{\d(?:'s)?\}")
LONGEST = 3000  # events of a match that are followed


class Told:
    """A sentence that fits a kind: the record before and after the event, the seat, and the parts found."""

    def __init__(self, before: Any, after: Any, entry: Entry, seat: int, found: re.Match[str]) -> None:
        self.before = before
        self.after = after
        self.entry = entry
        self.seat = seat
        self.found = found

    def __getitem__(self, part: int | str) -> str:
        return self.found[part] or ""

    def points(self, part: int = 1) -> int:
        return points(self.found[part])

    def count(self, part: int = 1) -> int:
        """``three``, ``14``; ``a`` is one."""
        return number(self.found[part])

    def numbers(self, part: int = 1) -> list[int]:
        """Every number written in digits, in order."""
        return [int(n) for n in re.findall(r"\d+", self[part])]

    def more(self, field: str, seat: int | None = None) -> int:
        """How much more ``field`` holds for the seat, all its parts together."""
        who = self.seat if seat is None else seat
        was, now = (int(np.sum(getattr(view, field)[who])) for view in (self.before, self.after))
        return now - was

    def new_bits(self, field: str, seat: int | None = None) -> set[int]:
        """The members that a set of ``field`` has gained."""
        who = self.seat if seat is None else seat
        fresh = getattr(self.after, field)[who] & ~getattr(self.before, field)[who]
        return {k for k in range(fresh.bit_length()) if fresh >> k & 1}


Check = Callable[[Told], bool]


def points(text: str) -> int:
    """``−1,500`` as a number; ``nothing`` is 0."""
    return 0 if text == "nothing" else int(text.replace(",", "").replace("−", "-"))


def number(text: str) -> int:
    """A number in digits or as a word; ``a`` is one."""
    word = text.lower()
    return 1 if word == "a" else COUNTS.index(word) if word in COUNTS else int(word)


def seats_in(text: str) -> list[int]:
    """The seats that a text names, in order."""
    return [int(seat) for seat in re.findall(r"\{(\d)", text)]


class Whims:
    """Chance that takes every third event from all alike, so that what has no weight happens too."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def draw(self, offer: Offer) -> int | None:
        weights = None if self.rng.random() < 1 / 3 else offer.weights
        return self.rng.choices(range(len(offer.events)), weights)[0]


Lots = Mapping[str, Sequence[Any]]


def nothing_more(before: Any, after: Any, said: list[tuple[int, str]]) -> None:
    """For a game whose sentences are checked one by one alone."""


class Claims(NamedTuple):
    """What a game's sentences claim. ``lots`` are values beside the options that a match may have;
    ``balance`` looks at all that was told of one event, to a watcher, together; ``settle`` may mend a lot
    of values that do not go together."""

    kinds: Mapping[str, Check]
    lots: Lots = {}  # noqa: RUF012 - read and never changed
    balance: Callable[[Any, Any, list[tuple[int, str]]], None] = nothing_more
    settle: Callable[[dict[str, Any], int, random.Random], dict[str, Any]] = lambda values, _seats, _rng: (
        values
    )
    chance: Callable[[random.Random], Chance] = Whims


def values_by_lot(game: Game, claims: Claims, seats: int, rng: random.Random) -> dict[str, Any]:
    """Every option by lot, and some of the figures."""
    chosen: dict[str, Any] = {}
    for value in game.values:
        if value.seats and seats not in value.seats:
            continue
        if value.key in claims.lots:
            chosen[value.key] = rng.choice(claims.lots[value.key])
        elif value.choices:
            chosen[value.key] = rng.choice(value.choices)
        elif isinstance(value.value, bool):
            chosen[value.key] = rng.random() < 0.5
    return claims.settle(chosen, seats, rng)


def match_by_lot(game: Game, claims: Claims, seed: int, is_compiled: bool) -> Match:
    """A match with seats and values by lot, before its first event."""
    rng = random.Random(f"{game.key} {seed}")
    seats = rng.randint(*game.seats)
    values = values_by_lot(game, claims, seats, rng)
    source, engine = claims.chance(rng), game.loops(is_compiled)
    return game.match(seats, chance=source, values=values, names=NAMES[:seats], engine=engine)


class Event(NamedTuple):
    """One event, and what each of the voices was told of it; the last voice is that of a watcher."""

    before: Any
    after: Any
    entry: Entry
    said: list[list[tuple[int, str]]]


class Glimpse:
    """A view of a record, an array of one element, whose fields are made plain as they are read: few are."""

    def __init__(self, state: np.ndarray) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        if name not in (self._state.dtype.names or ()):
            raise AttributeError(name)
        self.__dict__[name] = plain = self._state[0][name].tolist()
        return plain


class Audience:
    """Viewers, and what each is told as by :class:`throwdown.kernel.narrator.Narrator`, without the scenes.

    Who may know the same of the record, by its bytes, and of the event, is told the same: they share one
    view, and the sentences are made once.
    """

    def __init__(self, match: Match, viewers: Sequence[int]) -> None:
        self.viewers = viewers
        self.before = self.views(match)

    def views(self, match: Match) -> list[Glimpse]:
        different = dict[bytes, Glimpse]()
        found = list[Glimpse]()
        for viewer in self.viewers:
            seen = match.seen(viewer)
            same = seen.tobytes()
            if same not in different:
                different[same] = Glimpse(seen)
            found.append(different[same])
        return found

    def told(self, match: Match, entry: Entry, known: list[bool]) -> list[list[tuple[int, str]]]:
        after = self.views(match)
        said = dict[tuple[int, int, bool], list[tuple[int, str]]]()
        keys = [(id(was), id(now), each) for was, now, each in zip(self.before, after, known, strict=True)]
        for was, now, key in zip(self.before, after, keys, strict=True):
            if key not in said:
                event = entry.event if key[2] else None
                said[key] = list(match.game.words.tell(was, entry.seat, event, now))
        self.before = after
        return [said[key] for key in keys]


def events_of(match: Match, seed: int) -> Iterator[Event]:
    """A random match played on from ``match``, told to its first seat, its last, and a watcher."""
    rng = random.Random(seed)
    shadow = match.replay(0)
    audience = Audience(shadow, (0, match.seats - 1, SPECTATOR))
    before = Glimpse(copy_records(shadow.state))
    while True:
        for entry in match.log[len(shadow.log) :]:
            known = [knows(shadow, entry, viewer) for viewer in audience.viewers]
            shadow.retrace(entry)
            after = Glimpse(copy_records(shadow.state))
            yield Event(before, after, entry, audience.told(shadow, entry, known))
            before = after
        if match.over or len(match.log) > LONGEST:
            return
        seat = rng.choice(match.awaited)
        match.play(seat, rng.choice(match.legal_events(seat)))


class Checker:
    """Holds sentences to the kinds of a game and counts how many there were of each."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.kinds = {re.compile(pattern): check for pattern, check in claims.kinds.items()}
        self.found = Counter[str]()
        self.met = dict[str, tuple[Check, re.Match[str]] | None]()  # by sentence

    def check(self, event: Event) -> None:
        """Raises AssertionError with a sentence whose figure is another, or is of no kind that is checked."""
        for seat, words in dict.fromkeys(line for voice in event.said for line in voice):
            self.found[self.kind_of(event, seat, words)] += 1
        self.claims.balance(event.before, event.after, event.said[-1])

    def kind_of(self, event: Event, seat: int, words: str) -> str:
        """The kind of a sentence whose figures are as the record has it, empty for one without any."""
        if words not in self.met:
            self.met[words] = self.match(words)
        met = self.met[words]
        if met:
            is_true, found = met
            told = Told(event.before, event.after, event.entry, seat, found)
            assert is_true(told), f"false: {seat}: {words}"
            return found.re.pattern
        assert not FIGURE.search(PLACE.sub("", words)), f"not checked: {seat}: {words}"
        return ""

    def match(self, words: str) -> tuple[Check, re.Match[str]] | None:
        matches = ((check, kind.fullmatch(words)) for kind, check in self.kinds.items())
        return next(((check, found) for check, found in matches if found), None)


def survey(
    game: Game, claims: Claims, matches: int, is_compiled: bool = True, first: int = 0
) -> Counter[str]:
    """Check so many random matches; how many sentences there were of each kind."""
    checker = Checker(claims)
    for seed in range(first, first + matches):
        match = match_by_lot(game, claims, seed, is_compiled)
        try:
            for event in events_of(match, seed):
                checker.check(event)
        except AssertionError as error:
            where = f"{game.key}, {match.seats} seats, seed {seed}, event {len(match.log)}"
            raise AssertionError(f"{error} ({where})") from error
    return checker.found
