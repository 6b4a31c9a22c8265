"""Whatever is played, no card is lost and no score is below zero (DZ-1, DZ-4, DZ-16, DZ-17)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import throwdown
from throwdown.games.dardz import offers
from throwdown.games.dardz.state import DRAW, ON_THE_TABLE, OVER, PICK, ROLL, TOSS
from throwdown.kernel.chance import Reported

VALUES = st.fixed_dictionaries(
    {},
    optional={
        "card-points": st.lists(st.integers(1, 30), min_size=12, max_size=12),
        "golden-sevens": st.integers(0, 6),
        "action-points": st.lists(st.integers(-15, 15), min_size=6, max_size=6),
        "jackpot-wrong": st.integers(-30, 0),
        "announce-ten": st.sampled_from(["by the program", "by the players"]),
        "target": st.integers(30, 60),
    },
)


def check(match) -> None:
    """Ninety cards, each in one place; hands, piles and scores agree with it."""
    view = match.truth()
    assert min(view.score) >= 0
    places = Counter(view.where)
    if view.rounds:
        out = sum(places.values()) - places[0]
        assert out + (90 - out if view.closed else view.pile_left) == 90
        assert places[ON_THE_TABLE] == (view.played > 0)
    for seat in range(view.seats):
        cards = [card - 1 for card in view.hand[seat] if card]
        assert len(cards) == view.held[seat] == places[1 + seat] <= 3
        assert all(view.where[card] == 1 + seat for card in cards)
        assert view.pile[seat] == places[11 + seat]
        taken = [card for card, where in enumerate(view.where) if where == 11 + seat]
        assert view.loot[seat] == sum(view.worth[card // 6] for card in taken)
        assert view.announce_ten or view.pile[seat] <= 12
    assert view.owed == sum(view.due)
    assert (view.winner >= 0) == (view.phase == OVER)


@settings(max_examples=40, deadline=None)
@given(
    seats=st.integers(2, 8),
    values=VALUES,
    choices=st.lists(st.integers(0, 10**6), max_size=300),
    seed=st.integers(0, 2**32),
)
def test_ninety_cards_are_conserved_and_scores_stay_at_zero_or_more_on_any_walk(seats, values, choices, seed):
    game = throwdown.load("dardz")
    match = game.match(seats, chance=Reported(), engine=game.loops(True), values=values)
    rng = random.Random(seed)
    for _ in range(600):
        if match.over:
            return
        seat = rng.choice(match.awaited)
        events = match.legal_events(seat)
        picked = choices.pop() if choices else rng.randrange(len(events))
        match.play(seat, events[picked % len(events)])
        check(match)


def walked(seats: int, seed: int, values=None):
    """The positions of a random match, each before its next event, with that event's seat."""
    game = throwdown.load("dardz")
    match = game.match(seats, seed=seed, values=values)
    rng = random.Random(seed)
    while not match.over:
        seat = match.awaited[0]
        yield match, seat
        match.play(seat, rng.choice(match.legal_events(seat)))


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_an_offer_says_exactly_what_a_pick_moves_and_scores(seats):  # DZ-9, DZ-10, DZ-14
    seen = 0
    for match, seat in walked(seats, 7, {"target": 60}):
        before = match.truth()
        if before.phase != PICK:
            continue
        for event in match.legal_events(seat):
            if event == 0:
                continue
            offer = offers.offer(before, event)
            after = match.replay().extend([(seat, event)]).truth()
            moved = {
                s: after.loot[s] - before.loot[s] for s in range(seats) if after.pile[s] > before.pile[s]
            }
            assert moved == offer.gains
            assert sum(before.dice[k] for k in offer.dice) == event
            seen += 1
    assert seen > 30


def test_what_lies_on_the_table_stays_in_sight_until_the_next_round_is_dealt():  # DZ-17, DZ-19
    for match, _ in walked(3, 3, {"target": 80}):
        view = match.truth()
        if view.phase == TOSS and view.rounds:
            assert any(zone.pieces for zone in match.scene().zones if zone.id.startswith("pile"))


def test_nobody_is_asked_while_dice_or_cards_are_due():
    for match, seat in walked(4, 5, {"target": 60}):
        view = match.truth()
        assert (seat == 8) == (view.phase in (TOSS, DRAW, ROLL))


def perft(match, depth: int) -> int:
    """How many sequences of ``depth`` events there are."""
    if depth == 0 or match.over:
        return 1
    seat = match.awaited[0]
    return sum(perft(match.replay().extend([(seat, event)]), depth - 1) for event in match.legal_events(seat))


DEAL = "*: 6, 6, 1, 1\n*: 4, 8, 9, 1, 2, 3\n"


@pytest.mark.parametrize(
    ("script", "depth", "count"),
    [
        (DEAL, 2, 4 * 19 + 2 * 6),  # four numbers bring a draw of any kind, two bring the next die
        (DEAL + "*: 5, 4, 4", 2, 2 * 19),  # the die or the sum, and nothing is not allowed
        (DEAL + "*: 4, trade", 3, 19 + 2 * 3),  # keep and draw, or give one of two for one of three
    ],
)
def test_perft_counts(table, script, depth, count):  # DZ-3, DZ-8 to DZ-11
    assert perft(table("dardz", script), depth) == count
