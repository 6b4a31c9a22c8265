"""The Mexican Standoff, clause by clause; every test runs interpreted and compiled."""

from __future__ import annotations

from tests.games.duello.dice import both, each, go_on, rolled
from throwdown.kernel.match import Match

ALL_ONES = "1 1 1 1 1"
TARGETS = (ALL_ONES, "2 2 2 2 2", "3 3 3 3 3")
KILL = {0: "1 1 1 1 1", 1: "2 2 2 2 2", 2: "3 3 3 3 3", 3: "4 4 4 4 4"}
MISS = "6 6 6 6 6"


def circle(table, *lines: str, targets: tuple[str, ...] = TARGETS, **values) -> Match:
    return table("duello", "\n".join((rolled(*targets), *lines)), seats=len(targets), values=values)


def test_each_targets_the_player_to_the_left(table):  # DU-19
    assert circle(table).truth().aims_at[:3] == [1, 2, 0]


def test_a_player_without_target_dice_is_out_and_the_circle_closes(table):  # DU-19
    match = circle(
        table, each("shoot", "aim", "aim"), each("", "in 5", "in 5"), each("", "satisfied", "satisfied")
    )
    go_on(match, f"0: {KILL[1]}")
    view = match.truth()
    assert view.alive[:3] == [1, 0, 1]
    assert (view.aims_at[0], view.aims_at[2]) == (2, 0)


def test_the_cup_of_a_player_without_target_dice_is_told_to_be_empty(table):  # DU-19
    match = circle(table, both("shoot", 3), each(KILL[1], MISS, MISS), rolled(ALL_ONES, TARGETS[2]))
    mine = next(zone for zone in match.scene(1).zones if zone.id == "target-1")
    assert (match.truth().alive[:3], mine.note, mine.pieces) == ([1, 0, 1], "no dice left", ())


def test_stock_aimed_at_a_former_target_stays_used_and_aiming_starts_afresh(table):  # DU-19, DU-24
    match = circle(table, "0: check", "1: check", "2: check", wagering=True)
    go_on(match, each("aim", "reroll", "reroll"), "1: 1", "2: 1", "*: 1, 1", "0: 2 2 5")
    assert match.truth().right[0] == [0, 2, 0, 0, 0, 0]
    go_on(match, "0: bet 1", "1: fold", "2: call")
    view = match.truth()
    assert (view.aims_at[0], view.spent[0], view.stocks[0]) == (2, 3, 7)
    assert view.right[0] == view.wrong[0] == [0] * 6


def test_a_target_already_shown_is_rolled_again_when_the_circle_closes_on_it(table):  # DU-19
    """Seat 1 is shot at and survives; seat 0, who shot, is shot out; seat 3 aims at seat 1 now."""
    targets = (ALL_ONES, "2 2 2 2 2", "3 3 3 3 3", "4 4 4 4 4")
    match = circle(table, each("shoot", "reroll", "reroll", "shoot"), "1: 1", "2: 1", targets=targets)
    assert (match.replay(0).scene().clause, match.scene().clause) == ("DU-1", "DU-3")
    go_on(match, "*: 1, 1", "0: 2 2 2 6 6", f"3: {KILL[0]}")
    assert (match.awaited, match.scene().clause) == ((8,), "DU-19")
    assert match.view().target[1] == [0] * 6
    go_on(match, "*: 5, 6")
    assert match.view(1).target[1] == [0, 0, 0, 0, 1, 1]
    assert match.view().target[1] == [0] * 6


def test_who_has_shot_does_nothing_more_in_the_round(table):  # DU-20
    match = circle(table, each("shoot", "reroll", "reroll"), "1: 1", "2: 1", "*: 1, 1", f"0: {MISS}")
    assert match.awaited == (1, 2)


def test_being_shot_at_gives_as_many_further_turns_as_target_dice(table):  # DU-20
    match = circle(table, each("shoot", "reroll", "reroll"), "1: 1", "2: 1", "*: 1, 1", "0: 2 2 6 6 6")
    assert match.truth().further[:3] == [0, 3, 0]


def test_nobody_left_to_shoot_at_a_player_limits_their_turns_too(table):  # DU-20
    """Seat 1 shoots seat 2 out and aims at seat 3 now, but has shot."""
    targets = (*TARGETS, "4 4 4 4 4")
    match = circle(
        table,
        each("reroll", "shoot", "reroll", "reroll"),
        *("0: 1", "2: 1", "3: 1", "*: 1, 1, 1"),
        targets=targets,
    )
    go_on(match, f"1: {KILL[2]}")
    assert match.truth().aims_at[1] == 3
    assert match.truth().further[:4] == [0, 0, 0, 5]


def test_the_round_ends_when_all_who_are_in_have_shot(table):  # DU-20
    match = circle(table, both("shoot", 3), each(MISS, MISS, MISS))
    assert (match.truth().closed, match.scene().clause) == (1, "DU-11")


def test_the_last_player_with_target_dice_wins_at_once(table):  # DU-21
    match = circle(table, both("shoot", 3), each(KILL[1], KILL[2], MISS))
    assert match.result == "won by 0, 15 0 0"


def test_if_all_lose_their_targets_in_one_turn_the_most_stock_wins(table):  # DU-21
    match = circle(table, each("aim", "reroll", "aim"), "1: 1", "*: 1")
    go_on(match, "0: in 1", "0: in 1", "0: satisfied", "2: in 6", "0: satisfied", "2: satisfied")
    go_on(match, both("shoot", 3), each(KILL[1], KILL[2], KILL[0]))
    assert match.result == "won by 1, 0 1 0"  # stocks 8, 10 and 9
    scene = match.scene(0)
    assert scene.account
    assert (scene.clause, scene.account.notes) == ("DU-21", ("10 dice to 9: the difference is 1 (DU-21).",))


def test_three_way_ties_roll_until_one_is_highest(table):  # DU-21
    match = circle(table, both("shoot", 3), each(KILL[1], KILL[2], KILL[0]))
    go_on(match, "*: 6, 3, 6")
    assert (match.awaited, match.scene(0).clause) == ((8,), "DU-21")
    assert go_on(match, "*: 2, 4").result == "won by 2, 0 0 1"


def test_after_three_rounds_the_lead_is_counted_over_the_best_other(table):  # DU-21
    misses = (both("shoot", 3), each(MISS, MISS, MISS), rolled(*TARGETS))
    match = circle(table, *misses, *misses, both("shoot", 3))
    go_on(match, each("2 2 6 6 6", "3 3 3 6 6", MISS))
    assert match.result == "won by 0, 2 0 0"  # totals 15, 13 and 12
