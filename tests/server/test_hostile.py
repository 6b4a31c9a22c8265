"""A few thousand hostile frames: the event loop goes on, memory stays, and nothing is written to the log."""

from __future__ import annotations

from pathlib import Path

from tests.server.hostile import campaign
from tests.server.watchdog import HELD

GROWN = 64 * 2**20  # bytes


def test_hostile_frames_neither_hold_the_loop_nor_take_memory(sqlite: str, tmp_path: Path) -> None:
    outcome = campaign(sqlite, tmp_path / "report", 6000, 60)
    assert outcome.frames >= 6000
    assert outcome.connections > 12
    assert outcome.held < HELD, outcome
    assert outcome.grown < GROWN, outcome
