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
