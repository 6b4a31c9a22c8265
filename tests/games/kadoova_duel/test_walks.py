"""Whatever is played, no card and no die is lost, and none appears (KD-1, KD-13, KD-16, KD-D9, KD-D12)."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import throwdown
from tests.games.kadoova_duel.staging import challenged, chance, everybody_passes, opened
from throwdown.games.kadoova_duel.cards import DRAWING, EVENTS, KINDS, UPGRADES
from throwdown.games.kadoova_duel.duels.register import Duel
from throwdown.games.kadoova_duel.duels.table import GREY
from throwdown.kernel.chance import Reported

COPIES = [1, 1, 1, 1, 5, 5, 5, 1, 1, 5, 3, 4, 2, 4, 3, 3, 2, 3, 2, 2]  # KD-14 to KD-20


def check_cards(view) -> None:
    """54 Kadoova cards, each kind in its number: in the deck, hands, upgrades, played or discarded."""
    for kind in range(KINDS):
        there = view.deck[kind] + view.discard[kind] + sum(hand[kind] for hand in view.hand)
        there += view.played_kind[: view.plays].count(kind)
        if kind < UPGRADES:
            there += sum(upgrades >> kind & 1 for upgrades in view.upgrades)
        assert there == COPIES[kind], kind
    assert view.deck_count == sum(view.deck)
    assert view.held == [sum(hand) for hand in view.hand]
    assert all(not any(hand[:UPGRADES]) for hand in view.hand)
    assert view.duel_count == sum(view.duel_cards)
    assert all(0 <= left <= copies for left, copies in zip(view.duel_cards, view.duel_copies, strict=True))


def check_dice(view) -> None:
    """28 dice: no duelist has more of a colour than there are, and never more than four grey ones."""
    assert sum(view.extra) <= 4
    if view.duel == Duel.PLAGUE and view.stage >= 4 and not view.breaking and not view.forfeits:
        hues = [hue for seat in range(4) for hue in view.hue[seat][: view.count[seat]]]
        for seat in (view.challenger, view.opponent):
            assert hues.count(seat) <= 6
        assert hues.count(GREY) <= sum(view.extra)
        assert len(hues) + sum(view.outs) == 12 + sum(view.extra) - sum(view.less)
    if view.duel == Duel.WAR:
        assert sum(sum(row) for row in view.spoils) <= 6 * view.seats
        for owner in range(view.seats):
            assert sum(row[owner] for row in view.spoils) <= 6


def check_stakes(view) -> None:
    """KD-15: what is staked is what lies there and is not void."""
    for seat in range(view.seats):
        lying = sum(
            view.played_stake[place]
            for place in range(view.plays)
            if view.played_by[place] == seat and not view.played_void[place]
        )
        assert view.staked[seat] == lying


@settings(max_examples=25, deadline=None)
@given(
    choices=st.lists(st.integers(0, 10**6), max_size=200),
    seed=st.integers(0, 2**32),
    seats=st.integers(2, 4),
    timing=st.sampled_from(["paced", "live", "simulated"]),
)
def test_cards_and_dice_are_conserved_on_any_legal_walk(choices, seed, seats, timing):
    game = throwdown.load("kadoova-duel")
    match = game.match(seats, chance=Reported(), engine=game.loops(True), values={"timing": timing})
    rng = random.Random(seed)
    for _ in range(1200):
        if match.over:
            break
        seat = rng.choice(match.awaited)
        events = match.legal_events(seat)
        picked = choices.pop() if choices else rng.randrange(len(events))
        match.play(seat, events[picked % len(events)])
        view = match.truth()
        check_cards(view)
        check_dice(view)
        check_stakes(view)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scores_change_in_whole_hundreds(seats):
    match = throwdown.load("kadoova-duel").match(seats, seed=3)
    match.play_at_random(3)
    assert all(points % 100 in (0, 1) for points in match.points)


def perft(match, depth: int) -> int:
    """How many sequences of ``depth`` events there are, the lowest seat awaited first."""
    return paths(match, match.state, depth)


def paths(match, state, depth: int) -> int:
    mask = int(match.engine.awaited(state))
    if depth == 0 or mask == 0:
        return 1
    seat = (mask & -mask).bit_length() - 1
    events = np.zeros(EVENTS, np.int32)
    n, _ = match.engine.legal(state, seat, events, events.copy())
    if depth == 1:
        return n
    total = 0
    for event in events[:n].tolist():
        after = state.copy()
        match.engine.apply(after, seat, event)
        total += paths(match, after, depth - 1)
    return total


def test_thirty_cards_name_the_duels_of_the_deck_kd2(table):
    match = opened(table, **{f"{deck}-cards": cards for deck, cards in PUBLISHED.items()})
    assert match.truth().phase == DRAWING
    assert perft(match, 1) == 9 * 3 + 3


PUBLISHED = {
    "axe": [1, 0, 1, 1, 0],
    "chicken": [0, 1, 1, 0, 1],
    "class": [1, 1, 1, 0, 0],
    "con": [1, 0, 1, 1, 0],
    "beach": [0, 1, 0, 1, 1],
    "hare": [1, 1, 1, 0, 0],
    "pineapple": [0, 1, 0, 1, 1],
    "plague": [1, 1, 1, 0, 0],
    "skeptic": [1, 0, 1, 0, 1],
}


def test_the_number_of_openings_in_con_person_is_as_counted_d4(table):
    match = challenged(table, "con-left")
    everybody_passes(match)
    chance(match, *["1"] * 28)
    assert perft(match, 1) == 28 * 6
    assert perft(match, 2) == sum(6 * (6 * (28 - k) + 1) for k in range(1, 29))


def test_the_number_of_sequences_of_a_quick_draw_is_as_counted_d10(table):
    match = challenged(table, "quick-draw", seats=2, timing="live")
    everybody_passes(match)
    assert [perft(match, depth) for depth in (1, 2, 3)] == [6, 6, 36]
