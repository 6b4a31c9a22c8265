"""The course of the game: opponents, windows, the last round, the short game (KD-3 to KD-13)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kadoova_duel.staging import (
    challenged,
    chance,
    deal,
    everybody_passes,
    fight_class,
    finish_turn,
    listen,
    opened,
    plays,
    rest,
    stand_by,
)
from throwdown.games.kadoova_duel.cards import OVER
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import load

ALL_HOWS = {"class-cards": [1, 1, 1, 0, 0], "axe-cards": [1, 0, 0, 1, 1], "plague-cards": [1, 1, 1, 0, 0]}


def test_the_winner_of_the_opening_has_1000_and_the_first_turn_kd4(table):
    match = opened(table, challenger=2)
    assert match.points == [0, 0, 1000]
    assert match.truth().challenger == 2


def test_no_cards_are_played_in_the_opening_kd4(table):
    match = table("kadoova-duel", seats=3)
    deal(match, {0: ["nope", "two-guns"], 1: ["viking"]})
    chance(match, "3")
    assert all(match.legal(seat) == ["roll"] for seat in range(3))


def test_hands_are_five_cards_and_54_cards_are_in_the_box_kd1_kd3(table):
    match = opened(table, seats=4)
    state = match.truth()
    assert state.held == [5, 5, 5, 5]
    assert state.deck_count == sum(state.deck) == 54 - 20
    assert sum(state.duel_copies) == 36


@pytest.mark.parametrize(
    ("card", "scores", "opponent"),
    [
        ("class-high", [0, 100, 300, 200], 2),
        ("class-high", [900, 100, 300, 300], 2),  # a tie: nearest to the left
        ("class-low", [0, 400, 300, 200], 3),
        ("class-low", [-100, 200, 200, 200], 1),
        ("axe-left", [0, 0, 0, 0], 1),
        ("axe-right", [0, 0, 0, 0], 3),
    ],
)
def test_the_duel_card_finds_the_opponent_kd7(table, card, scores, opponent):
    match = challenged(table, card, seats=4, scores=scores, **ALL_HOWS)
    assert match.truth().opponent == opponent


def test_you_choose_lets_the_challenger_choose_kd7(table):
    match = challenged(table, "class-choose", seats=4, **ALL_HOWS)
    assert match.legal(0) == ["seat 1", "seat 2", "seat 3"]
    match.play(0, "seat 3")
    assert match.truth().duelists == 0b1001


@pytest.mark.parametrize("card", ["war", "horse", "quick-draw"])
def test_in_an_all_duel_everybody_duels_kd7(table, card):
    match = challenged(table, card, seats=4)
    assert match.truth().duelists == 0b1111


def test_a_challenger_who_wins_has_100_more_kd6(table):
    match = challenged(table, "class-left", scores=[0, 0, 0])
    fight_class(match)
    assert finish_turn(match) == [1600, -500, 0]


def test_the_turn_passes_to_the_left_kd5(table):
    match = challenged(table, "class-left", challenger=2)
    fight_class(match)
    finish_turn(match)
    assert match.truth().challenger == 0
    assert match.truth().turns == 1


def test_a_window_closes_when_all_have_passed_since_the_last_card_kd13(table):
    match = challenged(table, "class-left", {0: ["toll", "double-down"]})
    match.play(1, "pass")
    match.play(2, "pass")
    plays(match, 0, "toll")
    assert match.awaited == (0, 1, 2)
    plays(match, 0, "double down")
    everybody_passes(match)
    assert match.truth().phase != 4


def test_cards_may_be_played_out_of_turn_several_and_copies_kd13(table):
    match = challenged(table, "class-left", {2: ["bet-win"] * 3}, scores=[0, 0, 1000])
    for stake in (100, 200, 300):
        plays(match, 2, f"bet {stake} on 0")
    fight_class(match)
    assert finish_turn(match)[2] == 1600


def test_an_empty_kadoova_deck_is_reshuffled_from_its_discards_kd8(table):
    match = challenged(table, "class-left", {0: ["toll"]})
    plays(match, 0, "toll")
    fight_class(match)
    match.state["discard"][0] += match.state["deck"][0]
    match.state["deck"][0] = 0
    match.state["deck_count"][0] = 0
    said = listen(match)
    everybody_passes(match)
    assert said[-1] == (-1, "The Kadoova deck ran out, and the discards were shuffled into it.")
    assert match.truth().deck_count == 54 - 14
    assert sum(match.truth().discard) == 0


def test_an_empty_duel_deck_is_shuffled_again_kd8(table):
    match = challenged(table, "class-left")
    match.state["duel_cards"][0] = 0
    match.state["duel_count"][0] = 0
    fight_class(match)
    said = listen(match)
    finish_turn(match)
    assert match.truth().duel_count == 36
    assert said[-1] == (-1, "The Duel deck ran out, and all its cards were shuffled again.")


# The last round


def turn_of(match: Any, winner: bool, gain: int | None = None) -> None:
    """A whole turn of Class Warfare; ``gain`` sets the challenger's score before it is settled."""
    chance(match, "class-left")
    fight_class(match, challenger_wins=winner)
    if gain is not None:
        match.state["score"][0, match.truth().challenger] = gain
    finish_turn(match)


def test_who_reaches_the_goal_starts_the_last_round_and_is_passed_over_kd9(table):
    match = opened(table, scores=[9000, 0, 0], goal=10000)
    turn_of(match, True)
    assert match.points[0] == 10600
    assert (match.truth().last_by, match.truth().last_left) == (0, 2)
    turn_of(match, False)
    assert match.truth().challenger == 2
    turn_of(match, False)
    assert match.over
    assert match.winners == (0,)


def test_the_challenger_of_the_last_turn_may_still_win_kd9(table):
    match = opened(table, scores=[9000, 0, 11000])
    turn_of(match, False)
    assert match.truth().last_by == 2
    assert match.truth().challenger == 1
    turn_of(match, False)
    assert match.truth().challenger == 0
    turn_of(match, True, gain=10900)
    assert match.over
    assert match.winners == (0,)
    assert match.points[0] == 12500


def test_the_last_round_is_off_when_nobody_has_the_goal_any_more_kd9(table):
    match = opened(table, scores=[9000, 0, 0])
    turn_of(match, True)
    match.state["score"][0, 0] = 9999
    turn_of(match, False)
    assert match.truth().last_by == -1
    assert not match.over
    assert match.truth().challenger == 2


def test_the_highest_of_several_starts_the_last_round_and_of_the_tied_the_nearest_to_the_left_kd9(table):
    match = opened(table, scores=[10400, 12500, 12000])
    turn_of(match, True)  # seat 0 comes to 12000, seat 1 is at 12000
    assert match.points == [12000, 12000, 12000]
    assert match.truth().last_by == 1


def test_a_tie_at_the_top_is_drawn_for_and_scores_stay_what_they_are_kd9(table):
    match = opened(table, scores=[9000, 0, 0])
    turn_of(match, True)
    turn_of(match, False, gain=0)
    match.state["score"][0, :3] = [10600, 12600, 12600]
    chance(match, "beach-left")
    everybody_passes(match)
    match.state["timing"][0] = 2
    stand_by(match)
    match.state["timing"][0] = 0
    match.play(2, "place")
    chance(match, "falls")
    match.state["score"][0, :3] = [12700, 12600, 12600]
    finish_turn(match)
    assert match.truth().purpose == 2
    assert match.awaited == (8,)
    chance(match, "6")
    for seat in (0, 2):
        match.play(seat, "roll")
    chance(match, "1", "6")
    assert match.over
    assert match.points == [12700, 12600, 12700]
    assert match.winners == (2,)
    assert match.result == "won by 2, 12700 12600 12700"
    assert match.scene(0).plates[2].score == "12,700"
    assert match.scene(0).card.rows[2][-1] == "12,700"


def test_a_game_ends_after_its_most_turns_kd9(table):
    match = opened(table, **{"most-turns": 12})
    match.state["turns"][0] = 11
    match.state["score"][0][0] = 12_000
    turn_of(match, True)
    assert match.over
    assert match.winners == (0,)
    account = match.scene(0).account
    assert account
    assert account.lead == "The highest score after 12 turns wins (KD-9)."  # there was no last round


# Two players


def test_the_short_game_has_one_card_of_each_duel_and_twelve_turns_kd10(table):
    match = table("kadoova-duel", seats=2)
    assert sum(match.truth().duel_cards) == 12
    match.state["turns"][0] = 11
    match.state["score"][0, :2] = [20000, 0]
    assert match.truth().short == 1


def test_in_the_short_game_10000_points_end_nothing_kd10(table):
    match = opened(table, seats=2, scores=[20000, 0], **{"two-seats": "twelve duels"})
    turn_of(match, True)
    assert match.truth().last_by == -1
    match.state["turns"][0] = 11
    chance(match, "war")
    everybody_passes(match)
    for _ in range(6):
        for seat, face in ((0, "6"), (1, "1")):
            match.play(seat, "roll")
            chance(match, face)
    finish_turn(match)
    assert match.truth().phase == OVER
    assert match.winners == (0,)


def test_two_players_may_play_to_10000_as_well_kd10(table):
    match = opened(table, seats=2)
    assert sum(match.truth().duel_copies) == 36


def test_the_short_game_is_for_two(table):
    with pytest.raises(BadValue, match="two-seats"):
        load("kadoova-duel").match(3, values={"two-seats": "to 10,000"})


# Caught cheating


def test_who_admits_cheating_loses_the_duel_and_1000_points_kd12(table):
    match = challenged(table, "class-left", scores=[1000, 1000, 1000], cheating=True)
    fight_class(match)
    match.play(2, "caught 0")
    assert match.awaited == (0,)
    match.play(0, "admit")
    assert match.truth().winner == 1
    assert finish_turn(match) == [1000 - 1000 - 1500 + 500, 2000, 1000]


def test_a_denied_charge_is_decided_by_a_quick_draw_of_the_two_at_once_kd11(table):
    match = challenged(table, "class-left", scores=[1000, 1000, 1000], cheating=True)
    fight_class(match)
    match.play(2, "caught 0")
    match.play(0, "deny")
    chance(match, "6")
    assert match.awaited == (0, 2)
    for seat in (0, 2):
        match.play(seat, "roll")
    chance(match, "6", "1")
    assert match.awaited == (0, 1, 2)
    assert not any("caught 0" in match.legal(seat) for seat in range(3))  # cleared
    assert finish_turn(match) == [2600, 500, 1000]


def test_the_quick_draw_may_bear_a_charge_out_kd12(table):
    match = challenged(table, "class-left", scores=[1000, 1000, 1000], cheating=True, timing="simulated")
    everybody_passes(match)
    match.play(0, "high")
    chance(match, "t0", "t5")
    stand_by(match)
    chance(match, *"666")
    match.play(2, "caught 0")
    match.play(0, "deny")
    chance(match, "6", "t9", "t0", "6")
    assert (match.truth().caught, match.truth().winner) == (1, 1)
    assert finish_turn(match) == [1000 - 1000 - 1500 + 500, 2000, 1000]


def test_who_says_it_of_themselves_has_admitted_it_kd12(table):
    match = challenged(table, "class-left", scores=[1000, 1000, 1000], cheating=True)
    fight_class(match)
    match.play(0, "caught 0")
    assert match.truth().winner == 1


def test_a_fine_takes_back_all_that_the_duel_gave_kd12(table):
    match = challenged(table, "horse", scores=[1000, 1000, 1000], cheating=True, timing="simulated")
    everybody_passes(match)
    chance(match, "6")
    stand_by(match)
    chance(match, "touched", "6", "off", "at 1", "5", *["off"] * 6)
    assert match.truth().winner == 1
    match.play(0, "caught 1")
    match.play(1, "admit")
    chance(match, "5", "t0", "t9", "5")
    assert match.truth().winner == 0
    assert finish_turn(match) == [1000 + 1100, 1000 - 1000, 1000]


def test_both_caught_is_said_and_nobody_wins_kd12(table):
    match = challenged(table, "class-left", scores=[1000, 1000, 1000], cheating=True)
    fight_class(match)
    said = listen(match)
    for cheat in (0, 1):
        match.play(cheat, f"caught {cheat}")
    assert said[-1] == (-1, "Nobody wins Class Warfare: {0} and {1} got caught cheating.")
    assert match.scene(2).now.note == said[-1][1]


def test_a_charge_may_hold_at_once_where_the_table_says_so_kd12(table):
    held = {"cheating": True, "charges": "holds at once"}
    match = challenged(table, "class-left", scores=[1000, 1000, 1000], **held)
    fight_class(match)
    charge = next(choice for choice in match.scene(2).choices if choice.text == "caught 0")
    assert charge.note == "It holds at once: the duel is lost, and 1,000 points."
    match.play(2, "caught 0")
    assert match.truth().winner == 1


def test_those_who_are_left_draw_for_an_all_duel_kd12(table):
    match = challenged(table, "war", scores=[0, 0, 0], cheating=True, timing="simulated")
    everybody_passes(match)
    for _ in range(6):
        chance(match, "6", "2", "1")
    match.play(1, "caught 0")
    match.play(0, "admit")
    chance(match, "5", "t0", "t9", "5")
    assert match.truth().winner == 1
    assert finish_turn(match) == [-1000, 1000, 0]


def test_nobody_is_charged_where_the_table_has_not_asked_for_it_kd12(table):
    match = challenged(table, "class-left")
    fight_class(match)
    assert not any("caught" in text for text in match.legal(1))


# Secrets


def test_a_hand_is_seen_by_its_owner_alone_kd23(table):
    match = opened(table, {0: ["nope"], 1: ["rematch"]})
    assert match.view(0).hand[1] == [0] * 20
    assert sum(match.view(0).hand[0]) == 5
    assert match.view(9).hand == [[0] * 20] * 4
    assert match.view(0).held[:3] == [5, 5, 5]


def test_an_unseen_hand_shows_in_no_count_of_the_deck_kd23(table):
    one = opened(table, {1: ["rematch", "nope"]})
    other = opened(table, {1: ["windfall", "tax-day"]})
    assert one.seen(0).tobytes() == other.seen(0).tobytes()
    assert one.seen(1).tobytes() != other.seen(1).tobytes()


def test_rest_fills_all_hands_after_a_turn_kd5(table):
    match = challenged(table, "class-left", {0: ["toll", "toll"]})
    plays(match, 0, "toll")
    fight_class(match)
    everybody_passes(match)
    assert (match.truth().dealing, match.scene().clause) == (0, "KD-5")
    assert match.replay(0).scene().clause == "KD-3"
    rest(match)
    assert match.truth().held[:3] == [5, 5, 5]
