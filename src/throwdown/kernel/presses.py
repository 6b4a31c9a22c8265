"""The presses that a transcript tells of, of live races and at a buzzer beside a real box, checked."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from throwdown.kernel.match import Match
from throwdown.kernel.timing import Heat, Judged

LEVEL = 2.0  # ms: presses closer than this cannot be told apart
ROUNDED = 0.21  # ms by which rounded times may miss each other
BUZZER = "Buzzer"  # the header of a transcript


class Buzzed(Struct, frozen=True):
    """One round at a buzzer after event ``n`` of a match, as it was judged: the seats that were ``first``,
    and all presses."""

    n: int
    first: tuple[int, ...]
    presses: tuple[Judged, ...]


def check_presses(match: Match, text: str) -> int:
    """Check what a transcript tells of its presses: the JSON object ``text``, by number of the event.

    Each must be a press of a live race that was on, by the seats that are named, and must count as much
    earlier than it arrived as was credited; those that were judged to be level must be. Returns how many
    there are; raises :class:`ValueError`.
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
    counts = [press.counts for press in presses]
    if max(counts) - min(counts) > LEVEL + ROUNDED:
        return f"presses of {_named(seats)} are {max(counts) - min(counts):.1f} ms apart, and were not level"
    return _wrong_sum(presses)


def _wrong_sum(presses: tuple[Judged, ...]) -> str:
    """Which press does not count as much earlier than it arrived as was credited; empty where all do."""
    for press in presses:
        if press.credited < 0 or abs(press.arrived - press.credited - press.counts) > ROUNDED:
            return (
                f"seat {press.seat}: {press.arrived} ms less {press.credited} credited is not {press.counts}"
            )
    return ""


def check_buzzed(match: Match, text: str) -> str:
    """Check what a transcript tells of a buzzer: the JSON list ``text`` of rounds.

    Whoever was first must be among those who pressed, at a place in the match, and presses must count as in a
    live race. Returns a sentence; raises :class:`ValueError`.
    """
    rounds = msgspec.json.decode(text, type=tuple[Buzzed, ...])
    for each in rounds:
        seats = {press.seat for press in each.presses}
        if not 0 <= each.n <= len(match.log):
            raise ValueError(f"there is no event {each.n}")
        if not each.first or not {*each.first} <= seats <= {*range(match.seats)}:
            raise ValueError(
                f"after event {each.n}: {_named({*each.first})} first, and {_named(seats)} pressed"
            )
        if why := _wrong_sum(each.presses):
            raise ValueError(f"after event {each.n}, {why}")
    many = "round at the buzzer is as it was" if len(rounds) == 1 else "rounds at the buzzer are as they were"
    return f"{len(rounds)} {many} judged."


def _named(seats: set[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in sorted(seats))
