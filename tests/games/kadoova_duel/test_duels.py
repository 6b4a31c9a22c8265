"""The twelve duels by their rule cards (KD-D1 to KD-D12)."""

from __future__ import annotations

import re

import pytest

from tests.games.kadoova_duel.staging import challenged, chance, everybody_passes, finish_turn, stand_by
from throwdown.games.kadoova_duel.duels.table import GATE
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.game import load
from throwdown.server.teaching.howto import how_to

START = [1000, 1000, 1000]


def at_duel(table, card, *, timing="paced", **more):
    """The duel of ``card``, all cards passed by."""
    match = challenged(table, card, timing=timing, scores=START, **more)
    everybody_passes(match)
    return match


def beat(match, *faces):
    """Everybody who is due presses; then these faces."""
    stand_by(match)
    for seat in match.awaited:
        match.play(seat, "roll")
    chance(match, *faces)


def throws(match, *results):
    """Throws in turn, each pressed for where somebody must."""
    for result in results:
        stand_by(match)
        for seat in match.awaited:
            if seat != CHANCE:
                match.play(seat, match.legal(seat)[0])
        chance(match, result)


# Axe vs Daggers, Chicken!


def test_daggers_adds_up_three_throws_and_axe_takes_three_times_one_d1(table):
    match = at_duel(table, "axe-left")
    match.play(0, "daggers")
    throws(match, "inner", "outer", "off", "middle")
    assert match.truth().points[:2] == [600, 900]
    assert match.truth().winner == 1
    assert finish_turn(match) == [1000, 1900, 1000]


def by_hand(table, key: str, seats: int = 2):
    return table(key, seats=seats, values={"throws": "thrown"})


def test_dagger_dice_that_are_knocked_count_where_they_lie_then_d1(table):
    match = by_hand(table, "axe-vs-daggers")
    match.play(0, "axe")
    throws(match, "outer")
    throws(match, "inner")
    chance(match, "knocked 2.1", "middle")
    throws(match, "off")
    chance(match, "knocked 2.2", "off", "knocked 2.1", "inner")
    assert match.truth().thrower == 0, "no die is read twice after one throw"
    assert match.truth().points[:2] == [0, 500]
    throws(match, "middle")
    assert match.over
    assert match.truth().winner == 0


def test_a_die_that_is_knocked_past_the_bust_line_lifts_all_d2(table):
    match = by_hand(table, "chicken")
    match.play(1, "mat 1")
    throws(match, "band 5")
    throws(match, "band 3")
    chance(match, "knocked 2.1", "bust")
    assert match.truth().points[1] == 0
    throws(match, "band 2")
    assert match.truth().stage == GATE, "nothing lies there that the third could have knocked"
    assert match.truth().points[1] == 200


def test_why_the_points_on_a_mat_are_not_those_of_whoever_lost_is_said_d1_d2(table):
    chicken = table("chicken", seats=2, values={"throws": "drawn"})
    throws(chicken, *["band 3"] * 6, "band 2", "band 4", *["off"] * 4)
    axe = table("axe-vs-daggers", seats=2, values={"throws": "drawn"})
    axe.play(0, "axe")
    throws(axe, "outer", "inner", "off", "inner")
    lost = {
        chicken: "{0} came to 600 points, which only the winner scores (KD-D2).",
        axe: "{1} came to 600 points, which only the winner scores (KD-D1).",
    }
    for match, note in lost.items():
        assert note in match.scene(-1).account.notes, match.scene(-1).account


def test_a_die_at_the_post_that_is_knocked_lies_and_shows_anew_d7(table):
    match = by_hand(table, "horse-shoes")
    chance(match, "6")
    throws(match, "at 1")
    chance(match, "2")
    assert match.truth().thrower == 0
    throws(match, "touched")
    chance(match, "3", "knocked 2.1", "at 4", "6", "knocked 1.1", "at 5", "6")
    view = match.truth()
    assert view.score[:2] == [100, 0], "the touch counts at once"
    assert view.points[:2] == [100, 100]
    for where in ("off", "off", "off", "off"):
        throws(match, where)
        chance(match, "still")
    assert match.truth().winner == 1, "four thumbs are closer than five"


def test_drawn_dice_are_never_knocked_kd22(table):
    match = table("axe-vs-daggers", seats=2, values={"throws": "drawn"})
    match.play(0, "axe")
    throws(match, "outer", "inner")
    assert match.truth().stage == GATE


def test_a_tie_of_axe_and_daggers_is_drawn_for_and_scores_the_points_d1(table):
    match = at_duel(table, "axe-left")
    match.play(0, "axe")
    throws(match, "outer", "outer", "outer", "outer")
    assert match.truth().breaking
    chance(match, "4")
    beat(match, "4", "1")
    assert finish_turn(match) == [1000 + 300 + 100, 1000, 1000]


def test_a_die_past_the_bust_line_lifts_all_thrown_so_far_d2(table):
    match = at_duel(table, "chicken-left")
    assert match.truth().thrower == 1
    throws(match, "band 5", "band 4", "bust", "band 2", "off", "band 1")
    assert match.truth().points[1] == 300
    assert match.truth().thrower == 0
    throws(match, *["band 1"] * 4, "off", "off")
    assert match.truth().winner == 0
    assert finish_turn(match)[0] == 1000 + 400 + 100


# Class Warfare


@pytest.mark.parametrize(
    ("role", "faces", "scores"),
    [
        ("high", "666 446", [1000 + 1500 + 100, 500, 1000]),
        ("high", "115 123", [1000 - 1000, 1000 + 1000, 1000]),
        ("low", "111 112", [1000 + 1000 + 100, 1000 - 1000, 1000]),
        ("low", "345 555", [1000 - 500, 1000 + 1500, 1000]),
    ],
)
def test_class_warfare_pays_high_1500_and_low_1000_d3(table, role, faces, scores):
    match = at_duel(table, "class-left")
    match.play(0, role)
    beat(match, *faces.replace(" ", ""))
    assert finish_turn(match) == scores


def test_sums_between_the_classes_are_rolled_again_d3(table):
    match = at_duel(table, "class-left")
    match.play(0, "high")
    beat(match, *"455331")
    assert match.truth().winner == -1
    assert match.truth().rolls[:2] == [1, 1]


def test_both_classes_in_one_beat_draw_for_it_d3(table):
    match = at_duel(table, "class-left")
    match.play(0, "high")
    beat(match, *"666111")
    chance(match, "2")
    beat(match, "3", "2")
    assert finish_turn(match) == [0, 2000, 1000]


# Con-Person


def con_person(table, mine, theirs):
    match = at_duel(table, "con-left")
    chance(match, *mine, *theirs)
    return match


def test_the_bidder_wins_where_as_many_lie_there_and_100_for_each_d4(table):
    match = con_person(table, "44441111111111", "44422222222222")
    match.play(0, "bid 3 1s")
    match.play(1, "bid 6 4s")
    match.play(0, "call")
    assert finish_turn(match) == [1000, 1000 + 1000 + 700, 1000]


def test_the_caller_wins_where_there_are_fewer_d4(table):
    match = con_person(table, "44441111111111", "44422222222222")
    match.play(0, "bid 8 4s")
    match.play(1, "call")
    assert finish_turn(match)[1] == 1000 + 1000 + 700


def test_every_bid_is_of_more_dice_and_of_any_number_d4(table):
    match = con_person(table, "4" * 14, "4" * 14)
    assert "call" not in match.legal(0)
    match.play(0, "bid 26 2s")
    assert match.legal(1) == ["call", *(f"bid {k} {f}s" for k in (27, 28) for f in range(1, 7))]


def test_a_bid_of_all_the_dice_must_be_called_d4(table):
    match = con_person(table, "4" * 14, "4" * 14)
    match.play(0, "bid 28 4s")
    assert match.legal(1) == ["call"]


def test_con_person_dice_are_seen_by_their_owner_alone_until_the_call_kd23(table):
    match = con_person(table, "12345612345612", "66666666666666")
    assert match.view(0).die[1] == [0] * 16
    assert match.view(1).die[1][:14] == [6] * 14
    assert match.view(9).die == [[0] * 16] * 4
    match.play(0, "bid 1 1")
    match.play(1, "call")
    assert match.view(9).die[1][:14] == [6] * 14


# Towers


def test_both_score_100_a_card_on_the_beach_and_the_challenger_100_more_d5(table):
    match = at_duel(table, "beach-left")
    throws(match, *["stands"] * 7, "falls")
    assert match.truth().cards_up == 3
    assert finish_turn(match) == [1000 + 300 + 100, 1300, 1000]


def test_a_whole_tower_on_the_beach_is_1200_for_both_d5(table):
    match = at_duel(table, "beach-left")
    throws(match, *["stands"] * 24)
    assert finish_turn(match) == [2300, 2200, 1000]


def test_pineapple_wins_1500_when_all_twelve_stand_d8(table):
    match = at_duel(table, "pineapple-left")
    match.play(0, "pineapple")
    throws(match, *["stands"] * 12)
    assert finish_turn(match) == [2600, 1000, 1000]


def test_a_tower_that_fish_fells_gives_pineapple_100_a_die_that_was_up_d8(table):
    match = at_duel(table, "pineapple-left")
    match.play(0, "pineapple")
    throws(match, *["stands"] * 4, "falls")
    assert finish_turn(match) == [1000 + 400 + 100, 1000, 1000]


def test_a_tower_that_pineapple_fells_gives_fish_100_a_die_off_the_mat_d8(table):
    match = at_duel(table, "pineapple-left")
    match.play(0, "pineapple")
    throws(match, *["stands"] * 3, "falls")
    chance(match, "off", "on", "off", "on")
    assert finish_turn(match) == [1000, 1200, 1000]


def test_a_tower_felled_with_the_very_last_die_gives_fish_1500_d8(table):
    match = at_duel(table, "pineapple-left")
    match.play(0, "pineapple")
    throws(match, *["stands"] * 11, "falls")
    assert finish_turn(match)[1] == 2500


# Hare vs Tortoise


def test_hare_takes_spaces_in_order_and_dice_may_serve_again_d6(table):
    match = at_duel(table, "hare-left")
    match.play(1, "hare")
    beat(match, *"444", *"12")
    assert match.truth().place[:2] == [0, 6]  # 1 2 3, and 1 2 3 again


def test_the_run_of_hare_that_is_pictured_can_be_run_on_the_track_d6(table):
    how = how_to(load("hare-vs-tortoise"))
    assert how is not None
    (row,) = how.picture
    spaces = [int(each) for each in re.findall(r"\d", row.label)]
    match = at_duel(table, "hare-left")
    track = match.values["track"]
    at = next(k for k in range(len(track)) if list(track[k : k + len(spaces)]) == spaces)
    match.play(1, "hare")
    match.state["place"][0, 1] = at
    beat(match, *"444", *map(str, row.dice))
    assert match.truth().place[1] == at + len(spaces)


def test_tortoise_takes_one_space_by_any_sum_of_dice_d6(table):
    match = at_duel(table, "hare-left", track=[6, 2, 3, 1, 2, 3, 4, 5, 1, 2, 3, 6])
    match.play(1, "hare")
    beat(match, *"123", *"66")
    assert match.truth().place[:2] == [1, 1]


def test_first_home_has_100_for_each_space_left_to_the_other_d6(table):
    match = at_duel(table, "hare-left", track=[1] * 11 + [2])
    match.play(1, "hare")
    beat(match, *"156", *"11")
    assert match.truth().winner == 1
    assert finish_turn(match)[1] == 1000 + 1000 + 1100


def test_both_home_in_one_beat_draw_for_it_d6(table):
    match = at_duel(table, "hare-left", track=[1] * 12)
    match.play(1, "tortoise")
    for _ in range(11):
        beat(match, *"66", *"111")
    beat(match, *"11", *"111")
    assert match.truth().breaking


# Horse-Shoes


def test_touching_the_post_gives_100_and_felling_it_takes_500_at_once_d7(table):
    match = at_duel(table, "horse", timing="simulated")
    chance(match, "6")
    stand_by(match)
    chance(match, "touched", "1", "felled", "at 2", "2")
    assert match.points == [1000, 1100, 500]


def test_the_closest_wins_1000_and_every_target_number_100_d7(table):
    match = at_duel(table, "horse", timing="simulated")
    chance(match, "6")
    stand_by(match)
    for results in (("at 3", "6", "at 5", "6", "off"), ("off", "off", "at 2", "1"), ("off", "off", "off")):
        chance(match, *results)
    assert finish_turn(match) == [1000 + 1000 + 100, 1000 + 100, 1000 + 100]


def test_the_challenger_throws_last_d7(table):
    match = at_duel(table, "horse", timing="simulated")
    chance(match, "6")
    stand_by(match)
    order = []
    for _ in range(9):
        order.append(match.truth().thrower)
        chance(match, "off")
    assert order == [1, 2, 0] * 3


# Plague Doctor


def test_ones_are_out_and_sixes_slide_to_the_other_d9(table):
    match = at_duel(table, "plague-left")
    beat(match, *"116234", *"666234")
    assert match.truth().count[:2] == [3 + 3, 3 + 1]
    assert match.truth().outs[:2] == [2, 0]


def test_a_slid_die_keeps_its_colour_d9(table):
    match = at_duel(table, "plague-left")
    beat(match, *"666666", *"234543")
    assert match.truth().hue[1][:12] == [1] * 6 + [0] * 6


def test_first_without_dice_has_100_for_each_die_of_the_other_d9(table):
    match = at_duel(table, "plague-left")
    beat(match, *"111166", *"223344")
    assert match.truth().winner == 0
    assert finish_turn(match) == [1000 + 1000 + 800 + 100, 1000, 1000]


def test_both_without_dice_draw_for_it_d9(table):
    match = at_duel(table, "plague-left")
    beat(match, *"111111", *"111111")
    assert match.truth().breaking
    chance(match, "3")
    beat(match, "3", "1")
    assert finish_turn(match)[0] == 2100


# Quick Draw


def test_the_first_to_match_the_target_wins_1000_d10(table):
    match = at_duel(table, "quick-draw")
    chance(match, "4")
    beat(match, "1", "2", "3")
    beat(match, "1", "4", "3")
    assert finish_turn(match) == [1000, 2000, 1000]


def test_those_who_match_together_redraw_alone_d10(table):
    match = at_duel(table, "quick-draw")
    chance(match, "4")
    beat(match, "4", "1", "4")
    chance(match, "6")
    stand_by(match)
    assert match.awaited == (0, 2)
    beat(match, "1", "6")
    assert finish_turn(match)[2] == 2000


# Skeptic vs Psychic


def test_skeptic_and_psychic_lay_matching_dice_aside_d11(table):
    match = at_duel(table, "skeptic-left")
    match.play(0, "skeptic")
    chance(match, "2", "4", "5")
    match.play(1, "aim 6")
    beat(match, *"244113", *"612")
    assert match.truth().count[:2] == [3, 2]
    beat(match, *"111", *"66")
    assert match.truth().winner == 1
    assert finish_turn(match)[1] == 1000 + 1000 + 300


# War!


def war(table, *rounds):
    match = at_duel(table, "war", timing="simulated")
    for faces in rounds:
        chance(match, *faces)
    return match


def test_the_highest_die_of_a_round_takes_all_of_its_dice_d12(table):
    match = war(table, "123", "651", "641")
    assert [sum(dice) for dice in match.truth().spoils[:3]] == [6, 0, 3]


def test_the_grey_dice_also_take_all_that_the_tied_have_won_d12(table):
    match = war(table, "611", "161", "116", "661", "25")
    assert [sum(dice) for dice in match.truth().spoils[:3]] == [0, 9, 3]


def test_who_ties_again_rolls_again_and_the_winner_takes_from_all_tied_at_first_d12(table):
    match = war(table, "611", "161", "116", "666", "551", "12")
    assert [sum(dice) for dice in match.truth().spoils[:3]] == [0, 12, 0]


def test_most_dice_wins_1000_and_100_a_die_d12(table):
    match = war(table, "611", "611", "611", "611", "161", "116")
    assert finish_turn(match)[0] == 1000 + 1000 + 1200 + 100


def test_a_tie_at_the_end_is_rolled_off_with_grey_dice_d12(table):
    match = war(table, "611", "611", "161", "161", "116", "116", "441", "16")
    assert match.truth().winner == 1
    assert finish_turn(match)[1] == 1000 + 1000 + 600


# Time


def test_in_paced_play_nobody_rolls_before_all_have_pressed_kd21(table):
    match = at_duel(table, "plague-left")
    stand_by(match)
    match.play(1, "roll")
    assert match.awaited == (0,)
    match.play(0, "roll")
    assert match.awaited == (CHANCE,)


def test_live_each_press_rolls_at_once_kd21(table):
    match = at_duel(table, "quick-draw", timing="live")
    chance(match, "4")
    match.play(2, "roll")
    chance(match, "1")
    match.play(1, "roll")
    chance(match, "3")
    assert match.truth().rolls[:3] == [0, 1, 1]


def live_draw(table):
    """Seats 1 and 2 have matched in a live Quick Draw."""
    match = at_duel(table, "quick-draw", timing="live")
    chance(match, "4")
    for seat in (2, 1):
        match.play(seat, "roll")
        chance(match, "4")
    return match


def test_live_the_first_slap_wins_a_quick_draw_d10(table):
    match = live_draw(table)
    assert match.truth().winner == -1
    match.play(1, "bang")
    assert match.truth().winner == 1


def test_live_slaps_at_the_same_moment_redraw_d10(table):
    match = live_draw(table)
    match.play(1, "tie")
    chance(match, "6")
    assert match.truth().racers == 0b110
    assert match.legal(1) == ["roll"]


def test_live_nobody_slaps_before_a_match_d10(table):
    match = at_duel(table, "quick-draw", timing="live")
    chance(match, "4")
    assert "bang" not in match.legal(1)
    match.play(1, "roll")
    chance(match, "4")
    assert match.legal(1) == ["bang"]


def test_simulated_rolls_come_in_the_order_of_their_times_kd21(table):
    match = at_duel(table, "skeptic-left", timing="simulated")
    match.play(0, "skeptic")
    chance(match, "1", "2", "3")
    match.play(1, "aim 4")
    chance(match, "t6", "t6")
    stand_by(match)
    assert match.truth().due[:2] == [300, 180]  # 0.6 s and 0.4 s a die
    assert match.truth().rolling == 0b10


def test_rolls_at_the_same_hundredth_are_one_beat_kd21(table):
    match = at_duel(table, "plague-left", timing="simulated")
    chance(match, "t3", "t3")
    stand_by(match)
    assert match.truth().rolling == 0b11
