"""A report of one game as one HTML file: charts with a table behind each, methods, seeds and commands.

Script, style and fonts are in the file, and it asks for nothing else when it is opened. They are built from
``web/src/report/`` (:mod:`build_web`); the charts are drawn from the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template

from msgspec import Struct

from throwdown import __version__
from throwdown.kernel.errors import BadValue, ThrowdownError
from throwdown.kernel.files import check_place, write_whole
from throwdown.kernel.game import load
from throwdown.lab.balance import Balance
from throwdown.lab.counts import Asked, Counted
from throwdown.lab.habits import Sheet, told
from throwdown.lab.sections import Section, parts, sections

HERE = Path(__file__).parent
BUILT = HERE / "static"
CHOICES = 24  # of each table of choices


class Report(Struct):
    """All that a report tells: matches of one level, and compiled matches by the rule of thumb."""

    balance: Balance
    asked: Asked
    counted: Counted


def check(file: Path) -> None:
    """Raises :class:`BadValue` for a file that cannot be a report, and :class:`ThrowdownError` where what is
    put into one has not been built."""
    if file.suffix != ".html" or not file.parent.is_dir():
        raise BadValue(f"{str(file)!r}: name a file that ends in .html, in a folder that is there")
    check_place(file)
    if not (BUILT / "report.js").exists():
        raise ThrowdownError(
            f"{str(BUILT / 'report.js')!r} is not there: build it with 'python build_web.py'"
        )


def write(file: Path, found: Report) -> None:
    """Write the report to ``file``."""
    write_whole(file, page(found))


def page(found: Report) -> str:
    """The text of the report, one HTML file that needs no other."""
    how, game = found.balance, load(found.balance.game)
    level = how.manner.level.title()
    parts = list(_parts(found, level))
    return Template((HERE / "report.html").read_text("utf-8")).substitute(
        title=escape(game.title),
        line=escape(game.about.line),
        summary=escape(
            f"{how.matches:,} matches with {len(how.wins)} seats between players of the level {level}, by "
            f"version {how.version} of the rules; measured with Throwdown {__version__}."
        ),
        command=escape(f"{command(how)} --to {how.game}.html"),
        contents="".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in parts),
        body="\n".join(
            f'<section aria-labelledby="{key}">\n<h2 id="{key}">{escape(title)}</h2>\n{html}\n</section>'
            for key, title, html in parts
        ),
        style=(BUILT / "report.css").read_text("utf-8"),
        script=(BUILT / "report.js").read_text("utf-8").replace("</script", "<\\/script"),
    )


def command(found: Balance) -> str:
    """The command that makes a report of ``found`` again, but for its file."""
    how = found.manner
    values = "".join(f" --set '{key}={value}'" for key, value in found.values.items())
    return (
        f"throwdown lab report {found.game} --seats {len(found.wins)} --level {how.level} --matches "
        f"{found.matches} --playouts {how.playouts} --weighing {how.weighing} --accounts {how.accounts} "
        f"--seed {found.seed}{values}"
    )


def _parts(found: Report, level: str) -> Iterator[tuple[str, str, str]]:
    """Anchor, title and HTML of each part."""
    how = found.balance
    if how.sheet:
        yield "strategy", f"What {level} does", "\n".join(_strategy(how.sheet, level))
    for number, section in enumerate(_measured(found)):
        yield f"part-{number}", section.title, f"<p>{escape(section.words)}</p>\n{figure(section)}"


def _measured(found: Report) -> Iterator[Section]:
    first, *rest = sections(found.balance, CHOICES)
    yield first
    asked, counted = found.asked, found.counted
    looks = asked.policies[0].looks if asked.policies else 1
    yield parts(
        "Seats, by the rule of thumb",
        f"The same over {counted.matches:,} compiled matches of {counted.events:.0f} events each, in which "
        f"every seat takes the best of {looks} choices by the game’s rule of thumb (seed {asked.seed}).",
        {f"seat {seat}": won for seat, won in enumerate(counted.wins)},
    )
    yield from (section for section in rest if section.rows)
    for title, words, named in (
        ("Never chosen", "To be had at least 100 times beside others, and never made.", found.balance.never),
        ("Dominated", "Weighed in at least 20 matches, and clearly worse than another choice in all of them.",
         found.balance.dominated),
    ):  # fmt: skip
        if named:
            yield Section(title, words, ("choice",), [(text,) for text in named], [])


def _strategy(sheet: Sheet, level: str) -> Iterator[str]:
    yield (
        "<p>Mined from the matches of this report: how often players of this level do what they have "
        "occasion to do, and what they choose in the situations that come up most often.</p>"
    )
    if sheet.traits:
        yield f"<h3>Habits of {escape(level)}</h3>"
        yield figure(parts("Habits", "", sheet.traits, first="habit"))
    for each in told(sheet):
        some = (
            f", the {len(each.choices)} most frequent of {each.kinds}"
            if each.kinds > len(each.choices)
            else ""
        )
        yield f"<h3>{escape(each.words)}</h3>"
        yield (
            f"<p>So a seat is asked {each.times:,} times in {each.matches:,} matches. "
            f"What it chooses{some}:</p>"
        )
        yield figure(parts(each.words, "", each.choices, first="choice"))
    yield f"<p>{sheet.known:,} situations came up in all.</p>"


def figure(section: Section) -> str:
    """The table of ``section``, with a place for the chart where its figures can be drawn."""
    label = escape(section.title, quote=True)
    if not section.bars:
        return f"<figure>{_table(section)}</figure>"
    return (
        f'<figure><div class="chart" data-label="{label}: bars with their 95 % intervals; the figures are in '
        f'the table below"></div><details><summary>Figures of this chart</summary>{_table(section)}</details>'
        "</figure>"
    )


def _table(section: Section) -> str:
    is_code = section.is_notation and not section.title.endswith((".", "?", ":"))
    head = "".join(f'<th scope="col">{escape(name) or "part"}</th>' for name in section.columns)
    rows = "".join(_rows(section))
    label = escape(section.title, quote=True)
    marks = ' class="code"' if is_code else ""
    marks += " data-part" if section.is_part else ""
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{label}"><table{marks}><thead><tr>{head}'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _rows(section: Section) -> Iterator[str]:
    for number, (first, *rest) in enumerate(section.rows):
        drawn = ""
        if section.bars:
            _, mean, margin = section.bars[number]
            drawn = f' data-mean="{mean:.4f}" data-margin="{margin:.4f}"'
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        yield f'<tr{drawn}><th scope="row">{escape(first)}</th>{cells}</tr>'
