"""Odds at hand in duels: throws and towers that are drawn from tables, throws by hand, and Class Warfare."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import throwdown
from throwdown.kernel.match import Match
from throwdown.kernel.odds import Odds, OddsTable
from throwdown.kernel.tables import Plain

THROWS = "Where does the next throw come to rest?"
TOWERS = "Does the tower stand?"
HANDS = ("shaky", "steady", "sure")  # rows of a table of throws
TRIES = 60


def asked(key: str, question: str, **values: Plain) -> OddsTable | None:
    """The answer at the first choice at which that can be asked; None where it never can."""
    game, rng = throwdown.load(key), Random(1)
    match: Match = game.match(seed=1, values=values, engine=game.loops(False))
    for _ in range(TRIES):
        if match.over:
            break
        seat = match.awaited[0]
        if match.asks_odds(seat):
            assert match.asks_odds(seat) == question
            odds = match.odds(seat)
            assert isinstance(odds, Odds)
            return odds.tables[0]
        match.play(seat, rng.choice(match.legal_events(seat)))
    return None


def house_table(key: str, name: str) -> list[int]:
    """The numbers of that table as the game has them."""
    found = throwdown.load(key).check({}, 2)[name]
    assert isinstance(found, list | tuple)
    return list(found)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("key", ["axe-vs-daggers", "chicken", "horse-shoes"])
def test_a_drawn_throw_comes_to_rest_as_often_as_the_table_of_that_hand_says_kd22(key: str, hand: str):
    table = asked(key, THROWS, throws="drawn", steadiness=hand)
    tickets = house_table(key, f"{key.partition('-')[0]}-throws")
    many = len(tickets) // 4  # a row each for shaky, steady, sure, and covered
    row = tickets[many * HANDS.index(hand) :][:many]
    assert table
    assert [one.shares[0].share for one in table.rows] == [ticket / sum(row) for ticket in row]
    assert hand == "steady" or table != asked(key, THROWS, throws="drawn", steadiness="steady")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("key", ["day-at-the-beach", "pineapple-vs-fish"])
def test_a_drawn_tower_falls_as_often_as_the_table_of_that_hand_says_kd22(key: str, hand: str):
    falls = f"{'beach' if key == 'day-at-the-beach' else 'pineapple'}-falls"
    many = len(house_table(key, falls)) // len(HANDS)
    house = [thousandths for thousandths in (300, 200, 100) for _ in range(many)]
    table = asked(key, TOWERS, **{"throws": "drawn", "steadiness": hand, falls: house})
    fall = (300, 200, 100)[HANDS.index(hand)] / 1000
    assert table
    assert [row.shares[0].share for row in table.rows] == pytest.approx([1 - fall, fall])


@pytest.mark.parametrize(
    "key", ["axe-vs-daggers", "chicken", "day-at-the-beach", "horse-shoes", "pineapple-vs-fish"]
)
def test_of_what_is_thrown_by_hand_there_are_no_odds_kd22(key: str):
    assert asked(key, "", throws="thrown") is None


def test_a_roll_of_class_warfare_wins_as_often_as_three_dice_add_up_to_it():
    table = asked("class-warfare", "How often does a roll win?")
    sums = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    high, low = (sum(held) / len(sums) for held in ([s >= 15 for s in sums], [s <= 6 for s in sums]))
    assert table
    assert [row.shares[0].share for row in table.rows] == [high, low]
