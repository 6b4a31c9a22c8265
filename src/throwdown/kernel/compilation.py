"""How a game runs in this process: interpreted, or compiled, and with its players compiled too.

A :class:`Compilation` is the one owner of that. Ask its ``state``; wait with :meth:`Compilation.reach`. What
it is made with, the twin of the package, folders of machine code and copies of loops, is in :mod:`.compiled`,
which only :mod:`throwdown.kernel.binding` imports besides, to find a game's files.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from types import ModuleType

from throwdown.kernel import compiled

PACKAGE = compiled.PACKAGE
# Files in the folder of machine code: that of the rules lies there, and that of the players' loops too.
RULES_MARK, MARK = "rules", "players"
log = logging.getLogger("throwdown.compilation")


class State(IntEnum):
    """How a game runs, each state better than those before."""

    INTERPRETED = 0
    COMPILING = 1  # in this process, by a thread; what is played meanwhile is interpreted
    COMPILED = 2  # the rules; the players' loops are interpreted
    PLAYERS_READY = 3  # rules and players' loops


class Compilation:
    """The compilation of the game in ``folder``.

    ``try_out`` plays a little with the loops that it is given, so that nothing of them is left to be compiled
    later. Raises :class:`BrokenGame` where two games outside the project have the same folder name.
    """

    def __init__(self, folder: Path, key: str, try_out: Callable[[ModuleType], None]) -> None:
        self.key = key
        self.package = compiled.package_of(folder)
        self._folder = folder
        self._try_out = try_out
        self._state = State.INTERPRETED
        self._working = threading.RLock()

    @property
    def state(self) -> State:
        """The state now. Where another process has compiled the players, they are ready here too."""
        if self._state is State.COMPILED and (compiled.cache_folder(self._folder) / MARK).exists():
            self._state = State.PLAYERS_READY
        return self._state

    def reach(self, wanted: State, try_out_players: Callable[[], None] | None = None) -> None:
        """Wait until the game runs as ``wanted`` or better, which may take a minute. A game never goes back
        to a lower state.

        For ``PLAYERS_READY``: with ``try_out_players``, which lets them choose a little, their loops are
        compiled now, for all processes; without, each is when it is first called here.
        """
        with self._working:
            if wanted >= State.COMPILED > self._state:
                self._compile()
            if wanted is State.PLAYERS_READY:
                self._state = State.PLAYERS_READY
                if try_out_players:
                    began = time.perf_counter()
                    try_out_players()
                    (compiled.cache_folder(self._folder) / MARK).touch()
                    log.info("%s: players ready in %.1f s", self.key, time.perf_counter() - began)

    def _compile(self) -> None:
        self._state, began = State.COMPILING, time.perf_counter()
        log.info("%s: compiling", self.key)
        try:
            self._try_out(self.loops(is_compiled=True))
        except BaseException:
            self._state = State.INTERPRETED
            raise
        self._state = State.COMPILED
        (compiled.cache_folder(self._folder) / RULES_MARK).touch()
        log.info("%s: compiled in %.1f s", self.key, time.perf_counter() - began)

    def rules(self) -> ModuleType:
        """The rules themselves, whose functions are plain Python."""
        return compiled.load_rules(self.package, compiled=False)

    def loops(self, is_compiled: bool | None = None) -> ModuleType:
        """The loops over the rules; by default as the state has them."""
        return self.part(None, is_compiled)

    def part(self, template: Path | None, is_compiled: bool | None = None) -> ModuleType:
        """Another file of loops over the rules; by default as the state has them."""
        return compiled.load_loops(
            self.package, self.has_rules if is_compiled is None else is_compiled, template
        )

    def players(self, template: Path, state: State | None = None) -> ModuleType:
        """The players' loops, of which ``template`` is the file; as ``state`` has them, by default the
        present one."""
        found = self.state if state is None else state
        return compiled.load_loops(self.package, found is State.PLAYERS_READY, template)

    @property
    def is_kept(self) -> bool:
        """Whether this or another process has compiled the rules, so that they are here in a moment."""
        return (compiled.cache_folder(self._folder) / RULES_MARK).exists()

    @property
    def has_rules(self) -> bool:
        """Whether the rules are compiled. ``state`` looks for the players' loops on the disk as well."""
        return self._state >= State.COMPILED
