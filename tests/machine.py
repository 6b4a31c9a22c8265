"""What the tests need of the machine beside Python: Chromium, PostgreSQL and systemd's checks.

Where one is missing and may be installed (by root, on Debian), it is; else one clear line says what to
install. ``python -m tests.machine`` does so before the tests begin.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


class Missing(Exception):
    """Something the tests need is neither here nor could be installed."""


def chromium() -> str:
    """The path of Chromium."""
    return _program("Chromium", "chromium-headless-shell", _chromium)


def postgresql() -> str:
    """The folder of initdb and pg_ctl."""
    return _program("PostgreSQL", "postgresql", _postgresql)


def systemd_analyze() -> str:
    """The path of the program that checks units of systemd."""
    return _program("systemd", "systemd", lambda: shutil.which("systemd-analyze"))


def _chromium() -> str | None:
    """The one without windows first: it spends a fifth of the time on a new page."""
    programs = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, programs)), None)


def _postgresql() -> str | None:
    found = shutil.which("initdb")
    if found:
        return str(Path(found).resolve().parent)
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return str(folders[-1]) if folders else None


def _program(name, package, find) -> str:
    if not find() and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {name} ...", flush=True)
        _apt("update", "-q") and _apt("install", "-q", "-y", "--no-install-recommends", package)
    found = find()
    if not found:
        raise Missing(f"{name} is missing: install it with 'apt-get install {package}'")
    return found


def _apt(*arguments: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["apt-get", *arguments], stdout=subprocess.DEVNULL, env=environment, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    try:
        chromium()
        postgresql()
        systemd_analyze()
    except Missing as missing:
        sys.exit(f"make test: {missing}")
