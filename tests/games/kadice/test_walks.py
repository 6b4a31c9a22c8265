"""Whatever is played, nothing is lost and nothing appears (KA-1, KA-12, KA-13, KA-17)."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import throwdown
from tests.games.kadice.opening import opened, rolls
from throwdown.kernel.chance import Reported
from throwdown.kernel.contract import CHANCE, SPECTATOR

WHOLE_DECK = (1 << 17) - 1


def check(match) -> None:
    """17 cards a player, each in one place; turns, held dice and immunity only for who has a card."""
    view = match.truth()
    assert max(view.active[view.seats :], default=0) == 0
    for seat in range(view.seats):
        active = 1 << view.active[seat] - 1 if view.active[seat] else 0
        assert view.deck[seat] + view.gone[seat] + active == WHOLE_DECK
        assert view.deck[seat] & view.gone[seat] == view.deck[seat] & active == view.gone[seat] & active == 0
        assert bool(view.in_play >> seat & 1) == bool(active)
        assert 0 <= view.stock[seat] <= bin(view.deck[seat]).count("1")
        assert 0 <= view.left[seat] <= (3 if active else 0)
        assert view.held[seat] == 0 or (view.left[seat] and 0 < view.held[seat] < 31)
        assert bin(view.held[seat]).count("1") <= 4
        assert all(0 <= face <= 6 for face in view.face[seat])
    assert sum(match.points) >= 1
    if view.turn >= 0 and view.phase in (2, 3, 4):
        cards = [card for card in view.active if card]
        assert len(set(cards)) == len(cards), "two active cards are the same in a round"


@settings(max_examples=60, deadline=None)
@given(
    choices=st.lists(st.integers(0, 10**6), max_size=150),
    seed=st.integers(0, 2**32),
    seats=st.integers(2, 8),
    cards=st.integers(1, 3),
)
def test_seventeen_cards_a_player_lie_in_one_place_each_on_any_legal_walk(choices, seed, seats, cards):
    game = throwdown.load("kadice")
    values = {"cards-each": cards, "most-rounds": 4}
    match = game.match(seats, chance=Reported(), engine=game.loops(True), values=values)
    rng = random.Random(seed)
    while not match.over:
        seat = match.awaited[0]
        events = match.legal_events(seat)
        picked = choices.pop() if choices else rng.randrange(len(events))
        match.play(seat, events[picked % len(events)])
        check(match)


def test_nobody_is_told_anything_that_others_are_not(is_compiled):  # KA-17
    """The record holds no order of cards, so that all see the same, and the next card is anybody's guess."""
    game = throwdown.load("kadice")
    match = game.match(4, seed=5, engine=game.loops(is_compiled))
    rng = random.Random(5)
    for _ in range(300):
        seat = match.awaited[0]
        assert all(match.seen(viewer).tobytes() == match.state.tobytes() for viewer in (*range(4), SPECTATOR))
        match.play(seat, rng.choice(match.legal_events(seat)))


def test_every_card_of_a_deck_is_as_likely_to_be_turned_up_next(is_compiled):  # KA-17
    game = throwdown.load("kadice")
    match = game.match(2, chance=Reported(), engine=game.loops(is_compiled))
    match.play(CHANCE, "6")
    match.play(CHANCE, "1")
    events, weights = np.zeros(game.rules.EVENTS, np.int32), np.zeros(game.rules.EVENTS, np.int32)
    n, total = match.engine.legal(match.state, CHANCE, events, weights)
    assert (n, total) == (17, 0)


def perft(match, depth: int) -> int:
    """How many sequences of ``depth`` events there are."""
    if depth == 0 or match.over:
        return 1
    total = 0
    for event in match.legal_events(match.awaited[0]):
        after = match.replay()
        after.play(match.awaited[0], event)
        total += perft(after, depth - 1)
    return total


def test_the_first_war_of_two_has_36_rolls_of_which_six_are_level(table):  # KA-3
    match = table("kadice")
    assert [perft(match, depth) for depth in (1, 2)] == [6, 36]
    assert perft(match, 3) == 30 * 17 + 6 * 6  # the first card turned up, or the first of two dice each


def test_five_different_dice_are_held_in_31_ways_and_alike_ones_in_fewer(table):  # KA-7
    assert perft(opened(table, "KD LS", rolls("1 2 3 4 6")), 1) == 31
    assert perft(opened(table, "KD LS", rolls("1 1 1 2 2")), 1) == 3 * 4 - 1
    assert perft(opened(table, "LS KD", rolls("2 2 2 2 2")), 1) == 5 + 5  # and five numbers for a wild die


def test_small_straight_holds_or_holds_and_rolls_again(table):  # KA-0
    assert perft(opened(table, "SS LS", rolls("1 2 4 5 6")), 1) == 31 + 31
