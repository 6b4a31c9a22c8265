"""What all messages have in common."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # what every JSON reader holds exactly
MatchId = Annotated[str, Meta(max_length=16)]


class Message(Struct, tag_field="t", omit_defaults=True, frozen=True):
    """The base of every message, either way."""


@lru_cache(1 << 14)
def id_text(match: int) -> str:
    """The id of a match as messages name it: 16 hexadecimal digits."""
    return f"{match:016x}"
