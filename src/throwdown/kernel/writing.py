"""A match written as a transcript, whose form :mod:`throwdown.kernel.transcript` tells of and reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from throwdown.kernel.chance import Chance, Committed, Decided, Seeded, commitment, sealed
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.fair import Linked
from throwdown.kernel.fairtext import headers
from throwdown.kernel.log import SPOKEN
from throwdown.kernel.tables import Plain


class Played(Decided, Protocol):
    """What a transcript tells of a match."""

    seats: int
    names: tuple[str, ...]
    values: dict[str, Plain]
    chance: Chance

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        ...

    @property
    def result(self) -> str:
        """Who won, and the points."""
        ...

    def texts(self, seat: int, events: Iterable[int]) -> list[str]:
        """Events of ``seat`` in the game's notation."""
        ...


def write(match: Played, extra: Mapping[str, str] | None = None) -> str:
    """The transcript of ``match``, with ``extra`` headers before the result."""
    lines = [f"[{name} {_quote(value)}]" for name, value in _headers(match, extra or {})]
    return "\n".join([*lines, "", *_body(match), ""])


def _headers(match: Played, extra: Mapping[str, str]) -> Iterator[tuple[str, str]]:
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
    if isinstance(chance, Linked):
        yield from headers(chance)
    else:
        yield "Seeds", "-".join(chance.seeds)
    if over:
        yield "Secret", chance.secret.hex()


def _body(match: Played) -> Iterator[str]:
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
        texts.append(SPOKEN.get(entry.event) or fresh.texts(seat, [entry.event])[0])
        fresh.extend([entry])
    if texts:
        yield _line(seat, texts)


def _line(seat: int, texts: list[str]) -> str:
    return f"{'*' if seat == CHANCE else seat}: {', '.join(texts)}"


def _quote(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
