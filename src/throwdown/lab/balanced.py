"""The page of how every game treats its players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field

from throwdown.bots.levels import LEVELS, choosing
from throwdown.bots.policies import Policy
from throwdown.kernel.game import load
from throwdown.kernel.tables import Plain
from throwdown.lab import pages
from throwdown.lab.balance import Balance
from throwdown.lab.counts import Asked, Counted
from throwdown.lab.levels import QUICK
from throwdown.lab.sections import MINUS, cells, percent, sections
from throwdown.lab.sweep import Aim, Combination

CHOICES = 24  # of each table of choices
HEAD = """# Balance

How the games treat their players, measured by play of one level against itself. Every part was made by the
command that it names, and the same command comes to the same figures. The number of matches was set before
any was played; "±" is a 95 % interval (normal approximation, over matches). What the figures mean, and how
they are counted, is told in [the guide](guide.md#matches-by-the-million). A game that is not here has not
been measured yet.

## Seats

The seat that is farthest from its equal share of the wins, over compiled matches in which every seat chooses
alike: with the same probabilities as the bots of a level, `throwdown lab simulate GAME --level LEVEL
--matches MATCHES --page docs/balance.md`, or always by the rule of thumb of the game, the best of so many
choices drawn at random, with `--looks LOOKS` in the place of the level. Where that rates choices alike it
takes the first, and a bot draws one: whoever may pick a side in a duel, and has no rule of thumb for it,
takes the same side each time in a row of "best of", and either side in one of a level. Which side is the
better one is told by the worth of choices in the part of the duel below. Where the interval holds 0, these
matches do not tell the seats apart. Seats are counted from 0; in a duel of Kadoova Duel seat 0 is the
challenger. At a table nobody is asked first: of seats that may choose at once, as in the windows of cards of
Kadoova Duel, the lowest is asked first in one half of the matches and the highest in the other.

| game | options | rules | players | seat | more than its share | matches | events each |
|---|---|---|---|---|---|---|---|
"""

SWEPT = """
## What values do to the seats

Combinations of house values, those nearest to the aim first; those that lay farther from it were dropped
after fewer matches. Every seat takes the best of so many choices by the rule of thumb. Values were chosen by
looking, finer ones after coarser ones with the same seed, so the nearest looks a little better than it is.
"""

LEVELLED = """
## By level of play

What changes with the strength of both players, in the games that were measured at several levels. Each row is
a part below, which says how it was made; what the figures are is told there too.

"""
COMPARED = {  # figures of a part, and the heads of their columns
    "turns": "turns",
    "weighed decisions with more than one sensible choice": "more than one sensible choice",
    "changes of who is ahead": "changes of who is ahead",
    "won from behind": "won from behind",
    "drama": "drama",
}
LUCK = "all luck"  # of the shares by seeds


class Seats(Struct, frozen=True):
    """Matches of one game that were counted in compiled batches, every seat by the same policy."""

    title: str
    version: int
    asked: Asked
    counted: Counted

    @property
    def policy(self) -> Policy:
        """How every seat chose."""
        return self.asked.policies[0] if self.asked.policies else Policy()

    @property
    def players(self) -> str:
        """How every seat chose, in words: a level, or the best of so many choices."""
        policy = self.policy
        name = _level_of(policy, self.asked)
        if name or policy.looks <= 1:
            return name.title() or "random"
        slips = f", {100 * policy.slips:.0f} % at random" if policy.slips else ""
        return f"best of {policy.looks}{slips}"


class Swept(Struct, frozen=True):
    """Combinations of values of one game that were tried, the nearest to the aims first; ``varied`` has each
    value that was varied with what it might be."""

    title: str
    version: int
    asked: Asked
    varied: dict[str, list[Plain]]
    aims: list[Aim]
    found: list[Combination]


class Figures(Struct, forbid_unknown_fields=True):
    """All that the page holds."""

    seats: list[Seats] = field(default_factory=list)
    balances: list[Balance] = field(default_factory=list)
    sweeps: list[Swept] = field(default_factory=list)


def check(page: Path) -> None:
    """Check, before anything is measured, that ``page`` can be written; raises :class:`BadValue`."""
    read(pages.check(page))


def read(file: Path) -> Figures:
    """The figures that ``file`` holds, none where it is missing; raises :class:`BadValue` for another."""
    return pages.read(file, Figures, "balance")


def put(page: Path, found: Balance | Seats | Swept) -> None:
    """Put ``found`` in the place of an older measurement of the same game, values, seats and players, and
    write the page."""
    held = read(page.with_suffix(".json"))
    if isinstance(found, Seats):
        held.seats = [each for each in held.seats if _played(each) != _played(found)] + [found]
    elif isinstance(found, Swept):
        held.sweeps = [each for each in held.sweeps if _varied(each) != _varied(found)] + [found]
    else:
        held.balances = [each for each in held.balances if _place(each) != _place(found)] + [found]
    held.seats.sort(key=_played)
    held.balances.sort(key=_place)
    held.sweeps.sort(key=_varied)
    pages.write(page, held, "".join(_page(held)), indent=-1)


def _page(held: Figures) -> Iterator[str]:
    yield HEAD
    yield from map(_row, held.seats)
    yield _uneven(held.seats)
    if held.sweeps:
        yield SWEPT
    for swept in held.sweeps:
        yield from _swept(swept)
    yield from _by_level(held.balances)
    for found in held.balances:
        yield from _part(found)


def _played(found: Seats) -> tuple[str, int, str, tuple[int, float, float, bool, bool]]:
    policy = found.policy
    values = repr(sorted(found.asked.values.items()))
    how = policy.looks, -policy.slips, -policy.temperature, policy.rated, policy.evenly
    return found.title, found.asked.seats, values, how


def _varied(found: Swept) -> tuple[str, int, str, str]:
    values = repr(sorted(found.asked.values.items()))
    return found.title, found.asked.seats, values, repr(sorted(found.varied))


def _place(found: Balance) -> tuple[str, int, str, int, str]:
    level = found.manner.level
    return *_measured(found), [*LEVELS, level].index(level), level


def _measured(found: Balance) -> tuple[str, int, str]:
    return found.title, len(found.wins), repr(sorted(found.values.items()))


def _uneven(found: Sequence[Seats]) -> str:
    """By players, the games in which the interval of a seat does not hold its equal share."""
    told = ""
    for players in dict.fromkeys(each.players for each in found):
        those = [each for each in found if each.players == players]
        names = [
            f"{each.title} (seat {' '.join(_advantage(each.counted))})"
            for each in sorted(those, key=lambda each: -abs(each.counted.advantage.mean))
            if abs(each.counted.advantage.mean) > each.counted.advantage.margin
        ]
        head = f"Uneven for players {players!r}, of {len(those)} counts"
        told += f"\n{head}: {', '.join(names) or 'none'}.\n"
    return told


def _row(found: Seats) -> str:
    counted, values = found.counted, found.asked.values
    options = ", ".join(f"`{key}={value}`" for key, value in values.items())
    cells = (found.title, options, found.version, found.players, *_advantage(counted))
    return _line((*map(str, cells), f"{counted.matches:,}", f"{counted.events:.1f}"))


def _advantage(counted: Counted) -> tuple[str, str]:
    """The seat that is farthest from its equal share, and by how much."""
    by, seats = counted.advantage, len(counted.wins)
    seat = max(range(seats), key=lambda k: abs(counted.wins[k].mean - 1 / seats))
    return f"{seat} of {seats}", f"{100 * by.mean:+.2f} % ± {100 * by.margin:.2f}".replace("-", MINUS)


def _swept(found: Swept) -> Iterator[str]:
    asked = found.asked
    policy = asked.policies[0] if asked.policies else Policy()
    varied = "".join(
        f" --vary '{key}={'|'.join(map(_written, several))}'" for key, several in found.varied.items()
    )
    options = "".join(f" --set '{key}={_written(value)}'" for key, value in asked.values.items())
    aims = "".join(f" --aim '{aim}'" for aim in found.aims)
    yield f"\n### {found.title}: {' and '.join(found.varied)}\n\n"
    yield (
        f"`throwdown lab sweep {asked.game}{varied}{aims}{options} --seats {asked.seats} "
        f"{_asked_for(policy, asked)} --matches {asked.matches} --seed {asked.seed} --page "
        "docs/balance.md`\n\n"
    )
    columns = (*(f"`{key}`" for key in found.varied), "seat", "more than its share", "events each", "matches")
    yield _line(columns) + "|---" * len(columns) + "|\n"
    for one in found.found:
        values = (f"`{_written(one.values[key])}`" for key in found.varied)
        yield _line(
            (*values, *_advantage(one.counted), f"{one.counted.events:.1f}", f"{one.counted.matches:,}")
        )


def _level_of(policy: Policy, asked: Asked) -> str:
    """The level that chooses by ``policy`` in the matches of ``asked``, a present one before a former one;
    empty for none."""
    game = load(asked.game)
    return next((name for name in QUICK if choosing(name, game, asked.seats) == policy), "")


def _asked_for(policy: Policy, asked: Asked) -> str:
    """The options by which a command asks for ``policy``."""
    if policy == Policy(policy.looks, policy.slips):
        return f"--looks {policy.looks} --slips {policy.slips:g}"
    return f"--level {_level_of(policy, asked)}"


def _written(value: Plain) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _by_level(balances: Sequence[Balance]) -> Iterator[str]:
    """One table of the parts that differ in the level and were looked at alike; nothing where there are none.
    By more playouts somebody is told to be ahead more often."""
    many = Counter(map(_looked_at, balances))
    several = [each for each in balances if many[_looked_at(each)] > 1]
    if several:
        columns = ("game", "level", *COMPARED.values(), LUCK, "matches")
        yield LEVELLED + _line(columns) + "|---" * len(columns) + "|\n"
    for each in several:
        figures = (" ".join(cells(key, each.figures[key])) for key in COMPARED)
        luck = " ".join(percent(each.luck_by_seeds[LUCK]))
        yield _line((_named(each), each.manner.level.title(), *figures, luck, f"{each.matches:,}"))


def _looked_at(found: Balance) -> tuple[tuple[str, int, str], int, int]:
    return _measured(found), found.manner.playouts, found.manner.weighing


def _named(found: Balance) -> str:
    """The game of a part with its values and seats."""
    values = "".join(f", {key}={value}" for key, value in found.values.items())
    return f"{found.title}{values}, {len(found.wins)} seats"


def _part(found: Balance) -> Iterator[str]:
    seats, how = len(found.wins), found.manner
    name = f"{_named(found)}, {how.level.title()}"
    yield f"\n## {name}\n\n"
    options = "".join(f' --set "{key}={value}"' for key, value in found.values.items())
    yield (
        f"`throwdown lab balance {found.game} --seats {seats} --level {how.level} --matches {found.matches} "
        f"--playouts {how.playouts} --weighing {how.weighing} --accounts {how.accounts} --seed {found.seed}"
        f"{options} --page docs/balance.md`\n"
    )
    for section in sections(found, CHOICES):
        if section.rows:
            yield f"\n### {section.title} of {name}\n\n"
            yield section.words + "\n\n"
            yield _line(section.columns) + "|---" * len(section.columns) + "|\n"
            for first, *rest in section.rows:
                yield _line((f"`{first}`" if section.is_notation else first, *rest))
    for words, named in (("Never chosen", found.never), ("Dominated", found.dominated)):
        if named:
            more = f" and {len(named) - CHOICES} others" if len(named) > CHOICES else ""
            yield f"\n{words}: {', '.join(f'`{text}`' for text in named[:CHOICES])}{more}.\n"


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |\n"
