"""What tests of fair dice share: a server, and what they share with those of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.conftest import cluster
from tests.server.serving import Serving

__all__ = ["cluster", "server"]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    games = tmp_path_factory.mktemp("fair") / "games.db"
    serving = Serving(f"sqlite:///{games}", grace=60, seed_wait=5, link_wait=1.0).start()
    yield serving
    serving.stop()
