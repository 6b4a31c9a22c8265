"""Dice under a real cup that the app does not know, because their owner has no phone at the table.

The log holds a supposition in their place: some dice that fit all that was said aloud. Where what happens
next would look different to the table for other dice that fit, the owner is asked, and dice that give this
answer are supposed from then on. When the cup is lifted its dice are entered, and what was said is checked
against them. The rules are those of every match; they are asked with one supposition after another.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import combinations_with_replacement, islice
from random import Random
from typing import NamedTuple

from msgspec import Struct, structs

from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, knows
from throwdown.kernel.records import copy_records

MOST = 300  # suppositions that are compared; of more a part is enough to see that a cup is lifted

Sentences = tuple[tuple[int, str], ...]
Dice = tuple[int, ...]


class Contradiction(Struct, frozen=True):
    """Entry ``number``: what was ``said`` of it, and what is to be said by the ``dice`` under the cup."""

    number: int
    said: tuple[str, ...]
    dice: tuple[str, ...]


class Question(Struct, frozen=True):
    """What the owner of a cup, ``seat``, is asked before an entry can be made: which of ``options`` is so. Or
    the cup is lifted: then ``many`` dice are told, each one of ``faces``. ``wrong`` is an earlier answer that
    does not fit these dice."""

    seat: int
    options: tuple[str, ...] = ()
    many: int = 0
    faces: tuple[str, ...] = ()
    wrong: Contradiction | None = None


class Asked(Exception):
    """An entry needs an answer first; nothing was changed."""

    def __init__(self, question: Question) -> None:
        super().__init__("the owner of a cup is asked")
        self.question = question


class Cup(NamedTuple):
    """The dice that ``seat`` rolled unseen: the indices of their entries in the log, and what is supposed."""

    seat: int
    at: tuple[int, ...]
    dice: Dice


def owner_of(match: Match) -> int:
    """Who alone may look at the chance event that is due; -1: everybody."""
    masks = {int(match.engine.witnesses(match.state, CHANCE, one)) for one in match.legal_events(CHANCE)}
    hidden = [mask for mask in masks if mask & EVERYBODY != EVERYBODY]
    return next((seat for seat in range(match.seats) if hidden and hidden[0] >> seat & 1), -1)


def supposed(match: Match) -> int:
    """One of the dice or cards that may come up unseen by others, as well as any other."""
    events = match.legal_events(CHANCE)
    return secrets.choice(sorted(set(events) - set(laid_open(match, events))))


def laid_open(match: Match, events: Sequence[int]) -> list[int]:
    """Those of chance ``events`` that all see, such as a card that is laid open instead of kept."""
    seen = [int(match.engine.witnesses(match.state, CHANCE, event)) & EVERYBODY for event in events]
    return [event for event, mask in zip(events, seen, strict=True) if mask == EVERYBODY]


def with_dice(log: Sequence[Entry], cup: Cup, dice: Dice) -> list[Entry]:
    """The log with other dice under the cup."""
    changed = list(log)
    for index, event in zip(cup.at, dice, strict=True):
        changed[index] = Entry(CHANCE, event)
    return changed


class Supposing:
    """The match as it looks to the table for any dice under ``cup``, and after one ``entry`` more."""

    def __init__(self, match: Match, cup: Cup, entry: Entry) -> None:
        self.match, self.cup = match, cup
        self.log = [*match.log, entry]
        before = match.replay(cup.at[0])
        self._state = before.state
        self.faces = before.legal_events(CHANCE)
        self.texts = before.texts(CHANCE, self.faces)
        self.seen = self.looks(cup.dice)
        every = combinations_with_replacement(self.faces, len(cup.at))
        self._looks = {dice: self.looks(dice) for dice in islice(every, MOST)}

    def looks(self, dice: Dice) -> list[bytes]:
        """What all may see after each choice since the roll; the last is the entry."""
        engine, state, found = self.match.engine, copy_records(self._state), list[bytes]()
        for seat, event in with_dice(self.log, self.cup, dice)[self.cup.at[0] :]:
            engine.apply(state, seat, event)
            if seat != CHANCE:
                shown = copy_records(state)
                engine.hide(shown, SPECTATOR)
                found.append(shown.tobytes())
        return found

    def outcomes(self) -> dict[bytes, list[Dice]]:
        """The dice that fit all that was said so far, by how the table would look after the entry."""
        found: dict[bytes, list[Dice]] = {}
        for dice, looks in self._looks.items():
            if looks[:-1] == self.seen[:-1]:
                found.setdefault(looks[-1], []).append(dice)
        return found

    @property
    def is_lifted(self) -> bool:
        """Whether the entry shows the dice: any others would look different."""
        return len({looks[-1] for looks in self._looks.values()}) == len(self._looks)

    def told(self, dice: Dice) -> Sentences:
        """What is said of the entry to all, with these dice under the cup."""
        return said_last(self.match, with_dice(self.log, self.cup, dice))


def said_last(match: Match, log: Sequence[Entry]) -> Sentences:
    """What is said to all of the last entry of ``log``."""
    fresh = match.replay(0).extend(log[:-1])
    narrator = Narrator(fresh, SPECTATOR, draws=False)
    known = knows(fresh, log[-1], SPECTATOR)
    fresh.extend(log[-1:])
    return narrator.follow(fresh, log[-1], known).said


class Settled(NamedTuple):
    """The dice to suppose under a cup from an entry on; ``is_lifted``: the entry shows them."""

    dice: Dice
    is_lifted: bool


def settled(match: Match, cup: Cup, entry: Entry, answer: str, anyway: bool) -> Settled | None:
    """The dice under ``cup`` when ``entry`` is made after ``answer``; None where nothing depends on them.

    Raises :class:`Asked` where that answer is missing, or where the dice of a lifted cup do not fit what was
    said, unless they are to count ``anyway``.
    """
    supposing = Supposing(match, cup, entry)
    if supposing.is_lifted:
        return Settled(_lifted(supposing, answer, anyway), True)
    outcomes = supposing.outcomes()
    if len(outcomes) <= 1:
        return None
    options = _options(supposing, outcomes)
    if answer not in options:
        raise Asked(Question(cup.seat, tuple(sorted(options))))
    # The same each time, for what owners of other cups are asked depends on what is supposed here.
    fixed = Random(f"{len(match.log)} {cup.seat} {answer}")
    return Settled(fixed.choice(options[answer]), False)


def _options(supposing: Supposing, outcomes: dict[bytes, list[Dice]]) -> dict[str, list[Dice]]:
    """The answers, as what would be said of the entry, without what is said in any case."""
    told = [(supposing.told(dice[0]), dice) for dice in outcomes.values()]
    first = told[0][0] if told else ()
    always = {line for line in first if all(line in said for said, _ in told)}
    found: dict[str, list[Dice]] = {}
    for said, dice in told:
        words = " ".join(_sentence(line) for line in said if line not in always)
        found.setdefault(words, []).extend(dice)
    return found


def _sentence(line: tuple[int, str]) -> str:
    """A line of the log with its subject: an entry of a Standoff tells of several players (DU-19, DU-20)."""
    seat, text = line
    return f"{{{seat}}} {text}" if seat >= 0 else text


def _lifted(supposing: Supposing, answer: str, anyway: bool) -> Dice:
    """The dice that are told, checked against what was said."""
    cup, told = supposing.cup, answer.split()
    known = dict(zip(supposing.texts, supposing.faces, strict=True))
    question = Question(cup.seat, many=len(cup.at), faces=tuple(supposing.texts))
    if len(told) != len(cup.at) or any(text not in known for text in told):
        raise Asked(question)
    dice = tuple(known[text] for text in told)
    looks = supposing.looks(dice)
    if not anyway and looks[:-1] != supposing.seen[:-1]:
        raise Asked(structs.replace(question, wrong=_contradiction(supposing, dice, looks)))
    return dice


def _contradiction(supposing: Supposing, dice: Dice, looks: list[bytes]) -> Contradiction:
    """The first answer that does not fit ``dice``, and what it should have been."""
    cup, log = supposing.cup, supposing.log
    first = next(k for k, look in enumerate(looks) if look != supposing.seen[k])
    choices = [k for k in range(cup.at[0], len(log)) if log[k].seat != CHANCE]
    number = choices[first] + 1
    said = said_last(supposing.match, log[:number])
    real = said_last(supposing.match, with_dice(log[:number], cup, dice))
    return Contradiction(
        number,
        tuple(_sentence(line) for line in said if line not in real),
        tuple(_sentence(line) for line in real if line not in said),
    )
