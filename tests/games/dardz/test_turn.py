"""A turn: its rolls, its picks and the Bonus Roll."""

from __future__ import annotations

import pytest

from tests.conftest import play
from tests.games.dardz.readings import due, hand, hands, opening, piles, scores
from throwdown.kernel.errors import IllegalEvent

MISS = "0: nothing\n"


def test_the_highest_sum_begins_and_a_tie_is_rolled_off_until_one_is_left_dz_5(table):
    match = table("dardz", "*: 3, 4, 5, 2, 1, 1", seats=3)
    assert match.truth().contest == 0b011
    play(match, "*: 5, 5")
    assert due(match) == "dice"
    play(match, "*: 2, 6\n*: 1, 2, 3, 4, 5, 6, 8, 9, 10")
    assert match.truth().turn == 1
    assert hands(match) == ["8 9 10", "1 2 3", "4 5 6"]


def test_the_first_roll_moves_that_number_out_of_every_hand_dz_8(table):
    match = table("dardz", opening("4 4 9", "1 4 8") + "*: 4")
    assert piles(match) == [2, 1]
    assert hands(match) == ["9", "1 8"]
    play(match, "*: 1, 2, 3")
    assert hands(match) == ["9 1 2", "1 8 3"]
    assert due(match) == "dice"


def test_the_same_number_drawn_again_stays_in_hand_dz_8(table):
    match = table("dardz", opening("4 8 9", "1 2 3") + "*: 4, 4")
    assert hand(match, 0) == "8 9 4"
    assert piles(match) == [1, 0]


def test_an_action_card_drawn_in_the_turn_is_played_before_it_goes_on_dz_7(table):
    match = table("dardz", opening("4 8 9", "1 2 3") + "*: 4, skull")
    assert match.legal(0) == ["skull"]
    play(match, "0: skull\n*: 5")
    assert due(match) == "dice"


def test_an_action_card_drawn_on_anothers_turn_waits_dz_16(table):
    match = table("dardz", opening("8 8 9", "4 2 3") + "*: 4, skull")
    assert due(match) == "dice"
    assert hand(match, 1) == "2 3 skull"


def test_on_the_second_roll_one_die_or_the_sum_is_picked_dz_9(table):
    match = table("dardz", opening("8 8 9", "1 2 3") + "*: 4, 3, 5")
    assert match.legal(0) == ["3", "5", "8"]
    play(match, "0: 8")
    assert piles(match) == [2, 0]


def test_on_the_third_roll_the_sum_of_two_is_picked_but_never_of_three_dz_10(table):
    match = table("dardz", opening("8 8 9", "1 2 3") + "*: 4, 6, 5\n0: nothing\n*: 1, 2, 4")
    assert match.legal(0) == ["1", "2", "3", "4", "5", "6", "nothing"]


def test_nothing_may_be_picked_only_when_none_of_ones_own_is_on_offer_dz_11(table):
    match = table("dardz", opening("5 8 9", "1 2 3") + "*: 4, 5, 6")
    assert match.legal(0) == ["5", "6", "11"]
    with pytest.raises(IllegalEvent, match="illegal event 'nothing' for seat 0"):
        match.play(0, "nothing")


def test_a_number_that_is_not_in_ones_hand_may_be_picked_dz_11(table):
    match = table("dardz", opening("5 8 9", "6 2 3") + "*: 4, 5, 6\n0: 6")
    assert piles(match) == [0, 1]


def test_three_of_a_kind_is_twenty_at_once_and_the_roll_still_counts_dz_12(table):
    match = table("dardz", opening("2 8 9", "1 1 3") + "*: 4, 5, 6\n0: nothing\n*: 2, 2, 2")
    assert scores(match) == [20, 0]
    assert match.legal(0) == ["2", "4"]


THIRD = "*: 4, 5, 6\n0: nothing\n"


def test_a_hit_on_the_third_roll_brings_the_bonus_roll_dz_13(table):
    match = table("dardz", opening("2 8 9", "1 1 3") + THIRD + "*: 2, 5, 5\n0: 2\n*: 12, 3, 5")
    assert match.truth().bonus == 1
    assert match.legal(0) == ["8"]


def test_another_number_than_ones_own_ends_the_turn_dz_13(table):
    match = table("dardz", opening("2 8 9", "5 1 3") + THIRD + "*: 2, 5, 5\n0: 5\n*: 12")
    assert match.truth().turn == 1


BONUS = THIRD + "*: 2, 5, 5\n0: 2\n"


def test_in_the_bonus_roll_only_ones_own_cards_move_and_none_is_drawn_dz_14(table):
    match = table("dardz", opening("2 8 9", "8 1 3") + BONUS + "*: 12, 3, 5\n0: 8")
    assert hands(match) == ["9 12", "8 1 3"]
    assert piles(match) == [2, 0]
    assert due(match) == "dice"


def test_a_number_that_is_held_must_be_picked_in_the_bonus_roll_dz_14(table):
    match = table("dardz", opening("2 3 8", "1 1 1") + BONUS + "*: 12, 3, 5")
    assert match.legal(0) == ["3", "8"]


def test_a_miss_ends_the_bonus_roll_and_the_hand_is_filled_dz_14_dz_16(table):
    match = table("dardz", opening("2 8 9", "1 1 3") + BONUS + "*: 12, 3, 5\n0: 8\n*: 1, 1")
    assert due(match) == "cards"
    play(match, "*: 10")
    assert hand(match, 0) == "9 12 10"
    assert match.truth().turn == 1


def test_an_action_card_in_the_bonus_roll_is_played_and_not_replaced_dz_14(table):
    match = table("dardz", opening("2 8 9", "1 1 3") + BONUS + "*: skull")
    assert match.legal(0) == ["skull"]
    play(match, "0: skull")
    assert hand(match, 0) == "8 9"
    assert due(match) == "dice"


def test_an_empty_hand_in_the_bonus_roll_is_five_points_dz_15(table):
    match = table("dardz", opening("2 8 9", "1 1 3") + BONUS + "*: 8, 3, 5\n0: 8\n*: 4, 5\n0: 9")
    assert scores(match) == [5, 0]
    play(match, "*: 1, 2, 3")
    assert match.truth().turn == 1


def test_a_hand_emptied_there_by_an_action_card_counts_dz_15(table):
    match = table("dardz", opening("2 8 8", "1 1 3") + BONUS + "*: trade\n0: trade\n0: keep\n*: 3, 5\n0: 8")
    assert scores(match) == [5, 0]
    match = table(
        "dardz", opening("2 2 2", "1 1 3") + BONUS + "*: skull, skull, skull\n0: skull\n0: skull\n0: skull"
    )
    assert scores(match) == [5, 0]


def test_a_trade_with_no_card_in_hand_does_nothing_dz_3(table):
    match = table(
        "dardz", opening("2 2 2", "1 1 3") + BONUS + "*: skull, skull, trade\n0: skull\n0: skull\n0: trade"
    )
    assert scores(match) == [5, 0]


def test_a_hand_that_a_clock_brings_in_the_bonus_roll_is_played_on_dz_15(table):
    match = table("dardz", opening("2 8 9", "skull 1 3") + BONUS + "*: clock\n0: clock")
    assert hands(match) == ["skull 1 3", "8 9"]
    play(match, "0: skull")
    assert hand(match, 0) == "1 3"
    assert (due(match), piles(match)) == ("dice", [3, 0])
    play(match, "*: 6, 6\n*: 11, 10")
    assert hands(match) == ["1 3 11", "8 9 10"]  # DZ-16: every short hand is filled


def test_a_turn_goes_to_the_left_dz_16(table):
    match = table("dardz", opening("8 8 9", "1 2 3") + THIRD + "*: 1, 1, 5\n0: nothing")
    assert match.truth().turn == 1
    play(match, "*: 4, 5, 6\n1: nothing\n*: 4, 4, 5\n1: nothing")
    assert match.truth().turn == 0


@pytest.mark.parametrize(
    ("script", "event", "why"),
    [
        ("*: 4, 5, 6", "nothing", "5 is in hand and on offer, so a number must be picked (DZ-11)"),
        ("*: 4, 5, 3", "nothing", "5 and 8 are in hand and on offer, so a number must be picked (DZ-11)"),
        ("*: 4, 5, 6", "7", "7 is not on offer: 5 6 were rolled (DZ-9)"),
        ("*: 4, 1, 2\n0: 1\n*: 1, 2, 6", "4", "4 is not on offer: 1 2 6 were rolled (DZ-10)"),
        ("*: 4, 1, 2\n0: 1\n*: 1, 2, 6", "9", "three dice are never added together (DZ-10)"),
        (
            "*: 4, 1, 2\n0: 1\n*: 1, 5, 5\n0: 5\n*: 11, 2, 6",
            "2",
            "2 is not in hand, and in the Bonus Roll 8 must be",
        ),
    ],
)
def test_a_refused_pick_says_which_rule_is_against_it(table, script, event, why):  # DZ-9 to DZ-14
    match = table("dardz", opening("5 8 9", "2 2 3") + script)
    with pytest.raises(IllegalEvent) as refused:
        match.play(0, event)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("script", "event", "why"),
    [
        ("", "clock", "the Clock is played after the other action cards (DZ-3)"),
        ("", "skull", "there is no skull in hand"),
        ("", "5", "action cards are played before the turn goes on (DZ-7)"),
        ("0: trade", "give 12", "that hand is 5 and clock, without 12 (DZ-3)"),
        ("0: trade\n0: give 5", "take 12 from 1", "that hand is 1, 2 and 3, without 12 (DZ-3)"),
        ("0: trade\n0: give 5", "take 5 from 0", "a card is taken from another player (DZ-3)"),
    ],
)
def test_a_refused_action_says_which_rule_is_against_it(table, script, event, why):  # DZ-3, DZ-7
    match = table("dardz", opening("trade clock 5", "1 2 3") + script)
    with pytest.raises(IllegalEvent) as refused:
        match.play(0, event)
    assert why in str(refused.value)
