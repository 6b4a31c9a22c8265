"""One match, chosen in by one seat at a time: what the environments of single matches share."""

from __future__ import annotations

from operator import index
from typing import Any

from throwdown.envs.batch import Batch, Setting, refused
from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.errors import BadValue, IllegalEvent, quoted
from throwdown.kernel.game import Game
from throwdown.kernel.layout import Numbers
from throwdown.terminal_text import console, show

RENDERED = ["ansi", "human"]


class Table:
    """A :class:`.batch.Batch` of one match that stays as it is when it is over."""

    def __init__(self, game: Game | str, setting: Setting) -> None:
        self.batch = Batch(game, 1, setting, restarts=False, copy=False)
        self.match = self.batch.match
        self.match.state = self.batch.state  # its questions are answered of the match that is played
        self._has_begun = False

    def reset(self, seed: int | None) -> None:
        """Begin the next match; with ``seed``, the first of that seed."""
        self.batch.reset(seed)
        self._has_begun = True

    def check_begun(self) -> None:
        """Raises :class:`IllegalEvent` before the first :meth:`reset`."""
        if not self._has_begun:
            raise IllegalEvent("no match has begun: call reset() before step()")

    @property
    def seat(self) -> int:
        """The lowest seat that is to choose; -1 when the match is over."""
        return int(self.batch.to_choose[0])

    @property
    def mask(self) -> Numbers:
        """int8 ``[actions]``: what that seat may do."""
        return self.batch.masks[0]

    @property
    def awaited(self) -> tuple[int, ...]:
        """All seats that are to choose."""
        return self.match.awaited if self.seat >= 0 else ()

    def legal(self, seat: int) -> list[int]:
        """The events that ``seat`` may make now."""
        return self.match.legal_events(seat) if self.seat >= 0 else []

    def allows(self, seat: int, event: int) -> bool:
        """Whether ``seat`` may make ``event`` now."""
        return event in self.legal(seat)

    def step(self, event: int, seat: int | None = None) -> tuple[Numbers, bool, bool]:
        """``seat``, by default the lowest that is to choose, makes ``event``.

        Returns rewards ``[seats]``, whether the match has ended, and whether it was cut off. Raises
        :class:`IllegalEvent`, having changed nothing, for an event that is not legal.
        """
        batch = self.batch
        if seat is not None and seat != self.seat:
            if not self.allows(seat, event):
                raise IllegalEvent(f"illegal event {event} for seat {seat}: legal are {self.legal(seat)}")
            batch.turn_to(0, seat)
        if self.seat >= 0 and not 0 <= event < batch.actions:  # NumPy has no number for some of them
            raise refused(quoted(event), f"seat {self.seat}", self.mask)
        _, rewards, ended, cut_off, _ = batch.step([event])
        return rewards[0], bool(ended[0]), bool(cut_off[0])

    def observe(self, seat: int) -> Numbers:
        """What ``seat`` may know: int32 ``[layout.size]``."""
        if seat == self.seat:
            return self.batch.rows[0].copy()  # what the batch has written for the seat that is to choose
        return self.batch.observe(0, seat)

    def render(self, mode: str | None) -> str | None:
        """The table as a watcher sees it: returned with ``ansi``, printed with ``human``."""
        if mode is None:
            return None
        if mode == "human":
            show(self.match.scene(), self.match.names, SPECTATOR)
            return None
        with console.capture() as text:
            show(self.match.scene(), self.match.names, SPECTATOR)
        return text.get()


def event_of(action: Any) -> int:
    """The event that ``action`` is, a whole number of any kind; raises :class:`IllegalEvent` for what is
    none."""
    try:
        return index(action)
    except TypeError:
        raise IllegalEvent(f"illegal event {quoted(action)}: events are whole numbers") from None


def mode_of(render_mode: str | None) -> str | None:
    """``render_mode`` itself; raises :class:`BadValue` for one that is not known."""
    if render_mode not in (None, *RENDERED):
        raise BadValue(f"unknown render mode {render_mode!r}; known are {', '.join(RENDERED)}")
    return render_mode
