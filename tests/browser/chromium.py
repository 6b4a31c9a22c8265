"""The browser that the tests drive: Chromium of the machine, from Debian where it is missing."""

from __future__ import annotations

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
)
MISSING = "Chromium is missing: install it with 'apt-get install chromium'"


class NoChromium(Exception):
    """There is no Chromium here, and none could be installed."""


def found() -> str | None:
    """The path of Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def chromium() -> str:
    """The path of Chromium, installed by root from Debian if need be; raises :class:`NoChromium`."""
    program = found()
    if program:
        return program
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (
            ["apt-get", "update", "-q"],
            ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"],
        ):
            if subprocess.run(command, stdout=subprocess.DEVNULL, env=quiet).returncode != 0:
                break
    program = found()
    if not program:
        raise NoChromium(MISSING)
    return program
