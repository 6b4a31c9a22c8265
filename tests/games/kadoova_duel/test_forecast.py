"""What players by the rule of thumb foresee of a duel of Kadoova Duel, and of cards that change its dice."""

from __future__ import annotations

import pytest

import throwdown
from tests.games.kadoova_duel.staging import challenged, everybody_passes, plays
from throwdown.bots import warm
from throwdown.bots.policies import Policy
from throwdown.games.kadoova_duel import forecast, heuristics
from throwdown.games.kadoova_duel.cards import BUY_LESS, KEEP, PLAY_ON, REMATCH, Kind
from throwdown.games.kadoova_duel.duels.register import FACTS
from throwdown.games.kadoova_duel.duels.table import SEATS, TAKE
from throwdown.games.kadoova_duel.survey import Survey
from throwdown.lab.matchup import mirrored


def play_on(kind: Kind, seat: int) -> int:
    """The event that plays a card of ``kind`` on ``seat``."""
    return PLAY_ON + kind * SEATS + seat


@pytest.mark.parametrize("dice", [-1, 0, 1])
def test_the_chances_of_all_who_are_in_an_all_duel_add_up_to_one_kd_d10(table, dice):
    s = challenged(table, "quick-draw", seats=4).state[0]
    chances = [forecast.chance_of(s, seat, 2, dice) for seat in range(4)]
    assert sum(chances) == pytest.approx(1, abs=0.03)  # the table has two decimals
    assert (chances[2] > chances[0]) == (dice > 0)
    assert (chances[2] < chances[0]) == (dice < 0)


def test_a_die_more_is_worth_much_at_chicken_and_next_to_nothing_at_plague_doctor_kd16(table):
    worths = {
        card: heuristics.worth(challenged(table, card, seats=2).state[0], 0, play_on(Kind.EXTRA_SELF, 0))
        for card in ("chicken-left", "plague-left")
    }
    assert worths["chicken-left"] > worths["plague-left"] + 300


@pytest.mark.parametrize("short", [0, 1])
def test_the_challenger_of_axe_vs_daggers_takes_daggers_where_either_is_a_die_short_kd_d1(table, short):
    match = challenged(table, "axe-left", seats=2)
    assert heuristics.worth(match.state[0], 0, TAKE) > heuristics.worth(match.state[0], 0, TAKE + 1)
    match.state["less"][0, short] = 1
    everybody_passes(match)
    assert match.legal(0) == ["axe", "daggers"]
    assert heuristics.worth(match.state[0], 0, TAKE) < heuristics.worth(match.state[0], 0, TAKE + 1)


def test_who_would_forfeit_a_quick_draw_pays_to_have_the_die_back_kd16(table):
    match = challenged(table, "quick-draw", {1: ["less-other"]}, seats=2)
    plays(match, 1, "less on 0")
    everybody_passes(match)
    s = match.state[0]
    assert heuristics.worth(s, 0, BUY_LESS) > heuristics.worth(s, 0, KEEP)


def test_a_rematch_is_for_who_has_lost_much_kd17(table):
    match = challenged(table, "chicken-left", {0: ["rematch"]}, seats=2)
    s = match.state[0]
    s.winner, s.gain[1] = 1, 2400
    lost = heuristics.worth(s, 0, play_on(Kind(REMATCH), 0))
    s.winner, s.gain[0], s.gain[1] = 0, 2400, 0
    assert heuristics.worth(s, 0, play_on(Kind(REMATCH), 0)) < 0 < lost


@pytest.mark.parametrize("key", ["axe", "skeptic"])
def test_the_table_of_forecasts_is_what_the_survey_of_duels_comes_to(key):
    duel = next(each for each in FACTS if each.key == key)
    found, told = Survey(matches=1000, seed=5).forecast(duel), forecast.FORECASTS[key]
    for row, its in zip(found.chances, told.chances, strict=True):
        assert row == pytest.approx(its, abs=0.08)  # five standard errors
    assert found[1:] == pytest.approx(told[1:], rel=0.25)


def test_the_rule_of_thumb_wins_three_of_five_matches_against_the_former_one():
    game = throwdown.load("kadoova-duel")
    warm(game)
    score = mirrored(game, Policy(200), Policy(200, former=True), 1000)
    assert score.share - score.margin > 0.6
