"""The pack and the action cards."""

from __future__ import annotations

import numpy as np
import pytest

import throwdown
from tests.conftest import play
from tests.games.dardz.readings import due, hand, hands, opening, piles, scores
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import BadValue, IllegalEvent
from throwdown.kernel.narrator import tell_all

PLAIN = "9 10 11"
SCORED = "0: jackpot\n0: name 4\n*: 4\n"  # 15 points for seat 0


def offered_weights(match):
    events, weights = np.zeros(300, np.int32), np.zeros(300, np.int32)
    n, total = match.engine.legal(match.state, CHANCE, events, weights)
    return dict(zip(match.legal(CHANCE), weights[:n].tolist(), strict=True)), total


def test_there_are_six_of_each_number_and_three_of_each_action_card_dz_1(table):
    cards, total = offered_weights(table("dardz", "*: 6, 6, 1, 1"))
    assert total == sum(cards.values()) == 90
    numbers = {text: n for text, n in cards.items() if text[0].isdigit()}
    assert sum(numbers.values()) == 72
    assert (numbers["12"], numbers["7"], numbers["7g"]) == (6, 5, 1)
    assert {cards[text] for text in ("jackpot", "boost", "bunk", "clock", "skull", "trade")} == {3}


@pytest.mark.parametrize(("golden", "plain"), [(0, 6), (6, 0), (2, 4)])
def test_a_table_says_how_many_sevens_are_golden_dz_2(table, golden, plain):
    cards, _ = offered_weights(table("dardz", "*: 6, 6, 1, 1", values={"golden-sevens": golden}))
    assert (cards.get("7g", 0), cards.get("7", 0)) == (golden, plain)


def test_action_cards_are_played_in_the_order_the_holder_likes_dz_3(table):
    match = table("dardz", opening("skull boost 5", PLAIN))
    assert match.legal(0) == ["boost", "skull"]
    hand = next(zone for zone in match.scene(0).zones if zone.id == "hand-0").pieces
    assert {"card 5, 4 points", "Skull, -5 points"} <= {piece.says for piece in hand}, "no bare number"


def test_the_clock_is_played_after_the_other_action_cards_dz_3(table):
    match = table("dardz", opening("clock skull 5", PLAIN))
    assert match.legal(0) == ["skull"]
    play(match, "0: skull\n*: 3")
    assert match.legal(0) == ["clock"]


def test_a_right_jackpot_is_fifteen_points_at_once_dz_3(table):
    match = table("dardz", opening("jackpot 5 6", PLAIN) + "0: jackpot\n0: name 4\n*: 4")
    assert scores(match) == [15, 0]


def test_a_wrong_jackpot_costs_what_the_table_says_and_never_more_than_there_is_dz_3(table):
    wrong = "0: jackpot\n0: name 4\n*: 3"
    assert scores(table("dardz", opening("jackpot 5 6", PLAIN) + wrong)) == [0, 0]
    match = table(
        "dardz", opening("jackpot jackpot 6", PLAIN) + SCORED + "*: 2\n" + wrong, values={"jackpot-wrong": -9}
    )
    assert scores(match) == [6, 0]


def test_boost_and_bunk_do_nothing_while_nobody_has_scored_dz_3(table):
    match = table("dardz", opening("boost bunk 5", PLAIN) + "0: boost\n*: 2\n0: bunk")
    assert scores(match) == [0, 0]
    assert due(match) == "cards"


def test_who_was_bunked_back_to_zero_has_scored_dz_3(table):
    start = opening("jackpot bunk boost", PLAIN) + SCORED + "*: 2\n0: bunk\n*: 6, 4\n*: 3\n0: boost\n*: 5, 4"
    match = table("dardz", start, values={"jackpot-right": 3})
    assert scores(match) == [9, 9]


def test_boost_gives_the_lowest_the_sum_of_two_dice_dz_3(table):
    match = table("dardz", opening("jackpot boost 5", PLAIN) + SCORED + "*: 2\n0: boost\n*: 6, 3")
    assert scores(match) == [15, 9]


def test_boost_gives_it_to_all_who_are_lowest_dz_3(table):
    start = "*: 6, 6, 1, 1, 1, 2\n*: jackpot, boost, 5, 8, 8, 8, 9, 9, 9\n"
    match = table("dardz", start + SCORED + "*: 2\n0: boost\n*: 6, 3", seats=3)
    assert scores(match) == [15, 9, 9]


def test_who_is_in_first_place_bunks_themselves_dz_3(table):
    match = table("dardz", opening("jackpot bunk 5", PLAIN) + SCORED + "*: 2\n0: bunk\n*: 6, 3")
    assert scores(match) == [6, 0]


def test_no_score_goes_below_zero_dz_4(table):
    values = {"jackpot-right": 3}
    match = table(
        "dardz", opening("jackpot bunk 5", PLAIN) + SCORED + "*: 2\n0: bunk\n*: 6, 3", values=values
    )
    assert scores(match) == [0, 0]


@pytest.mark.parametrize(("dice", "gained"), [(1, 6), (3, 14)])
def test_a_table_says_how_many_dice_a_boost_rolls_dz_3(table, dice, gained):
    script = SCORED + "*: 2\n0: boost\n*: " + ", ".join("653"[:dice])
    match = table("dardz", opening("jackpot boost 5", PLAIN) + script, values={"boost-dice": dice})
    assert scores(match) == [15, gained]


def test_the_clock_is_replaced_first_and_then_all_hands_go_to_the_left_dz_3(table):
    start = "*: 6, 6, 1, 1, 1, 2\n*: clock, 1, 2, 3, 4, 5, 6, 8, 9\n"
    match = table("dardz", start + "0: clock", seats=3)
    assert due(match) == "cards"
    play(match, "*: 12")
    assert hands(match) == ["6 8 9", "1 2 12", "3 4 5"]
    assert piles(match) == [1, 0, 0]


def test_an_action_card_that_a_clock_brings_is_played_too_dz_7(table):
    match = table("dardz", opening("clock 1 2", "skull 5 6") + "0: clock\n*: 12")
    assert hand(match, 0) == "skull 5 6"
    assert match.legal(0) == ["skull"]


def test_a_skull_does_nothing_when_it_is_played_dz_3(table):
    match = table("dardz", opening("skull 1 2", PLAIN) + "0: skull")
    assert scores(match) == [0, 0]
    assert (piles(match), due(match)) == ([1, 0], "cards")


def test_a_trade_swaps_one_card_for_one_dz_3(table):
    match = table("dardz", opening("trade 1 2", "12 8 8") + "0: trade")
    assert match.legal(0) == ["keep", "give 1", "give 2"]
    play(match, "0: give 1")
    assert match.legal(0) == ["take 12 from 1", "take 8 from 1"]
    play(match, "0: take 12 from 1")
    assert hands(match) == ["2 12", "8 8 1"]
    assert due(match) == "cards"


def test_a_trade_may_be_left_alone_dz_3(table):
    match = table("dardz", opening("trade 1 2", "12 8 8") + "0: trade\n0: keep\n*: 3")
    assert hands(match) == ["1 2 3", "12 8 8"]


def test_an_action_card_that_a_trade_brings_is_played_at_once_dz_3(table):
    match = table(
        "dardz", opening("trade 1 2", "jackpot 8 8") + "0: trade\n0: give 1\n0: take jackpot from 1\n*: 4"
    )
    assert match.legal(0) == ["jackpot"]


def test_a_trade_can_give_a_skull_away_dz_3(table):
    match = table("dardz", opening("trade skull 2", "12 8 8") + "0: trade\n0: give skull\n0: take 12 from 1")
    assert hands(match) == ["2 12", "8 8 skull"]


def test_an_action_card_takes_effect_before_it_counts_as_the_tenth_dz_7(table):
    match = table("dardz", opening("jackpot 1 2", PLAIN))
    match.state["pile"][0][0] = 9
    play(match, "0: jackpot\n0: name 4\n*: 4")
    assert scores(match)[0] == 15 + 10 + 2
    assert match.truth().ten == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("card-points", [0] * 12),
        ("card-points", [5] * 11),
        ("golden-sevens", 7),
        ("boost-dice", 0),
        ("teams", "yes"),
    ],
)
def test_a_value_outside_its_bounds_is_refused_with_what_it_needs(key, value, is_compiled):

    with pytest.raises(BadValue, match=f"{key} is .*: needs "):
        throwdown.load("dardz").match(values={key: value})


def test_an_action_card_has_the_effects_that_the_box_gives_it_one_after_the_other_dz_3(table):
    values = {
        "skull-does": "the holder gains",
        "skull-then": "all others lose",
        "boost-dice": 1,
        "bunk-dice": 1,
    }
    match = table(
        "dardz", opening("jackpot skull 9", "1 2 3") + SCORED + "*: 11\n0: skull\n*: 5, 6", values=values
    )
    assert scores(match) == [20, 0]
    told = [words for telling in tell_all(match) for _, words in telling.said]
    assert told[-4:] == [
        "rolled 5 for the Skull.",
        "gained 5.",
        "rolled 6 for the Skull.",
        "had nothing to lose.",
    ]


def test_a_card_that_passes_hands_to_the_right_is_played_last_and_replaced_first_dz_3(table):
    values = {"skull-does": "hands go right"}
    match = table("dardz", opening("skull jackpot 9", "1 2 3"), values=values)
    assert match.legal(0) == ["jackpot"]
    with pytest.raises(IllegalEvent, match="the Skull is played after the other action cards"):
        match.play(0, "skull")
    play(match, "0: jackpot\n0: name 1\n*: 2, 12\n0: skull")
    assert due(match) == "cards"
    play(match, "*: 11")
    assert hands(match) == ["1 2 3", "9 12 11"]
