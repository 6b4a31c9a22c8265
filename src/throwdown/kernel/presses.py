"""The presses of live races that a transcript tells of, checked against the match."""

from __future__ import annotations

import msgspec

from throwdown.kernel.match import Match
from throwdown.kernel.timing import Heat, Judged

ROUNDED = 0.21  # ms by which rounded times may miss each other


def check_presses(match: Match, text: str) -> int:
    """Check what a transcript tells of its presses: the JSON object ``text``, by number of the event.

    Each must be a press of a live race that was on, by the seats that are named, and must count as much
    earlier than it arrived as was credited. Returns how many there are; raises :class:`ValueError`.
    """
    told = msgspec.json.decode(text, type=dict[int, tuple[Judged, ...]])
    many = sum(map(len, told.values()))
    fresh = match.replay(0)
    for number, entry in enumerate(match.log, 1):
        presses = told.pop(number, ())
        if presses:
            heat = match.game.timing.heat(fresh.truth())
            why = _reason(heat, entry.seat, entry.event, presses)
            if why:
                raise ValueError(f"event {number}, {why}")
        fresh.extend([entry])
    if told:
        raise ValueError(f"there is no event {min(told)}")
    return many


def _reason(heat: Heat | None, seat: int, event: int, presses: tuple[Judged, ...]) -> str:
    """Why that cannot have been a press of ``heat``; empty where it can."""
    seats = {press.seat for press in presses}
    alone = heat is not None and heat.presses.get(seat) == event and seats == {seat}
    level = heat is not None and heat.together == event and len(seats) > 1 and seats <= set(heat.presses)
    if not (alone or level):
        return f"is no press of a live race by {_named(seats)}"
    for press in presses:
        if press.credited < 0 or abs(press.arrived - press.credited - press.counts) > ROUNDED:
            return (
                f"seat {press.seat}: {press.arrived} ms less {press.credited} credited is not {press.counts}"
            )
    return ""


def _named(seats: set[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in sorted(seats))
