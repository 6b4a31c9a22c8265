"""Whether what is said of each level is true: its habits, counted over matches against itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum
from functools import partial
from pathlib import Path

from msgspec import Struct

from throwdown.bots import sight, warm
from throwdown.bots.levels import LEVELS, digest_of, unhurried
from throwdown.bots.portraits import Claim, portraits_of
from throwdown.kernel.compilation import State
from throwdown.kernel.game import Game, load
from throwdown.lab import pages
from throwdown.lab.counts import Share
from throwdown.lab.habits import FEWEST, Habits, habits_of, ratio
from throwdown.lab.runs import Running, measure

HEAD = """# Portraits of the levels

What is said of each level where an opponent is chosen, and the habits behind it, counted over matches of the
level against itself with the usual options. A claim holds where the 95 % interval of the habit (a ratio over
the matches in which there was occasion for it) and what is claimed have something in common, and is shown
where the whole interval lies within. The number of matches was set by the time that they take, before any was
played. Each part was made by the command that it names.
"""


class Held(Enum):
    """What the matches say of a claim."""

    SHOWN = "shown"
    HOLDS = "holds"
    UNKNOWN = "not known"
    FALSE = "false"


class CountedClaim(Struct, frozen=True):
    """A claim, and the share of occasions at which the habit was shown."""

    claim: Claim
    share: Share

    @property
    def held(self) -> Held:
        """Whether the claim holds: not known where there was occasion in fewer than five matches."""
        low, high = (100 * (self.share.mean + side * self.share.margin) for side in (-1, 1))
        if self.share.matches < FEWEST:
            return Held.UNKNOWN
        if low > self.claim.most or high < self.claim.least:
            return Held.FALSE
        return Held.SHOWN if self.claim.least <= low and high <= self.claim.most else Held.HOLDS


class Looked(Struct, frozen=True):
    """The portrait of one level in one game, held to so many matches that began from ``seed``."""

    game: str
    title: str
    version: int
    level: str
    line: str
    matches: int
    seed: int
    claims: list[CountedClaim]

    @property
    def command(self) -> str:
        """The command that counts the same again."""
        return (
            f"throwdown lab portraits {self.game} --level {self.level} --matches {self.matches} "
            f"--seed {self.seed}"
        )


def look(game: Game, level: str, matches: int, seed: int, running: Running) -> Looked:
    """Count the habits of ``level`` in ``matches`` of ``game`` against itself, for the least number of seats.

    Raises KeyError where the game has no portrait of it, and :class:`.runs.Stopped` after Ctrl-C.
    """
    portrait = portraits_of(game)[level]
    asked = {
        "portrait": game.key,
        "version": game.version,
        "level": level,
        "matches": matches,
        "seed": seed,
        "habits": [trait.words for trait in game.traits.TRAITS],
    } | digest_of(level, game, game.seats[0])
    found = measure(partial(_habits, game.key, level, seed), matches, Habits, asked, running)
    claims = [
        CountedClaim(claim, ratio([one.traits.get(claim.habit, (0, 0)) for one in found]))
        for claim in portrait.claims
    ]
    return Looked(game.key, game.title, game.version, level, portrait.line, matches, seed, claims)


def _habits(key: str, level: str, seed: int, number: int) -> Habits:
    """The habits in match ``number`` from ``seed``."""
    game = load(key)
    if game.compilation.state is not State.PLAYERS_READY:
        warm(game)
    own = seed * 1_000_003 + number
    match, rng = game.match(seed=own), random.Random(own)
    players = [unhurried(level) for _ in range(match.seats)]
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, players[seat].choose(sight(match, seat), rng))
    return habits_of(match)


def check(page: Path) -> None:
    """Check, before anything is measured, that ``page`` can be written; raises :class:`BadValue`."""
    read(pages.check(page))


def read(file: Path) -> list[Looked]:
    """What ``file`` holds, nothing where it is missing. Raises :class:`BadValue` for another file."""
    return pages.read(file, list[Looked], "portraits")


def put(page: Path, found: Looked) -> None:
    """Put ``found`` in the place of an older measurement of the same level, and write the page."""
    held = [each for each in read(page.with_suffix(".json")) if _place(each) != _place(found)] + [found]
    held.sort(key=_place)
    pages.write(page, held, HEAD + "".join(line for each in held for line in _lines(each)))


def _place(found: Looked) -> tuple[str, int]:
    return found.title, list(LEVELS).index(found.level)


def _lines(found: Looked) -> Iterator[str]:
    yield f"\n## {found.title}: {found.level.title()}\n\n"
    yield f"“{found.line}”\n\n"
    yield f"{found.matches:,} matches, by version {found.version} of the rules: `{found.command}`\n\n"
    yield "| habit | claimed | counted | 95 % | |\n|---|---|---|---|---|\n"
    for each in found.claims:
        share = each.share
        yield (
            f"| {each.claim.habit} | {each.claim.bounds} | {100 * share.mean:.1f} % | ± "
            f"{100 * share.margin:.1f} | {each.held.value} |\n"
        )


def told(found: Looked) -> Iterator[str]:
    """Lines for a terminal: what is said, then a line for each claim."""
    yield f"{found.title}, {found.level.title()}: {found.line}"
    for each in found.claims:
        mean, margin = 100 * each.share.mean, 100 * each.share.margin
        yield f"  {each.claim.habit}: {each.claim.bounds} claimed, {mean:.1f} % ± {margin:.1f} counted, " + (
            each.held.value
        )
