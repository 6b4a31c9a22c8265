"""What options and house values do to a game: every combination counted, or those kept that come nearest to
an aim.

With an aim the combinations are halved again and again: all are played for a few matches, the better half for
twice as many, until few are left (successive halving: Jamieson and Talwalkar 2016). Match k of every
combination has the same dice.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, structs

from throwdown.kernel.errors import BadValue, quoted
from throwdown.kernel.game import load
from throwdown.kernel.tables import Plain
from throwdown.lab.counts import Asked, Counted, count
from throwdown.lab.runs import Running, keeping_place
from throwdown.lab.simulate import Progress
from throwdown.lab.unwritten import done_with

FINALISTS = 3  # combinations that are played for all matches, at least
LEAST = 1024  # matches of a combination at first
AIM = re.compile(r"(advantage|events|points)\s*(<|=|>)\s*([0-9.]+)\s*(%?)")


class Aim(Struct, frozen=True):
    """``advantage<1%``, ``events=120`` or ``points>10``: what a combination should come to."""

    figure: str
    sign: str
    number: float

    def __str__(self) -> str:
        is_share = self.figure == "advantage"
        return f"{self.figure}{self.sign}{100 * self.number if is_share else self.number:g}{'%' * is_share}"

    def distance(self, counted: Counted) -> float:
        """How far from the aim, as a share of the aim; 0 where it is met."""
        now = figure(self.figure, counted)
        gap = {"<": now - self.number, ">": self.number - now, "=": abs(now - self.number)}[self.sign]
        return max(0.0, gap) / (self.number or 1.0)


def figure(name: str, counted: Counted) -> float:
    """One figure of a count: ``advantage`` is that of the seat farthest from its share, above 0."""
    if name == "advantage":
        return abs(counted.advantage.mean)
    return counted.events if name == "events" else max(counted.points)


def parse_aim(text: str) -> Aim:
    """The aim that ``text`` writes, such as ``advantage<1%``; raises :class:`BadValue` for what is none."""
    found = AIM.fullmatch(text.strip())
    if not found:
        raise BadValue(f"aim {text!r}: write advantage<1%, events=120 or points>10")
    return Aim(found[1], found[2], float(found[3]) / (100 if found[4] else 1))


def variations_of(texts: Iterable[str]) -> dict[str, list[Plain]]:
    """The values that are varied, each written as :func:`parse_variation` reads it; raises :class:`BadValue`
    for one that is told twice, of which the first would be lost."""
    varied: dict[str, list[Plain]] = {}
    for text in texts:
        key, values = parse_variation(text)
        if key in varied:
            raise BadValue(f"variation {quoted(text)}: {quoted(key)} is varied already, as KEY=V1|V2 once")
        varied[key] = values
    return varied


def parse_variation(text: str) -> tuple[str, list[Plain]]:
    """``KEY=V1|V2|V3``: a value of the game and what it may be, each as JSON or else as text.

    Raises :class:`BadValue` for what is none.
    """
    key, equals, several = text.partition("=")
    if not equals or not several:
        raise BadValue(f"variation {text!r}: write KEY=V1|V2")
    return key, [_plain(each) for each in several.split("|")]


def _plain(text: str) -> Plain:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


class Combination(Struct):
    """Values that were tried together, what came of it, how far from all aims that is, added up, and how far
    from each."""

    values: dict[str, Plain]
    counted: Counted
    distance: float
    gaps: tuple[float, ...] = ()


def frontier(found: Sequence[Combination]) -> list[Combination]:
    """The Pareto frontier of ``found``: the combinations to which no other is at least as near in every aim
    and nearer in one."""
    return [one for one in found if not any(_beats(other.gaps, one.gaps) for other in found)]


def _beats(gaps: Sequence[float], others: Sequence[float]) -> bool:
    return gaps != others and all(mine <= theirs for mine, theirs in zip(gaps, others, strict=True))


def combinations(varied: Mapping[str, Sequence[Plain]]) -> list[dict[str, Plain]]:
    """Every combination of the variations."""
    return [dict(zip(varied, each, strict=True)) for each in itertools.product(*varied.values())]


def sweep(
    asked: Asked,
    varied: Mapping[str, Sequence[Plain]],
    aims: Sequence[Aim] = (),
    *,
    cores: int | None = None,
    progress: Progress | None = None,
) -> list[Combination]:
    """What comes of every combination; with aims only the nearest of them are played for all matches. The
    nearest come first.

    ``progress`` is told how many matches are done. Raises :class:`BadValue` for a combination that the game
    refuses, before anything is played, and :class:`Stopped` after Ctrl-C.
    """
    tried = [asked.values | values for values in combinations(varied)]
    found: list[Combination] = []
    kept_in: set[Path] = set()
    for many, matches in rounds(len(tried), asked.matches, bool(aims)):
        this = structs.replace(asked, matches=matches)
        running = Running(None, cores, progress)
        found = _nearest_first(_count(this, tried[:many], aims, running, kept_in))
        tried = [one.values for one in found]
    for file in kept_in:
        done_with(file)
    return found


def rounds(many: int, matches: int, has_aims: bool) -> list[tuple[int, int]]:
    """How a sweep of ``many`` combinations goes: for each round, how many are played, and for how many
    matches each."""
    each = min(matches, LEAST) if has_aims and many > FINALISTS else matches
    found = [(many, each)]
    while each < matches:
        many = max(FINALISTS, math.ceil(many / 2))
        each = matches if many <= FINALISTS else min(matches, 2 * each)
        found.append((many, each))
    return found


def matches_of(many: int, matches: int, has_aims: bool) -> int:
    """How many matches a sweep of ``many`` combinations plays in all."""
    return sum(kept * each for kept, each in rounds(many, matches, has_aims))


def _count(
    asked: Asked,
    tried: Sequence[dict[str, Plain]],
    aims: Sequence[Aim],
    running: Running,
    kept_in: set[Path],
) -> list[Combination]:
    """Count the matches of ``asked`` with each of the values ``tried``; the files in which the results are
    kept until the whole sweep is done are added to ``kept_in``."""
    for values in tried:
        load(asked.game).match(asked.seats, values=values)
    found: list[Combination] = []
    for values in tried:
        one = structs.replace(asked, values=values)
        keep = keeping_place(one.written("sweep"))
        kept_in.add(keep)
        counted = count(one, keep=keep, cores=running.cores, progress=running.progress)
        gaps = tuple(aim.distance(counted) for aim in aims)
        found.append(Combination(values, counted, sum(gaps), gaps))
    return found


def _nearest_first(found: list[Combination]) -> list[Combination]:
    return sorted(found, key=lambda one: one.distance)
