"""What random matches of every game say, in all voices; ``python -m tests.sentences`` reads more of them."""

from __future__ import annotations

import pytest

import throwdown
from tests.sentences import faults_in, read

GAMES = [game.key for game in throwdown.all_games()]
MATCHES = 3
# Matches that came to what few come to: ties of two and of all, one die left, one chip.
SAID_ONCE = [("war", 0), ("war", 7), ("duello", 4), ("duello", 9), ("duello", 141)]


@pytest.mark.parametrize("key", GAMES)
def test_nothing_that_a_random_match_says_is_among_what_must_never_be_said(key):
    assert list(read(throwdown.load(key), MATCHES, first=1)) == []


@pytest.mark.parametrize(("key", "seed"), SAID_ONCE)
def test_nothing_wrong_is_said_at_a_rare_moment(key, seed):
    assert list(read(throwdown.load(key), 1, first=seed)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The dice of you are due.", "of you"),
        ("Your next roll matches a card with 0%.", "with 0%"),
        ("Ada rolled the the die.", "a doubled word"),
        ("The Ada won.", "an article before a name"),
        ("None won.", "None"),
        ("{0} won.", "a place that was not filled"),
        ("Ada gained 1 points.", "a plural of one"),
        ("Ada holds 3 card.", "a singular of several"),
        ("Ada drew Rematch!.", "a stop after a mark"),
        ("Round 1 is over. You deals round 2.", "you with the verb of somebody else"),
        ("You is on turn.", "you with the verb of somebody else"),
        ("You lost the last card and is a ghost.", "you with the verb of somebody else"),
        ("Ada win.", "a name with the verb of you"),
        ("Seat and seat 2 tie.", "a seat counted as the rules do"),
    ],
)
def test_each_fault_is_found_in_a_text_that_has_it(text, fault):
    assert faults_in(text) == [fault]
