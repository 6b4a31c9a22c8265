"""The page of how every game treats its players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct, field

from throwdown.lab import pages
from throwdown.lab.balance import Balance
from throwdown.lab.counts import Asked, Counted
from throwdown.lab.sections import MINUS, sections

CHOICES = 24  # of each table of choices
HEAD = """# Balance

How the games treat their players, measured by play of one level against itself. Every part was made by the
command that it names, and the same command comes to the same figures. The number of matches was set before
any was played; "±" is a 95 % interval (normal approximation, over matches). What the figures mean, and how
they are counted, is told in [the guide](guide.md#matches-by-the-million). A game that is not here has not
been measured yet.

## Seats

The seat that is farthest from its equal share of the wins, over compiled matches in which every seat takes
the best of so many choices drawn at random, by the rule of thumb of the game: `throwdown lab simulate GAME
--looks LOOKS --matches MATCHES --page docs/balance.md`. Where the interval holds 0, these matches do not tell
the seats apart. Seats are counted from 0.

| game | options | rules | looks | seat | more than its share | matches | events each |
|---|---|---|---|---|---|---|---|
"""


class Seats(Struct, frozen=True):
    """Matches of one game that were counted in compiled batches, every seat by the same policy."""

    title: str
    version: int
    asked: Asked
    counted: Counted

    @property
    def looks(self) -> int:
        """Of how many events a seat took the best; 1 where it played at random."""
        return self.asked.policies[0].looks if self.asked.policies else 1


class Figures(Struct):
    """All that the page holds."""

    seats: list[Seats] = field(default_factory=list)
    balances: list[Balance] = field(default_factory=list)


def check(page: Path) -> None:
    """Check, before anything is measured, that ``page`` can be written; raises :class:`BadValue`."""
    read(pages.check(page))


def read(file: Path) -> Figures:
    """The figures that ``file`` holds, none where it is missing; raises :class:`BadValue` for another."""
    return pages.read(file, Figures, "balance")


def put(page: Path, found: Balance | Seats) -> None:
    """Put ``found`` in the place of an older measurement of the same game, values, seats and players, and
    write the page."""
    figures = page.with_suffix(".json")
    held = read(figures)
    if isinstance(found, Seats):
        held.seats = [each for each in held.seats if _played(each) != _played(found)] + [found]
    else:
        held.balances = [each for each in held.balances if _place(each) != _place(found)] + [found]
    held.seats.sort(key=_played)
    held.balances.sort(key=_place)
    figures.write_bytes(msgspec.json.encode(held) + b"\n")
    parts = (line for each in held.balances for line in _part(each))
    page.write_text(HEAD + "".join(map(_row, held.seats)) + "".join(parts), "utf-8")


def _played(found: Seats) -> tuple[str, int, str, int]:
    return found.title, found.asked.seats, repr(sorted(found.asked.values.items())), found.looks


def _place(found: Balance) -> tuple[str, int, str, str]:
    return found.title, len(found.wins), repr(sorted(found.values.items())), found.manner.level


def _row(found: Seats) -> str:
    counted, values = found.counted, found.asked.values
    by, seats = counted.advantage, len(counted.wins)
    seat = max(range(seats), key=lambda k: abs(counted.wins[k].mean - 1 / seats))
    told = f"{100 * by.mean:+.2f} % ± {100 * by.margin:.2f}".replace("-", MINUS)
    options = ", ".join(f"`{key}={value}`" for key, value in values.items())
    cells = (found.title, options, found.version, found.looks, f"{seat} of {seats}", told)
    return _line((*map(str, cells), f"{counted.matches:,}", f"{counted.events:.1f}"))


def _part(found: Balance) -> Iterator[str]:
    seats, how = len(found.wins), found.manner
    yield f"\n## {found.title}, {seats} seats, {found.manner.level.title()}\n\n"
    options = "".join(f' --set "{key}={value}"' for key, value in found.values.items())
    yield (
        f"`throwdown lab balance {found.game} --seats {seats} --level {how.level} --matches {found.matches} "
        f"--playouts {how.playouts} --weighing {how.weighing} --accounts {how.accounts} --seed {found.seed}"
        f"{options} --page docs/balance.md`\n"
    )
    for section in sections(found, CHOICES):
        if section.rows:
            yield f"\n### {section.title} of {found.title}, {seats} seats, {found.manner.level.title()}\n\n"
            yield section.words + "\n\n"
            yield _line(section.columns) + "|---" * len(section.columns) + "|\n"
            is_code = section.columns[0] in ("choice", "card")
            for first, *rest in section.rows:
                yield _line((f"`{first}`" if is_code else first, *rest))
    for words, named in (("Never chosen", found.never), ("Dominated", found.dominated)):
        if named:
            yield f"\n{words}: {', '.join(f'`{text}`' for text in named)}.\n"


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |\n"
