"""Figures that are told equal what changed in the record; ``python -m tests.figures`` reads more matches."""

from __future__ import annotations

import pytest

import throwdown
from tests.figures import claims_of, sets
from tests.figures.claims import Checker, Event, events_of, match_by_lot, survey

GAMES = [game.key for game in throwdown.all_games()]
MATCHES = {"kadoova-duel": 8, "duello": 8, "dardz": 8, "day-at-the-beach": 40}


@pytest.mark.parametrize("key", GAMES)
def test_every_figure_that_is_told_is_what_changed_in_the_record(key):
    found = survey(throwdown.load(key), claims_of(key), MATCHES.get(key, 5))
    assert sum(many for kind, many in found.items() if kind) >= 5


def test_dz_15_a_hand_that_was_cleaned_up_is_not_told_again_when_lucky_losers_roll():
    game, cleaned = throwdown.load("dardz"), 0
    for event in events_of(match_by_lot(game, claims_of("dardz"), 115, is_compiled=True), 115):
        cleaned += any("cleaned up" in words for _, words in event.said[0])
        lucky = any("as a Lucky Loser" in words for _, words in event.said[0])
    assert (cleaned, lucky) == (1, True)


def test_interpreted_rules_tell_the_same_figures():
    game = throwdown.load("duello")
    assert survey(game, claims_of("duello"), 1, is_compiled=False) == survey(game, claims_of("duello"), 1)


def first_event(key: str) -> tuple[Checker, Event]:
    game, claims = throwdown.load(key), claims_of(key)
    events = events_of(match_by_lot(game, claims, 0, is_compiled=False), 0)
    return Checker(claims), next(events)


@pytest.mark.parametrize("key", GAMES)
def test_a_sentence_with_a_figure_that_no_kind_claims_is_a_fault(key):
    checker, event = first_event(key)
    for words in ("juggled 3 dice.", "juggled three dice."):
        with pytest.raises(AssertionError, match="not checked: 0: juggled"):
            checker.kind_of(event, 0, words)
    assert checker.kind_of(event, 0, "juggled, and {1} watched.") == ""


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("command-dice", "won the round, 40 to 39."),
        ("dardz", "won the game with 999."),
        ("duello", "won 99 points: nobody else has target dice."),
        ("kadice", "won the game with 9 cards left."),
        ("kadoova-duel", "gained 700."),
        ("war", "took nine dice in round 5."),
    ],
)
def test_a_figure_that_the_record_does_not_have_is_a_fault(key, words):
    checker, event = first_event(key)
    with pytest.raises(AssertionError, match="false: 0"):
        checker.kind_of(event, 0, words)


def test_du_17_the_games_of_a_set_add_up_to_its_sheet_its_chips_and_what_is_paid():
    assert sum(sets.check(seed) for seed in range(6)) > 6
