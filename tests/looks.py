"""``docs/looks.md``, made from ``throwdown.kernel.looks``: ``python -m tests.looks`` writes it."""

from __future__ import annotations

import argparse
from pathlib import Path

from throwdown.kernel import looks

FILE = Path(__file__).parents[1] / "docs" / "looks.md"
TABLES = {
    "Places of zones": looks.PLACES,
    "Layouts of zones": looks.LAYOUTS,
    "Looks of pieces": looks.LOOKS,
    "States of pieces": looks.STATES,
    "States of plates": looks.PLATE_STATES,
    "States of the parts of an account": looks.PART_STATES,
    "Roles of choices": looks.ROLES,
    "Moods of the Now line": looks.MOODS,
}
HEAD = """# What a scene can be drawn with

Made by `python -m tests.looks` from `src/throwdown/kernel/looks.py`. A scene with any other name is refused
when a game is checked.
"""


def text() -> str:
    parts = [HEAD]
    for title, names in TABLES.items():
        rows = "\n".join(f"| `{name}` | {words} |" for name, words in names.items())
        parts.append(f"## {title}\n\n| name | what it shows |\n|---|---|\n{rows}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    FILE.write_text(text(), encoding="utf-8")
    print(f"{FILE} is written")
