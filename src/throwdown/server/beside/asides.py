"""What becomes of entries that a screen kept while it could not reach the server."""

from __future__ import annotations

from msgspec import Struct

HIDDEN = "a secret"  # the text of an entry for those who may not know it
EVERYBODY_SEES, NOBODY_SEES = -1, -2


class AsideEntry(Struct, frozen=True, array_like=True):
    """The text of an entry that does not count, and the seat that alone may see it, -1: everybody, -2:
    nobody."""

    text: str
    seen_by: int = EVERYBODY_SEES


class Aside(Struct, frozen=True, array_like=True):
    """Entries by ``by``, made after ``n`` others, that gave way to those of another screen, or could not be
    made for what others keep secret."""

    by: str
    n: int
    entries: tuple[AsideEntry, ...]


class AsideTold(Struct, frozen=True):
    """The same as one screen may see it."""

    by: str
    n: int
    texts: tuple[str, ...]


class Late(Struct, frozen=True):
    """What became of the entries that a screen sent late: the first ``made`` of them count. ``why`` the next
    one does not, if so. ``differs``: others went on meanwhile, with ``theirs``, and the screen is to choose
    which line of entries stands."""

    made: int
    why: str = ""
    differs: bool = False
    theirs: tuple[str, ...] = ()


def told_to(aside: Aside, seat: int) -> AsideTold:
    """What ``seat`` may see of entries that do not count."""
    texts = (entry.text if entry.seen_by in (EVERYBODY_SEES, seat) else HIDDEN for entry in aside.entries)
    return AsideTold(aside.by, aside.n, tuple(texts))
