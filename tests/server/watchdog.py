"""Measures what a server's event loop does at a stretch, in processor time of its thread: a machine that is
busy with other things does not change it."""

from __future__ import annotations

import asyncio
import gc
import signal
import time
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

NOTED = 0.02  # seconds
HELD = 0.05  # seconds that nothing that strangers do may take at a stretch
DEEP = 8  # functions that are named of where a long callback was found


class OnAsyncio(uvicorn.Config):
    """Serves on asyncio's own loop, whose callbacks can be measured."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{**more, "loop": "asyncio"})


class Watch:
    """Measures the callbacks of this process's event loop, and looks at what a long one does."""

    def __init__(self, report: Path) -> None:
        self.report = report
        self.run = asyncio.Handle._run
        self.began = 0.0  # of the callback that is running now; 0: none is
        self.collecting = 0.0  # seconds of it
        self.garbage = ""  # what was collected last
        self.seen = ""  # where in the code it was found
        gc.callbacks.append(self.collected)
        signal.signal(signal.SIGVTALRM, self.look)
        signal.setitimer(signal.ITIMER_VIRTUAL, NOTED / 4, NOTED / 4)

    def collected(self, phase: str, info: dict[str, int]) -> None:
        self.collecting += time.thread_time() if phase == "stop" else -time.thread_time()
        if phase == "stop":
            self.garbage = f"{info['collected']} objects of generation {info['generation']}"

    def look(self, _signal: int, frame: FrameType | None) -> None:
        """Note, as processor time goes by, where a callback is that has run for long."""
        if self.began and time.thread_time() - self.began > NOTED / 2 and frame:
            places = traceback.extract_stack(frame)[-DEEP:]
            self.seen = " < ".join(f"{place.name} {Path(place.filename).name}" for place in places[::-1])

    def measured(self, handle: asyncio.Handle) -> None:
        self.collecting, self.seen, self.began = 0.0, "", time.thread_time()
        self.run(handle)
        took = time.thread_time() - self.began
        self.began = 0.0
        if took > NOTED:
            with self.report.open("a") as file:
                print(
                    f"{took:.4f} in {self.seen}; {self.collecting:.4f} s collecting {self.garbage}", file=file
                )


def watch(report: Path) -> None:
    """From now on append to ``report`` every callback of this process's event loop that took longer than
    :data:`NOTED`: its seconds of processor time, and what it was."""
    watch = Watch(report)
    asyncio.Handle._run = lambda handle: watch.measured(handle)  # type: ignore[method-assign]
    uvicorn.Config = OnAsyncio  # type: ignore[misc]


def longest(report: Path) -> tuple[float, str]:
    """(seconds, what) of the longest callback that was noted since the report was last emptied."""
    noted = [line.partition(" ") for line in report.read_text().splitlines()]
    return max(((float(seconds), what) for seconds, _, what in noted), default=(0.0, ""))


def search_on_signal(report: Path) -> None:
    """From now on this process searches for garbage only when it gets SIGUSR1, and appends a line with how
    many objects it found to ``report``."""

    def search(_signal: int, _frame: FrameType | None) -> None:
        found = gc.collect()
        with report.open("a") as file:
            print(found, file=file)

    gc.disable()
    signal.signal(signal.SIGUSR1, search)
