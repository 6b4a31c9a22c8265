"""Measures what a server's event loop does at a stretch, in processor time of its thread: a machine that is
busy with other things does not change it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import uvicorn

NOTED = 0.02  # seconds


class OnAsyncio(uvicorn.Config):
    """Serves on asyncio's own loop, whose callbacks can be measured."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{**more, "loop": "asyncio"})


def watch(report: Path) -> None:
    """From now on append to ``report`` every callback of this process's event loop that took longer than
    :data:`NOTED`: its seconds of processor time, and what it was."""
    run = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        before = time.thread_time()
        run(handle)
        took = time.thread_time() - before
        if took > NOTED:
            with report.open("a") as file:
                print(f"{took:.4f}", repr(handle)[:300].replace("\n", " "), file=file)

    asyncio.Handle._run = measured  # type: ignore[method-assign]
    uvicorn.Config = OnAsyncio  # type: ignore[misc]


def longest(report: Path) -> tuple[float, str]:
    """(seconds, what) of the longest callback that was noted since the report was last emptied."""
    noted = [line.partition(" ") for line in report.read_text().splitlines()]
    return max(((float(seconds), what) for seconds, _, what in noted), default=(0.0, ""))
