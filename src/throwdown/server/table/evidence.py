"""How an event came about where a person's hand decided it: saved beside the event, so that it can be shown
and checked afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from throwdown.arena.things import Hand
from throwdown.kernel.fair import LinkedRoll
from throwdown.kernel.timing import Judged


class Thrown(Struct, tag_field="how", tag="throw", frozen=True, omit_defaults=True):
    """An event of CHANCE that ``hand`` threw; ``roll`` holds the links of the roll that begins with it."""

    hand: Hand
    roll: LinkedRoll | None = None


class Opened(Struct, tag_field="how", tag="links", frozen=True):
    """The first event of a roll of fair dice."""

    roll: LinkedRoll


class Pressed(Struct, tag_field="how", tag="press", frozen=True):
    """An event of a live race: one press, or several that were level, and how they were judged."""

    presses: Sequence[Judged]


Evidence = Thrown | Pressed | Opened

_EVIDENCE = msgspec.json.Decoder(Evidence)  # made before there are threads


def text_of(evidence: Evidence | None) -> str | None:
    """``evidence`` as JSON, as the database keeps it, such as
    ``{"how":"press","presses":[{"seat":0,"arrived":812.4, ...}]}``."""
    return msgspec.json.encode(evidence).decode() if evidence else None


def read(text: str) -> Evidence:
    """The evidence that :func:`text_of` wrote as ``text``."""
    return _EVIDENCE.decode(text)


def headers(presses: Mapping[int, Pressed]) -> dict[str, str]:
    """The header ``Presses`` of a transcript: by number of the event, how its presses were judged."""
    told = {n: pressed.presses for n, pressed in sorted(presses.items())}
    return {"Presses": msgspec.json.encode(told).decode()} if told else {}
