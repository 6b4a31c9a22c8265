"""Runs a server for the tests: settings as JSON in the first argument; prints the port when ready."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from throwdown.server.run import serve
from throwdown.server.settings import Settings

if __name__ == "__main__":
    chosen = json.loads(sys.argv[1])
    chosen = {key: tuple(value) if isinstance(value, list) else value for key, value in chosen.items()}
    if "bundle" in chosen:
        chosen["bundle"] = Path(chosen["bundle"])
    sys.exit(serve(Settings(**chosen), ready=lambda port: print(port, flush=True)))
