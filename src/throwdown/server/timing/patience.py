"""How long a table waits for whoever has to choose, and what happens when that time is up."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from throwdown.server.errors import Refusal

LIVE, CLOCK, DAYS = "live", "clock", "days"
KINDS = (LIVE, CLOCK, DAYS)
TURN, MATCH = "turn", "match"
LATE = (TURN, MATCH)

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
GRACES = (5, DAY)  # seconds, least and most
BANKS = (30, 4 * HOUR)
INCREMENTS = (0, 10 * MINUTE)
HOURS = (12, 7 * 24)
VACATIONS = (0, 30)  # days


class Patience(Struct, omit_defaults=True, frozen=True, forbid_unknown_fields=True):
    """What a table has agreed about time; ``kind`` says which of the others count.

    ``live``: everybody is there, and a bot plays on ``grace`` seconds after somebody left (0: as long as the
    server has it). ``clock``: each seat has ``bank`` seconds for the match and gets ``increment`` more after
    each of its choices. ``days``: ``hours`` for each choice, and ``vacation`` days off a seat, for the match.

    ``late`` says what happens when a seat's time is up: ``turn``, a bot makes that choice; ``match``, the
    match is lost, or among more than two a bot has the seat to its end.
    """

    kind: str = LIVE
    grace: int = 0
    bank: int = 0
    increment: int = 0
    hours: int = 0
    vacation: int = 0
    late: str = TURN

    @property
    def is_timed(self) -> bool:
        """Whether each seat has a clock; else only whoever left is waited for."""
        return self.kind != LIVE


def checked(patience: Patience) -> Patience:
    """``patience`` as a table may have it; refuses, quoting it, what is out of bounds or has no meaning."""
    if patience.kind not in KINDS:
        raise Refusal(f"unknown patience {patience.kind[:20]!r}; known are {', '.join(KINDS)}", 400)
    if patience.late not in LATE:
        raise Refusal(f"unknown end of time {patience.late[:20]!r}; known are {', '.join(LATE)}", 400)
    spans = {
        LIVE: {"grace": GRACES} if patience.grace else {},
        CLOCK: {"bank": BANKS, "increment": INCREMENTS},
        DAYS: {"hours": HOURS, "vacation": VACATIONS},
    }[patience.kind]
    for name in ("grace", "bank", "increment", "hours", "vacation"):
        value = getattr(patience, name)
        if name not in spans:
            if value:
                raise Refusal(f"{name} has no meaning where patience is {patience.kind!r}: {value}", 400)
            continue
        least, most = spans[name]
        if not least <= value <= most:
            raise Refusal(f"{name} is {value}: needs {least} to {most}", 400)
    return patience


def span(seconds: float) -> str:
    """``seconds`` in words, in the largest unit that they fill: ``90 seconds``, ``2 days``."""
    for unit, size in (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1)):
        if seconds >= size and seconds % size == 0:
            many = int(seconds // size)
            return f"{many} {unit}{'' if many == 1 else 's'}"
    return f"{seconds:g} seconds"


def short(patience: Patience) -> str:
    """The clock of a table in a word or two, for a list; empty for a live one."""
    if patience.kind == CLOCK:
        more = f" + {span(patience.increment)}" if patience.increment else ""
        return f"{span(patience.bank)}{more} each"
    if patience.kind == DAYS:
        return f"{span(patience.hours * HOUR)} a choice"
    return ""


@lru_cache(1024)
def terms(patience: Patience, seats: int, grace: float) -> str:
    """What is agreed about time at a table of ``seats``, in sentences, told before anybody sits down.

    ``grace`` is how long, in seconds, the server waits at a live table that says nothing of its own.
    """
    if patience.kind == LIVE:
        return f"A bot plays on {span(patience.grace or grace)} after somebody left, until they are back."
    if patience.kind == CLOCK:
        more = f", and {span(patience.increment)} more after each choice" if patience.increment else ""
        start = f"Each seat has {span(patience.bank)} for the match{more}."
    else:
        off = f", and {span(patience.vacation * DAY)} off for the match" if patience.vacation else ""
        start = f"Each choice may take {span(patience.hours * HOUR)}{off}."
    if patience.late == TURN:
        return f"{start} When the time is up a bot makes that choice, and the match goes on."
    if seats == 2:
        return f"{start} Whose time is up loses the match."
    return f"{start} Whose time is up leaves the seat to a bot to the end of the match."
