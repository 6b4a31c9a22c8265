"""Names that look alike though their letters are others, as a Cyrillic letter in the place of a Latin one."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path
from unicodedata import normalize

DATA = Path(__file__).with_name("lookalikes.txt")
LATIN = {"1": "l", "|": "l", "0": "o"}


@cache
def _table() -> dict[int, str]:
    """The Latin letter that each other letter looks like, by its code point."""
    lines = [line.split() for line in DATA.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {ord(letter): latin for latin, letters in lines for letter in letters} | {
        ord(letter): latin for letter, latin in LATIN.items()
    }


def skeleton(name: str) -> str:
    """A form of ``name`` that all names have which look like it."""
    seen = normalize("NFKC", name).translate(_table()).casefold()
    return "".join(seen.replace("i", "l").replace("rn", "m").replace("vv", "w").split())


def distinct(name: str, others: Collection[str], most: int) -> str:
    """``name``, with a number behind it where it looks like one of ``others``; ``most`` letters long."""
    taken = {skeleton(other) for other in others}
    if skeleton(name) not in taken:
        return name
    tried = (f"{name[: most - len(str(n)) - 1].rstrip()} {n}" for n in range(2, len(taken) + 3))
    return next(one for one in tried if skeleton(one) not in taken)
