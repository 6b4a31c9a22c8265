"""A game's RULES.md as sections of numbered clauses."""

from __future__ import annotations

import re

from throwdown.kernel.game import Game
from throwdown.server.forms import Clause, Rules, Section

CLAUSE = re.compile(r"- ([A-Z]+-\d+) (?:\[([SRHP])\] )?(.*)")


def rules_of(game: Game) -> Rules:
    """The rulebook in the shape that the browser reads."""
    sections: list[Section] = []
    title, clauses = "", list[Clause]()
    for block in blocks(game.rules_text):
        if block.startswith("## "):
            sections += _section(title, clauses)
            title, clauses = block[3:], []
        elif found := CLAUSE.match(block):
            clauses.append(Clause(found[1], found[2] or "", found[3]))
        elif not block.startswith("#"):
            clauses.append(Clause("", "", block.removeprefix("- ")))
    return Rules(game.title, tuple(sections + _section(title, clauses)))


def _section(title: str, clauses: list[Clause]) -> list[Section]:
    return [Section(title, tuple(clauses))] if clauses else []


def blocks(text: str) -> list[str]:
    """Headings, list items and paragraphs, each on one line."""
    found: list[str] = []
    begins = True
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped:
            begins = True
        elif begins or stripped.startswith(("#", "- ")):
            found.append(stripped)
            begins = stripped.startswith("#")
        else:
            found[-1] += " " + stripped
    return found
