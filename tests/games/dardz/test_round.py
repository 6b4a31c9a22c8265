"""The end of a round and of the game; teams; what may be announced."""

from __future__ import annotations

import pytest

import throwdown
from tests.conftest import play
from tests.games.dardz.readings import due, opening, piles, scores
from throwdown.games.dardz import timing
from throwdown.games.dardz.state import CALL_TEN
from throwdown.kernel.errors import BadValue, IllegalEvent

BY_PLAYERS = {"announce-ten": "by the players"}
FOUR = "*: 6, 6, 1, 1, 1, 2, 2, 1\n"


def with_piles(match, *counts, loot=None):
    """Put so many cards, worth ``loot`` points, in the piles."""
    for seat, count in enumerate(counts):
        match.state["pile"][0][seat] = count
        match.state["loot"][0][seat] = (loot or counts)[seat]
    return match


def with_scores(match, *points):
    for side, score in enumerate(points):
        match.state["score"][0][side] = score
    return match


def test_ten_cards_end_the_round_at_once_and_are_ten_points_dz_17(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3")), 9, 5)
    play(match, "*: 4")
    assert scores(match) == [10 + 9 + 4, 5]  # DZ-19: the piles; cards in hand do not count
    assert match.truth().closed == 1


def test_the_larger_pile_has_the_ten_points_dz_17(table):
    match = with_piles(table("dardz", opening("4 8 9", "4 4 3")), 9, 9)
    play(match, "*: 4")
    assert scores(match) == [9 + 4, 10 + 9 + 8]


def test_a_roll_off_decides_between_equal_piles_dz_17(table):
    match = with_piles(table("dardz", opening("4 8 9", "4 2 3")), 9, 9)
    play(match, "*: 4")
    assert (due(match), scores(match)) == ("dice", [0, 0])
    play(match, "*: 2, 2, 3, 5")
    assert scores(match) == [13, 23]


def test_five_for_a_clean_hand_count_with_the_ten_dz_17(table):
    script = "*: 4, 5, 6\n0: nothing\n*: 2, 5, 5\n0: 2\n*: 8, 3, 5\n0: 8\n"
    match = with_piles(table("dardz", opening("2 8 9", "1 1 3") + script), 9, 4, loot=(50, 4))
    play(match, "*: 4, 5\n0: 9")
    assert scores(match) == [5 + 10 + 50 + 8, 4]


def test_players_announce_ten_cards_where_the_table_says_so_dz_17(table):
    match = with_piles(table("dardz", opening("4 8 9", "4 2 3"), values=BY_PLAYERS), 9, 9)
    assert match.scene(0).choices[0].note == "Cards of its number move."  # DZ-8: no choice
    play(match, "0: roll\n*: 4, 12, 12")
    assert match.awaited == (0, 1)
    assert match.legal(0) == ["roll", "ten"]
    assert match.legal(1) == ["ten"]
    play(match, "1: ten")
    assert scores(match) == [13, 23]


def test_while_nobody_calls_the_round_goes_on_and_ten_can_still_be_called_dz_17(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3"), values=BY_PLAYERS), 9, 0)
    play(match, "0: roll\n*: 4, 12\n0: roll\n*: 3, 5\n0: 8")
    assert due(match) == "cards"
    play(match, "*: 12\n0: ten")
    assert match.truth().ten == 0


def test_ten_is_not_called_while_an_action_card_is_being_played_dz_17(table):
    match = with_piles(table("dardz", opening("jackpot 8 9", "1 2 3"), values=BY_PLAYERS), 0, 10)
    assert match.legal(1) == ["ten"]
    play(match, "0: jackpot")
    assert match.awaited == (0,)
    with pytest.raises(IllegalEvent, match="the action card is played first"):
        match.play(1, "ten")


def test_everybody_sees_the_same_button_to_call_ten_whatever_lies_in_their_pile_dz_17(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3"), values=BY_PLAYERS), 3, 10)
    scenes = [match.scene(seat) for seat in range(2)]
    calls = [choice for scene in scenes for choice in scene.choices if choice.always]
    assert [choice.name for choice in calls] == ["Call ten cards"] * 2
    said = [text for scene in (*scenes, match.scene()) for text in (scene.now.title, scene.now.note)]
    assert not [text for text in said if "ten" in text.lower()]
    with pytest.raises(IllegalEvent, match="3 cards lie in that points pile, and it takes ten to call"):
        match.play(0, "ten")
    assert match.play(1, "ten")


def test_whoever_may_call_ten_races_for_it_untold_dz_17(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3"), values=BY_PLAYERS), 10, 12)
    heat = timing.heat(match.truth())
    assert heat.presses == {0: CALL_TEN, 1: CALL_TEN}
    assert not heat.counted
    assert timing.heat(with_piles(match, 9, 9).truth()) is None
    assert timing.heat(with_piles(table("dardz", opening("4 8 9", "1 2 3")), 10, 12).truth()) is None


def test_where_players_call_no_choice_reminds_them_of_ten_cards_dz_17(table):
    match = with_piles(table("dardz", opening("7g 8 9", "7 7 3"), values=BY_PLAYERS), 9, 9)
    play(match, "0: roll\n*: 4\n0: roll\n*: 2, 5")
    assert [choice.note for choice in match.scene(0).choices if "en cards" in choice.note] == []


def test_with_an_empty_draw_pile_play_goes_on_without_drawing_dz_18(table):
    match = table("dardz", opening("4 8 9", "1 2 3"))
    match.state["pile_left"] = 0
    play(match, "*: 4")
    assert due(match) == "dice"
    assert piles(match) == [1, 0]


def test_three_laps_without_a_move_end_the_round_without_the_ten_points_dz_18(table):
    match = table("dardz", opening("12 12 12", "11 11 11"))
    match.state["pile_left"] = 0
    with_piles(match, 4, 5)
    for turn in range(6):
        assert match.truth().closed == 0
        play(match, f"*: 1, 2, 2\n{turn % 2}: nothing\n*: 1, 1, 2\n{turn % 2}: nothing")
    assert match.truth().ten == -1
    assert scores(match) == [4, 5]


def test_a_round_that_stands_still_ends_whatever_is_left_to_draw_dz_18(table):
    match = with_piles(table("dardz", opening("12 12 12", "11 11 11")), 4, 5)
    for turn in range(6):
        assert (match.truth().closed, match.truth().pile_left) == (0, 84)
        play(match, f"*: 1, 2, 2\n{turn % 2}: nothing\n*: 1, 1, 2\n{turn % 2}: nothing")
    assert (match.truth().closed, scores(match)) == (1, [4, 5])


def test_a_pile_may_cost_points_but_not_below_zero_dz_19_dz_4(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3")), 9, 5, loot=(20, -15))
    play(match, "*: 4")
    assert scores(match) == [34, 0]


def test_a_lucky_loser_adds_the_product_of_two_dice_dz_20(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3")), 9, 3)
    play(match, "*: 4")
    assert match.scene(-1).now.note == "Two dice for {1}.", "whatever those who began rolled before"
    play(match, "*: 6, 5")
    assert scores(match) == [23, 33]


def test_the_lowest_score_begins_the_next_round_dz_21(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3")), 9, 5)
    play(match, "*: 4")
    assert match.truth().turn == 1
    assert match.scene(-1).now.note == "All 90 are shuffled first. The next is for {1}."  # DZ-6
    play(match, "*: 1, 2, 3, 5, 6, 8")
    assert (match.truth().rounds, match.truth().closed, piles(match)) == (2, 0, [0, 0])


def test_a_tie_for_the_lowest_is_rolled_off_dz_21(table):
    match = with_piles(table("dardz", opening("4 8 9", "1 2 3")), 9, 5, loot=(1, 15))
    play(match, "*: 4")
    assert scores(match) == [15, 15]
    play(match, "*: 6, 1")
    assert match.truth().turn == 0


def test_a_hundred_and_fifty_win_when_the_round_is_scored_dz_22(table):
    match = with_scores(with_piles(table("dardz", opening("4 8 9", "1 2 3")), 9, 5), 127, 144)
    play(match, "*: 4")
    assert match.over
    assert (match.winners, match.points) == ((0,), [150, 149])


def test_nobody_wins_in_the_middle_of_a_round_dz_23(table):
    match = with_scores(table("dardz", opening("jackpot 8 9", "1 2 3")), 149, 0)
    play(match, "0: jackpot\n0: name 1\n*: 1")
    assert scores(match) == [164, 0]
    assert not match.over


def test_a_tie_for_the_game_is_decided_by_the_best_of_three_roll_offs_dz_22(table):
    match = with_scores(with_piles(table("dardz", opening("4 8 9", "1 2 3")), 9, 5), 140, 158)
    play(match, "*: 4")
    assert scores(match) == [163, 163]
    play(match, "*: 6, 1\n*: 2, 5\n*: 3, 3")
    assert not match.over
    play(match, "*: 4, 5")
    assert (match.winners, match.points) == ((1,), [163, 163])
    assert match.result == "won by 1, 163 163"
    assert [plate.score for plate in match.scene().plates] == ["163", "163"]


def test_partners_sit_across_and_share_a_score_dz_24(table):
    match = table(
        "dardz",
        FOUR + "*: jackpot, 8, 9, 1, 1, 1, 2, 2, 2, 3, 3, 3\n0: jackpot\n0: name 4\n*: 4",
        seats=4,
        values={"teams": True},
    )
    assert scores(match) == [15, 0]
    assert match.points == [15, 0, 15, 0]


def test_a_team_plays_to_its_own_target_and_wins_together_dz_24(table):
    match = table("dardz", FOUR + "*: 4, 8, 9, 1, 1, 1, 2, 2, 2, 3, 3, 3", seats=4, values={"teams": True})
    with_scores(with_piles(match, 9, 5, 5, 5), 220, 0)
    play(match, "*: 4")
    assert scores(match) == [220 + 10 + 9 + 4 + 5, 10]
    assert not match.over
    assert match.truth().contest == 0b1010  # who of the last team begins


def test_both_partners_win_dz_24(table):
    match = table("dardz", FOUR + "*: 4, 8, 9, 1, 1, 1, 2, 2, 2, 3, 3, 3", seats=4, values={"teams": True})
    with_scores(with_piles(match, 9, 5, 5, 5), 240, 0)
    play(match, "*: 4")
    assert match.winners == (0, 2)
    assert match.result == "won by 0 2, 268 10 268 10"


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_teams_need_four_six_or_eight_dz_24(seats):

    with pytest.raises(BadValue, match=f"teams is for 4, 6 or 8 seats, not {seats}"):
        throwdown.load("dardz").match(seats, values={"teams": True})
