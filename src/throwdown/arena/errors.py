"""What the arena refuses."""

from __future__ import annotations

from throwdown.kernel.errors import ThrowdownError


class BadThrow(ThrowdownError):
    """An aim, a strength, a spin or a place that no hand could have given."""


class Restless(ThrowdownError):
    """Something has not come to rest within the time that a throw is given; it is thrown again."""
