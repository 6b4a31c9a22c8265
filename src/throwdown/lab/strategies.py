"""The page of what levels do: their strategy sheets, mined from play, one for each game and level."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from throwdown.bots.levels import FORMER, kinds
from throwdown.kernel.tables import Plain
from throwdown.lab import pages
from throwdown.lab.balance import Balance
from throwdown.lab.counts import Share
from throwdown.lab.habits import Sheet, told

HEAD = """# What the bots do

What players of a level do, mined from matches of that level against itself: how often they do what they have
occasion to do, and what they choose in the situations that come up most often. A situation is what the table
says to the seat that chooses, a choice the words on its button. Every sheet was made by the command that it
names; how many matches there are was set by the time that they take. "±" is the 95 % interval of a ratio over
the matches in which the situation came up. What came up in fewer than five of them is left out. Games and
levels without a sheet have not been looked at.
"""


class Written(Struct, frozen=True):
    """The sheet of one level in one game, with the command that made it, but for the page."""

    game: str
    title: str
    version: int
    level: str
    seats: int
    matches: int
    values: dict[str, Plain]
    command: str
    sheet: Sheet


def check(page: Path) -> None:
    """Check, before anything is measured, that ``page`` can be written; raises :class:`BadValue`."""
    read(pages.check(page))


def read(file: Path) -> list[Written]:
    """The sheets that ``file`` holds, none where it is missing. Raises :class:`BadValue` for another file."""
    return pages.read(file, list[Written], "strategy")


def put(page: Path, found: Balance, command: str) -> None:
    """Put the sheet of ``found`` in the place of an older one of the same game, values, seats and level, and
    write the page."""
    how = found.manner
    sheet = found.sheet or Sheet({}, [], 0)
    fresh = Written(
        found.game, found.title, found.version, how.level, len(found.wins), found.matches, found.values,
        command, sheet,
    )  # fmt: skip
    held = [each for each in read(page.with_suffix(".json")) if _place(each) != _place(fresh)] + [fresh]
    held.sort(key=_place)
    pages.write(page, held, HEAD + "".join(line for each in held for line in _lines(each)))


def _place(found: Written) -> tuple[str, int, str, int, str]:
    order = (*kinds(), *FORMER)
    place = order.index(found.level) if found.level in order else len(order)
    return found.title, found.seats, repr(sorted(found.values.items())), -place, found.level


def _lines(found: Written) -> Iterator[str]:
    values = "".join(f", {key}={value}" for key, value in found.values.items())
    name = f"{found.title}{values}, {found.seats} seats"
    yield f"\n## What {found.level.title()} does: {name}\n\n"
    yield f"{found.matches:,} matches, by version {found.version} of the rules: `{found.command}`\n"
    if found.sheet.traits:
        yield "\n" + _table("habit", found.sheet.traits)
    for each in told(found.sheet):
        yield f"\n**{each.words}** Asked {each.times:,} times in {each.matches:,} matches"
        yield f", the {len(each.choices)} most frequent of {each.kinds} choices" * (
            each.kinds > len(each.choices)
        )
        yield ":\n\n" + _table("choice", each.choices)


def _table(first: str, shares: dict[str, Share]) -> str:
    rows = (f"| {text} | {100 * s.mean:.1f} % | ± {100 * s.margin:.1f} |\n" for text, s in shares.items())
    return f"| {first} | share | 95 % |\n|---|---|---|\n" + "".join(rows)
