"""Presses of live races as they are saved beside their events, and told in transcripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from throwdown.kernel.timing import Judged

BEGINNING = '{"press":'


def text_of(presses: Sequence[Judged]) -> str:
    """One press, or several that were level: ``{"press":[{"seat":0,"arrived":812.4, ...}]}``."""
    return msgspec.json.encode({"press": presses}).decode()


def is_press(text: str) -> bool:
    """Whether what was saved beside an event is a press, and no hand that throws."""
    return text.startswith(BEGINNING)


def headers(presses: Mapping[int, str]) -> dict[str, str]:
    """The header ``Presses`` of a transcript: by number of the event, how its presses were judged."""
    told = {n: msgspec.json.decode(text)["press"] for n, text in sorted(presses.items())}
    return {"Presses": msgspec.json.encode(told).decode()} if told else {}
