"""Values files from strangers, bounded before the standard library's TOML parser sees them.

That parser takes time that grows with the square of a dotted key's length, and nests calls as deep as
brackets are nested.
"""

from __future__ import annotations

import re

from throwdown.server.errors import Refusal

LARGEST_FILE = 32 * 1024  # letters: twice the longest of the games' own files
MOST_DOTS, MOST_BRACKETS = 8, 40  # in a line, outside texts and comments
# Texts and comments of TOML. Every alternative matches wherever it begins, so that the search is linear.
NO_CODE = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)


def bounded(text: str, name: str) -> str:
    """``text`` itself; refuses what would take the parser long."""
    if len(text) > LARGEST_FILE:
        raise Refusal(f"{name} has {len(text)} letters: at most {LARGEST_FILE} are read", 400)
    for number, line in enumerate(NO_CODE.sub(_line_ends, text).splitlines(), 1):
        if line.count(".") > MOST_DOTS:
            raise Refusal(f"{name} line {number}: a key has at most {MOST_DOTS} dots", 400)
        if line.count("[") + line.count("{") > MOST_BRACKETS:
            raise Refusal(f"{name} line {number}: more than {MOST_BRACKETS} brackets", 400)
    return text


def _line_ends(found: re.Match[str]) -> str:
    """What stands for a text or a comment where only the code around it counts."""
    return "\n" * found[0].count("\n")
