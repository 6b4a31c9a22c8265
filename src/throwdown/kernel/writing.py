"""A match written as a transcript, whose form :mod:`throwdown.kernel.transcript` tells of and reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from throwdown.kernel.chance import Committed, Seeded, commitment, sealed
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.log import GIVING_UP

if TYPE_CHECKING:
    from throwdown.kernel.match import Match


def write(match: Match, extra: Mapping[str, str] | None = None) -> str:
    """The transcript of ``match``, with ``extra`` headers before the result."""
    lines = [f"[{name} {_quote(value)}]" for name, value in _headers(match, extra or {})]
    return "\n".join([*lines, "", *_body(match), ""])


def _headers(match: Match, extra: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield "Game", match.game.key
    yield "Version", str(match.game.version)
    yield "Seats", str(match.seats)
    for name in match.names:
        yield "Name", name
    for value in match.game.values:
        if match.values[value.key] != value.published:
            yield "Value", f"{value.key}={json.dumps(match.values[value.key])}"
    if isinstance(match.chance, Seeded):
        yield "Seed", str(match.chance.seed)
    else:
        dice = sealed(match.chance)
        if dice:
            yield from _dice(dice, match.over)
    yield from extra.items()
    yield "Result", match.result


def _dice(chance: Committed, over: bool) -> Iterator[tuple[str, str]]:
    """The secret is told only when the match is over."""
    yield "Commitment", commitment(chance.secret)
    yield "Seeds", "-".join(chance.seeds)
    if over:
        yield "Secret", chance.secret.hex()


def _body(match: Match) -> Iterator[str]:
    fresh = match.replay(0)
    heading, seat, texts = "", -1, list[str]()
    for entry in match.log:
        new = match.game.words.heading(fresh.truth())
        if texts and (new != heading or entry.seat != seat or seat != CHANCE):
            yield _line(seat, texts)
            texts = []
        if new != heading:
            heading = new
            yield f"# {heading}"
        seat = entry.seat
        texts.append(GIVING_UP.get(entry.event) or fresh.texts(seat, [entry.event])[0])
        fresh.extend([entry])
    if texts:
        yield _line(seat, texts)


def _line(seat: int, texts: list[str]) -> str:
    return f"{'*' if seat == CHANCE else seat}: {', '.join(texts)}"


def _quote(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
