"""What is told of cards and points is true (KD-14, KD-18, KD-20)."""

from __future__ import annotations

import re

import pytest

from tests.games.kadoova_duel.staging import (
    challenged,
    chance,
    everybody_passes,
    fight_class,
    finish_turn,
    listen,
    opened,
    plays,
    stand_by,
)
from throwdown.games.kadoova_duel.cards import NOPE, VIKING
from throwdown.games.kadoova_duel.duels.words import words_of
from throwdown.games.kadoova_duel.names import kind_text, window_name

START = [1000, 1000, 1000]


def test_thick_skin_is_reckoned_with_where_the_post_is_felled_kd14(table):
    match = challenged(table, "horse", {1: ["thick-skin"]}, scores=START, timing="simulated")
    everybody_passes(match)
    said = listen(match)
    chance(match, "6")
    stand_by(match)
    chance(match, "felled", "off", "felled", "off")
    assert (1, "felled the Post and lost 300, Thick Skin held the rest.") in said
    assert (2, "felled the Post and lost 500.") in said


def test_a_thick_skin_that_holds_nothing_is_not_told_of_where_the_post_is_felled_kd14(table):
    match = challenged(
        table, "horse", {1: ["thick-skin"]}, scores=START, timing="simulated", **{"thick-skin": 1500}
    )
    everybody_passes(match)
    said = listen(match)
    chance(match, "6")
    stand_by(match)
    chance(match, "felled", "off")
    assert (1, "felled the Post and lost 500.") in said


def test_the_now_line_after_a_duel_has_its_outcome_in_short_and_the_log_the_shares_of_others_kd_d7(table):
    match = challenged(table, "horse", timing="simulated")
    everybody_passes(match)
    said = listen(match)
    chance(match, "6")
    stand_by(match)
    for results in (("at 2", "6", "at 5", "6", "at 3", "6"), ("off",) * 3, ("off",) * 3):
        chance(match, *results)
    won = "won Horse-Shoes & Hand-Grenades: 1,100"
    assert (1, f"{won}; 100 each to {{0}} and {{2}} for target dice.") in said
    assert words_of(view := match.view(1)).outcome(view) == (1, won)
    assert match.scene(1).now.note == f"{{1}} {won}."


def test_the_now_line_after_a_duel_says_what_its_loser_lost_kd_d3(table):
    match = challenged(table, "class-left")
    everybody_passes(match)
    fight_class(match)
    assert match.scene(2).now.note == "{0} won Class Warfare: 1,500, and {1} lost 500."


def test_tax_day_tells_of_each_what_it_took_kd20(table):
    hands = {0: ["thick-skin"], 2: ["tax-day"]}
    match = challenged(table, "beach-left", hands, **{"tax-day-from": 0, "thick-skin": 100})
    everybody_passes(match)
    stand_by(match)
    match.play(0, "place")
    chance(match, "falls")
    said = listen(match)
    plays(match, 2, "tax day")
    assert said[-1] == (-1, "Tax Day took 500 from {1} and {2}, 100 from {0}.")


def test_the_end_of_a_turn_tells_what_bets_and_cards_had_a_part_in_it(table):
    match = challenged(table, "class-left", {0: ["double-down"], 2: ["bet-win"]}, scores=START)
    plays(match, 0, "double down")
    plays(match, 2, "bet 300 on 0")
    fight_class(match)
    said = listen(match)
    finish_turn(match)
    assert {
        (0, "scored 3,200: 4,200 in all (the duel +1,600, cards +1,600)."),
        (1, "lost 500: 500 in all."),
        (2, "scored 300: 1,300 in all (bets +300)."),
    } <= set(said)


def test_the_score_table_has_points_by_duel_bets_and_cards(table):
    match = challenged(table, "class-left", {0: ["double-down"], 2: ["bet-win"]})
    match.state["score"][0, 2] = 300
    plays(match, 0, "double down")
    plays(match, 2, "bet 300 on 0")
    fight_class(match)
    finish_turn(match)
    card = match.scene(1).card
    assert card.columns == ("Seat", "Duels", "Bets", "Cards", "Score")
    assert card.rows == (
        ("2,600", "0", "1,600", "4,200"),
        ("−500", "0", "0", "−500"),
        ("300", "300", "0", "600"),
    )


def test_nope_says_when_it_can_be_played_kd20(table):
    view = opened(table).truth()
    assert window_name(view, NOPE) == "Before or after"


@pytest.mark.parametrize(
    ("card", "role", "timing", "text"),
    [
        ("plague-left", "", "paced", "their next roll is missed"),
        ("plague-left", "", "live", "they cannot be rolled for 3 seconds"),
        ("chicken-left", "", "paced", "the next throw is made with it out of sight"),
        ("pineapple-left", "fish", "paced", "the next die is placed with it out of sight"),
    ],
)
def test_what_viking_invasion_says_is_true_of_the_duel_that_is_on_kd18(table, card, role, timing, text):
    match = challenged(table, card, {2: ["viking"]}, timing=timing)
    everybody_passes(match)
    if role:
        match.play(0, role)
    assert text in kind_text(match.truth(), VIKING)


@pytest.mark.parametrize(
    ("card", "role", "thrower", "told"),
    [
        ("beach-left", "", 0, "A Viking Invasion covers the tower: place it with the tower out of sight."),
        ("axe-left", "axe", 1, "A Viking Invasion covers the mat: throw with it out of sight."),
    ],
)
def test_whoever_throws_or_places_under_a_viking_invasion_is_told_how_kd18(table, card, role, thrower, told):
    match = challenged(table, card, {2: ["viking"]})
    everybody_passes(match)
    if role:
        match.play(0, role)
    match.play(2, f"viking {thrower}")
    assert match.scene(thrower).now.note == told


def test_before_a_duel_viking_invasion_tells_what_it_does_in_each_kd18(table):
    text = kind_text(challenged(table, "chicken-left").truth(), VIKING)
    assert re.search(r"roll is missed.*throw.*mat out of sight.*tower", text)
