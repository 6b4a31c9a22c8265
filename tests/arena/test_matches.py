"""Matches whose dexterity duels are thrown (KD-22): hands, what comes of them, and the same again."""

from __future__ import annotations

import json
import random
import re

import pytest

from throwdown.arena.source import thrown_again
from throwdown.arena.things import Hand
from throwdown.kernel import transcript
from throwdown.kernel.chance import Committed
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.server.errors import Refusal
from throwdown.server.table.evidence import Thrown, read, text_of
from throwdown.server.table.physical import Physical, checked_hand, mats_of

SECRET = bytes(range(32))
VALUES = {"throws": "thrown"}


def dice(hands: dict[int, Hand] | None = None, key: str = "kadoova-duel", secret: bytes = SECRET) -> Physical:
    source = Physical(Committed(secret), load(key).arena, VALUES)
    source.hands = dict(hands or {})
    return source


def played(
    source: Physical, throws: int, luck: int = 1, key: str = "kadoova-duel", hand: Hand | None = None
) -> Match:
    """A match of random choices until so many throws have been made, by ``hand`` or the seat's own."""
    rng = random.Random(luck)
    match = load(key).match(2, values=VALUES, chance=source)
    while len(source.hands) < throws and not match.over:
        source.given = hand
        seat = rng.choice([seat for seat in match.awaited if seat != CHANCE])
        match.play(seat, rng.choice(match.legal_events(seat)))
    return match


@pytest.fixture(scope="module")
def thrown() -> tuple[Physical, Match]:
    source = dice()
    return source, played(source, throws=14)


def test_drawn_matches_have_no_arena():
    assert load("kadoova-duel").arena.is_thrown(VALUES)
    assert not load("kadoova-duel").arena.is_thrown({"throws": "drawn"})
    assert not load("command-dice").arena.is_thrown({})


def test_the_same_hands_and_dice_make_the_same_match(thrown):
    source, match = thrown
    fresh = load("kadoova-duel").match(2, values=VALUES, chance=dice(source.hands))
    for number, entry in enumerate(match.log[len(fresh.log) :], len(fresh.log)):
        if entry.seat != CHANCE and number == len(fresh.log):
            fresh.play(*entry)
    assert fresh.log == match.log


def test_a_match_that_is_resumed_finds_the_same_mat(thrown):
    source, match = thrown
    resumed = dice(source.hands)
    while source.seen(match, 0) is None or not match.game.arena.mat(match.truth()):
        seat = next(seat for seat in match.awaited if seat != CHANCE)
        match.play(seat, match.legal_events(seat)[0])
    resumed.hands = dict(source.hands)
    found, expected = resumed.seen(match, 0), source.seen(match, 0)
    assert found
    assert expected
    assert found.bodies == expected.bodies


def test_what_a_seat_sees_says_who_throws_next():
    source = dice()
    match = played(source, throws=3)
    views = [source.seen(match, seat) for seat in (0, 1, 9)]
    if all(views):
        able = [view.event >= 0 for view in views if view]
        assert able.count(True) <= 1
        assert not able[2]


@pytest.mark.parametrize("secret", [3, 104])
def test_the_last_throw_before_the_mat_is_cleared_is_seen_whatever_dice_it_moved_kd_d1(secret):
    """The third throw of Daggers moves other dice here, whose places are events of their own."""
    source = dice(key="axe-vs-daggers", secret=bytes([secret]) * 32)
    match = played(source, throws=3, key="axe-vs-daggers", hand=Hand(strength=60.0))
    number, seen = max(source.hands), source.seen(match, SPECTATOR)
    assert len(match.log) - number >= 3
    assert seen
    assert (seen.n, bool(seen.flight), seen.bodies) == (number, True, ())


def test_who_has_pressed_throws_no_second_time_while_others_may_lay_a_viking_invasion_kd18():
    source = dice()
    match = played(source, throws=1)
    while match.game.arena.press(match.truth())[0] < 0 or len(match.awaited) < 2:
        seat = next(seat for seat in match.awaited if seat != CHANCE)
        match.play(seat, match.legal_events(seat)[-1])
    thrower, event = match.game.arena.press(match.truth())
    before = source.seen(match, thrower)
    assert before
    assert before.event == event
    match.play(thrower, event)
    assert match.awaited == (1 - thrower,)
    after = source.seen(match, thrower)
    assert after
    assert after.event == -1


def test_every_throw_is_an_event_of_chance_that_its_hand_is_saved_with(thrown):
    source, match = thrown
    assert len(source.hands) >= 14
    assert all(match.log[number - 1].seat == CHANCE for number in source.hands)
    for hand in source.hands.values():
        assert read(text_of(Thrown(hand)) or "") == Thrown(hand)


@pytest.mark.parametrize("key", ["axe-vs-daggers", "chicken", "horse-shoes"])
def test_the_rules_know_every_die_where_the_arena_found_it(key):
    """KD-D1, KD-D2, KD-D7: after each throw, those that it has knocked too."""
    knocked, throws = 0, 0
    for luck in range(20):
        source = dice(key=key, secret=bytes([luck] * 32))
        match = load(key).match(2, values=VALUES, chance=source)
        while not match.over and not match.truth().breaking:
            match.play(match.awaited[0], match.legal_events(match.awaited[0])[0])
            same_places(match, source)
        throws += len(source.hands)
        knocked += match.transcript().count("knocked")
    assert throws >= 20 * 4
    assert knocked > 0


def test_of_dice_equally_many_thumbs_from_the_post_the_one_with_the_smaller_gap_wins_kdd7():
    source = dice(key="horse-shoes", secret=bytes([6] * 32))
    match = load("horse-shoes").match(2, values=VALUES, chance=source)
    while not match.over:
        match.play(match.awaited[0], match.legal_events(match.awaited[0])[0])
    gap = {seat: min(source.readings[seat, k].gap for k in range(3)) for seat in (0, 1)}
    places = [min(source.readings[seat, k].place for k in range(3)) for seat in (0, 1)]
    assert places[0] == places[1]
    assert match.texts(CHANCE, [match.log[-1].event])[0].startswith("knocked 2")
    assert match.truth().winner == min(gap, key=gap.__getitem__) == 1
    assert transcript.read(match.transcript(**source.told())).verify(thrown_again)


def same_places(match: Match, source: Physical) -> None:
    view = match.truth()
    for seat, k in (match.game.arena.lying(view) or set()) & set(source.readings):
        place, number, _ = source.readings[seat, k]
        assert view.spot[seat][k] == place + 1
        assert view.die[seat][k] in (0, number)


def test_a_transcript_tells_how_everything_was_thrown(thrown):
    """Hand and seed are all that the same throw needs."""
    source, match = thrown
    read = transcript.read(match.transcript(**source.told()))
    told = json.loads(read.one("Throws"))
    assert [int(number) for number in told] == sorted(source.hands)
    number, throw = next(iter(told.items()))
    assert throw.pop("seed") == source.committed.ticket(int(number), 2**62)
    assert Hand(**throw) == source.hands[int(number)]


def test_a_replay_shows_the_throws_that_were_seen():
    source = dice(key="axe-vs-daggers")
    match = load("axe-vs-daggers").match(2, values=VALUES, chance=source)
    flights: dict[int, str] = {}
    while not match.over and not match.truth().breaking:
        match.play(match.awaited[0], match.legal_events(match.awaited[0])[0])
        seen = source.seen(match, SPECTATOR)
        flights |= {seen.n: seen.flight} if seen and seen.flight else {}
    mats = list(mats_of(match))
    assert len(flights) == 4
    assert {mat.arena.n: mat.arena.flight for mat in mats if mat.arena.flight} == flights
    assert [mat.since for mat in mats] == sorted({mat.since for mat in mats})


@pytest.fixture(scope="module")
def written() -> str:
    """The transcript of a duel that was thrown to its end."""
    source = dice(key="chicken")
    match = load("chicken").match(2, values=VALUES, chance=source)
    while not match.over:
        match.play(match.awaited[0], match.legal_events(match.awaited[0])[0])
    return match.transcript(**source.told())


def test_a_transcript_of_throws_is_verified_by_throwing_again(written):
    assert transcript.read(written).verify(thrown_again)[-1].endswith("every throw comes out again.")
    assert transcript.read(written).verify()[-1] == "Dice were thrown by hand: they were not thrown again."


def test_throws_of_another_build_are_not_thrown_again_and_the_other_dice_are_checked(written):
    other = re.sub(r'Arena "[^"]*"', 'Arena "MuJoCo 1.0, abacus"', written)
    assert transcript.read(other).verify(thrown_again)[-1].endswith("made with MuJoCo 1.0, abacus.")


@pytest.mark.parametrize(
    ("pattern", "instead", "why"),
    [
        (r'aim\\":[-0-9.]+', 'aim\\":24.5', "but the dice give"),
        (r'strength\\":[0-9.]+', 'strength\\":999', "strength of a throw is 0 to 100: 999"),
        (r'seed\\":\d+', 'seed\\":5', "was let go otherwise: seed 5"),
        (r'Throws ".*"\]', 'Throws "[]"]', "throws that cannot be read"),
        (r'Throws "\{', 'Throws "{\\"1\\":{},', "event 1 is no throw"),
        (r"band \d", "off", "the events come to"),
    ],
)
def test_a_forged_throw_is_refused_with_the_reason(written, pattern, instead, why):
    forged, made = re.subn(pattern, instead.replace("\\", "\\\\"), written)
    assert made >= 1
    with pytest.raises(BadTranscript, match=re.escape(why)):
        transcript.read(forged).verify(thrown_again)


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (Hand(aim=40.0, strength=50.0), "the aim of a throw is -25 to 25: 40"),
        (Hand(strength=float("nan")), "the strength of a throw is a number: nan"),
        (Hand(x=1.0), "the x of a placing is -0.03 to 0.03: 1"),
    ],
)
def test_a_hand_that_no_person_has_is_refused(hand, why):
    with pytest.raises(Refusal, match=why):
        checked_hand(hand)
