"""Sets: target score, number of games, round robin, ties, stakes, chips (DU-17, DU-18, DU-22 to DU-24)."""

from __future__ import annotations

from itertools import combinations

import pytest

import throwdown
from tests.games.duello.dice import both, each, rolled
from throwdown.kernel.chance import Reported
from throwdown.kernel.errors import BadValue
from throwdown.kernel.series import (
    Carried,
    Plan,
    Result,
    Series,
    carried_on,
    check,
    opened,
    pairings,
    result_of,
    values_for,
)


def played(plan: Plan, players: int, *points: tuple[int, ...]) -> Series:
    series = Series(plan, players)
    for game in points:
        series = series.add(Result(series.lineup, game))
    return series


def test_a_target_score_goes_to_whoever_first_reaches_it():  # DU-17
    series = played(Plan("target score", 16), 2, (9, 0), (0, 11), (0, 4))
    assert (series.over, series.lineup, series.totals) == (False, (0, 1), [9, 15])
    series = series.add(Result((0, 1), (7, 0)))
    assert (series.over, series.winners, series.totals) == (True, (0,), [16, 15])


def test_a_number_of_games_goes_to_the_highest_total():  # DU-17
    series = played(Plan("number of games", 3), 2, (5, 0), (0, 3))
    assert not series.over
    assert series.add(Result((0, 1), (0, 1))).winners == (0,)


def test_a_tie_at_the_end_takes_another_game_or_a_tie_breaker_as_agreed():  # DU-17
    games = ((5, 0), (0, 5))
    assert played(Plan("number of games", 2), 2, *games).lineup == (0, 1)
    tied = played(Plan("number of games", 2, "tie-breaker"), 2, *games)
    assert (tied.lineup, tied.rolls, tied.over) == ((), (0, 1), False)
    dice = iter((3, 3, 2, 6))
    settled = tied.settle_ties(lambda _: next(dice))
    assert (settled.winners, settled.totals, len(settled.results)) == ((1,), [5, 6], 4)


def test_the_point_of_a_tie_breaker_has_its_own_column_once_it_is_over():  # DU-17
    tied = played(Plan("number of games", 2, "tie-breaker"), 3, (5, 0, 1), (0, 5, 1))
    assert tied.card().columns == ("Game", "1", "2", "Points")
    card = tied.settle_ties(lambda k: k + 1).card()
    assert card.columns == ("Game", "1", "2", "Tie", "Points")
    assert card.rows == (("5", "–", "–", "5"), ("–", "5", "1", "6"), ("1", "1", "", "2"))


@pytest.mark.parametrize("players", range(3, 9))
def test_in_a_round_robin_each_plays_each(players):  # DU-18
    assert sorted(pairings(range(players))) == list(combinations(range(players), 2))


def test_a_round_robin_is_won_by_the_highest_total():  # DU-18
    series = Series(Plan("round robin", 2), 3)
    met = []
    while not series.over:
        met.append(series.lineup)
        series = series.add(Result(series.lineup, (3, 0) if series.lineup[0] == 0 else (0, 1)))
    assert sorted(met) == sorted([(0, 1), (0, 2), (1, 2)] * 2)
    assert (series.winners, series.totals) == ((0,), [12, 0, 2])


def test_those_who_tie_a_round_robin_play_one_of_their_own():  # DU-18
    series = Series(Plan("round robin", 1), 4)
    wins = {(0, 1): (1, 0), (1, 2): (1, 0), (0, 2): (0, 1)}
    for _ in range(6):
        points = wins.get(series.lineup, (1, 0) if 3 in series.lineup else None)
        series = series.add(Result(series.lineup, points or (0, 0)))
    assert series.totals == [2, 2, 2, 0]
    for expected in sorted(wins):
        assert series.lineup in wins, expected
        series = series.add(Result(series.lineup, (4, 0) if 0 in series.lineup else (0, 0)))
    assert (series.over, series.winners) == (True, (0,))


def test_stakes_are_paid_by_each_for_the_difference():  # DU-22
    series = played(Plan("number of games", 2, stake=3), 3, (5, 0, 0), (0, 0, 2))
    assert series.payments() == [3 * 5 + 3 * 3, -15, -9]
    assert played(Plan("number of games", 3, stake=3), 3, (5, 0, 0)).payments() == [0, 0, 0]


def test_a_game_out_of_turn_is_refused():
    series = Series(Plan("round robin", 1), 3)
    wrong = tuple(reversed(series.lineup))
    with pytest.raises(BadValue, match="is not next in the set"):
        series.add(Result(wrong, (1, 0)))


@pytest.mark.parametrize(
    ("plan", "players", "reason"),
    [
        (Plan("target score", 0), 2, "target score is 0: needs a whole number from 1 to 99999"),
        (Plan("number of games", 0), 2, "number of games is 0: needs a whole number from 1"),
        (Plan("round robin", 1), 2, "by round robin is for 3 to 8 players, not 2"),
        (Plan("best of", 3), 2, "unknown kind of set 'best of'"),
        (Plan("number of games", 3, "a duel"), 2, "unknown way to settle a tie 'a duel'"),
        (Plan("number of games", 3, stake=-1), 2, "stake is -1"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_and_quoted(plan, players, reason):  # DU-17, DU-18
    with pytest.raises(BadValue, match=reason):
        check(plan, throwdown.load("duello"), players)


def test_the_score_sheet_has_a_row_for_each_and_dashes_for_no_points():
    card = played(Plan("target score", 16), 2, (4, 0), (0, 6)).card()
    assert card.title == "First to 16 points"
    assert card.columns == ("Game", "1", "2", "Points")
    assert card.rows == (("4", "–", "4"), ("–", "6", "6"))


def test_the_score_sheet_of_many_games_has_the_sum_of_the_earlier_ones_and_adds_up():
    six = played(Plan("number of games", 9), 2, *[(4, 0)] * 6).card()
    assert six.columns == ("Game", "1", "2", "3", "4", "5", "6", "Points")
    nine = played(Plan("number of games", 9), 2, *[(4, 0)] * 8, (0, 6)).card()
    assert nine.columns == ("Game", "1–4", "5", "6", "7", "8", "9", "Points")
    assert nine.rows == (("16", "4", "4", "4", "4", "–", "32"), ("–", "–", "–", "–", "–", "6", "6"))


def test_on_the_sheet_of_a_round_robin_who_did_not_play_has_nothing():
    card = played(Plan("round robin", 1), 3, (2, 0)).card()
    assert sorted(row[0] for row in card.rows) == ["", "2", "–"]


def resigned(values: dict, seat: int):
    game = throwdown.load("duello")
    match = game.match(2, seed=1, values=values)
    match.play(0, "bet 10")
    match.resign(seat)
    return match


def test_chips_go_from_game_to_game_and_the_first_bettor_moves_to_the_left():  # DU-23
    game = throwdown.load("duello")
    values = game.check({"wagering": True})
    series = Series(Plan("number of games", 3), 2)
    carried = opened(game, values, 2)
    assert carried == Carried((100, 100))
    match = resigned(values_for(game, values, series, carried), 0)
    series = series.add(result_of(match, series.lineup))
    carried = carried_on(match, carried, series)
    assert (series.totals, carried) == ([0, 15], Carried((90, 110)))
    following = values_for(game, values, series, carried)
    assert (following["chips"][:2], following["first-bettor"]) == ([90, 110], 1)
    assert game.match(2, chance=Reported(), values=following).view().chips[:2] == [90, 110]


def test_in_a_round_robin_chips_follow_the_players():  # DU-18, DU-23
    game = throwdown.load("duello")
    values = game.check({"wagering": True, "chips": [50, 60, 70, 80, 0, 0, 0, 0]})
    series = Series(Plan("round robin", 1), 4)
    carried = opened(game, values, 4)
    match = resigned(values_for(game, values, series, carried), 0)
    players = series.lineup
    series = series.add(result_of(match, players))
    carried = carried_on(match, carried, series)
    before = (50, 60, 70, 80)
    assert carried.chips[players[0]] == before[players[0]] - 10
    assert carried.chips[players[1]] == before[players[1]] + 10
    assert sum(carried.chips) == sum(before)


DRAWN = (both("shoot"), each("3 3 3 4 4", "1 2 2 5 6"))
TARGETS = rolled("2 2 5 6 1", "3 3 3 4 4")


def drawn(table, values: dict):
    """A drawn game into whose pot each has paid 10 chips."""
    first = values["first-bettor"]
    bets = f"{first}: bet 10\n{1 - first}: call"
    return table("duello", "\n".join((TARGETS, bets, *DRAWN)), values=values)


@pytest.mark.parametrize("players", range(3, 9))
def test_the_first_bettor_moves_from_game_to_game_of_each_pair_of_a_round_robin(players):  # DU-18, DU-23
    game = throwdown.load("duello")
    values = game.check({"wagering": True})
    series, carried, first = Series(Plan("round robin", 2), players), opened(game, values, players), {}
    for _ in range(2 * len(pairings(range(players)))):
        bettor = values_for(game, values, series, carried)["first-bettor"]
        first.setdefault(series.lineup, []).append(series.lineup[bettor])
        series = series.add(Result(series.lineup, (1, 0)))
    assert {pair: sorted(both) for pair, both in first.items()} == {pair: [*pair] for pair in first}


def test_in_a_round_robin_a_drawn_pot_waits_for_the_two_who_paid_it(table):  # DU-24
    game = throwdown.load("duello")
    values = game.check({"wagering": True})
    series = Series(Plan("round robin", 2), 3)
    carried = opened(game, values, 3)
    pots = list[int]()
    while not series.over and series.number < 6:
        due = values_for(game, values, series, carried)
        pots.append(due["pot"])
        if series.number in (0, 3):
            match = drawn(table, due)
        else:
            match = game.match(2, seed=1, values=due)
            match.resign(0)
        series = series.add(result_of(match, series.lineup))
        carried = carried_on(match, carried, series)
        assert sum(carried.chips) + sum(pot.chips for pot in carried.waiting) == 300
    assert pots == [0, 0, 0, 20, 0, 0]  # games 1 and 4 are those of the same two
    assert carried.chips == (100, 100, 100)  # the pot of their last game is split


def test_a_pot_saved_before_pots_waited_is_played_for_next():  # DU-24
    series = Series(Plan("number of games", 3), 2, [Result((0, 1), (0, 0))])
    game = throwdown.load("duello")
    assert values_for(game, game.check({"wagering": True}), series, Carried((90, 90), 20))["pot"] == 20


def test_a_game_that_carries_nothing_plays_sets_too():
    game = throwdown.load("command-dice")
    plan = check(Plan("number of games", 2), game, 2)
    series = Series(plan, 2)
    match = game.match(seed=1)
    match.resign(1)
    series = series.add(result_of(match, series.lineup))
    assert (series.totals, opened(game, match.values, 2)) == ([1, 0], None)
    assert values_for(game, match.values, series, None) == match.values


def test_the_tie_breaker_of_a_set_scores_its_point_and_is_paid_for():  # DU-15, DU-17, DU-22
    tied = played(Plan("number of games", 1, tie="tie-breaker", stake=7), 2, (0, 0))
    assert (tied.totals, tied.payments()) == ([0, 0], [0, 0])
    dice = iter((2, 5))
    settled = tied.settle_ties(lambda _: next(dice))
    assert (settled.totals, settled.payments()) == ([0, 1], [-7, 7])


TEAMS = (0, 1, 0, 1)  # DZ-24: partners sit across


def of_teams(plan: Plan, *points: tuple[int, int]) -> Series:
    series = Series(plan, 4)
    for first, second in points:
        series = series.add(Result(series.lineup, (first, second, first, second), sides=TEAMS))
    return series


def test_a_set_of_teams_ends_with_the_team_that_has_won_it():  # DZ-24
    over = of_teams(Plan("target score", 500), (260, 100), (120, 270), (250, 90))
    assert (over.over, over.winners, over.lineup, over.rolls) == (True, (0, 2), (), ())
    assert of_teams(Plan("number of games", 1, "tie-breaker", stake=2), (260, 255)).payments() == [
        10,
        -10,
        10,
        -10,
    ]


def test_partners_do_not_tie_but_teams_do_and_the_first_seat_of_each_rolls_for_it():  # DZ-24
    assert of_teams(Plan("number of games", 1), (250, 250)).lineup == (0, 1, 2, 3)
    tied = of_teams(Plan("number of games", 1, "tie-breaker"), (250, 250))
    assert (tied.over, tied.rolls) == (False, (0, 1))
    dice = iter((4, 4, 2, 5))
    settled = tied.settle_ties(lambda _: next(dice))
    assert (settled.winners, settled.totals) == ((1, 3), [250, 251, 250, 251])
    assert [row[1] for row in settled.card().rows] == ["–", "1", "–", "1"]


def test_a_match_tells_a_set_who_plays_for_which_team():  # DZ-24
    match = throwdown.load("dardz").match(4, seed=1, values={"teams": True})
    assert result_of(match, (0, 1, 2, 3)).sides == TEAMS
    assert result_of(throwdown.load("dardz").match(4, seed=1), (0, 1, 2, 3)).sides == ()


def test_a_match_that_all_agree_to_end_as_a_draw_adds_no_points():  # KA-16
    match = throwdown.load("kadice").match(2, seed=3)
    while not match.over and match.points[0] == match.points[1]:
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
    before = match.points
    match.agree(0)
    assert (before[0] != before[1], match.winners) == (True, (0, 1))
    assert result_of(match, (0, 1)).points == (0, 0)


def test_a_target_below_sixteen_is_allowed():  # DU-17: 16 is the lowest that is recommended
    assert check(Plan("target score", 10), throwdown.load("duello"), 2).count == 10


@pytest.mark.parametrize(
    ("tie", "last"), [("tie-breaker", "is split"), ("another game", "stays for the next game")]
)
def test_the_pot_of_a_last_game_is_said_to_be_split_where_no_game_follows(tie, last):  # DU-24
    game = throwdown.load("duello")
    values = game.check({"wagering": True})
    carried = opened(game, values, 2)
    series = Series(Plan("number of games", 2, tie=tie), 2)
    assert values_for(game, values, series, carried)["drawn-pot"] == "stays for the next game"
    series = series.add(Result((0, 1), (0, 0)))
    assert values_for(game, values, series, carried)["drawn-pot"] == last
