"""Readings that tables differ in, and what the box does not say: options and figures of the rules."""

from __future__ import annotations

import pytest

import throwdown
from tests.games.kadoova_duel.staging import (
    challenged,
    chance,
    everybody_passes,
    finish_turn,
    listen,
    plays,
    stand_by,
)
from tests.games.kadoova_duel.test_duels import START, at_duel, beat, by_hand, throws
from throwdown.games.kadoova_duel.duels import arena
from throwdown.games.kadoova_duel.duels.table import NO_BOUNCE
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.game import load
from throwdown.kernel.throwing import Reading
from throwdown.kernel.transcript import read

# Chicken!


def test_each_sets_the_mat_of_chicken_for_the_own_throws_d2(table):
    match = by_hand(table, "chicken")
    match.play(1, "mat 3")
    for _ in range(6):
        throws(match, "bust")
        if "still" in match.legal(8):
            chance(match, "still")
    assert match.awaited == (0,)
    assert match.legal(0) == ["mat 1", "mat 2", "mat 3"]
    assert match.scene(0).now.note == match.scene(0).choices[0].note == "For your own throws."
    match.play(0, "mat 1")
    assert match.truth().far == 0


def test_the_challenged_may_set_the_mat_for_both_as_version_1_had_it_d2(table):
    both = {"throws": "thrown", "chicken-mat": "the challenged for both"}
    match = table("chicken", seats=2, values=both)
    match.play(1, "mat 3")
    for _ in range(6):
        throws(match, "bust")
        if "still" in match.legal(8):
            chance(match, "still")
    assert match.legal(0) == ["throw"]
    assert match.truth().far == 2


@pytest.mark.parametrize(("bands", "weights"), [(5, [100] * 5), (2, [250] * 2), (3, None), (8, None)])
def test_chicken_has_as_many_bands_as_the_box_d2(table, bands, weights):
    values = {"throws": "drawn", "chicken-band-count": bands, "chicken-throws": [200, *[100] * 5, 300] * 4}
    match = table("chicken", seats=2, values=values)
    match.play(1, "throw")
    assert match.legal(8) == ["off", *(f"band {k}" for k in range(1, bands + 1)), "bust"]
    match.engine.legal(match.state, 8, match._events, match._weights)
    found = match._weights[: bands + 2].tolist()
    share = sum(found) // 1000
    assert found[0] == 200 * share
    assert found[-1] == 300 * share
    assert sum(found[1:-1]) == 500 * share
    assert weights is None or found[1:-1] == [weight * share for weight in weights]
    chance(match, f"band {bands}")
    assert match.truth().points[1] == [100, 200, 300, 400, 500, 600, 700, 800][bands - 1]


def test_the_mat_that_is_thrown_at_has_as_many_bands_d2(table):
    match = table("chicken", seats=2, values={"throws": "thrown", "chicken-band-count": 3})
    match.play(1, "mat 1")
    due = arena.mat(match.truth())
    assert due.labels == ("100", "200", "300", "Bust")
    assert len(due.mat.bands) == 4


# A die that did not bounce


@pytest.mark.parametrize(("key", "role"), [("axe-vs-daggers", "axe"), ("chicken", ""), ("horse-shoes", "")])
def test_a_die_that_did_not_bounce_is_told_as_such_lifted_and_counts_nothing(table, key, role):
    match = by_hand(table, key)
    if role:
        match.play(0, role)
    if key == "horse-shoes":
        chance(match, "6")
    if key == "chicken":
        match.play(1, "mat 1")
    seat = match.awaited[0]
    assert "must bounce" in match.scene(seat).now.note
    said = listen(match)
    throws(match, "no bounce")
    words = "threw a die that did not bounce before the mat: it is lifted and counts nothing."
    assert said[-1] == (seat, words)
    assert match.truth().points[seat] == 0
    assert (seat, 0) not in arena.lying(match.truth())


def test_what_is_drawn_always_bounced(table):
    match = table("chicken", seats=2, values={"throws": "drawn"})
    match.play(1, "throw")
    with pytest.raises(IllegalEvent):
        match.play(8, "no bounce")


# Horse-Shoes


def test_a_die_that_felled_the_post_keeps_its_place_d7(table):
    match = at_duel(table, "horse", timing="simulated")
    chance(match, "6")
    stand_by(match)
    chance(match, "felled", "at 1", "5", *["off"] * 8)
    assert match.truth().winner == 1
    assert finish_turn(match)[1] == 1000 - 500 + 1000


def test_a_die_that_felled_the_post_may_lie_far_as_version_1_had_it_d7(table):
    match = at_duel(table, "horse", timing="simulated", **{"felled-die": "lies far"})
    chance(match, "6")
    stand_by(match)
    chance(match, "felled", "5", "at 8", "5", *["off"] * 7)
    assert match.truth().winner == 2


def at_the_post(table, seats: int, *results: str, **values):
    """Horse-Shoes by hand, to its last throw; nothing is knocked."""
    match = table("horse-shoes", seats=seats, values={"throws": "thrown", **values})
    chance(match, "6")
    for result in results:
        throws(match, result)
        chance(match, *["1"] * (result != "off"))
        if "still" in match.legal(8):
            chance(match, "still")
    return match


def level_at_two_thumbs(table, **values):
    """Seats 0 and 1 have a die each two thumbs from the Post; the challenger, seat 0, throws last."""
    results = ("at 2", "off", "at 2", "at 3", "at 4", "off", "off", "off", "off")
    return at_the_post(table, 3, *results, **values)


def test_of_dice_equally_many_thumbs_away_the_closer_wins_by_hand_d7(table):
    match = level_at_two_thumbs(table)
    assert match.legal(8) == ["level", "closest 1.1", "closest 2.1"]
    said = listen(match)
    chance(match, "closest 1.1")
    assert said[0] == (0, "had the closest of the dice that lie two thumbs from the Post, as measured.")
    assert match.result == "won by 0, 1000 0 0"
    note = "Of dice two thumbs from the Post that of {0} was the closest, as measured (KD-D7)."
    assert note in match.scene(-1).account.notes


def test_what_is_asked_about_dice_that_lie_is_said_d7(table):
    match = at_the_post(table, 2, "at 2")
    stacked = "Three grey dice are stacked as the Post: which number is on top?"
    assert match.replay(0).scene(-1).now.title == stacked
    throws(match, "at 3")
    chance(match, "1")
    assert match.scene(-1).now.title == "Has the throw moved another die?"
    chance(match, "knocked 2.1")
    assert match.scene(-1).now.title == "Where does {1's} die lie now?"
    assert level_at_two_thumbs(table).scene(-1).now.title == "Whose die is the closest?"


def test_dice_that_are_equally_close_as_measured_draw_for_it_d7(table):
    match = level_at_two_thumbs(table)
    chance(match, "level")
    assert match.truth().breaking
    assert match.truth().racers == 0b11


def test_dice_equally_many_thumbs_away_may_be_drawn_for_as_version_2_had_it_d7(table):
    match = level_at_two_thumbs(table, **{"even-dice": "are drawn for"})
    assert match.truth().breaking


def test_where_all_dice_are_off_the_mat_nothing_is_measured_d7(table):
    assert at_the_post(table, 2, *["off"] * 6).truth().breaking


@pytest.mark.parametrize(
    ("gaps", "event"),
    [((0.021, 0.017), "closest 2.1"), ((0.017, 0.021), "closest 1.1"), ((0.02, 0.02), "level")],
)
def test_physics_says_whose_die_is_the_closest_d7(table, gaps, event):
    match = level_at_two_thumbs(table)
    found = {(seat, 0): Reading(3, 1, gap) for seat, gap in enumerate(gaps)}
    events = match.legal_events(8)
    assert arena.asks(match.truth())
    assert match.texts(8, [arena.reading(match.truth(), found, events)]) == [event]
    assert arena.reading(match.truth(), {}, events) == -1


# Extra Dice


def with_extra(table, card: str, *extras: str, **values):
    match = challenged(table, card, {0: ["extra-self"]}, scores=START, **values, **{"extra-dice": [1, 1, 1]})
    match.play(0, "extra")
    everybody_passes(match)
    everybody_passes(match)
    return match


@pytest.mark.parametrize("card", ["hare-left", "pineapple-left", "war"])
def test_extra_dice_are_barred_where_the_table_does_not_allow_them_kd16(table, card):
    match = challenged(table, card, {0: ["extra-self"]}, scores=START)
    with pytest.raises(IllegalEvent, match="no Extra Dice in"):
        match.play(0, "extra")


def test_hare_rolls_an_extra_die_kd16(table):
    match = with_extra(table, "hare-left")
    match.play(1, "tortoise")
    beat(match, *"122", *"444")
    assert match.truth().place[:2] == [11, 0]  # all to 5 with dice and sums, but for the last space, 6
    assert match.truth().count[:2] == [3, 3]


def test_pineapple_is_built_with_an_extra_die_kd16(table):
    match = with_extra(table, "pineapple-left", timing="simulated")
    match.play(0, "pineapple")
    stand_by(match)
    chance(match, *["stands"] * 13)
    assert match.truth().up == 13
    assert match.truth().winner == 0


def test_in_war_the_extra_die_is_rolled_along_and_the_best_counts_kd16(table):
    match = with_extra(table, "war", timing="simulated")
    said = listen(match)
    chance(match, "1", "6", "5", "4")
    assert sum(match.truth().spoils[0]) == 3
    assert said[0] == (0, "rolled a 1 and 6.")


# War!


def test_a_tie_of_war_may_be_rolled_for_by_all_of_the_round_d12(table):
    match = at_duel(table, "war", timing="simulated", **{"war-ties": "all of the round"})
    chance(match, *"116", *"661", *"226")
    assert [sum(dice) for dice in match.truth().spoils[:3]] == [0, 0, 6]


# Bets, deck, track


def test_bets_to_lose_may_be_placed_in_every_duel_kd15(table):
    values = {"lose-bets": "in every duel"}
    match = challenged(table, "war", {2: ["bet-lose"]}, scores=START, **values)
    assert "bet 300 against 0" in match.legal(2)
    assert "bet 300 against 2" not in match.legal(2)


def test_there_are_as_many_all_duel_cards_as_the_box_has_kd2(table):
    match = table("kadoova-duel", seats=3, values={"all-cards": [1, 2, 0]})
    assert sum(match.truth().duel_copies) == 27 + 3


def test_the_track_has_as_many_spaces_as_the_box_d6(table):
    match = at_duel(table, "hare-left", **{"track-spaces": 14, "track-more": [6, 5, *[1] * 10]})
    match.play(1, "hare")
    assert len(next(zone for zone in match.scene(0).zones if zone.id == "track-0").pieces) == 14
    beat(match, *"456", *"13")
    match.state["place"][0, 1] = 12
    beat(match, *"111", *"65")
    assert match.truth().winner == 1
    assert match.truth().gain[1] == 1000 + 1300


def test_the_sides_of_skeptic_vs_psychic_have_as_many_dice_as_the_table_says_d11(table):
    match = at_duel(table, "skeptic-left", **{"skeptic-dice": 5, "psychic-dice": 1})
    rule = "Skeptic has five dice and three targets, Psychic one die and one."
    scene = match.scene(0)
    assert scene.now.note == rule
    assert [choice.note for choice in scene.choices] == [
        "Five dice, three targets that are rolled.",
        "One die, one target that you set.",
    ]
    match.play(0, "psychic")
    chance(match, "2", "4", "5")
    match.play(0, "aim 6")
    assert match.truth().count[:2] == [1, 5]
    beat(match, "6", *"24511")
    assert match.truth().winner == 0
    assert match.truth().gain[0] == 1000 + 200


def test_a_psychic_with_one_die_that_is_laid_aside_forfeits_kd16(table):
    values = {"skeptic-dice": 2, "psychic-dice": 1}
    match = challenged(table, "skeptic-left", {0: ["less-self"], 2: ["less-other"]}, **values)
    assert "less" not in match.legal(0)
    plays(match, 2, "less on 1")
    everybody_passes(match)
    match.play(1, "keep")
    match.play(0, "skeptic")
    assert (match.truth().winner, match.truth().by_forfeit) == (0, 1)


# On your turn


@pytest.mark.parametrize("card", ["plague-left", "war", "con-left", "chicken-left"])
def test_a_card_on_your_turn_is_also_played_during_the_duel_by_the_challenger_alone_kd5(table, card):
    hands = {0: ["windfall"], 1: ["windfall"]}
    match = challenged(table, card, hands, scores=START, **{"windfall-window": "on your turn"})
    everybody_passes(match)
    if card == "con-left":
        chance(match, *["1"] * 28)
    assert [seat for seat in match.awaited if "windfall" in match.legal(seat)] == [0]
    said = listen(match)
    match.play(0, "windfall")
    assert match.points == [1300, 1000, 1000]
    assert said == [(0, "played Windfall."), (0, "gained 300.")]
    assert match.truth().discard[18] == 0


def test_no_card_on_your_turn_is_played_while_sides_are_chosen_kd5(table):
    match = challenged(table, "class-left", {0: ["windfall"]}, **{"windfall-window": "on your turn"})
    everybody_passes(match)
    assert match.legal(0) == ["high", "low"]
    match.play(0, "high")
    assert "windfall" in match.legal(0)


# Results


@pytest.mark.parametrize(
    ("key", "result"),
    [
        ("class-warfare", "won by 0, 1500 -500"),
        ("day-at-the-beach", "drawn by 0 1, 100 100"),
    ],
)
def test_the_result_of_a_duel_alone_tells_its_points(table, key, result):
    timing = {"timing": "simulated"} if key == "class-warfare" else {"throws": "drawn"}
    match = table(key, seats=2, values=timing)
    if key == "class-warfare":
        match.play(0, "high")
        chance(match, "t0", "t5", *"666")
    else:
        for seat, outcome in ((0, "stands"), (1, "stands"), (0, "falls")):
            match.play(seat, "place")
            chance(match, outcome)
    assert match.result == result
    assert read(match.transcript()).match.result == result


def test_the_result_of_a_duel_alone_may_tell_a_win_as_version_1_did(table):
    match = table("class-warfare", seats=2, values={"timing": "simulated", "result": "a win"})
    match.play(0, "high")
    chance(match, "t0", "t5", *"666")
    assert match.result == "won by 0, 1 0"


@pytest.mark.parametrize("game", [game for game in throwdown.all_games() if game.about.part_of])
def test_the_readings_of_a_duel_alone_are_those_of_the_whole_game(game):
    whole = {value.key: value for value in load("kadoova-duel").values}
    for value in game.values:
        if value.key in whole and value.key not in ("throws", "timing"):
            assert (value.choices, value.until) == (whole[value.key].choices, whole[value.key].until)


def test_version_1_told_a_die_that_did_not_bounce_as_off_the_mat(table):
    for key, off in (("axe-vs-daggers", "off"), ("chicken", "off"), ("horse-shoes", "off")):
        match = by_hand(table, key)
        view = match.truth()
        texts = [match.texts(8, [arena.event(view, NO_BOUNCE, version)])[0] for version in (1, 2, None)]
        assert texts == [off, "no bounce", "no bounce"]
