"""Events as people write them, and in words why one is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.english import listed
from throwdown.kernel.errors import IllegalEvent, quoted
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.scene import Scene

LISTED = 12  # legal events that a refusal names
LONGEST = 200  # letters of a text that a game is asked about: no event's is longer


class Asked(Protocol):
    """What is asked of a match about an event that somebody would make in it."""

    game: GameFolder
    seats: int

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        ...

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that may act now."""
        ...

    def legal_events(self, seat: int) -> list[int]:
        """The events that ``seat`` may make now, as numbers."""
        ...

    def texts(self, seat: int, events: Iterable[int]) -> list[str]:
        """Events of ``seat`` in the game's notation."""
        ...

    def truth(self) -> Any:
        """The whole record as a struct of plain numbers and lists."""
        ...

    def view(self, seat: int) -> Any:
        """What ``seat`` may know, as a struct of plain numbers and lists."""
        ...

    def scene(self, seat: int) -> Scene:
        """The table as ``seat`` sees it, with its choices."""
        ...


def event_of(match: Asked, seat: int, text: str) -> int:
    """The legal event of ``seat`` that is written ``text``; raises :class:`IllegalEvent` where there is none.

    Case, spaces and, where only one event can be meant, the order of the words do not matter: ``W1 R2`` is
    ``R2 W1``.
    """
    events = match.legal_events(seat)
    texts = match.texts(seat, events)
    wanted, in_any_order = _plain(text), _sorted(text)
    for event, each in zip(events, texts, strict=True):
        if _plain(each) == wanted:
            return event
    meant = [event for event, each in zip(events, texts, strict=True) if _sorted(each) == in_any_order]
    if len(meant) == 1:
        return meant[0]
    raise IllegalEvent(refusal(match, seat, text))


def refusal(match: Asked, seat: int, event: int | str) -> str:
    """Why ``event`` of ``seat``, a number or a text, is not legal, in a sentence that quotes it."""
    phase = match.game.words.heading(match.truth())
    shown = _always_shown(match, seat, event)
    said = event if isinstance(event, str) else shown or event
    head = f"illegal event {quoted(said)} for seat {seat} in {phase}: "
    if match.over:
        return head + "the match is over"
    if seat not in match.awaited:
        head += _reason(match, seat, event) if shown else ""
        return head + f"waiting for seat {', '.join(map(str, match.awaited))}"
    texts = match.texts(seat, match.legal_events(seat))
    head += _reason(match, seat, event)
    more = f" ... ({len(texts)} in all)" if len(texts) > LISTED else ""
    return head + "legal are " + ", ".join(texts[:LISTED]) + more


def in_names(refusal: str, names: Sequence[str]) -> str:
    """A refusal for its player, with names in place of the numbers of seats, which programs count from 0."""

    def awaited(found: re.Match[str]) -> str:
        known = (*names, *("chance" for _ in range(len(names), CHANCE + 1)))
        return "waiting for " + listed(known[int(k)] for k in found[1].split(", "))

    plain = re.sub(r" for seat -?\d+ in ", " in ", refusal, count=1)
    return re.sub(r"waiting for seat (\d(?:, \d)*)$", awaited, plain)


def _always_shown(match: Asked, seat: int, event: int | str) -> str:
    """That event in the game's notation, where the table shows ``seat`` a button for it at any time; else
    empty."""
    choices = match.scene(seat).choices if 0 <= seat < match.seats else ()
    wanted = _plain(event) if isinstance(event, str) else event
    return next((one.text for one in choices if one.always and wanted in (one.event, _plain(one.text))), "")


def _reason(match: Asked, seat: int, event: int | str) -> str:
    """What the game's words say against ``event`` of a player, or else by which rule something else is due
    now, or comes up."""
    reason, is_player = "", 0 <= seat < match.seats
    if is_player and _may_be_meant(match, event):
        reason = match.game.words.refuse(match.view(seat), seat, event)
    if not reason:
        clause = match.scene(seat if is_player else SPECTATOR).clause
        chance = seat == CHANCE
        due = f"what is due cannot come up as {quoted(event)}" if chance else "something else is due now"
        reason = f"{due} ({clause})" if clause else ""
    return f"{reason}; " if reason else ""


def _may_be_meant(match: Asked, event: int | str) -> bool:
    """Whether ``event`` is a number of the game's, or a text in which it can read every number: no digit of
    another script, and none of thousands of digits."""
    if isinstance(event, str):
        return event.isascii() and len(event) <= LONGEST
    return 0 <= event < match.game.rules.EVENTS


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def _sorted(text: str) -> list[str]:
    return sorted(text.lower().split())
