"""What tests of fair dice share with those of the server."""

from tests.server.conftest import cluster

__all__ = ["cluster"]
