"""The record of a match and the log that led to it, as they are looked at: who may act, what each seat sees,
and how it stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from msgspec import structs

from throwdown.kernel import tables
from throwdown.kernel.contract import CHANCE, MAX_SEATS, SPECTATOR
from throwdown.kernel.english import members
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.log import AGREE, ENDS, GAVE_UP, Entry
from throwdown.kernel.odds import Odds, Supposed
from throwdown.kernel.records import copy_records
from throwdown.kernel.scene import Now, Scene

DRAW = "draw"  # what a match that all agree to end counts as
Due = tuple[list[int], list[int] | None]  # the chance events that are due; their weights, where they have any


class Position:
    """A match as it stands. Nothing here changes it.

    ``state`` is a one-element array of the game's STATE, which the entries of ``log`` have led to.
    """

    def __init__(
        self,
        game: GameFolder,
        seats: int,
        values: dict[str, tables.Plain],
        names: tuple[str, ...],
        engine: ModuleType | None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.values = values
        self.names = names or tuple(f"Seat {k}" for k in range(seats))
        self.log: list[Entry] = []
        self.engine = engine or game.engine
        self._events = np.zeros(game.rules.EVENTS, np.int32)
        self._weights = np.zeros(game.rules.EVENTS, np.int32)
        self.state = np.zeros(1, game.rules.STATE)

    # Who may act, and how

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that may act now; CHANCE among them only while its event must be reported."""
        if self.is_broken_off:
            return ()
        return seats_of(int(self.engine.awaited(self.state)))

    @property
    def over(self) -> bool:
        """Whether nobody is awaited any more: the match has ended by its rules, or was broken off."""
        return not self.awaited

    def legal_events(self, seat: int) -> list[int]:
        """The events that ``seat`` may make now, as numbers; empty when it is not awaited."""
        if self.is_broken_off or not 0 <= seat <= CHANCE:
            return []
        n, _ = self.engine.offered(self.state, seat, self._events, self._weights)
        return self._events[:n].tolist()

    def possible_events(self, seat: int, viewer: int) -> list[int]:
        """The events that ``seat`` may make now as far as ``viewer`` can know: those of the record as it is
        hidden from ``viewer``."""
        return list(self.possible_weights(seat, viewer))

    def possible_weights(self, seat: int, viewer: int) -> dict[int, int]:
        """The events of :meth:`possible_events` with the weights that the rules give them in the record as it
        is hidden from ``viewer``; all 0 for choices, and where nothing says how likely they are."""
        if seat not in self.awaited:
            return {}
        n, total = self.engine.legal(self.seen(viewer), seat, self._events, self._weights)
        weights = self._weights[:n].tolist() if total else [0] * n
        return dict(zip(self._events[:n].tolist(), weights, strict=True))

    def legal(self, seat: int) -> list[str]:
        """The events that ``seat`` may make now, in the game's notation."""
        return self.texts(seat, self.legal_events(seat))

    def texts(self, seat: int, events: Iterable[int]) -> list[str]:
        """Events of ``seat`` in the game's notation."""
        view = self.truth()
        return [self.game.words.notation(view, seat, event) for event in events]

    @property
    def is_broken_off(self) -> bool:
        """Whether the match ended by a word and not by its rules."""
        return bool(self.log) and self.log[-1].event in ENDS

    @property
    def is_agreed(self) -> bool:
        """Whether the match ended because all agreed to end it."""
        return self.is_broken_off and self.log[-1].event == AGREE

    @property
    def resigned(self) -> int | None:
        """The seat that gave the match up; None where none did."""
        return self.log[-1].seat if self.is_broken_off and not self.is_agreed else None

    def allows_in(self, state: np.ndarray, seat: int, event: int) -> bool:
        """Whether ``seat`` may make ``event`` in the record ``state``, an array of one element."""
        return bool(self.engine.allows(state, seat, event, self._events, self._weights))

    def first_legal_in(self, state: np.ndarray, seat: int) -> int | None:
        """The first event that ``seat`` may make in the record ``state``, an array of one element; None where
        there is none."""
        n, _ = self.engine.legal(state, seat, self._events, self._weights)
        return int(self._events[0]) if n else None

    def weights_due(self) -> dict[int, int]:
        """The weights of the chance events that are due, by event; all 0 where nothing says how likely they
        are, and none where chance is not awaited."""
        events, weights = self._due() or ([], None)
        return dict(zip(events, weights or [0] * len(events), strict=True))

    def _due(self) -> Due | None:
        """The chance events that are due, and their weights; None where CHANCE is not awaited."""
        n, total = self.engine.offered(self.state, CHANCE, self._events, self._weights)
        if not n:
            return None
        return self._events[:n].tolist(), self._weights[:n].tolist() if total else None

    # What is seen

    def truth(self) -> Any:
        """The whole record as a struct of plain numbers and lists."""
        return self.game.view_of(self.state)

    def seen(self, seat: int) -> np.ndarray:
        """A copy of the record (an array of one element) in which everything is blanked that ``seat`` may
        not know."""
        copy = copy_records(self.state)
        self.engine.hide(copy, seat)
        return copy

    def view(self, seat: int = SPECTATOR) -> Any:
        """What ``seat`` may know, as a struct of plain numbers and lists."""
        return self.game.view_of(self.seen(seat))

    def scene(self, seat: int = SPECTATOR) -> Scene:
        """The table as ``seat`` sees it, with its choices."""
        return self.drawn(self.view(seat), seat)

    def unaided(self, seat: int) -> Scene:
        """The table as ``seat`` sees it, without what the game works out for a player
        (:meth:`.parts.Scenes.draw_unaided`)."""
        return self.game.scene.draw_unaided(self.view(seat), seat, self.legal_events(seat)) or self.scene(
            seat
        )

    def drawn(self, view: Any, seat: int) -> Scene:
        """The scene of ``view``, what ``seat`` may know now.

        When the match is over it holds the account of its result, where the game has a ``result.py``; a
        resignation is told by the Now line.
        """
        legal = self.legal_events(seat)
        scene = self.game.scene.draw(view, seat, legal)
        if legal and (odds := self.game.odds.asks(view, seat)):
            scene = structs.replace(scene, odds=odds)
        if self.is_agreed:
            note = "It counts as a draw." if self.game.about.early_end == DRAW else "It counts as it stands."
            return structs.replace(scene, now=Now("All agreed to end the match.", note, "over"), over=True)
        if self.resigned is None:
            account = self.game.result.account(view) if scene.over else None
            return structs.replace(scene, account=account) if account else scene
        end = Now(f"{{{1 - self.resigned}}} won.", f"{{{self.resigned}}} {self._how}.", "over")
        return structs.replace(scene, now=end, over=True)

    def odds(self, seat: int) -> Odds | None:
        """The chances that ``seat`` would count now, from what it may know; None for nothing."""
        return (
            self.game.odds.count(Supposed(self.engine, self.seen(seat)), seat)
            if self.asks_odds(seat)
            else None
        )

    def asks_odds(self, seat: int) -> str:
        """What can be counted for ``seat`` now, as a question; empty for nothing."""
        return self.game.odds.asks(self.view(seat), seat) if self.legal_events(seat) else ""

    # How it stands

    @property
    def standing(self) -> list[int]:
        """What ranks the seats, so far or final: the most wins, equal figures share."""
        points = np.zeros(MAX_SEATS, np.int64)
        self.engine.standing(self.state, points)
        return points[: self.seats].tolist()

    @property
    def points(self) -> list[int]:
        """Points by seat, so far or final, as a score sheet shows them.

        They are the standing, but in a game that settles equal points by something else: it has
        ``words.scores(view)``, the points by seat without what settled the tie.
        """
        return self.game.words.scores(self.truth()) or self.standing

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, several for a draw; empty while the match is in play."""
        if not self.over:
            return ()
        if self.resigned is not None:
            return (1 - self.resigned,)
        if self.is_agreed and self.game.about.early_end == DRAW:
            return tuple(range(self.seats))
        standing = self.standing
        best = max(standing)
        return tuple(seat for seat, points in enumerate(standing) if points == best)

    @property
    def result(self) -> str:
        """``won by 0, 3 1``: the winners, then the points by seat; ``*`` while in play."""
        if not self.over:
            return "*"
        how = "drawn by" if len(self._winning_sides()) > 1 else "won by"
        end = f", seat {self.resigned} {self._how}" if self.resigned is not None else ""
        end = ", all agreed to end" if self.is_agreed else end
        return f"{how} {' '.join(map(str, self.winners))}, {' '.join(map(str, self.points))}{end}"

    @property
    def _how(self) -> str:
        """How the match was given up, by its last entry."""
        return GAVE_UP[self.log[-1].event]

    def _winning_sides(self) -> set[int]:
        view = self.truth()
        return {self.game.words.side_of(view, seat) for seat in self.winners}


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats whose bit is set, CHANCE among them."""
    return tuple(members(mask))
