"""A game's RULES.md as sections of numbered clauses, as players read them."""

from __future__ import annotations

import logging
import re

from msgspec import structs

from throwdown.kernel.game import Game
from throwdown.lessons import BadLesson
from throwdown.lessons.examples import Drawn, drawn
from throwdown.server.wire.forms import Clause, Rules, Section

log = logging.getLogger("throwdown.server")

CLAUSE = re.compile(r"- ([A-Z]+-[A-Z]?\d+) (?:\[([SRHP])(?:, (taught))?\] )?(.*)")
SEAT = re.compile(r"\b([Ss]eats?) (\d)(?: and (\d))?\b")
FOR_PROGRAMS = ("Events", "Versions")  # sections about transcripts and about earlier versions
RULE = re.compile(r"[\s|:-]+")  # the line between a table's headings and its rows


def rules_of(game: Game) -> Rules:
    """The rulebook in the shape that the browser reads."""
    sections: list[Section] = []
    title, clauses = "", list[Clause]()
    examples = _examples(game)
    for block in blocks(game.rules_text):
        if block.startswith("## "):
            sections += _section(title, clauses)
            title, clauses = block[3:], []
        elif block.startswith("|"):
            clauses.append(_with_table(clauses.pop() if clauses else Clause("", "", ""), block))
        elif found := CLAUSE.match(block):
            taught = found[3] is not None
            shown = tuple(each for each in examples if each.clause == found[1])
            text = for_players(found[4])
            clauses.append(Clause(found[1], found[2] or "", text, taught=taught, examples=shown))
        elif not block.startswith("#"):
            clauses.append(Clause("", "", for_players(block.removeprefix("- "))))
    return Rules(game.title, tuple(sections + _section(title, clauses)))


def _examples(game: Game) -> tuple[Drawn, ...]:
    """The drawn examples of clauses; none where their file, or a lesson that they show, does not hold."""
    try:
        return drawn(game)
    except BadLesson as error:
        log.warning("the rules of %s are told without examples: %s", game.key, error)
        return ()


def for_players(text: str) -> str:
    """Seats counted from 1, as the table shows them, and words without the quotes of code."""

    def counted(found: re.Match[str]) -> str:
        numbers = [str(int(number) + 1) for number in found.groups()[1:] if number]
        return f"{found[1]} {' and '.join(numbers)}"

    return SEAT.sub(counted, text).replace("`", "")


def _with_table(clause: Clause, block: str) -> Clause:
    rows = tuple(
        tuple(for_players(cell.strip()) for cell in line.strip().strip("|").split("|"))
        for line in block.splitlines()
        if not RULE.fullmatch(line)
    )
    return structs.replace(clause, table=clause.table + rows)


def _section(title: str, clauses: list[Clause]) -> list[Section]:
    return [Section(title, tuple(clauses))] if clauses and title not in FOR_PROGRAMS else []


def blocks(text: str) -> list[str]:
    """Headings, list items and paragraphs, each on one line; a table keeps its lines."""
    found: list[str] = []
    begins = True
    for line in text.splitlines():
        stripped = line.strip()
        is_table = stripped.startswith("|")
        if not stripped:
            begins = True
        elif is_table and not begins and found[-1].startswith("|"):
            found[-1] += "\n" + stripped
        elif begins or is_table or found[-1].startswith("|") or stripped.startswith(("#", "- ")):
            found.append(stripped)
            begins = stripped.startswith("#")
        else:
            found[-1] += " " + stripped
    return found
