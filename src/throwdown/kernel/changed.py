"""The header ``Changed`` of a transcript: when somebody else chose for a seat than before."""

from __future__ import annotations

import re
from collections.abc import Iterable

from throwdown.kernel.match import Match

MARK = re.compile(r"(\d{1,9}):(\d{1,2}) ([a-z]+)$")
BOT, BACK, LATE, REMOVED, TAKEN = "bot", "back", "late", "removed", "taken"
# What each kind of change means, of a player and the number of the event before it
TOLD = {
    BOT: "After event {n} a bot chose for {name}.",
    BACK: "After event {n} {name} chose again.",
    LATE: "After event {n} the time of {name} was up, and a bot made that choice.",
    REMOVED: "After event {n} whoever played as {name} was removed, and a bot played on.",
    TAKEN: "After event {n} somebody else took the seat of {name}.",
}


def changed_header(changes: Iterable[tuple[int, int, str]]) -> dict[str, str]:
    """``{"Changed": "24:1 bot, 31:1 back"}``: after event 24 a bot chose for seat 1, after event 31 its
    person again. Empty where nobody else chose."""
    text = ", ".join(f"{n}:{seat} {what}" for n, seat, what in changes)
    return {"Changed": text} if text else {}


def check_changes(match: Match, text: str) -> list[str]:
    """A sentence on each change; raises :class:`ValueError`, quoting what is none or comes after the end."""
    found: list[str] = []
    last = 0
    for each in text.split(", "):
        mark = MARK.match(each)
        if not mark or mark[3] not in TOLD:
            known = ", ".join(TOLD)
            raise ValueError(f"{each[:24]!r} is no change: one is written 'event:seat what', with {known}")
        n, seat = int(mark[1]), int(mark[2])
        if seat >= match.seats:
            raise ValueError(f"{each!r} is of seat {seat}, and {match.seats} play")
        if not last <= n <= len(match.log):
            raise ValueError(f"{each!r} is not between event {last} and event {len(match.log)}, the last")
        last = n
        found.append(TOLD[mark[3]].format(n=n, name=match.names[seat]))
    return found
