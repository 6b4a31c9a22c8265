"""The five sources of chance, and dice that can be checked."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

import throwdown
from throwdown.kernel.chance import (
    Committed,
    Fair,
    Offer,
    Recorded,
    Reported,
    Seeded,
    Thrown,
    commitment,
)
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Match
from throwdown.kernel.position import seats_of

SECRET = bytes(range(32))


def offer(events, weights=None, number=1) -> Offer:
    return Offer(number, events, weights, throwdown.load("command-dice").match(chance=Reported()))


def test_a_committed_ticket_is_the_hmac_of_number_try_and_seeds():
    digest = hmac.new(SECRET, b"7:0:aa-bb", hashlib.sha256).digest()
    assert Committed(SECRET, ["aa", "bb"]).ticket(7, 6) == int.from_bytes(digest[:8], "big") % 6


def test_a_number_in_the_last_incomplete_stretch_is_drawn_again():
    """With three quarters of 2**64 as the size, every fourth number falls there."""
    size, dice = 3 * 2**62, Committed(SECRET, ["aa"])
    firsts = [
        int.from_bytes(hmac.digest(SECRET, f"{n}:0:aa".encode(), "sha256")[:8], "big") for n in range(200)
    ]
    redrawn = [n for n, value in enumerate(firsts) if value >= size]
    assert 20 < len(redrawn) < 80
    for n in redrawn:
        second = int.from_bytes(hmac.digest(SECRET, f"{n}:1:aa".encode(), "sha256")[:8], "big")
        assert dice.ticket(n, size) == second or second >= size
    assert all(dice.ticket(n, size) < size for n in range(200))


@pytest.mark.parametrize("source", [Committed(SECRET, ["aa"]), Seeded(4)], ids=["committed", "seeded"])
def test_every_face_comes_up_equally_often(source):
    """Chi-square with 5 degrees of freedom stays under 20.5 (p = 0.001); the numbers are fixed."""
    counts = Counter(source.draw(offer(range(6), number=n)) for n in range(6000))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5


def test_weights_are_tickets():
    draws = Counter(Seeded(1).draw(offer([10, 11, 12], [2, 3, 1], n)) for n in range(6000))
    assert sum((draws[k] - w) ** 2 / w for k, w in enumerate((2000, 3000, 1000))) < 13.8


def test_fair_dice_stay_within_what_is_offered():
    assert {Fair().draw(offer([5, 6, 7])) for _ in range(200)} == {0, 1, 2}


def test_the_commitment_is_the_sha256_of_the_secret():
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_same_seed_gives_the_same_match_and_another_seed_another():
    def start(seed):
        return throwdown.load("command-dice").match(seed=seed).state.tobytes()

    assert start(3) == start(3)
    assert start(3) != start(4)


def test_reported_dice_wait_until_somebody_says_what_came_up():
    match = throwdown.load("command-dice").match(chance=Reported())
    assert match.awaited == (8,)
    match.play(8, "red")
    match.play(8, "4H")
    assert match.view().line[0] == 16


def test_recorded_chance_repeats_the_match_and_then_waits():
    game = throwdown.load("command-dice")
    first = game.match(seed=9)
    again = game.match(chance=Recorded(entry.event for entry in first.log))
    assert again.state.tobytes() == first.state.tobytes()
    again.play(0, "R1")
    again.play(1, "R2")
    assert again.awaited == (8,)


def test_a_recorded_event_that_cannot_happen_is_refused():
    with pytest.raises(IllegalEvent, match="recorded chance event 3 cannot be event 1"):
        throwdown.load("command-dice").match(chance=Recorded([3]))


def test_a_physical_source_is_asked_for_every_event_and_held_to_what_is_possible():
    asked = []

    def throw(due: Offer) -> int:
        asked.append(due.number)
        return due.events[0]

    match = throwdown.load("command-dice").match(chance=Thrown(throw))
    assert asked == [1, 2, 3, 4]
    assert match.awaited == (0, 1)
    with pytest.raises(IllegalEvent, match="thrown event 999"):
        throwdown.load("command-dice").match(chance=Thrown(lambda due: 999))


class Contrary(Committed):
    """Numbers at the first attempt that decide nothing for any size that is no power of two."""

    def _hmac(self, number: int, attempt: int) -> bytes:
        return super()._hmac(number, attempt) if attempt else b"\xff" * 32


class OneByOne(Committed):
    """Draws each event by itself."""

    def ahead(self, number: int) -> None:
        """None, so that every event is offered."""


@pytest.mark.parametrize("kind", [Committed, Contrary])
def test_events_that_come_up_together_are_those_that_come_up_one_by_one(is_compiled, kind):
    def played(dice: type[Committed]) -> Match:
        """A match in which both always choose the first of what is legal."""
        game = throwdown.load("command-dice")
        match = game.match(chance=dice(SECRET, ["aa"]), engine=game.loops(is_compiled))
        while not match.over and len(match.log) < 150:
            seat = match.awaited[0]
            match.play(seat, match.legal_events(seat)[0])
        return match

    single = type("Single", (OneByOne, kind), {})
    together, apart = played(kind), played(single)
    assert together.log == apart.log
    assert together.state.tobytes() == apart.state.tobytes()


def test_whoever_hears_of_events_has_the_record_at_every_number_that_they_asked_for():
    match = throwdown.load("kadice").match(2, chance=Committed(SECRET, ["aa"]))
    heard: list[tuple[int, int, int]] = []
    match.hear = lambda entries, learned, awaited: heard.append((len(entries), len(match.log), awaited))
    match.hears_every = 4
    while len(match.log) < 60:
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
        assert seats_of(heard[-1][2]) == match.awaited
    first = heard[0][1] - heard[0][0]
    assert sum(many for many, _, _ in heard) == len(match.log) - first
    assert {n for n in range(first + 1, len(match.log)) if n % 4 == 0} <= {n for _, n, _ in heard}
    assert max(many for many, _, _ in heard) > 1
