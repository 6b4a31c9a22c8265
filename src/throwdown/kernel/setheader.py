"""The header ``Set`` of a transcript: where its match stands in a set, of which a study then tells."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from throwdown.kernel import series
from throwdown.kernel.errors import BadValue
from throwdown.kernel.match import Match
from throwdown.kernel.series import InSet, Series

SET = "Set"
MOST = 2000  # games before a match that are checked: each is held to all before it


def set_header(in_set: InSet | None) -> dict[str, str]:
    """``{"Set": ...}``, the place as JSON; empty for a match on its own."""
    return {SET: msgspec.json.encode(in_set).decode()} if in_set else {}


def read_set(match: Match, text: str) -> InSet:
    """The place of ``match`` that a header tells; raises :class:`ValueError`, saying what cannot be.

    That the games before it were played so, a transcript cannot prove.
    """
    try:
        found = msgspec.json.decode(text, type=InSet)
        series.check(found.plan, match.game, found.players)
        before = _played(found)
    except (msgspec.ValidationError, msgspec.DecodeError, BadValue) as error:
        raise ValueError(f"{text[:60]!r} is no place in a set: {error}") from None
    if before.lineup != found.lineup or len(found.lineup) != match.seats:
        told = "it is over" if not before.lineup else f"players {list(before.lineup)} are next"
        raise ValueError(f"players {list(found.lineup)} do not play next in this set: {told}")
    _check_values(match, found, before)
    return found


def _played(found: InSet) -> Series:
    """The set before the match, each game held to those before it."""
    if len(found.results) > MOST:
        raise BadValue(f"{len(found.results)} games came before, and {MOST} at most are checked")
    before = Series(found.plan, found.players)
    for result in found.results:
        before = before.add(result)
    return before


def _check_values(match: Match, found: InSet, before: Series) -> None:
    """That what was agreed, with what games before have left, is what the match was played by."""
    opened = series.opened(match.game, found.values, found.players)
    if (opened is None) != (found.carried is None):
        raise ValueError("what the games before it have left does not fit the game")
    if found.carried and not _may_be(found.carried.chips, found.players):
        raise ValueError(f"chips {list(found.carried.chips)} are not those of {found.players} players")
    for key, value in series.values_for(match.game, found.values, before, found.carried).items():
        played = match.values.get(key, value)  # a set may agree on what so many seats do without
        if played != value:
            raise ValueError(f"{key} is {value!r} in the set, and {played!r} in the match")


def _may_be(chips: Sequence[int], players: int) -> bool:
    return len(chips) == players and min(chips) >= 0


def check_set(match: Match, text: str) -> str:
    """A sentence on the set; raises :class:`ValueError` where the place cannot be."""
    found = read_set(match, text)
    many = found.series.number
    before = {0: "the first game", 1: "after one game"}.get(many, f"after {many} games")
    return f"Played in a set ({found.series.title}), {before}."
