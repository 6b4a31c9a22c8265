"""Wagering with play chips, clause by clause; every test runs interpreted and compiled."""

from __future__ import annotations

import pytest

from tests.games.duello.dice import both, each, go_on, rolled
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import tell_all

TARGETS = ("2 2 5 6 1", "3 3 3 4 4", "1 1 1 1 1")


def bets(table, *lines: str, seats: int = 2, **values) -> Match:
    script = "\n".join((rolled(*TARGETS[:seats]), *lines))
    return table("duello", script, seats=seats, values={"wagering": True, **values})


def told(match: Match) -> list[tuple[int, str]]:
    """All that has been said to a watcher."""
    return [said for telling in tell_all(match) for said in telling.said]


def chips(*stacks: int) -> dict[str, list[int]]:
    return {"chips": [*stacks, *[0] * (8 - len(stacks))]}


def test_each_begins_with_a_hundred_chips_and_bets_come_before_declarations(table):  # DU-23, DU-24
    match = bets(table)
    assert match.truth().chips[:2] == [100, 100]
    assert match.legal(0)[:2] == ["check", "bet 1"]
    assert match.legal(0)[-1] == "bet 100"


def test_a_bet_is_called_or_raised_to_stay_in(table):  # DU-23
    match = bets(table, "0: bet 10")
    assert {"call", "fold", "raise 1", "raise 90"} <= set(match.legal(1))
    assert "check" not in match.legal(1)
    go_on(match, "1: raise 5", "0: call")
    assert (match.truth().pot, match.awaited) == (30, (0, 1))


def test_the_first_bettor_is_agreed_and_betting_goes_to_the_left(table):  # DU-23
    match = bets(table, seats=3, **{"first-bettor": 1})
    assert match.awaited == (1,)
    assert go_on(match, "1: check").awaited == (2,)
    assert go_on(match, "2: bet 3").awaited == (0,)
    assert go_on(match, "0: call").awaited == (1,)


def test_the_winner_of_the_game_takes_the_pot(table):  # DU-23
    match = bets(table, "0: bet 10", "1: call", both("shoot"), each("3 3 3 4 4", "3 3 3 3 3"))
    assert (match.result, match.truth().chips[:2]) == ("won by 0, 15 0", [110, 90])


def test_a_fold_takes_the_difference_of_the_totals_at_least_one(table):  # DU-24
    match = bets(table, "0: bet 10", "1: fold")
    assert (match.result, match.truth().chips[:2]) == ("won by 0, 1 0", [100, 100])


def test_by_option_a_fold_scores_all_dice_left(table):  # DU-24
    match = bets(table, "0: bet 10", "1: fold", **{"fold-points": "all dice left"})
    assert match.points == [15, 0]


def test_one_bet_and_three_raises_are_made_in_a_turn(table):  # DU-24
    match = bets(table, "0: bet 1", "1: raise 1", "0: raise 1", "1: raise 1")
    assert match.legal(0) == ["call", "fold"]


def test_what_the_shortest_stack_cannot_meet_comes_back(table):  # DU-24
    match = bets(table, "0: bet 50", **chips(100, 30))
    view = match.truth()
    assert (view.level, view.chips[:2], view.pot) == (30, [70, 30], 30)
    assert match.legal(1) == ["call", "fold"]


def test_nobody_bets_once_a_player_still_in_has_no_chips(table):  # DU-24
    match = bets(
        table, "0: bet 50", "1: call", both("shoot"), each("1 1 1 1 1", "3 3 3 3 3"), **chips(100, 30)
    )
    go_on(match, rolled(*TARGETS[:2]))
    assert set(match.legal(0)) == {"reroll", "aim", "shoot"}


def test_those_who_have_shot_still_bet(table):  # DU-24
    match = bets(table, "0: check", "1: check", each("shoot", "reroll"), "1: 1", "*: 1", "0: 1 1 1 1 1")
    assert match.awaited == (0,)
    assert "bet 5" in match.legal(0)


def test_in_a_standoff_the_folder_is_out_and_the_rest_go_on_betting(table):  # DU-24
    match = bets(table, "0: bet 5", "1: fold", seats=3)
    assert match.awaited == (2,)
    assert go_on(match, "2: call").truth().aims_at[0] == 2


def test_when_all_others_fold_the_last_scores_all_that_is_left(table):  # DU-21, DU-24
    match = bets(table, "0: bet 5", "1: fold", "2: fold", seats=3)
    assert (match.result, match.truth().chips[:3]) == ("won by 0, 15 0 0", [100, 100, 100])
    account = match.scene(0).account
    assert account
    left = "{0} scored all that is left of {0's} dice: five target dice and ten stock dice make 15 (DU-12)."
    assert account.notes == (left,)


def two_have_shot(table, **values) -> Match:
    """Seats 0 and 1 have shot and missed; seat 2 has not."""
    checks = [f"{k}: check" for k in range(3)]
    match = bets(table, *checks, each("shoot", "shoot", "reroll"), "2: 1", "*: 1", seats=3, **values)
    return go_on(match, each("6 6 6 6 6", "6 6 6 6 6"))


def test_a_fold_can_end_the_round(table):  # DU-20, DU-24
    match = go_on(two_have_shot(table), "0: bet 1", "1: call", "2: fold")
    assert match.truth().closed == 1


def test_a_bet_is_answered_by_everybody_who_stays_also_where_the_last_to_shoot_folds(table):  # DU-24
    match = go_on(two_have_shot(table), "0: bet 10", "1: raise 5", "2: fold")
    assert (match.awaited, match.legal(0)[:2]) == ((0,), ["call", "fold"])
    view = go_on(match, "0: call").truth()
    assert (view.closed, view.chips[:3], view.pot) == (1, [85, 85, 100], 30)


def test_who_folds_after_the_last_to_shoot_has_folded_leaves_the_pot_to_the_other(table):  # DU-24
    match = go_on(two_have_shot(table), "0: bet 10", "1: raise 5", "2: fold", "0: fold")
    assert (match.result, match.truth().chips[:3]) == ("won by 1, 0 15 0", [90, 110, 100])
    assert told(match)[-2:] == [
        (1, "won 15 points: nobody else stayed in."),
        (1, "took the pot of 25 chips."),
    ]


@pytest.mark.parametrize(
    ("choice", "stacks", "left"), [("is split", [90, 111], 0), ("stays for the next game", [80, 100], 21)]
)
def test_a_drawn_game_splits_the_pot_or_leaves_it(table, choice, stacks, left):  # DU-24
    values = {"drawn-pot": choice, "first-bettor": 1, "pot": 1, **chips(90, 110)}
    match = bets(table, "1: bet 10", "0: call", both("shoot"), each("3 3 3 4 4", "1 2 2 5 6"), **values)
    view = match.truth()
    assert (view.chips[:2], view.pot) == (stacks, left)


def test_a_bet_over_the_stack_is_refused_and_nothing_changes(table):  # DU-24
    match = bets(table, **chips(40, 90))
    before = match.state.tobytes()
    with pytest.raises(
        IllegalEvent, match=r"illegal event 'bet 41' for seat 0 .* 41 is more than the 40 chips"
    ):
        match.play(0, "bet 41")
    assert match.state.tobytes() == before


@pytest.mark.parametrize("most", [1, 200, 300])
def test_one_bet_names_at_most_the_agreed_number_of_chips(table, most):  # DU-24
    match = bets(table, **chips(500, 500), **{"most-bet": most})
    assert match.legal(0)[-1] == f"bet {most}"
    with pytest.raises(IllegalEvent, match=rf"at most {most} chips? \(DU-24\)"):
        match.play(0, f"bet {most + 1}")


@pytest.mark.parametrize(
    ("lines", "event", "reason"),
    [
        (["0: bet 1"], "check", r"the bet of 1 chip is called, raised or folded to \(DU-23\)"),
        (["0: check"], "call", r"there is no bet to answer \(DU-23\)"),
        (["0: check"], "raise 3", r"there is no bet to raise \(DU-23\)"),
        (["0: bet 1"], "bet 3", r"there is a bet already: raise it \(DU-23\)"),
        (["0: bet 1", "1: raise 1", "0: raise 1"], "raise 99", r"99 is more than the 97 chips left after"),
        (["0: check"], "bet 0", r"a bet is one chip at least \(DU-24\)"),
    ],
)
def test_a_bet_out_of_place_is_refused_with_its_clause(table, lines, event, reason):
    match = bets(table, *lines)
    with pytest.raises(IllegalEvent, match=reason):
        match.play(1, event)


def test_what_to_do_names_a_raise_only_where_one_can_be_made(table):  # DU-24
    assert bets(table, "0: bet 5").scene(1).now.title == "Call 5, raise or fold."
    assert bets(table, "0: bet 50", **chips(100, 30)).scene(1).now.title == "Call 30, or fold."
    assert bets(table).scene(0).now.title == "Bet, or check."


def test_a_pot_without_chips_is_not_told(table):  # DU-23
    checked = bets(table, "0: check", "1: check", both("shoot"), each("3 3 3 4 4", "3 3 3 3 3"))
    assert told(checked)[-1] == (0, "won 15 points: nobody else has target dice.")
    folded = bets(table, "0: bet 10", "1: fold")
    assert told(folded)[-2:] == [(0, "won 1 point: {1} folded."), (0, "took the pot of 10 chips.")]


def test_the_table_says_who_folded_and_tells_it_to_the_folder(table):  # DU-24
    match = bets(table, "0: bet 5", "1: fold", seats=3)
    scene = match.scene(1)
    assert scene.now.note == "{1} folded, and the others play on."
    assert [plate.line for plate in scene.plates] == ["has bet 5", "folded", ""]
    assert scene.card.notes == ("", "Folded.", "")
    assert match.scene(-1).now.note == ""


def test_between_two_the_end_says_who_folded(table):  # DU-24
    scene = bets(table, "0: bet 5", "1: fold").scene(1)
    assert [plate.line for plate in scene.plates] == ["", "folded"]
    assert [row.note for row in scene.account.rows] == ["", "folded"]
