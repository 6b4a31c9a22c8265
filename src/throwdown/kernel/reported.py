"""Headers of a transcript with real dice: which chance events nobody reported.

``Drawn``: the app stood in for missing dice or cards, from secrets that were sealed before. It is written
``commitment secret event event ...``, with ``;`` between seals. ``Supposed``: dice under a cup that
was never lifted, and cards of a hand that were never played. Nobody told them, and what is written is one of
those that fit all that was said and done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from throwdown.kernel.chance import Committed, commitment
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match

DRAWN, SUPPOSED = "Drawn", "Supposed"


def comes_up(match: Match, drawn: Mapping[int, bytes]) -> set[int]:
    """The numbers, counted from 1, of those events of ``match`` that dice give as they are in the log;
    ``drawn`` are the events asked about, with the secret of each."""
    dice = {secret: Committed(secret) for secret in drawn.values()}
    fresh, found = match.replay(0), set[int]()
    for number in sorted(drawn):
        fresh.extend(match.log[len(fresh.log) : number - 1])
        entry = match.log[number - 1]
        if entry.seat == CHANCE and fresh.drawn_by(dice[drawn[number]]) == entry.event:
            found.add(number)
    return found


def reported_headers(
    match: Match, drawn: Iterable[tuple[bytes, Sequence[int]]], supposed: Iterable[int]
) -> dict[str, str]:
    """The headers of ``match``; ``drawn`` are seals with the events that each has drawn. An event that is not
    as its secret draws it any more, because an entry before it was corrected, counts as reported."""
    seals = list(drawn)
    held = comes_up(match, {number: secret for secret, numbers in seals for number in numbers})
    found = [(secret, [number for number in numbers if number in held]) for secret, numbers in seals]
    texts = (
        " ".join([commitment(secret), secret.hex(), *map(str, numbers)])
        for secret, numbers in found
        if numbers
    )
    headers = {DRAWN: "; ".join(texts), SUPPOSED: " ".join(map(str, supposed))}
    return {name: text for name, text in headers.items() if text}


def check_drawn(match: Match, text: str) -> str:
    """Draw again what the header ``Drawn`` names; raises :class:`ValueError` for what is not so."""
    drawn: dict[int, bytes] = {}
    for part in text.split(";"):
        try:
            told, secret, *words = part.split()
            key, numbers = bytes.fromhex(secret), _numbers(match, words)
        except ValueError as error:
            raise ValueError(f"{part.strip()[:40]!r} is no seal with its events: {error}") from None
        if commitment(key) != told:
            raise ValueError(f"the secret's SHA-256 is {commitment(key)}, not {told[:64]!r}")
        for number in numbers:
            if number in drawn:
                raise ValueError(f"event {number} is told to be drawn twice")
            drawn[number] = key
    if wrong := drawn.keys() - comes_up(match, drawn):
        raise ValueError(f"event {min(wrong)} is not what the sealed secret gives")
    if len(drawn) == 1:
        return "1 event that the app drew is what the sealed secret gives."
    return f"{len(drawn)} events that the app drew are what the sealed secret gives."


def check_supposed(match: Match, text: str) -> str:
    """A sentence on what the header ``Supposed`` names; raises :class:`ValueError` for what is none."""
    numbers = _numbers(match, text.split())
    named = ", ".join(map(str, numbers))
    are = "event is" if len(numbers) == 1 else "events are"
    return f"{len(numbers)} {are} only supposed, for nobody showed what lay there: {named}."


def _numbers(match: Match, words: Iterable[str]) -> list[int]:
    """The chance events that are named; raises :class:`ValueError`, quoting what is none."""
    found: list[int] = []
    for word in words:
        number = int(word) if word.isascii() and word.isdigit() and len(word) < 10 else 0
        if not 1 <= number <= len(match.log) or match.log[number - 1].seat != CHANCE:
            raise ValueError(f"{word[:20]!r} is no event of dice or cards")
        found.append(number)
    return found
