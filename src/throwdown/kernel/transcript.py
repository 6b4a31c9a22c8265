"""Transcripts: a match as a text file that people can read and type.

Headers come first, one ``[Name "value"]`` a line: Game, Version, Seats, Names, one ``Value`` for each
option or table value that is not as published, then what the table knows of its dice (Commitment,
Seeds, Secret or Seed; Fair, Chain and Rolls where every seat opened a link for each roll, see
``docs/fair-dice.md``; Dice where real ones were reported, with Drawn and Supposed for those
that nobody reported, see :mod:`throwdown.kernel.reported`), when hints were asked for (Hints), when
somebody else chose for a seat than before (Changed), and the Result. After an empty line come the
events: ``0: R2 W1`` is an event of seat 0, ``*: 4h, 2s, 6d`` are three chance events, ``0: resigns``,
``0: runs out of time`` or ``0: agrees to end`` ends a match, and ``0: takes back`` takes back the last
choice of seat 0, with those that knew of it. Lines that begin with ``#`` are
headings and comments.

A transcript of an earlier version of the rules is replayed with the present rules, and with what that
version had where a table value has changed since (``until`` in ``tables.toml``). Where its events or its
result do not hold like that, the refusal names the version that it needs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeVar
from unicodedata import bidirectional, category

from throwdown.kernel import fair, fairtext
from throwdown.kernel.chance import Chance, Committed, Recorded, Seeded, commitment
from throwdown.kernel.changed import check_changes
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import (
    BadLink,
    BadTranscript,
    BadValue,
    IllegalEvent,
    ThrowdownError,
    UnknownGame,
    quoted,
)
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.game import Game, load
from throwdown.kernel.hinted import check_hints
from throwdown.kernel.log import SPOKEN, TAKE_BACK
from throwdown.kernel.match import Match
from throwdown.kernel.presses import BUZZER, check_buzzed, check_presses
from throwdown.kernel.reported import DRAWN, SUPPOSED, check_drawn, check_supposed
from throwdown.kernel.series import InSet
from throwdown.kernel.setheader import SET, check_set, read_set

HEADER = re.compile(r'\[(\w+) (".*")\]$')
EVENTS = re.compile(r"(\d|\*): (.+)$")
SEED = re.compile(r"[0-9a-f]{0,64}")
SEVERAL = frozenset(("Name", "Value", "Chain", "Rolls"))  # headers that may stand more than once
BREAKING = frozenset(("Cc", "Zl", "Zp"))  # categories of letters that end a line, or steer a terminal
# Classes of Unicode's marks that turn the direction of what follows.
TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
SEALED = ("Commitment", "Secret", "Seeds", "Fair", "Chain", "Rolls")  # headers of dice that were sealed
AS_DRAWN = "Every chance event is the one that the secret and the seeds give."
AS_SEEDED = "Every chance event is the one that the seed gives, which nobody had committed to."
AS_SEEN = "That it is the one of before the match, only those who saw it then can tell."
# Letters; people at a table have 24 at most, and trained players 20 and a name of their own.
LONGEST_NAME = 32
DICE, AS_REPORTED = "Dice", "as reported"  # the header of a match with real dice, and its value
AS_LINKED = "Every chance event is the one that the links give."
Found = TypeVar("Found")
Throwing = Callable[["Transcript", Committed], tuple[Chance, str]]


class Transcript:
    """A transcript read and replayed: ``headers`` (lists of texts by name), the rules' ``version``, and the
    ``match``.

    Raises :class:`BadTranscript` with line, text and reason at the first thing that does not hold. ``go_on``
    is called again and again; what it raises ends the reading or the check, which may take minutes.
    """

    def __init__(self, text: str, go_on: Callable[[], None] = lambda: None) -> None:
        self._go_on = go_on
        self.headers: dict[str, list[str]] = {}
        self._lines: dict[str, list[tuple[int, str]]] = {}
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
        self._first = next(((number, line) for number, line in lines if line), (1, ""))
        body = [
            (n, line) for n, line in lines if line and not line.startswith("#") and not self._header(n, line)
        ]
        self.version = 0
        self.match = self._open()
        for number, line in body:
            go_on()
            try:
                play_line(self.match, number, line)
            except BadTranscript as error:
                raise BadTranscript(number, line, self._needed(self.match.game) + error.reason) from None

    def _header(self, number: int, line: str) -> bool:
        if not line.startswith("["):
            return False
        found = HEADER.match(line)
        if not found:
            raise BadTranscript(number, line, 'a header is written [Name "value"]')
        try:
            value = json.loads(found[2])
            value.encode()
        except ValueError:  # of half a letter (a lone surrogate) too, which nothing can print
            raise BadTranscript(number, line, "the header's value is not a quoted text") from None
        if any(category(letter) in BREAKING for letter in value):
            raise BadTranscript(number, line, "the header's value is not a text of one line")
        if any(bidirectional(letter) in TURNING for letter in value):
            raise BadTranscript(number, line, "a mark in the header's value turns the direction of writing")
        if found[1] in self.headers and found[1] not in SEVERAL:
            raise BadTranscript(number, line, f"{found[1]} is told once, and stands above already")
        self.headers.setdefault(found[1], []).append(value)
        self._lines.setdefault(found[1], []).append((number, line))
        return True

    def one(self, name: str, default: str = "") -> str:
        """The header ``name``, or ``default``."""
        return self.headers.get(name, [default])[0]

    def _fail(self, name: str, reason: str, at: int = -1) -> BadTranscript:
        """What is wrong with header ``name``; ``at`` is its place among several, by default the last."""
        number, line = self._lines.get(name, [self._first])[at]
        return BadTranscript(number, line, reason)

    def _needed(self, game: GameFolder) -> str:
        """What stands before a refusal of a transcript of an earlier version of the rules."""
        if self.version == game.version:
            return ""
        return f"needs rules version {self.version} of {game.key}, these are version {game.version}: "

    def _open(self) -> Match:
        if "Game" not in self.headers:
            raise self._fail("Game", 'this is no transcript: no line tells the game, as [Game "duello"] does')
        try:
            game = load(self.one("Game"))
        except UnknownGame as error:
            raise self._fail("Game", str(error)) from None
        if "Version" not in self.headers:
            reason = f'no line tells the version of the rules, as [Version "{game.version}"] does'
            raise self._fail("Version", reason)
        text = self.one("Version")
        self.version = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        if not 1 <= self.version <= game.version:
            reason = f"these are rules version {game.version} of {game.key}, not {quoted(text)}"
            raise self._fail("Version", reason)
        return self._begin(game)

    def _begin(self, game: Game) -> Match:
        seats, values = self._number("Seats", str(game.seats[0])), self._values()
        try:
            game.check_seats(seats)
        except BadValue as error:
            raise self._fail("Seats", self._needed(game) + str(error)) from None
        for at, (key, value) in enumerate(values.items()):
            try:
                game.check({key: value}, seats, self.version)
            except BadValue as error:
                raise self._fail("Value", self._needed(game) + str(error), at) from None
        names = self.headers.get("Name", [])
        for at, name in enumerate(names):
            if not 0 < len(name) <= LONGEST_NAME:
                reason = f"a name has 1 to {LONGEST_NAME} letters, and {quoted(name)} has {len(name)}"
                raise self._fail("Name", reason, at)
        match = game.match(seats, chance=Recorded(()), values=values, names=names, version=self.version)
        if len(match.names) != seats:
            raise self._fail("Name", f"names of {len(match.names)} players, and {seats} play")
        return match

    def _number(self, name: str, default: str = "") -> int:
        text = self.one(name, default)
        try:
            return int(text)
        except ValueError:
            raise self._fail(name, f"{quoted(text)} is not a whole number that can be read") from None

    def _values(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for at, text in enumerate(self.headers.get("Value", [])):
            key, _, value = text.partition("=")
            if key in values:
                raise self._fail("Value", f"{quoted(key)} is told twice", at)
            try:
                values[key] = json.loads(value)
            except (ValueError, RecursionError):  # of thousands of digits or brackets, too
                raise self._fail("Value", f"{quoted(value)} is not a value", at) from None
        return values

    def verify(self, thrown_again: Throwing | None = None) -> list[str]:
        """Check result and dice; returns what was checked, in sentences.

        Dice that were thrown by hand are checked where ``thrown_again`` is given, which repeats throws.
        """
        match = self.match
        checked = [f"{len(match.log)} events are legal."]
        back = sum(entry.event == TAKE_BACK for entry in match.log)
        if back:
            checked.append(f"Choices were taken back {back} times, each before chance decided anything.")
        if self.version != match.game.version:
            present = match.game.version
            checked.append(f"Written by rules version {self.version}, it holds by version {present}.")
        if self.one("Result", "*") != match.result:
            raise self._fail("Result", self._needed(match.game) + f"the events come to {match.result!r}")
        checked.append(f"The result holds: {match.result}.")
        if "Presses" in self.headers:
            presses = self._check("Presses", check_presses)
            checked.append(f"{presses} presses of live races are as they were judged.")
        if BUZZER in self.headers:
            checked.append(self._check(BUZZER, check_buzzed))
        if "Hints" in self.headers:
            checked.append(self._check("Hints", check_hints))
        if "Changed" in self.headers:
            checked += self._check("Changed", check_changes)
        if SET in self.headers:
            checked.append(self._check(SET, check_set))
        if DRAWN in self.headers:
            checked.append(self._check(DRAWN, check_drawn))
        if SUPPOSED in self.headers:
            checked.append(self._check(SUPPOSED, check_supposed))
        dice = self.dice()
        if isinstance(dice, fair.Linked):
            checked += self._check_rolls(dice)
        if dice and not isinstance(dice, Seeded):
            checked.append(f"The secret opens the seal {commitment(dice.secret)}. {AS_SEEN}")
        source, sentence = self._source(dice, thrown_again)
        if source:
            self._check_dice(source)
        checked.append(sentence)
        return checked

    def _check_rolls(self, dice: fair.Linked) -> list[str]:
        """Check that each roll of chance events has links of its own; returns who opened theirs, in words."""
        due = fair.starts(self.match.log)
        if due != [roll.n for roll in dice.rolls]:
            raise self._fail("Rolls", f"rolls come after the events {due[:20]}, and links are told of others")
        told = [
            f"{len(due)} rolls were opened by links of the server and of the seats, each of its own chain."
        ]
        for seat, (replaced, silent) in enumerate(dice.replaced()):
            if replaced:
                told.append(
                    f"In {replaced} of them the server's chain stood in for seat {seat}, which had been "
                    f"asked for its link in {silent}."
                )
        return told

    def needs_present_rules(self, why: str) -> None:
        """Raise :class:`BadTranscript`, with ``why``, where it was written by an earlier version of the
        rules."""
        if self.version != self.match.game.version:
            raise self._fail("Version", self._needed(self.match.game) + why)

    def _source(self, dice: Committed | None, thrown_again: Throwing | None) -> tuple[Chance | None, str]:
        """What gives the dice again, None where nothing does, and what that checks."""
        if dice is None and self.one(DICE) == AS_REPORTED:
            return None, "Dice and cards are as people reported them at a real table."
        if dice is None and any(name in self.headers for name in SEALED):
            return None, "The secret of the dice is not told: they cannot be checked."
        if dice is None:
            return None, "The dice were not committed to: they cannot be checked."
        if "Throws" not in self.headers:
            return dice, _given(dice)
        if thrown_again is None:
            return None, "Dice were thrown by hand: they were not thrown again."
        try:
            return thrown_again(self, dice)
        except ThrowdownError as error:
            raise self._fail("Throws", str(error)) from None

    @property
    def in_set(self) -> InSet | None:
        """Where the match stands in a set; None where it was played on its own."""
        return self._check(SET, read_set) if SET in self.headers else None

    def _check(self, name: str, check: Callable[[Match, str], Found]) -> Found:
        """What ``check`` says of the header ``name``."""
        self._go_on()
        try:
            return check(self.match, self.one(name))
        except (ValueError, RecursionError) as error:
            raise self._fail(name, str(error)) from None

    def dice(self) -> Committed | None:
        """The source that the headers name, its secret checked against the commitment; None without one."""
        if "Seed" in self.headers:
            if sealed := next((name for name in SEALED if name in self.headers), ""):
                raise self._fail("Seed", f"dice are of a seed or were sealed, and {sealed} is told too")
            return Seeded(self._number("Seed"))
        if "Secret" not in self.headers:
            return None
        try:
            secret = bytes.fromhex(self.one("Secret"))
        except ValueError:
            raise self._fail("Secret", "the secret is not hexadecimal") from None
        if commitment(secret) != self.one("Commitment"):
            raise self._fail("Secret", f"the secret's SHA-256 is {commitment(secret)}, not the commitment")
        if "Fair" in self.headers:
            return self._linked(secret)
        return Committed(secret, self._seeds())

    def _seeds(self) -> list[str]:
        """By seat the seeds that dice were drawn with, empty for a seat that gave none: there is no place for
        another by which somebody could choose the dice afterwards."""
        text, seats = self.one("Seeds"), self.match.seats
        seeds = text.split("-")
        if text and len(seeds) != seats:
            raise self._fail("Seeds", f"seeds of {len(seeds)} seats, and {seats} play")
        if wrong := next((seed for seed in seeds if not SEED.fullmatch(seed)), ""):
            raise self._fail("Seeds", f"a seed is up to 64 hexadecimal digits 0 to f: {quoted(wrong)}")
        return seeds

    def _linked(self, secret: bytes) -> fair.Linked:
        match = self.match
        try:
            return fairtext.read(secret, self.headers, match.game.key, self.version, match.seats, match.log)
        except BadLink as error:
            raise self._fail("Rolls", str(error)) from None

    def _check_dice(self, dice: Chance) -> None:
        """Draw every chance event again and compare."""
        fresh = self.match.replay(0)
        for number, entry in enumerate(self.match.log, 1):
            self._go_on()
            if entry.seat == CHANCE:
                drawn = fresh.drawn_by(dice)
                if drawn is not None and drawn != entry.event:
                    was, should = fresh.texts(CHANCE, [entry.event, drawn])
                    header = "Secret" if "Secret" in self._lines else "Seed"
                    raise self._fail(header, f"event {number} is {was}, but the dice give {should}")
            fresh.extend([entry])


def read(text: str, go_on: Callable[[], None] = lambda: None) -> Transcript:
    """Read and replay a transcript; raises :class:`BadTranscript`, and what ``go_on`` raises, which is called
    again and again."""
    return Transcript(text, go_on)


def _given(dice: Committed) -> str:
    """What holds of chance events that ``dice`` give again."""
    if isinstance(dice, fair.Linked):
        return AS_LINKED
    return AS_SEEDED if isinstance(dice, Seeded) else AS_DRAWN


def play_line(match: Match, number: int, line: str) -> None:
    """Play one line of events in ``match``; raises :class:`BadTranscript` with ``number`` and reason."""
    found = EVENTS.match(line)
    if not found:
        raise BadTranscript(number, line, "events are written '0: event' or '*: event, event'")
    seat = CHANCE if found[1] == "*" else int(found[1])
    for text in found[2].split(","):
        try:
            _event(match, seat, text.strip())
        except IllegalEvent as error:
            raise BadTranscript(number, line, str(error)) from None


def _event(match: Match, seat: int, text: str) -> None:
    said = next((event for event, words in SPOKEN.items() if words == text), None)
    if said is None:
        match.play(seat, text)
    else:
        match.say(seat, said)
