"""What players of a level do: which choices they make where, mined from matches that are over.

A situation is what the table says to a seat that may choose, its Now line; a choice is told by the words on
its button. So a sheet speaks of a game in the words in which it is played.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.traits import Chosen
from throwdown.lab.counts import Share
from throwdown.lab.matchup import Z95

SITUATIONS = 10  # that a sheet tells, those that came up most often
CHOICES = 8  # of each situation that are told by themselves
FEWEST = 5  # matches in which something came up, before its share is told
WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
DIGITS = re.compile(r"\d+(e?s\b)?(?![a-z])")
NUMBER = re.compile(rf"(?:\d+|\b(?:{WORDS}))(e?s\b)?(?![a-z])")
SEAT = re.compile(r"\{(\d+)('s)?\}")


class Habits(Struct):
    """One match: by situation how often each choice was made there, and by trait how often there was occasion
    for it, and how often it was shown."""

    by_situation: dict[str, dict[str, int]] = field(default_factory=dict)
    traits: dict[str, tuple[int, int]] = field(default_factory=dict)


class Situation(Struct, frozen=True):
    """A situation over all matches: how often it came up, in how many matches, how many of its choices were
    told apart, and the share of each, the most frequent first."""

    words: str
    times: int
    matches: int
    kinds: int
    choices: dict[str, Share]


class Sheet(Struct):
    """A strategy sheet: traits with the share of occasions at which they were shown, and the situations that
    came up most often, of so many in all."""

    traits: dict[str, Share]
    situations: list[Situation]
    known: int


def habits_of(match: Match) -> Habits:
    """What was chosen in ``match``, which is over, wherever there was more than one choice."""
    fresh, found = match.replay(0), Habits()
    traits = match.game.traits.TRAITS
    for _, entry in match.held():
        legal = fresh.legal_events(entry.seat) if entry.seat != CHANCE else ()
        if len(legal) > 1:
            scene = fresh.scene(entry.seat)
            name = next((each.name for each in scene.choices if each.event == entry.event), "")
            texts = tuple(fresh.texts(entry.seat, legal))
            chosen = Chosen(
                fresh.truth(), entry.seat, spoken(scene.now.title, entry.seat), spoken(name, entry.seat),
                texts[list(legal).index(entry.event)], texts,
            )  # fmt: skip
            _add(found, chosen)
            for trait in traits:
                if trait.occasion(chosen):
                    had, shown = found.traits.get(trait.words, (0, 0))
                    found.traits[trait.words] = had + 1, shown + trait.shown(chosen)
        fresh.extend([entry])
    return found


def _add(found: Habits, chosen: Chosen) -> None:
    choices = found.by_situation.setdefault(chosen.situation, {})
    told = chosen.name or chosen.text
    choices[told] = choices.get(told, 0) + 1


def spoken(text: str, seat: int) -> str:
    """``text`` with "you" in the place of the name of ``seat``, and "another player" in that of others."""

    def name(found: re.Match[str]) -> str:
        is_own, is_possessive = int(found[1]) == seat, bool(found[2])
        if is_own:
            return "your" if is_possessive else "you"
        return "another player" + ("’s" if is_possessive else "")

    said = SEAT.sub(name, text)
    return said[:1].upper() + said[1:]


def kind_of(choice: str, numbers: re.Pattern[str] = NUMBER) -> str:
    """``choice`` with # in the place of each of its ``numbers``: ``Hold 4 4`` is ``Hold # #``."""
    return numbers.sub(lambda found: "#s" if found[1] else "#", choice)


def sheet_of(key: str, found: Sequence[Habits]) -> Sheet:
    """The sheet of all these matches of the game with that key."""
    times: Counter[str] = Counter()
    for one in found:
        times.update({words: sum(choices.values()) for words, choices in one.by_situation.items()})
    often = sorted(times, key=lambda words: (-times[words], words))[:SITUATIONS]
    names = [trait.words for trait in load(key).traits.TRAITS]
    traits = {name: ratio([one.traits.get(name, (0, 0)) for one in found]) for name in names}
    return Sheet(
        {name: share for name, share in traits.items() if share.matches >= FEWEST},
        [
            _situation(words, [one.by_situation[words] for one in found if words in one.by_situation])
            for words in often
        ],
        len(times),
    )


def _situation(words: str, found: Sequence[Mapping[str, int]]) -> Situation:
    found = _told_apart(found)
    times: Counter[str] = Counter()
    for one in found:
        times.update(one)
    often = sorted(times, key=lambda choice: (-times[choice], choice))[:CHOICES]
    shares = {choice: ratio([(sum(one.values()), one.get(choice, 0)) for one in found]) for choice in often}
    return Situation(words, times.total(), len(found), len(times), shares)


def _told_apart(found: Sequence[Mapping[str, int]]) -> Sequence[Mapping[str, int]]:
    """``found`` with few kinds of choices: where there are many, those that differ in digits alone are one,
    and those that differ in numbers as words only where that makes them few."""
    by_digits = [_merged(one, DIGITS) for one in found]
    for each in (found, by_digits, [_merged(one, NUMBER) for one in found]):
        if len({choice for one in each for choice in one}) <= CHOICES:
            return each
    return by_digits


def _merged(choices: Mapping[str, int], numbers: re.Pattern[str]) -> Counter[str]:
    merged: Counter[str] = Counter()
    for choice, times in choices.items():
        merged[kind_of(choice, numbers)] += times
    return merged


def ratio(counted: Sequence[tuple[int, int]]) -> Share:
    """The share of occasions that were taken, from (occasions, taken) by match, with the 95 % interval of a
    ratio over the matches that had any: choices of one match are not independent of each other."""
    had = [(occasions, taken) for occasions, taken in counted if occasions]
    many, occasions = len(had), sum(each for each, _ in had)
    if not many:
        return Share(0.0, 0.0, 0)
    share = sum(taken for _, taken in had) / occasions
    spread = sum((taken - share * each) ** 2 for each, taken in had) / max(1, many - 1)
    return Share(share, Z95 * math.sqrt(spread / many) / (occasions / many), many)


def told(sheet: Sheet) -> Iterator[Situation]:
    """The situations that came up in enough matches to be told, and in which choices differ in more than
    numbers."""
    return (each for each in sheet.situations if each.matches >= FEWEST and len(each.choices) > 1)
