"""The 17 cards: which dice show them, and how often (KA-1)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.games.kadice.opening import opened, rolls, takes
from tests.oracle import kadice as oracle
from throwdown.games.kadice.cards import one, shown_by
from throwdown.games.kadice.reach import next_roll_chance
from throwdown.games.kadice.words import CODES, NAMES

JUST = [
    *(
        (f"P{n}", f"{n} {n} {others}", f"{n} {alone}")
        for n, others, alone in [
            (1, "2 3 6", "2 2 3 6"),
            (2, "1 3 6", "1 1 3 6"),
            (3, "1 2 6", "1 1 2 6"),
            (4, "1 2 6", "1 1 2 6"),
            (5, "1 2 6", "1 1 2 6"),
            (6, "1 2 5", "1 1 2 5"),
        ]
    ),
    ("3K", "2 2 2 1 5", "2 2 1 1 5"),
    ("10", "2 2 2 1 3", "2 2 2 2 3"),
    ("25", "5 5 6 6 3", "5 5 6 6 2"),
    ("2P", "2 2 4 4 1", "2 2 2 4 1"),
    ("SS", "1 2 3 4 4", "1 2 3 5 5"),
    ("FH", "3 3 3 4 4", "3 3 4 4 5"),
    ("EV", "2 2 4 4 6", "2 2 4 4 5"),
    ("OD", "1 1 3 3 5", "1 1 3 3 6"),
    ("4K", "5 5 5 5 1", "5 5 5 1 1"),
    ("LS", "1 2 3 4 5", "1 2 3 4 6"),
    ("KD", "1 2 3 5 6", "1 3 4 5 6"),
]

# The rulebook's own examples
EXAMPLES = [
    ("P1", "1 1 2 4 6"),
    ("3K", "2 2 2 4 6"),
    ("10", "2 2 2 1 3"),
    ("25", "5 5 6 6 3"),
    ("2P", "2 2 4 4 6"),
    ("SS", "1 2 3 4 6"),
    ("SS", "2 3 4 5 5"),
    ("SS", "3 4 5 6 1"),
    ("FH", "3 3 3 4 4"),
    ("EV", "2 2 4 4 6"),
    ("OD", "1 1 3 3 5"),
    ("4K", "5 5 5 5 2"),
    ("LS", "1 2 3 4 5"),
    ("LS", "2 3 4 5 6"),
    ("KD", "1 2 3 5 6"),
    ("KD", "1 2 4 5 6"),
]

# How many of the 7,776 rolls show each card, counted on paper
WAYS = {
    **{f"P{n}": 6**5 - 5**5 - 5 * 5**4 for n in range(1, 7)},
    "3K": 10 * 6 * 25 + 5 * 6 * 5 + 6,
    "10": 1 + 5 + 15 + 35 + 70 + 126,
    "25": 1 + 5 + 15 + 35 + 70 + 126,
    "2P": 1800 + 300 + 150 + 6,
    "SS": 2 * 120 + 3 * (4 * 60) + 2 * 120,
    "FH": 300 + 6,
    "EV": 3**5,
    "OD": 3**5,
    "4K": 5 * 6 * 5 + 6,
    "LS": 2 * 120,
    "KD": 2 * 120,
}


def against(table, code: str, dice: str):
    """Seat 0, with a card whose ability does not help, has rolled ``dice`` against ``code`` of seat 1."""
    mine = "2P" if code == "KD" else "KD"
    return opened(table, f"{mine} {code}", rolls(dice))


def test_every_card_has_dice_that_just_match_it():
    assert [code for code, _, _ in JUST] == list(CODES)
    assert len(set(NAMES)) == 17


@pytest.mark.parametrize(("code", "dice", "_"), JUST)
def test_dice_that_just_match_eliminate_the_card(table, code, dice, _):  # KA-1
    assert takes(against(table, code, dice)) == {code}


@pytest.mark.parametrize(("code", "_", "dice"), JUST)
def test_dice_that_just_do_not_match_leave_the_card_alone(table, code, _, dice):  # KA-1
    assert takes(against(table, code, dice)) == set()


@pytest.mark.parametrize(("code", "dice"), EXAMPLES)
def test_the_examples_of_the_rulebook_match(table, code, dice):  # KA-1
    assert takes(against(table, code, dice)) == {code}


@pytest.mark.parametrize("code", ["2P", "3K", "4K", "FH", "EV", "P2", "10"])
def test_five_alike_count_wherever_fewer_do(table, code):  # KA-1
    assert takes(against(table, code, "2 2 2 2 2")) == {code}


def test_four_alike_are_two_pairs_and_three_of_a_kind_but_no_full_house(table):  # KA-1
    match = opened(table, "KD 2P 3K FH", rolls("5 5 5 5 2"))
    assert takes(match) == {"2P", "3K", "2P 3K"}


def test_a_large_straight_is_a_small_one_too(table):  # KA-1
    assert takes(opened(table, "KD SS LS", rolls("5 4 3 2 1"))) == {"SS", "LS", "SS LS"}


def test_all_7776_rolls_show_each_card_as_often_as_counted_on_paper():  # KA-1
    counted: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=5):
        shown = shown_by(sum(map(one, faces)))
        counted.update(code for card, code in enumerate(CODES) if shown >> card & 1)
    assert dict(counted) == WAYS


def test_all_7776_rolls_show_the_cards_that_the_oracle_sees():  # KA-1
    for faces in product(range(1, 7), repeat=5):
        shown = shown_by(sum(map(one, faces)))
        assert {card for card in range(17) if shown >> card & 1} == oracle.shown(tuple(sorted(faces)))


@pytest.mark.parametrize("kept", [(), (4,), (2, 2), (1, 2, 3), (3, 3, 4, 4)])
def test_the_chance_told_for_a_hold_is_the_share_of_all_rolls(kept):  # KA-7, KA-9
    for card, code in enumerate(CODES):
        own = CODES.index("SS" if code == "2P" else "2P")  # whose ability changes no dice
        after = [tuple(sorted((*kept, *roll))) for roll in product(range(1, 7), repeat=5 - len(kept))]
        hits = [card in oracle.shown(dice) or len({*dice}) == 1 for dice in after]
        assert next_roll_chance(kept, 1 << card, own, ()) == pytest.approx(sum(hits) / len(hits))
