"""Duello between two, clause by clause; every test runs interpreted and compiled."""

from __future__ import annotations

import pytest

from tests.games.duello.dice import STOCK, both, each, go_on, rolled
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Match
from throwdown.kernel.scene import Now

TARGETS = ("2 2 5 6 1", "3 3 3 4 4")


def opened(table, *lines: str, dice: str = "", **values) -> Match:
    return table("duello", "\n".join((dice or rolled(*TARGETS), *lines)), values=values)


def kinds(match: Match, seat: int) -> set[str]:
    return set(match.legal(seat))


def test_each_player_has_five_dice_under_the_cup_and_ten_in_the_open(table):  # DU-1
    view = opened(table).truth()
    assert view.target[:2] == [[1, 2, 0, 0, 1, 1], [0, 0, 3, 2, 0, 0]]
    assert [sum(stock) for stock in view.stock[:2]] == [10, 10]


def test_the_table_says_whose_dice_are_due_and_which(table):  # DU-1
    match = table("duello")
    titles = []
    for _ in range(30):
        title = match.scene(-1).now.title
        titles += [title] * (title not in titles)
        go_on(match, "*: 1")
    whose = [(seat, kind) for seat in (0, 1) for kind in ("target", "stock")]
    assert titles == [f"{{{seat}'s}} {kind} dice are due." for seat, kind in whose]


def test_a_target_is_seen_by_its_owner_alone(table):  # DU-1
    match = opened(table)
    assert match.view(0).target[0] == [1, 2, 0, 0, 1, 1]
    assert match.view(1).target[0] == match.view().target[0] == [0] * 6


def test_both_declare_before_either_is_shown(table):  # DU-2
    match = opened(table, "1: aim")
    assert match.awaited == (0,)
    assert match.view(0).declared[1] == match.view().declared[1] == 0
    assert go_on(match, "0: shoot").view(0).declared[:2] == [3, 2]


def test_there_is_no_pass(table):  # DU-2
    assert kinds(opened(table), 0) == {"reroll", "aim", "shoot"}


def test_reroll_comes_before_aim_and_aim_before_the_shot(table):  # DU-2
    match = opened(table, each("shoot", "reroll"))
    assert match.awaited == (1,)
    assert go_on(match, "1: 1", "*: 4").awaited == (0,)
    later = opened(table, each("shoot", "aim"))
    assert later.awaited == (1,)
    assert go_on(later, "1: 2 2").awaited == (0,)


def test_both_choose_their_rerolls_before_either_result_is_seen(table):  # DU-2
    match = opened(table, both("reroll"), "0: 1 1")
    assert match.awaited == (1,)
    assert go_on(match, "1: 6").awaited == (8,)


def test_a_reroll_takes_any_stock_dice_but_at_least_one(table):  # DU-3
    match = opened(table, each("reroll", "aim"))
    assert len(match.legal(0)) == 3 * 3 * 3 * 2 * 2 * 3 - 1
    assert "" not in match.legal(0)
    go_on(match, "0: 1 1 6", "*: 4, 4, 5")
    assert match.truth().stock[0] == [0, 2, 2, 3, 2, 1]


def test_after_ten_idle_turns_nobody_rerolls_until_somebody_aims_or_shoots(table):  # DU-3
    turn = both("reroll") + "\n0: 1\n1: 1\n*: 1, 1"
    match = opened(table, *[turn] * 9)
    assert "reroll" in match.legal(0)
    go_on(match, turn)
    assert kinds(match, 0) == kinds(match, 1) == {"aim", "shoot"}
    go_on(match, both("aim"), "0: in 1", "1: in 1", "0: satisfied", "1: satisfied")
    assert "reroll" in match.legal(0)


def test_dice_asked_about_are_used_right_or_wrong(table):  # DU-4
    view = opened(table, each("aim", "reroll"), "1: 1", "*: 1", "0: 3 4 6").truth()
    assert view.right[0] == [0, 0, 1, 1, 0, 0]
    assert view.wrong[0] == [0, 0, 0, 0, 0, 1]
    assert view.stocks[0] == sum(view.stock[0]) == 7


def test_matching_is_one_for_one_and_adds_up_over_the_round(table):  # DU-5
    """Against 1 2 2 5 6: a first 2 is right, a second is right, a third is wrong."""
    quiet = "0: 1\n*: 1"
    dice = rolled("2 2 5 6 1", ("1 1 1 1 1", "2 2 2 3 3 4 4 5 6 6"))
    match = opened(table, each("reroll", "aim"), quiet, "1: 2", dice=dice)
    assert match.truth().right[1][1] == 1
    go_on(match, each("reroll", "aim"), quiet, "1: 2")
    assert match.truth().right[1][1] == 2
    go_on(match, each("reroll", "aim"), quiet, "1: 2")
    assert (match.truth().right[1][1], match.truth().wrong[1][1]) == (2, 1)


def test_three_alike_asked_at_once_match_as_often_as_they_lie_there(table):  # DU-5
    dice = rolled("2 2 5 6 1", ("1 1 1 1 1", "2 2 2 3 3 4 4 5 6 6"))
    view = opened(table, each("reroll", "aim"), "0: 1", "*: 1", "1: 2 2 2 5", dice=dice).truth()
    assert view.right[1] == [0, 2, 0, 0, 1, 0]
    assert view.wrong[1] == [0, 1, 0, 0, 0, 0]


def test_dice_in_the_middle_are_seen_and_nothing_is_answered_before_both_words(table):  # DU-6
    match = opened(table, both("aim"), "0: in 3", "0: satisfied")
    assert match.view(1).forward[0] == [0, 0, 1, 0, 0, 0]
    assert match.truth().right[0] == [0] * 6
    go_on(match, "1: in 2", "0: satisfied", "1: satisfied")
    assert match.truth().right[:2] == [[0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0]]


def test_a_move_takes_back_the_others_word(table):  # DU-6
    match = opened(table, both("aim"), "0: in 3", "0: satisfied")
    assert "satisfied" not in match.legal(0)
    go_on(match, "1: in 2")
    assert "satisfied" in match.legal(0)
    assert match.awaited == (0, 1)


def test_who_is_satisfied_may_move_again_until_all_are_and_that_takes_back_every_word(table):  # DU-6
    match = opened(table, both("aim"), "0: in 3", "1: in 2", "0: satisfied", "0: out 3", "0: in 4")
    go_on(match, "0: satisfied", "1: satisfied")
    assert match.truth().right[0] == [0, 0, 0, 1, 0, 0]


def test_who_stays_satisfied_is_asked_again_only_after_another_has_moved(table):  # DU-6
    match = opened(table, both("aim"), "0: in 3", "0: satisfied", "0: stay")
    assert match.awaited == (1,)
    go_on(match, "1: in 2")
    assert match.awaited == (0, 1)
    go_on(match, "1: satisfied", "0: satisfied")
    assert match.truth().right[:2] == [[0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0]]


def test_an_empty_middle_is_not_satisfying(table):  # DU-6
    match = opened(table, both("aim"), "0: in 3", "0: out 3")
    assert "satisfied" not in match.legal(0)


def test_the_tenth_change_leaves_a_die_and_is_the_last_word(table):  # DU-6
    back_and_forth = ["0: in 3", "0: out 3"] * 4
    match = opened(table, both("aim"), *back_and_forth, "0: in 3")
    assert "out 3" not in match.legal(0)
    go_on(match, "0: in 4")
    assert match.awaited == (1,)
    go_on(match, "1: in 1", "1: satisfied")
    assert match.truth().right[0] == [0, 0, 1, 1, 0, 0]


def test_a_shot_names_as_many_values_as_there_are_target_dice(table):  # DU-7
    match = opened(table, both("shoot"))
    assert len(match.legal(0)) == 252
    assert {len(text.split()) for text in match.legal(0)} == {5}


def test_what_is_named_is_discarded_one_for_one(table):  # DU-7
    view = opened(table, both("shoot"), each("3 3 3 3 4", "2 2 2 5 5")).truth()
    assert view.hits[:2] == [[0, 0, 3, 1, 0, 0], [0, 2, 0, 0, 1, 0]]
    assert view.targets[:2] == [2, 1]


def test_a_target_is_shown_when_it_has_been_shot_at(table):  # DU-7
    match = opened(table, each("shoot", "aim"), "1: 2", "0: 1 1 1 1 4")
    assert match.view().target[1] == [0, 0, 3, 1, 0, 0]
    assert match.view().target[0] == [0] * 6


def test_whoever_begins_a_turn_without_stock_must_shoot(table):  # DU-8
    match = opened(table, each("aim", "reroll"), "1: 1", "*: 1", f"0: {STOCK}")
    assert match.legal(0) == ["shoot"]
    assert kinds(match, 1) == {"reroll", "aim", "shoot"}


def test_two_shots_in_one_turn_end_the_round(table):  # DU-9, DU-11
    match = opened(table, both("shoot"), each("3 3 3 3 3", "2 2 5 6 6"))
    assert match.truth().closed == 1
    assert match.view().targets[:2] == [1, 2]


def test_a_lone_shot_gives_as_many_further_turns_as_target_dice_are_left(table):  # DU-9
    match = opened(table, each("shoot", "aim"), "1: 1", "0: 1 1 1 3 3")
    assert match.truth().further[1] == 3
    assert match.awaited == (1,)
    turn = ("1: reroll", "1: 1", "*: 1")
    go_on(match, *turn, *turn)
    assert match.legal(1) == ["shoot"]
    assert go_on(match, "1: shoot", "1: 1 2 3 4 4").truth().closed == 1


def test_whoever_has_further_turns_may_shoot_at_once(table):  # DU-9
    match = opened(table, each("shoot", "aim"), "1: 1", "0: 1 1 1 3 3", "1: shoot", "1: 1 3 3 3 3")
    assert match.truth().closed == 1


def test_a_shot_is_seen_by_nobody_before_the_other_has_named_theirs(table):  # DU-10
    match = opened(table, both("shoot"), "0: 3 3 3 4 4")
    assert match.view(1).named[0] == match.view().named[0] == [0] * 6
    assert match.view(0).named[0] == [0, 0, 3, 2, 0, 0]


def test_used_dice_are_discarded_and_the_rest_rolled_again(table):  # DU-11
    match = opened(
        table,
        each("aim", "reroll"),
        "1: 1",
        "*: 1",
        "0: 3 4 6",
        both("shoot"),
        each("3 3 3 3 3", "1 2 3 3 3"),
    )
    go_on(match, "*: 5, 5, 5, 1, 1, 1, 1, 1, 1, 1")
    view = match.truth()
    assert (view.rounds, view.targets[:2], view.stocks[:2]) == (2, [3, 2], [7, 10])
    assert view.gone[:2] == [5, 3]
    assert view.right[0] == view.wrong[0] == [0] * 6


def test_who_alone_has_target_dice_wins_and_scores_all_that_is_left(table):  # DU-12
    match = opened(table, each("aim", "reroll"), "1: 1", "*: 1", "0: 3 4", each("shoot", "shoot"))
    go_on(match, each("3 3 3 4 4", "1 1 1 1 1"))
    assert match.result == "won by 0, 12 0"


def test_fifteen_is_the_most_that_a_game_scores(table):  # DU-12
    match = opened(table, both("shoot"), each("3 3 3 4 4", "3 3 3 3 3"))
    assert match.points == [15, 0]


def test_both_targets_lost_at_once_goes_to_the_larger_stock(table):  # DU-13
    match = opened(
        table, each("aim", "reroll"), "1: 1", "*: 1", "0: 3 4", both("shoot"), each("3 3 3 4 4", "1 2 2 5 6")
    )
    assert match.result == "won by 1, 0 2"


def test_both_targets_lost_at_once_with_equal_stock_is_a_draw(table):  # DU-13
    match = opened(table, both("shoot"), each("3 3 3 4 4", "1 2 2 5 6"))
    assert (match.result, match.scene(0).clause) == ("drawn by 0 1, 0 0", "DU-13")


def three_rounds(table, *last: str, **values) -> Match:
    """Two rounds of misses, then a third; used stock is discarded each time."""
    miss = both("shoot") + "\n" + each("1 1 1 1 1", "3 3 3 3 3")
    dice = rolled(*TARGETS)
    return opened(table, miss, dice, miss, dice, *last, **values)


def test_after_three_rounds_more_target_dice_win_the_difference_of_the_totals(table):  # DU-14, DU-16
    match = three_rounds(table, each("aim", "reroll"), "1: 1", "*: 1", "0: 1 1 3 6", both("shoot"))
    go_on(match, each("1 3 3 4 4", "3 3 3 3 3"))
    assert match.result == "won by 0, 1 0"  # 5 targets and 6 stock against 1 and 10 comes to 0: at least 1


def test_after_three_rounds_equal_targets_go_by_stock(table):  # DU-14
    match = three_rounds(table, each("aim", "reroll"), "1: 1", "*: 1", "0: 1 1 3 6", both("shoot"))
    assert go_on(match, each("1 1 1 1 1", "3 3 3 3 3")).result == "won by 1, 0 4"


def test_after_three_rounds_all_equal_is_a_draw(table):  # DU-14
    match = three_rounds(table, both("shoot"), each("1 1 1 1 1", "3 3 3 3 3"))
    assert match.result == "drawn by 0 1, 0 0"


def test_a_tie_breaker_is_rolled_until_one_die_is_higher(table):  # DU-15
    shots = (both("shoot"), each("3 3 3 4 4", "1 2 2 5 6"))
    match = opened(table, *shots, **{"tie-breaker": True})
    assert match.awaited == (8,)
    assert match.scene(-1).now.title == "A tie-breaker: {0's} die is due."
    go_on(match, "*: 4")
    assert match.scene(-1).now == Now("A tie-breaker: {1's} die is due.", "High die wins. So far: {0} 4.")
    go_on(match, "*: 4")
    assert match.awaited == (8,)
    assert go_on(match, "*: 2, 5").result == "won by 1, 0 1"


@pytest.mark.parametrize(
    ("lines", "event", "reason"),
    [
        ([both("shoot")], "3 3 3", r"a shot names exactly 5 values, not 3 \(DU-7\)"),
        (
            [each("aim", "reroll"), "1: 1", "*: 1", f"0: {STOCK}"],
            "aim",
            r"without stock a shot is forced \(DU-8\)",
        ),
        (
            [each("", "shoot"), "0: aim", "0: 1", "1: 1 2 2 5 5"],
            "reroll",
            r"in the last further turn a shot is forced \(DU-9\)",
        ),
        (
            [both("reroll") + "\n0: 1\n1: 1\n*: 1, 1"] * 10,
            "reroll",
            r"nobody may reroll after 10 .*\(DU-3\)",
        ),
        ([each("aim", "reroll"), "1: 1", "*: 1"], "4 4", r"the stock is 1 1 2 2 3 3 4 5 6 6 \(DU-4\)"),
        ([both("reroll")], "4 4", r"the stock is 1 1 2 2 3 3 4 5 6 6 \(DU-3\)"),
        ([both("aim")], "satisfied", r"at least one die must lie in the middle \(DU-6\)"),
        ([both("aim")], "stay", r"the word has not been given yet \(DU-6\)"),
        ([both("aim"), "0: in 1"], "out 2", r"in the middle lie 1 \(DU-6\)"),
        ([both("aim"), "0: in 4"], "in 4", r"the stock is 1 1 2 2 3 3 5 6 6 \(DU-6\)"),
        ([both("aim"), "0: in 1", "0: satisfied"], "satisfied", r"the word is given already \(DU-6\)"),
        (
            [both("aim"), *["0: in 3", "0: out 3"] * 4, "0: in 3"],
            "out 3",
            r"the last of 10 changes leaves a die in the middle \(DU-6\)",
        ),
    ],
)
def test_what_is_not_allowed_is_refused_with_reason_and_clause(table, lines, event, reason):
    match = opened(table, *lines)
    before = match.state.tobytes()
    with pytest.raises(IllegalEvent, match=f"illegal event '{event}' for seat 0 in Round 1.*: {reason}"):
        match.play(0, event)
    assert match.state.tobytes() == before


def test_dice_may_be_written_in_any_order(table):  # DU-4, DU-7
    match = opened(table, both("shoot"))
    match.play(0, "3 4 3 3 4")
    assert match.truth().named[0] == [0, 0, 3, 2, 0, 0]
