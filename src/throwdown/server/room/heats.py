"""The live race that the match of a table is at, as the game's ``timing.py`` says it."""

from __future__ import annotations

from msgspec import structs

from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.timing import Heat
from throwdown.server.room.orders import Facts


def is_live(facts: Facts) -> bool:
    """Whether presses are judged by their times at this table."""
    return load(facts.table.game).timing.live(facts.table.values)


class Heats:
    """The race of one table, worked out once for each event."""

    def __init__(self) -> None:
        self._at: tuple[Match | None, int] = (None, 0)  # the match and its event when it was last worked out
        self._found: Heat | None = None

    def now(self, facts: Facts) -> Heat | None:
        """The race that is on, with a key that no race of another match has; None where there is none."""
        match = facts.match
        if match is None or not is_live(facts):
            return None
        at = (match, len(match.log))  # a match that is reloaded is another object
        if at != self._at:
            heat = match.game.timing.heat(match.truth())
            self._at = at
            self._found = heat and structs.replace(heat, key=f"{facts.match_id} {heat.key}")
        return self._found
