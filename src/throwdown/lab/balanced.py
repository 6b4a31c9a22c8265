"""The page of how every game treats its players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from throwdown.kernel.errors import BadValue
from throwdown.lab.balance import Balance
from throwdown.lab.sections import MINUS, sections

CHOICES = 24  # of each table of choices
HEAD = """# Balance

How the games treat their players, measured by play of one level against itself. Every part was made by the
command that it names, and the same command comes to the same figures. The number of matches was set before
any was played; "±" is a 95 % interval (normal approximation, over matches). What the figures mean, and how
they are counted, is told in [the guide](guide.md#matches-by-the-million).

## Seats

The seat that is farthest from its equal share of the wins. Where the interval holds 0, these matches do not
tell the seats apart.

| game | options | rules | level | seat | more than its share | matches |
|---|---|---|---|---|---|---|
"""


def check(page: Path) -> None:
    """Raises :class:`BadValue` for a file that cannot be a page."""
    if page.suffix != ".md" or not page.parent.is_dir():
        raise BadValue(f"{str(page)!r}: name a file that ends in .md, in a folder that is there")
    read(page.with_suffix(".json"))


def read(file: Path) -> list[Balance]:
    """What ``file`` holds, nothing where it is missing. Raises :class:`BadValue` for another file."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Balance]) if file.exists() else []
    except msgspec.MsgspecError as error:
        raise BadValue(f"{str(file)!r} holds no figures of balance: {error}") from None


def put(page: Path, found: Balance) -> None:
    """Put ``found`` in the place of an older measurement of the same game, values, seats and level, and write
    the page."""
    figures = page.with_suffix(".json")
    kept = [each for each in read(figures) if _place(each) != _place(found)] + [found]
    kept.sort(key=_place)
    figures.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    page.write_text(HEAD + "".join(map(_row, kept)) + "".join(map("".join, map(_part, kept))), "utf-8")


def _place(found: Balance) -> tuple[str, int, str, str]:
    return found.title, len(found.wins), repr(sorted(found.values.items())), found.manner.level


def _options(found: Balance) -> str:
    return ", ".join(f"`{key}={value}`" for key, value in found.values.items())


def _row(found: Balance) -> str:
    by = found.advantage
    seat = max(range(len(found.wins)), key=lambda k: abs(found.wins[k].mean - 1 / len(found.wins)))
    told = f"{100 * by.mean:+.1f} % ± {100 * by.margin:.1f}".replace("-", MINUS)
    which = f"{seat} of {len(found.wins)}"
    cells = (
        found.title,
        _options(found),
        found.version,
        found.manner.level.title(),
        which,
        told,
        f"{found.matches:,}",
    )
    return f"| {' | '.join(map(str, cells))} |\n"


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
            is_code = section.columns[0] == "choice"
            for first, *rest in section.rows:
                yield _line((f"`{first}`" if is_code else first, *rest))
    for words, named in (("Never chosen", found.never), ("Dominated", found.dominated)):
        if named:
            yield f"\n{words}: {', '.join(f'`{text}`' for text in named)}.\n"


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |\n"
