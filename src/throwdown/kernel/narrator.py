"""A match told to one viewer: what is said of each event, made from hidden copies alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.log import AGREE, GAVE_UP, TAKE_BACK
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.scene import Scene

TOLD = {**GAVE_UP, TAKE_BACK: "took the last choice back", AGREE: "agreed to end the match"}


class Telling(Struct, frozen=True):
    """Event ``n``: its heading, what is said ((seat, words); seat -1 is the table), and the table
    as it then looked to the viewer. ``scene`` is None for an event of which nothing is said, and where there
    are words alone. ``rolled``: the event was one of CHANCE, so that dice which show another face than before
    were thrown."""

    n: int
    heading: str
    said: tuple[tuple[int, str], ...]
    scene: Scene | None
    rolled: bool = False


class Narrator:
    """Follows a match for ``viewer`` and tells what it may know.

    The narrator keeps the viewer's view of the table before the next event; :meth:`follow` is called
    after each event with the match as it then stands. Without ``draws`` there are words alone, and no scenes.
    """

    def __init__(self, match: Match, viewer: int = SPECTATOR, *, draws: bool = True) -> None:
        self.viewer = viewer
        self._draws = draws
        self._before: Any = match.view(viewer)

    def follow(self, match: Match, entry: Entry, known: bool) -> Telling:
        """Tell ``entry``, just made in ``match``; ``known`` says whether the viewer learns it."""
        after = match.view(self.viewer)
        words = match.game.words
        said: tuple[tuple[int, str], ...]
        if entry.event < 0:
            said = ((entry.seat, f"{TOLD[entry.event]}."),)
        else:
            said = tuple(words.tell(self._before, entry.seat, entry.event if known else None, after))
        telling = Telling(
            len(match.log),
            words.heading(self._before),
            said,
            match.drawn(after, self.viewer) if said and self._draws else None,
            entry.seat == CHANCE,
        )
        self._before = after
        return telling


def knows(match: Match, entry: Entry, viewer: int) -> bool:
    """Whether ``viewer`` learns ``entry``, about to be made in ``match``."""
    if entry.event < 0:
        return True
    return bool(int(match.engine.witnesses(match.state, entry.seat, entry.event)) >> viewer & 1)


def tell_all(match: Match, viewer: int = SPECTATOR, entries: Iterable[Entry] | None = None) -> list[Telling]:
    """The whole match told to ``viewer``, event by event."""
    fresh = match.replay(0)
    narrator = Narrator(fresh, viewer)
    told: list[Telling] = []
    for entry in match.log if entries is None else entries:
        known = knows(fresh, entry, viewer)
        fresh.extend([entry])
        told.append(narrator.follow(fresh, entry, known))
    return told
