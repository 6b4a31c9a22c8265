"""The greedy player counts every next roll exactly (KA-7)."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

import throwdown
from tests.games.kadice.opening import opened, rolls, then
from tests.oracle import kadice as oracle
from throwdown import bots
from throwdown.games.kadice import heuristics
from throwdown.games.kadice.state import BONUS, CHANGE, ELIMINATE, HOLD
from throwdown.games.kadice.words import CODES
from throwdown.kernel.game import Game

ONE_CARD = 1 + 0.5 / 17  # the worth of a first card of 17


def worth(match, text: str, seat: int = 0) -> float:
    event = next(event for event in match.legal_events(seat) if match.texts(seat, [event]) == [text])
    return heuristics.worth(match.state[0], seat, event)


def share(kept: tuple[int, ...], matches) -> float:
    """The share of all rolls of the other dice after which ``matches`` holds of the five."""
    outcomes = [matches((*kept, *roll)) for roll in product(range(1, 7), repeat=5 - len(kept))]
    return sum(outcomes) / len(outcomes)


def shows(code: str, dice: tuple[int, ...]) -> bool:
    return CODES.index(code) in oracle.shown(tuple(sorted(dice))) or len(set(dice)) == 1


@pytest.mark.parametrize("kept", ["4", "4 3 3", "3 3 2", "nothing"])
def test_a_hold_is_worth_the_mean_of_all_next_rolls(table, kept):
    match = opened(table, "2P FH", rolls("4 3 3 2 6"))
    dice = () if kept == "nothing" else tuple(map(int, kept.split()))
    expected = share(dice, lambda faces: shows("FH", faces))
    assert worth(match, f"hold {kept}") == pytest.approx(heuristics.LATER * ONE_CARD * expected)


def test_a_hold_counts_the_shift_that_the_next_turn_allows(table):
    match = opened(table, "3K LS", rolls("1 2 3 3 6"), "0: hold 1 2 3")
    then(match, rolls("1 1 2 2 6"), "1: hold nothing")

    def makes_it(faces) -> bool:
        kept, rolled = faces[:3], faces[3:]
        options = [
            rolled,
            *([*rolled[:k], rolled[k] + step, *rolled[k + 1 :]] for k in (0, 1) for step in (-1, 1)),
        ]
        return any(shows("LS", (*kept, *option)) for option in options)

    expected = share((1, 2, 3), makes_it)
    assert worth(match, "keep 1 2 3") == pytest.approx(ONE_CARD * expected)


def test_a_change_is_worth_what_it_makes_possible(table):
    match = opened(table, "P6 LS P1", rolls("6 6 1 2 3"))
    assert worth(match, "6>4") == pytest.approx(1 - heuristics.BOTHER)
    assert worth(match, "6>1") == pytest.approx(1 - heuristics.BOTHER)
    match = opened(table, "P6 LS P1", rolls("6 1 2 3 1"))
    assert worth(match, "6>5") == pytest.approx(1 - heuristics.BOTHER)


def test_a_last_card_is_worth_more_than_another_one(table):
    match = opened(table, "KD P4", rolls("4 4 3 3 1"), **{"cards-each": 1})
    assert worth(match, "eliminate P4") == heuristics.LAST_CARD > ONE_CARD


def test_among_several_a_card_is_worth_more_of_who_has_more_of_them(table):
    match = opened(table, "KD P4 P3 LS", rolls("4 4 3 3 1"), **{"cards-each": 5})
    assert worth(match, "eliminate P4") == worth(match, "eliminate P3") == pytest.approx(1.0)
    match.state[0].stock[1] -= 2
    ahead, behind = worth(match, "eliminate P3"), worth(match, "eliminate P4")
    assert ahead == pytest.approx(behind * np.exp(2 * heuristics.LEAN))
    assert worth(match, "eliminate P4 P3") == pytest.approx(ahead + behind)


def test_among_several_the_last_card_of_the_last_opponent_wins_and_is_worth_more(table):
    match = opened(table, "KD P4 P3 LS", rolls("4 4 3 3 1"), **{"cards-each": 1})
    match.state[0].active[2:4] = 0
    assert heuristics.worth_of_cards(match.state[0], 0, 1 << 1) == heuristics.LAST_CARD


@pytest.fixture(scope="module")
def game() -> Game:
    """The game with rules and greedy players compiled."""
    return throwdown.load("kadice").compile(players=True)


def test_the_greedy_player_beats_the_random_one(game):
    players = [bots.named("greedy"), bots.named("random")]
    won = 0
    for seed in range(10):
        match = game.match(2, seed=seed, values={"cards-each": 3})
        rng = Random(seed)
        while not match.over:
            seat = match.awaited[0]
            match.play(seat, players[seat].choose(bots.sight(match, seat), rng))
        won += match.winners == (0,)
    assert won >= 9


def test_the_greedy_player_leaves_the_match_as_it_was(game):
    match = game.match(3, seed=4)
    rng = Random(4)
    for _ in range(120):
        seat = match.awaited[0]
        before = match.state.tobytes()
        event = bots.named("greedy").choose(bots.sight(match, seat), rng)
        assert match.state.tobytes() == before
        match.play(seat, event)


def test_choices_rated_all_at_once_are_worth_what_each_of_them_is():
    """Of a match played at random: changes, holds and eliminations (KA-2, KA-7)."""
    rng, match, rated = Random(2), throwdown.load("kadice").match(3, seed=2), set[int]()
    while not {CHANGE, HOLD, ELIMINATE} <= rated:
        seat = match.awaited[0]
        events = match.legal_events(seat)
        asked = np.array(rng.sample(events, min(len(events), 3)), np.int32)
        worths = np.zeros(len(asked))
        heuristics.rate_all(match.state[0], seat, asked, worths)
        assert worths.tolist() == [heuristics.worth(match.state[0], seat, int(event)) for event in asked]
        rated |= {max(kind for kind in (CHANGE, HOLD, BONUS, ELIMINATE) if kind <= event) for event in asked}
        match.play(seat, rng.choice(events))
