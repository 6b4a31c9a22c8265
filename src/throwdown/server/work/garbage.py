"""Python's searches for garbage, kept short: each holds up every table for as long as it takes.

A full search looks at everything that is alive, which with a thousand tables takes a fifth of a second. Here
each looks only at what has come since the one before: what it finds alive is left out of all later ones. What
is left out and ends later is free at once, as rooms and connections break their circles of references when
they end. Whatever circle is missed is found when nobody looks on.
"""

from __future__ import annotations

import gc
import time

# New objects until the youngest are searched, such searches until a middle one, and those until a full one,
# which looks at some ten thousand objects then: a hundredth of a second. With Python's own numbers ten times
# as many gather. With 700, what the moves of a commit hold while they wait for it was enough for a search.
THRESHOLDS = 2000, 1, 1
APART = 3600.0  # seconds between two searches of everything


class _Searches:
    """When everything was searched last, by the monotonic clock."""

    last = 0.0


def keep_short() -> None:
    """From now on, in this process: leave out what is loaded, and what each full search finds alive."""
    gc.set_threshold(*THRESHOLDS)
    if _leave_out not in gc.callbacks:
        gc.callbacks.append(_leave_out)
    _Searches.last = time.monotonic()
    for _ in range(2):  # Python makes a full search where a fourth of what the last one found alive is new
        gc.collect()


def _leave_out(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


def leave_out_what_is_new() -> None:
    """Leave out what has been loaded while tables are served; only what is young is searched before, which
    takes a few milliseconds."""
    gc.collect(1)
    gc.freeze()


def search_everything() -> None:
    """Search what was left out too, at most once in :data:`APART` seconds: to be called while nobody looks on
    at any table, for it takes a fifth of a second."""
    if _leave_out in gc.callbacks and time.monotonic() - _Searches.last > APART:
        _Searches.last = time.monotonic()
        gc.unfreeze()
        gc.collect()
