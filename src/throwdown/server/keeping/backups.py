"""Backups from time to time, made by a process of its own with the time that nothing else wants."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
import time
from pathlib import Path

from throwdown.server.settings import Settings

NAME = "throwdown-{}.db"
NAMED = re.compile(r"throwdown-\d{8}-\d{6}\.db")
LOOK = 60.0  # seconds between looks whether one is due

log = logging.getLogger("throwdown.server")


async def keep_backups(settings: Settings, folder: Path) -> None:
    """Back up for ever, as ``settings`` say, into ``folder``; what goes wrong is told and tried again."""
    while True:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if is_due(folder, settings.backup_hours):
                await _back_up(settings.database, folder)
                forget_old(folder, settings.backups_kept)
        except OSError as error:
            log.error("no backup was made: %s", error)
        await asyncio.sleep(min(LOOK, 3600 * settings.backup_hours))


def made(folder: Path) -> list[Path]:
    """The backups in ``folder``, the oldest first."""
    return sorted(file for file in folder.iterdir() if NAMED.fullmatch(file.name))


def is_due(folder: Path, hours: float) -> bool:
    """Whether the newest backup is that old."""
    newest = max((file.stat().st_mtime for file in made(folder)), default=0.0)
    return time.time() - newest >= 3600 * hours


def forget_old(folder: Path, kept: int) -> None:
    """Delete all but the newest ``kept`` backups, at least one."""
    for file in made(folder)[: -max(1, kept)]:
        file.unlink()


async def _back_up(database: str, folder: Path) -> None:
    file = folder / NAME.format(time.strftime("%Y%m%d-%H%M%S", time.gmtime()))
    # The address may hold a password: others see a command's words, and not its environment.
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "throwdown", "backup", str(file), "--idle"),
        env={**os.environ, "THROWDOWN_DATABASE": database},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, said = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        log.error("no backup was made: %s", said.decode(errors="replace").strip()[-400:])
    else:
        log.info("a backup is in %s", file)
