"""What is told of a match, held to the record: a module for each game says what its sentences claim."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import throwdown

if TYPE_CHECKING:
    from tests.figures.claims import Claims


def claims_of(key: str) -> Claims:
    """What the sentences of that game claim; those of a duel of Kadoova Duel are with the whole game's."""
    part_of = throwdown.load(key).about.part_of
    name = (part_of or key).lower().replace(" ", "_").replace("-", "_")
    return importlib.import_module(f"tests.figures.{name}").CLAIMS
