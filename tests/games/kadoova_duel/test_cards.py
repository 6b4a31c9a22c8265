"""Every Kadoova card does what stands on it (KD-14 to KD-20)."""

from __future__ import annotations

import pytest

from tests.games.kadoova_duel.staging import (
    challenged,
    chance,
    deal,
    everybody_passes,
    fight_class,
    finish_turn,
    opened,
    plays,
    rest,
    stand_by,
)
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Match

START = [1000, 1000, 1000]


def race_to_the_end(match, *faces):
    """All racers roll in one beat, with these faces in the order of seats."""
    stand_by(match)
    for seat in match.awaited:
        match.play(seat, "roll")
    chance(match, *faces)


# Permanent Upgrades


def test_side_wager_pays_100_for_a_lost_duel_kd14(table):
    match = challenged(table, "class-left", {1: ["side-wager"]}, scores=START)
    fight_class(match)
    assert finish_turn(match) == [1000 + 1500 + 100, 1000 - 500 + 100, 1000]


def test_side_wager_pays_nothing_to_who_did_not_duel_kd14(table):
    match = challenged(table, "class-left", {2: ["side-wager"]}, scores=START)
    fight_class(match)
    assert finish_turn(match)[2] == 1000


def test_deep_pockets_makes_a_hand_of_six_kd14(table):
    match = opened(table, {1: ["deep-pockets"]})
    assert match.truth().held[:3] == [5, 6, 5]


def test_a_permanent_upgrade_is_laid_open_and_replaced_kd3(table):
    match = opened(table, {2: ["glory-hound", "nope"]})
    laid = "A Permanent Upgrade is laid open and replaced."
    notes = [match.replay(n).scene(-1).now.note for n in (0, 14)]
    assert notes == [
        f"Five cards for {{0}}, to a hand of five. {laid}",
        f"Two cards for {{2}}, to a hand of five. {laid}",
    ]
    assert match.truth().upgrades[2] == 1 << 2
    assert sum(match.truth().hand[2]) == 5
    assert match.view(0).upgrades[2] == 1 << 2


def test_who_draws_the_duel_card_is_said_to_everybody_kd5(table):
    now = opened(table, challenger=2).scene(-1).now
    assert (now.title, now.note) == ("A Duel card is due.", "Drawn by {2}, the challenger of this turn.")


def test_glory_hound_gives_200_to_a_winning_challenger_kd14(table):
    match = challenged(table, "class-left", {0: ["glory-hound"]}, scores=START)
    fight_class(match)
    assert finish_turn(match)[0] == 1000 + 1500 + 200


def test_glory_hound_gives_nothing_to_a_winner_who_was_challenged_kd14(table):
    match = challenged(table, "class-left", {1: ["glory-hound"]}, scores=START)
    fight_class(match, challenger_wins=False)
    assert finish_turn(match)[1] == 1000 + 1000


def test_thick_skin_stops_what_a_duel_takes_at_300_kd14(table):
    match = challenged(table, "class-left", {1: ["thick-skin"]}, scores=START)
    fight_class(match)
    assert finish_turn(match)[1] == 1000 - 300


def test_thick_skin_does_not_cover_a_bet_of_ones_own_kd14(table):
    match = challenged(table, "class-left", {2: ["thick-skin", "bet-win"]}, scores=START)
    plays(match, 2, "bet 500 on 1")
    fight_class(match)
    assert finish_turn(match)[2] == 500


def test_thick_skin_stops_another_players_tax_day_but_not_ones_own_kd14(table):
    for player, loss in ((0, 300), (1, 500)):
        match = challenged(
            table, "class-left", {1: ["thick-skin", "tax-day"], 0: ["tax-day"]}, scores=[0, 6000, 0]
        )
        fight_class(match, challenger_wins=False)
        plays(match, player, "tax day")
        assert match.points[1] == 6000 - loss


# Bets


def test_a_right_bet_to_win_adds_the_stake_and_a_wrong_one_takes_it_kd15(table):
    match = challenged(table, "class-left", {2: ["bet-win", "bet-win"]}, scores=START)
    plays(match, 2, "bet 300 on 0")
    plays(match, 2, "bet 100 on 1")
    fight_class(match)
    assert finish_turn(match)[2] == 1000 + 300 - 100


def test_a_bet_to_lose_is_right_when_the_duelist_does_not_win_kd15(table):
    match = challenged(table, "class-left", {2: ["bet-lose", "bet-lose"]}, scores=START)
    plays(match, 2, "bet 500 against 1")
    plays(match, 2, "bet 200 against 0")
    fight_class(match)
    assert finish_turn(match)[2] == 1000 + 500 - 200


def test_a_duelist_may_not_bet_on_their_own_loss_kd15(table):
    match = challenged(table, "class-left", {0: ["bet-lose", "bet-win"]}, scores=START)
    bets = {text for text in match.legal(0) if text.startswith("bet 100")}
    assert bets == {"bet 100 on 0", "bet 100 against 1"}


def test_the_stakes_together_never_exceed_the_score_kd15(table):
    match = challenged(table, "class-left", {2: ["bet-win", "bet-win"]}, scores=[1000, 1000, 450])
    assert "bet 400 on 0" in match.legal(2)
    assert "bet 500 on 0" not in match.legal(2)
    plays(match, 2, "bet 300 on 0")
    assert [text for text in match.legal(2) if text.startswith("bet")] == ["bet 100 on 0", "bet 100 on 1"]


def test_nobody_in_debt_can_bet_kd15(table):
    match = challenged(table, "class-left", {2: ["bet-win"]}, scores=[1000, 1000, -200])
    assert not any(text.startswith("bet") for text in match.legal(2))


def test_no_bets_in_day_at_the_beach_kd15(table):
    match = challenged(table, "beach-left", {2: ["bet-win", "bet-lose"]}, scores=START)
    assert not any(text.startswith("bet") for text in match.legal(2))


def test_no_bets_to_lose_where_three_duel_kd15(table):
    match = challenged(table, "war", {2: ["bet-win", "bet-lose"]}, scores=START)
    assert {text for text in match.legal(2) if text.startswith("bet 100")} == {"bet 100 on 2"}


# Dice


def test_extra_dice_for_oneself_gives_a_die_more_kd16(table):
    match = challenged(table, "plague-left", {0: ["extra-self"]})
    plays(match, 0, "extra")
    everybody_passes(match)
    assert match.truth().count[:2] == [7, 6]


def test_extra_dice_on_another_gives_them_a_die_more_kd16(table):
    match = challenged(table, "plague-left", {2: ["extra-other"]})
    plays(match, 2, "extra on 1")
    everybody_passes(match)
    match.play(1, "keep")
    assert match.truth().count[:2] == [6, 7]


def test_less_dice_on_oneself_lays_a_die_aside_kd16(table):
    match = challenged(table, "plague-left", {1: ["less-self"]})
    plays(match, 1, "less")
    everybody_passes(match)
    assert match.truth().count[:2] == [6, 5]


def test_less_dice_on_another_may_be_bought_off_for_200_below_zero_too_kd16(table):
    match = challenged(table, "plague-left", {2: ["less-other", "less-other"]}, scores=[0, 100, 0])
    plays(match, 2, "less on 1")
    plays(match, 2, "less on 1")
    everybody_passes(match)
    match.play(1, "buy off less")
    assert match.points[1] == -100
    match.play(1, "keep")
    assert match.truth().count[1] == 5


def test_extra_dice_given_by_another_may_be_bought_off_kd16(table):
    match = challenged(table, "plague-left", {2: ["extra-other"]}, scores=START)
    plays(match, 2, "extra on 1")
    everybody_passes(match)
    match.play(1, "buy off extra")
    assert match.points[1] == 800
    assert match.truth().count[1] == 6


def test_dice_that_one_gave_oneself_are_not_for_sale_kd16(table):
    match = challenged(table, "plague-left", {0: ["extra-self"]})
    plays(match, 0, "extra")
    everybody_passes(match)
    assert "buy off extra" not in match.legal(0)


def test_who_has_fewer_than_three_dice_in_class_warfare_forfeits_kd16(table):
    match = challenged(table, "class-left", {2: ["less-other"]}, scores=START)
    plays(match, 2, "less on 1")
    everybody_passes(match)
    match.play(1, "keep")
    match.play(0, "low")
    assert match.truth().forfeits == 1 << 1
    assert finish_turn(match) == [1000 + 1000 + 100, 1000 - 1000, 1000]


def test_who_buys_the_die_back_does_not_forfeit_kd16(table):
    match = challenged(table, "class-left", {2: ["less-other"]}, scores=START)
    plays(match, 2, "less on 1")
    everybody_passes(match)
    match.play(1, "buy off less")
    match.play(0, "low")
    assert match.truth().forfeits == 0


def test_a_win_by_forfeit_elsewhere_is_1000_without_extras_kd16(table):
    match = challenged(table, "quick-draw", {1: ["less-other", "less-other"]}, seats=3, scores=START)
    plays(match, 1, "less on 2")
    plays(match, 1, "less on 0")
    everybody_passes(match)
    match.play(0, "keep")
    match.play(2, "keep")
    assert finish_turn(match) == [1000, 2000, 1000]


def test_less_dice_on_oneself_may_not_make_one_forfeit_kd16(table):
    match = challenged(table, "class-left", {0: ["less-self"]})
    assert "less" not in match.legal(0)
    match = challenged(table, "quick-draw", {0: ["less-self", "extra-self"]})
    assert "less" not in match.legal(0)
    plays(match, 0, "extra")
    assert "less" in match.legal(0)


@pytest.mark.parametrize(
    ("card", "greys"),
    [("axe-left", 4), ("plague-left", 4), ("quick-draw", 3), ("horse", 1)],
)
def test_no_more_extra_dice_when_the_four_grey_dice_are_in_play_kd16(table, card, greys):
    match = challenged(table, card, {0: ["extra-self"] * 5})
    for _ in range(greys):
        plays(match, 0, "extra")
    assert "extra" not in match.legal(0)


@pytest.mark.parametrize(
    "card", ["class-left", "con-left", "beach-left", "pineapple-left", "war", "skeptic-left", "hare-left"]
)
def test_extra_dice_are_barred_where_the_rules_say_so_kd16(table, card):
    match = challenged(table, card, {0: ["extra-self", "extra-other"]})
    assert not any("extra" in text for text in match.legal(0))


@pytest.mark.parametrize("card", ["beach-left", "hare-left"])
def test_less_dice_are_barred_on_the_beach_and_on_the_track_kd16(table, card):
    match = challenged(table, card, {0: ["less-self", "less-other"]})
    assert not any("less" in text for text in match.legal(0))


def test_in_con_person_one_plays_with_fewer_kd16(table):
    match = challenged(table, "con-left", {0: ["less-other"]})
    plays(match, 0, "less on 1")
    everybody_passes(match)
    match.play(1, "keep")
    chance(match, *["1"] * 27)
    assert match.truth().count[:2] == [14, 13]
    greys = [
        sum(die.seat < 0 for die in zone.pieces) for zone in match.scene(0).zones if zone.id[:4] == "cup-"
    ]
    assert greys == [2, 2]  # one's own die is laid aside
    assert "bid 27 6s" in match.legal(0)
    assert "bid 28 6s" not in match.legal(0)


def test_in_war_who_has_fewer_sits_out_the_last_round_kd16(table):
    match = challenged(table, "war", {0: ["less-other"]}, timing="simulated")
    plays(match, 0, "less on 1")
    everybody_passes(match)
    match.play(1, "keep")
    for _ in range(5):
        chance(match, "6", "1", "1")
    chance(match, "6", "1")
    assert match.truth().spoils[0][:3] == [6, 5, 6]


def test_for_axe_with_an_extra_die_the_best_counts_kd16(table):
    match = challenged(table, "axe-left", {0: ["extra-self"]}, timing="simulated")
    plays(match, 0, "extra")
    everybody_passes(match)
    match.play(0, "axe")
    stand_by(match)
    chance(match, "outer", "outer", "outer", "inner", "off")
    assert match.truth().winner == 0
    assert match.truth().gain[0] == 1500


# Rematch!


def test_rematch_restores_scores_and_hands_exactly_kd17(table):
    hands = {0: ["toll"], 1: ["bet-win", "rematch"], 2: ["less-other", "windfall"]}
    match = challenged(table, "class-left", hands, scores=[900, 700, 500])
    before = match.truth()
    plays(match, 0, "toll")
    plays(match, 1, "bet 200 on 1")
    plays(match, 2, "less on 1")
    everybody_passes(match)
    match.play(1, "buy off less")
    match.play(0, "high")
    race_to_the_end(match, *["6"] * 6)
    plays(match, 2, "windfall")
    plays(match, 1, "rematch")
    after = match.truth()
    assert after.score == before.score
    for seat in (0, 2):
        assert after.hand[seat] == before.hand[seat]
    lost = [n - m for n, m in zip(before.hand[1], after.hand[1], strict=True)]
    assert sum(lost) == lost[10] == 1  # the Rematch alone
    assert after.discard[10] == 1
    assert after.deck == before.deck
    assert (after.lead, after.forfeits, after.gain, after.plays) == (-1, 0, [0] * 4, 0)
    assert "bet 200 on 1" in match.legal(1)
    fight_class(match)
    assert finish_turn(match)[0] == 900 + 1600


def test_rematch_goes_back_to_the_first_opponent_after_cold_feet_kd17(table):
    match = challenged(table, "class-left", {0: ["rematch"], 1: ["cold-feet"]})
    plays(match, 1, "cold feet")
    match.play(0, "seat 2")
    fight_class(match)
    plays(match, 0, "rematch")
    assert match.truth().opponent == 1
    assert "cold feet" in match.legal(1)


# Viking Invasion


def test_a_viking_invasion_makes_the_target_miss_a_roll_kd18(table):
    match = challenged(table, "plague-left", {2: ["viking"]})
    everybody_passes(match)
    match.play(2, "viking 1")
    match.play(2, "aside")
    match.play(0, "roll")
    match.play(1, "roll")
    chance(match, "2", "2", "2", "2", "2", "2")
    assert match.truth().rolls[:2] == [1, 0]
    match.play(0, "roll")
    match.play(1, "roll") if 1 in match.awaited else None
    assert match.truth().covered[1] == 0


def test_in_simulated_time_a_viking_invasion_costs_three_seconds_kd18(table):
    match = challenged(table, "plague-left", {2: ["viking"]}, timing="simulated")
    everybody_passes(match)
    chance(match, "t0", "t0")
    due = match.truth().due[1]
    match.play(2, "viking 1")
    assert match.truth().due[1] == due + 300


def test_live_a_covered_press_only_lifts_the_card_kd18(table):
    match = challenged(table, "plague-left", {2: ["viking"]}, timing="live")
    everybody_passes(match)
    match.play(2, "viking 1")
    match.play(1, "roll")
    assert match.truth().rolls[1] == 0
    match.play(1, "roll")
    chance(match, *["3"] * 6)
    assert match.truth().rolls[1] == 1


def test_live_nobody_is_offered_to_roll_dice_that_a_card_covers_kd18(table):
    match = challenged(table, "plague-left", {2: ["viking"]}, timing="live")
    everybody_passes(match)
    assert "roll" in offered_texts(match, 1)
    match.play(2, "viking 1")
    assert "roll" in match.legal(1), "whoever keeps the time lifts the card"
    assert offered_texts(match, 1) == []
    assert "roll" in offered_texts(match, 0)


def offered_texts(match: Match, seat: int) -> list[str]:
    """What the scene offers to ``seat``, in notation."""
    return [choice.text for choice in match.scene(seat).choices]


def test_under_a_viking_invasion_a_throw_is_made_blind_kd18(table):
    match = challenged(table, "axe-left", {2: ["viking"]}, timing="simulated")
    everybody_passes(match)
    match.play(0, "axe")
    match.play(2, "viking 1")
    stand_by(match)
    state = match.state[0]
    weights = match._weights
    match.engine.legal(match.state, CHANCE, match._events, weights)
    assert weights[:4].tolist() == state["axe_throws"][3].tolist()
    chance(match, "off")
    match.engine.legal(match.state, CHANCE, match._events, weights)
    assert weights[:4].tolist() == state["axe_throws"][1].tolist()


@pytest.mark.parametrize("card", ["con-left", "war"])
def test_no_viking_invasion_in_con_person_and_war_kd18(table, card):
    match = challenged(table, card, {0: ["viking"], 2: ["viking"]})
    everybody_passes(match)
    for seat in range(3):
        if seat in match.awaited:
            assert not any("viking" in text for text in match.legal(seat))


def test_nobody_lays_a_viking_invasion_on_their_own_dice_kd18(table):
    match = challenged(table, "plague-left", {0: ["viking"]})
    everybody_passes(match)
    assert match.legal(0) == ["roll", "viking 1"]


# Two Guns McGee


def test_two_guns_mcgee_draws_with_two_dice_and_either_may_match_kd19(table):
    match = challenged(table, "quick-draw", {1: ["two-guns"]}, scores=START)
    plays(match, 1, "two guns")
    everybody_passes(match)
    chance(match, "5")
    race_to_the_end(match, "1", "2", "5", "3")
    assert match.truth().winner == 1


def test_two_guns_mcgee_serves_a_quick_draw_alone_kd19(table):
    match = challenged(table, "plague-left", {0: ["two-guns"]})
    assert "two guns" not in match.legal(0)


# The others


def test_pickpocket_takes_200_from_any_player_after_the_duel_kd20(table):
    match = challenged(table, "class-left", {0: ["pickpocket"]}, scores=START)
    assert "pickpocket 2" not in match.legal(0)
    fight_class(match)
    assert "pickpocket 0" not in match.legal(0)
    match.play(0, "pickpocket 2")
    assert match.scene(1).now.title == "{0's} Pickpocket on {2}: pass, or Nope it."
    everybody_passes(match)
    assert match.points == [1200, 1000, 800]


def test_highway_toll_is_paid_by_every_opponent_in_the_duel_kd20(table):
    match = challenged(table, "war", {2: ["toll"]}, scores=START)
    plays(match, 2, "toll")
    assert match.points == [900, 900, 1200]
    match = challenged(table, "class-left", {2: ["toll"]}, scores=START)
    assert "toll" not in match.legal(2)


def test_double_down_doubles_all_that_a_winner_wins_kd20(table):
    match = challenged(table, "class-left", {0: ["double-down"]}, scores=START)
    plays(match, 0, "double down")
    fight_class(match)
    assert finish_turn(match)[0] == 1000 + 2 * (1500 + 100)


def test_double_down_costs_a_loser_500_kd20(table):
    match = challenged(table, "class-left", {0: ["double-down"]}, scores=START)
    plays(match, 0, "double down")
    fight_class(match, challenger_wins=False)
    assert finish_turn(match)[0] == 1000 - 1000 - 500


def test_double_down_is_played_once_in_a_duel_and_by_duelists_kd20(table):
    match = challenged(table, "class-left", {0: ["double-down"] * 2, 2: ["double-down"]})
    plays(match, 0, "double down")
    assert "double down" not in match.legal(0)
    assert "double down" not in match.legal(2)


def test_cold_feet_sends_another_into_the_duel_kd20(table):
    hands = {1: ["cold-feet", "extra-self"], 2: ["bet-win"], 3: ["bet-win", "bet-lose"]}
    match = challenged(table, "plague-left", hands, seats=4, scores=[1000, 900, 800, 700])
    plays(match, 1, "extra")
    plays(match, 2, "bet 100 on 0")
    plays(match, 3, "bet 200 on 1")
    plays(match, 3, "bet 300 against 0")
    held = match.truth().hand
    plays(match, 1, "cold feet")
    assert match.legal(0) == ["seat 2", "seat 3"]
    match.play(0, "seat 2")
    state = match.truth()
    assert state.opponent == 2
    assert state.duelists == 0b101
    assert state.hand[1][6] == held[1][6] + 1  # the Extra Dice of who left
    assert state.hand[2][4] == held[2][4] + 1  # the bet of who came
    assert state.hand[3][4] == held[3][4] + 1  # the bet on who left
    assert state.hand[3][5] == held[3][5]  # the bet against the challenger stays
    assert state.extra == [0] * 4
    assert sorted(state.played_kind[: state.plays]) == [5, 16]


def test_cold_feet_only_as_the_challenged_and_never_in_an_all_duel_or_with_two_kd20(table):
    match = challenged(table, "class-left", {0: ["cold-feet"], 1: ["cold-feet"]}, seats=3)
    assert "cold feet" in match.legal(1)
    assert "cold feet" not in match.legal(0)
    match = challenged(table, "war", {0: ["cold-feet"], 1: ["cold-feet"]})
    assert not any("cold feet" in match.legal(seat) for seat in range(3))
    match = challenged(table, "class-left", {1: ["cold-feet"]}, seats=2)
    assert "cold feet" not in match.legal(1)


def test_cold_feet_finds_nobody_who_was_challenged_before_in_this_duel_kd20(table):
    match = challenged(table, "class-left", {1: ["cold-feet"], 2: ["cold-feet"]})
    plays(match, 1, "cold feet")
    match.play(0, "seat 2")
    assert "cold feet" not in match.legal(2)


def test_nope_makes_the_card_just_played_void_kd20(table):
    match = challenged(table, "class-left", {0: ["toll"], 2: ["nope"]}, scores=START)
    match.play(0, "toll")
    match.play(1, "pass")
    match.play(2, "nope")
    assert match.scene(1).now.title == "{2's} Nope on {0's} Highway Toll: pass, or Nope it."
    everybody_passes(match)
    assert match.points == START
    assert match.truth().played_void[:2] == [1, 0]


def test_a_noped_nope_restores_the_card_kd20(table):
    match = challenged(table, "class-left", {0: ["toll", "nope"], 2: ["nope"]}, scores=START)
    match.play(0, "toll")
    match.play(2, "nope")
    match.play(0, "nope")
    everybody_passes(match)
    assert match.points == [1100, 900, 1000]


def test_a_card_takes_effect_only_when_all_have_let_it_pass_kd20(table):
    match = challenged(table, "class-left", {0: ["toll"]}, scores=START)
    match.play(0, "toll")
    match.play(1, "pass")
    assert match.points == START
    match.play(2, "pass")
    assert match.points == [1100, 900, 1000]


def test_nope_cannot_be_played_on_nothing_nor_on_ones_own_card_on_top_kd20(table):
    match = challenged(table, "class-left", {0: ["toll", "nope"]}, scores=START)
    assert "nope" not in match.legal(0)
    match.play(0, "toll")
    assert 0 not in match.awaited


def test_a_void_bet_is_no_stake_kd15(table):
    match = challenged(table, "class-left", {0: ["nope"], 2: ["bet-win", "bet-win"]}, scores=[0, 0, 500])
    match.play(2, "bet 500 on 0")
    match.play(0, "nope")
    everybody_passes(match)
    assert "bet 500 on 0" in match.legal(2)
    fight_class(match, challenger_wins=False)
    assert finish_turn(match)[2] == 500


def test_windfall_gains_300_kd20(table):
    match = challenged(table, "class-left", {2: ["windfall"]}, scores=START)
    fight_class(match)
    plays(match, 2, "windfall")
    assert match.points == [1000, 1000, 1300]


def test_tax_day_takes_500_of_everybody_at_5000_or_more_kd20(table):
    match = challenged(table, "class-left", {2: ["tax-day"]}, scores=[4999, 5000, 7000])
    fight_class(match)
    plays(match, 2, "tax day")
    assert match.points == [4999, 4500, 6500]


def test_a_card_for_ones_own_turn_fits_before_and_after_for_the_challenger_alone_kd5(table):
    hands = {0: ["windfall"], 1: ["windfall"]}
    match = challenged(table, "class-left", hands, **{"windfall-window": "on your turn"})
    assert "windfall" in match.legal(0)
    assert "windfall" not in match.legal(1)
    fight_class(match)
    assert "windfall" in match.legal(0)
    assert "windfall" not in match.legal(1)


def test_used_cards_are_discarded_after_the_duel_and_hands_filled_kd13(table):
    match = challenged(table, "class-left", {0: ["toll"]}, scores=START)
    plays(match, 0, "toll")
    fight_class(match)
    assert sum(match.truth().discard) == 0
    everybody_passes(match)
    assert match.truth().discard[14] == 1
    rest(match)
    assert match.truth().held[:3] == [5, 5, 5]


def test_a_card_out_of_its_window_is_refused_with_what_is_legal(table):
    match = challenged(table, "class-left", {0: ["windfall"]})
    with pytest.raises(IllegalEvent, match="illegal event 'windfall' for seat 0 in Turn 1, Class Warfare"):
        match.play(0, "windfall")


@pytest.mark.parametrize(
    ("card", "said", "reason"),
    [
        ("class-left", "windfall", "Windfall is played after a duel"),
        ("class-left", "rematch", "you hold no Rematch!"),
        ("class-left", "extra", "no Extra Dice in Class Warfare"),
        ("class-left", "nope", "there is nothing to Nope"),
        ("class-left", "bet 100 on 1", "a duelist may not bet on their own loss"),
        ("class-left", "bet 500 on 0", "your stakes may not exceed your score of 400"),
        ("class-left", "bet 250 on 0", r"a stake is in hundreds, to 500 at most \(KD-15\)"),
        ("class-left", "bet 2000 on 0", r"a stake is in hundreds, to 500 at most \(KD-15\)"),
        ("war", "bet 100 against 1", "a duelist may not bet on their own loss|three or more duel"),
        ("beach-left", "bet 100 on 0", "there are no bets in Day at the Beach"),
    ],
)
def test_a_card_that_may_not_be_played_is_refused_with_the_reason(table, card, said, reason):
    hands = {0: ["windfall", "extra-self", "nope", "bet-win", "bet-lose"]}
    match = challenged(table, card, hands, scores=[400, 0, 0])
    with pytest.raises(IllegalEvent, match=reason):
        match.play(0, said)


def test_a_card_where_none_or_not_this_one_is_played_is_refused_with_the_reason(table):
    match = table("kadoova-duel", seats=3)
    deal(match, {0: ["viking", "windfall"]})
    chance(match, "1")
    for card in ("viking 1", "windfall"):
        with pytest.raises(IllegalEvent, match=r"no card is played in the opening Quick Draw \(KD-4\)"):
            match.play(0, card)
    match = challenged(table, "war", {0: ["viking", "windfall"]})
    everybody_passes(match)
    with pytest.raises(IllegalEvent, match=r"no Viking Invasion in War! \(KD-18\)"):
        match.play(0, "viking 1")
    match = challenged(table, "class-left", {0: ["viking", "windfall"]})
    everybody_passes(match)
    match.play(0, "high")
    race_to_the_end(match, *"666111")  # both at once: a Quick Draw for the duel
    chance(match, "4")
    for card in ("viking 1", "windfall"):
        with pytest.raises(IllegalEvent, match=r"settles a tie or a dispute \(KD-11\)"):
            match.play(0, card)
