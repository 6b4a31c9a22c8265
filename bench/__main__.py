"""``python -m bench``: every bench under this folder, in one go; ``python -m bench engine`` only that one."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    known = sorted(path.parent.name for path in HERE.glob("*/__main__.py"))
    chosen = sys.argv[1:] or known
    for name in chosen:
        if name not in known:
            sys.exit(f"unknown bench {name!r}; known are {', '.join(known)}")
        importlib.import_module(f"bench.{name}.__main__").main()


if __name__ == "__main__":
    main()
