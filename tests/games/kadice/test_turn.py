"""A turn: abilities, changes, elimination, holding (KA-0, KA-2, KA-7, KA-8, KA-9)."""

from __future__ import annotations

import pytest

from tests.games.kadice.opening import changes, holds, opened, rolls, takes, then
from throwdown.kernel.errors import IllegalEvent

# Changing dice


def test_a_die_rolled_as_the_number_of_the_single_pair_may_become_any_other(table):  # KA-1, KA-2
    match = opened(table, "P4 LS", rolls("4 1 2 3 6"))
    assert changes(match) == {"4>1", "4>2", "4>3", "4>5", "4>6"}
    assert takes(match) == set()
    assert takes(then(match, "0: 4>1")) == set()


def test_a_wild_die_is_changed_once(table):  # KA-2
    match = opened(table, "P4 LS", rolls("4 1 2 3 6"), "0: 4>5")
    assert changes(match) == set()


def test_two_wild_dice_are_changed_one_after_the_other(table):  # KA-2
    match = opened(table, "P4 LS", rolls("4 1 4 3 6"), "0: 4>5")
    assert changes(match) == {"4>1", "4>2", "4>3", "4>5", "4>6"}
    assert takes(then(match, "0: 4>2")) == set()
    assert changes(match) == set()
    assert holds(match) >= {"hold 5 2 3 6"}


def test_a_wild_die_makes_the_combination_that_was_missing(table):  # KA-2
    match = opened(table, "P4 LS", rolls("4 1 2 3 5"), "0: 4>6")
    assert takes(match) == set()
    match = opened(table, "P6 LS", rolls("6 1 2 3 5"), "0: 6>4")
    assert takes(match) == {"LS"}


def test_a_held_die_is_not_wild_again_in_the_next_turn(table):  # KA-2
    match = opened(table, "P4 LS", rolls("4 1 2 2 6"), "0: hold 4", rolls("1 1 2 2 3"), "1: hold nothing")
    then(match, "0: keep 4", "*: 1, 1, 2, 2")
    assert changes(match) == set()


def test_a_changed_die_keeps_its_new_face_while_it_is_held(table):  # KA-2
    match = opened(table, "P4 LS", rolls("4 1 2 2 6"), "0: 4>5", "0: hold 5", rolls("1 1 2 2 3"))
    then(match, "1: hold nothing", "0: keep 5", "*: 1, 2, 3, 4")
    assert takes(match) == {"LS"}


def test_three_of_a_kind_shifts_one_die_up_or_down_once_a_turn(table):  # KA-1
    match = opened(table, "3K LS", rolls("6 1 2 2 3"))
    assert changes(match) == {"6>5", "1>2", "2>1", "2>3", "3>2", "3>4"}
    assert changes(then(match, "0: 6>5")) == set()


def test_three_of_a_kind_shifts_again_in_the_next_turn(table):  # KA-1
    match = opened(table, "3K LS", rolls("6 1 2 2 3"), "0: 6>5", "0: hold nothing")
    then(match, rolls("1 1 2 2 3"), "1: hold nothing", rolls("6 6 6 6 5"))
    assert changes(match) == {"6>5", "5>4", "5>6"}


@pytest.mark.parametrize(("card", "shifts"), [("10", {"6>5", "2>1", "3>2"}), ("25", {"1>2", "2>3", "3>4"})])
def test_10_or_under_shifts_down_and_25_or_over_shifts_up(table, card, shifts):  # KA-1
    assert changes(opened(table, f"{card} LS", rolls("6 1 2 2 3"))) == shifts


def test_10_or_under_shifts_once_a_round_and_afresh_in_the_next(table):  # KA-1, KA-11
    match = opened(table, "10 LS", rolls("6 1 2 2 3"), "0: 6>5", "0: hold nothing", rolls("1 1 2 2 6"))
    then(match, "1: hold nothing", rolls("6 6 6 1 1"))
    assert changes(match) == set()
    then(match, "0: hold nothing", rolls("1 1 2 2 6"), "1: hold nothing")
    then(match, rolls("1 1 2 2 6"), rolls("1 1 2 2 6"))
    assert match.view().rounds == 2
    then(match, rolls("1 1 2 2 6"), "1: hold nothing", rolls("6 6 6 1 1"))
    assert changes(match) == {"6>5"}


def test_only_a_die_rolled_in_this_turn_is_shifted(table):  # KA-2
    match = opened(table, "3K LS", rolls("6 1 2 2 3"), "0: hold 6 1", rolls("1 1 2 2 3"), "1: hold nothing")
    then(match, "0: keep 6 1", "*: 4, 4, 4")
    assert changes(match) == {"4>3", "4>5"}


def test_a_roll_shows_a_combination_once_changes_are_made(table):  # KA-2
    match = opened(table, "3K 2P", rolls("4 4 5 3 6"))
    assert takes(match) == set()
    assert takes(then(match, "0: 6>5")) == {"2P"}


def test_five_of_a_kind_makes_all_dice_wild(table):  # KA-9
    match = opened(table, "KD LS", rolls("3 3 3 3 3"))
    then(match, "0: 3>1", "0: 3>2", "0: 3>4", "0: 3>5")
    assert takes(match) == {"LS"}
    assert changes(match) == {"3>1", "3>2", "3>4", "3>5", "3>6"}


def test_held_dice_count_for_five_of_a_kind_and_may_be_changed_then(table):  # KA-9
    match = opened(table, "KD LS", rolls("3 3 3 1 2"), "0: hold 3 3 3", rolls("1 1 2 2 3"), "1: hold nothing")
    then(match, "0: keep 3 3 3", "*: 3, 3", "0: 3>1", "0: 3>2", "0: 3>4", "0: 3>5")
    assert takes(match) == {"LS"}


def test_five_alike_by_a_change_are_not_wild(table):  # KA-9
    match = opened(table, "3K LS", rolls("3 3 3 3 4"), "0: 4>3")
    assert changes(match) == set()


# Eliminating


def test_one_turn_eliminates_every_card_that_the_dice_match_or_some_of_them(table):  # KA-7
    match = opened(table, "KD P4 FH SS", rolls("4 4 4 3 3"))
    assert takes(match) == {"P4", "FH", "P4 FH"}
    then(match, "0: eliminate P4 FH")
    assert match.view().active[1:3] == [0, 0]
    assert match.view().active[3] != 0


def test_eliminating_is_never_forced(table):  # KA-7
    assert "hold 4 4" in holds(opened(table, "KD P4", rolls("4 4 4 3 3")))


def test_the_eliminator_and_the_eliminated_lose_their_turns_and_the_card_stays(table):  # KA-8
    match = opened(table, "KD P4 SS", rolls("4 4 6 3 2"), "0: eliminate P4")
    assert match.view().left[:3] == [0, 0, 3]
    assert match.view().active[0] - 1 == 16
    then(match, rolls("1 2 3 5 6"), "2: eliminate KD")
    assert match.view().rounds == 2


def test_all_evens_eliminates_any_one_card_and_whatever_else_matches(table):  # KA-1
    match = opened(table, "EV P2 SS OD", rolls("2 2 4 4 6"))
    assert takes(match) == {"P2", "SS", "OD", "P2 SS", "P2 OD"}


def test_all_odds_eliminates_any_one_card(table):  # KA-1
    assert takes(opened(table, "OD P2 SS", rolls("1 1 3 3 5"))) == {"P2", "SS"}
    assert takes(opened(table, "OD P2 SS", rolls("1 1 3 3 6"))) == set()


@pytest.mark.parametrize(("card", "dice"), [("4K", "5 5 5 5 1"), ("LS", "1 2 3 4 5")])
def test_four_of_a_kind_and_large_straight_eliminate_any_two(table, card, dice):  # KA-1
    match = opened(table, f"{card} P6 P2 EV", rolls(dice))
    assert takes(match) == {"P6", "P2", "EV", "P6 P2", "P6 EV", "P2 EV"}


def test_any_cards_come_on_top_of_those_that_match(table):  # KA-1
    match = opened(table, "4K P5 P2 EV SS", rolls("5 5 5 5 1"))
    assert "P5 P2 EV" in takes(match)
    assert not {"P2 EV SS", "P5 P2 EV SS"} & takes(match)


def test_the_ability_of_all_evens_counts_changed_dice(table):  # KA-2, KA-9
    match = opened(table, "EV P1 SS", rolls("3 3 3 3 3"), *[f"0: 3>{n}" for n in (2, 2, 4, 4, 6)])
    assert takes(match) == {"P1", "SS"}


def test_kadice_eliminates_every_other_card_or_none(table):  # KA-0
    match = opened(table, "KD P4 FH SS", rolls("1 2 3 5 6"))
    assert takes(match) == {"P4 FH SS"}
    assert "hold 1 2" in holds(match)


def test_kadice_leaves_immune_cards(table):  # KA-0
    match = opened(table, "2P P4 KD SS", rolls("4 4 1 2 6"), "0: eliminate P4", rolls("1 2 3 5 6"))
    assert takes(match, 2) == {"SS"}


def test_two_pairs_is_immune_after_eliminating_until_the_round_ends(table):  # KA-1
    match = opened(table, "2P P4 SS FH", rolls("4 4 1 2 6"), "0: eliminate P4", rolls("2 2 3 3 1"))
    assert match.view().immune == 1
    assert takes(match, 2) == set()
    then(match, "2: hold nothing", rolls("1 2 3 4 6"), "3: eliminate SS")
    assert match.view().rounds == 2
    assert match.view().immune == 0


def test_a_round_ends_when_the_only_card_left_to_go_for_is_immune(table):  # KA-10
    match = opened(table, "2P P4 SS", rolls("4 4 1 2 6"), "0: eliminate P4")
    assert match.view().rounds == 2


def test_two_pairs_is_not_immune_before_it_has_eliminated(table):  # KA-1
    match = opened(table, "2P P4", rolls("1 2 3 5 5"), "0: hold nothing", rolls("2 2 3 3 1"))
    assert takes(match, 1) == {"2P"}


def test_full_house_keeps_its_turns_and_rolls_all_dice_in_the_next(table):  # KA-0, KA-1
    match = opened(
        table, "FH P4 SS", rolls("1 1 2 2 6"), "0: hold 1 1", rolls("1 1 2 2 6"), "1: hold nothing"
    )
    then(match, rolls("1 1 2 2 6"), "2: hold nothing", "0: keep 1 1", "*: 4, 4, 6", "0: eliminate P4")
    assert match.view().left[0] == 1
    assert match.view().held[0] == 0
    then(match, rolls("1 1 2 2 6"), "2: hold nothing")
    assert match.awaited == (8,)
    assert takes(then(match, rolls("3 4 5 6 6"))) == {"SS"}


def test_full_house_eliminating_in_its_last_turn_has_no_turn_left(table):  # KA-0
    match = opened(table, "FH P4 SS", *[line for _ in range(2) for line in QUIET_LAP])
    then(match, rolls("4 4 1 2 6"), "0: eliminate P4")
    assert match.view().left[0] == 0


QUIET_LAP = [line for seat in range(3) for line in (rolls("1 1 2 2 6"), f"{seat}: hold nothing")]


# The bonus roll


def test_small_straight_may_roll_again_after_holding_in_its_first_turn(table):  # KA-0
    match = opened(table, "SS LS", rolls("1 2 3 3 6"), "0: bonus 1 2 3", "*: 4, 5")
    assert takes(match) == {"LS"}
    assert not any(text.startswith("bonus") for text in match.legal(0))


def test_after_the_bonus_roll_all_dice_may_be_held_afresh(table):  # KA-0
    match = opened(table, "SS LS", rolls("1 2 3 3 6"), "0: bonus 1 2 3", "*: 4, 6")
    assert {"hold 2 3 4 6", "hold 6", "hold nothing"} <= holds(match)


def test_the_bonus_roll_may_be_declined(table):  # KA-0
    match = opened(table, "SS LS", rolls("1 2 3 3 6"), "0: hold 1 2 3")
    assert match.view().turn == 1


def test_there_is_no_bonus_roll_in_the_second_turn(table):  # KA-0
    match = opened(table, "SS LS", rolls("1 2 3 3 6"), "0: hold nothing", rolls("1 1 2 2 6"))
    then(match, "1: hold nothing", rolls("1 2 3 3 6"))
    assert not any(text.startswith("bonus") for text in match.legal(0))


# Holding


def test_up_to_four_dice_are_held_and_like_dice_are_one_choice(table):  # KA-7
    match = opened(table, "KD LS", rolls("1 1 1 2 2"))
    assert holds(match) == {
        "hold nothing",
        *("hold 1", "hold 2", "hold 1 1", "hold 1 2", "hold 2 2", "hold 1 1 1", "hold 1 1 2", "hold 1 2 2"),
        *("hold 1 1 1 2", "hold 1 1 2 2"),
    }


def test_held_dice_may_be_picked_up_at_the_start_of_the_turn(table):  # KA-7
    match = opened(table, "KD LS", rolls("1 2 3 3 6"), "0: hold 1 2 3", rolls("1 1 2 2 6"), "1: hold nothing")
    assert set(match.legal(0)) == {
        *("keep nothing", "keep 1", "keep 2", "keep 3"),
        *("keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3"),
    }
    then(match, "0: keep 2", "*: 6, 6, 6, 6")
    assert sorted(match.view().face[0]) == [2, 6, 6, 6, 6]


def test_in_the_last_turn_nothing_is_held_and_a_turn_that_can_do_nothing_ends_by_itself(table):  # KA-7
    lap = [rolls("1 1 2 2 6"), "0: hold nothing", rolls("1 1 2 2 6"), "1: hold nothing"]
    match = opened(table, "KD P4", *lap, *lap, rolls("4 4 1 2 6"))
    assert set(match.legal(0)) == {"eliminate P4", "end turn"}
    match = opened(table, "KD P4", *lap, *lap, rolls("4 1 1 2 6"))
    assert match.view().roller == 1


def test_the_dice_of_an_eliminated_player_are_picked_up(table):  # KA-8
    match = opened(
        table, "KD P4 SS", rolls("1 1 2 2 6"), "0: hold 1 1", rolls("1 2 3 5 6"), "1: eliminate KD"
    )
    assert match.view().held[0] == 0


# Refusals


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ("hold 1 1 2 2 6", "four dice at the most"),
        ("hold 5", "there are not so many dice that show 5"),
        ("bonus 1 1", "a bonus roll is Small Straight's"),
        ("eliminate P4", "1 1 2 2 6 does not show Single Pair 4"),
        ("eliminate FH", "nobody has FH as the active card"),
        ("eliminate 3K", "3 of a Kind is your own card"),
        ("6>4", "3 of a Kind does not change a 6 to a 4"),
        ("5>4", "no die shows 5"),
        ("6>7", "a die shows 1 to 6"),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason_and_changes_nothing(table, event, reason):
    match = opened(table, "3K P4", rolls("1 1 2 2 6"))
    before = match.state.tobytes()
    with pytest.raises(
        IllegalEvent, match=f"illegal event '{event}' for seat 0 in Round 1, turn 1: {reason}"
    ):
        match.play(0, event)
    assert match.state.tobytes() == before


def test_an_immune_card_a_held_die_and_a_changed_die_are_refused_with_the_reason(table):
    match = opened(table, "2P P4 SS FH", rolls("4 4 1 2 6"), "0: eliminate P4", rolls("2 2 3 3 1"))
    with pytest.raises(IllegalEvent, match="2 Pairs is immune until the round ends"):
        match.play(2, "eliminate 2P")
    match = opened(table, "3K P4", rolls("6 1 2 2 3"), "0: 6>5")
    with pytest.raises(IllegalEvent, match="the 5 has been changed already"):
        match.play(0, "5>4")
    then(match, "0: hold 1", rolls("1 1 2 2 3"), "1: hold nothing", "0: keep 1", "*: 3, 3, 3, 6")
    with pytest.raises(IllegalEvent, match="the 1 was not rolled in this turn"):
        match.play(0, "1>2")


def test_a_refusal_names_what_an_ability_has_left_and_when_a_card_goes(table):
    match = opened(table, "3K P4 P5", rolls("6 1 2 2 3"), "0: 6>5")
    with pytest.raises(IllegalEvent, match=r"3 of a Kind has shifted its one die of this turn \(KA-1\)"):
        match.play(0, "3>2")
    then(match, "0: hold 5 1", rolls("1 1 2 2 3"), "1: hold nothing", rolls("1 1 2 2 3"), "2: hold nothing")
    with pytest.raises(IllegalEvent, match=r"cards are eliminated after the roll \(KA-7\)"):
        match.play(0, "eliminate P5")
    with pytest.raises(IllegalEvent, match=r"dice are held after the roll; .* picked up \(KA-7\)"):
        match.play(0, "hold 5")
    match = opened(table, "4K P1 P2 P3", rolls("5 5 5 5 6"))
    with pytest.raises(IllegalEvent, match=r"4 of a Kind takes any 2 cards more .*, not 3 \(KA-1\)"):
        match.play(0, "eliminate P1 P2 P3")
    match = opened(table, "KD P1 P2", rolls("1 2 3 5 6"))
    with pytest.raises(IllegalEvent, match=r"KA'DICE takes every card that is not immune, or none \(KA-0\)"):
        match.play(0, "eliminate P1")
