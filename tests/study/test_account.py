"""The account of a match: its figures add up, are fair, and say only what could be known."""

from __future__ import annotations

import json

import msgspec
import pytest
from typer.testing import CliRunner

import throwdown
from tests.study.campaign import PAR, QUICK, RATE, Row, adds_up, drawn_up, measure, row, self_play
from tests.study.small import random_match, reference
from throwdown.bots import sight, warm
from throwdown.cli import app
from throwdown.kernel.chance import Recorded
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import Game
from throwdown.kernel.log import Entry
from throwdown.kernel.match import Match
from throwdown.study import Study, account, chances
from throwdown.study.accounts import draw_up
from throwdown.study.hints import why_of
from throwdown.study.report import Report, write
from throwdown.study.telling import lines, parts_of, percents
from throwdown.study.turning import turning_points
from throwdown.study.units import Effort


@pytest.fixture(scope="module")
def command_dice() -> Game:
    game = throwdown.load("command-dice")
    warm(game)
    return game


@pytest.fixture(scope="module")
def liars_dice() -> Game:
    return reference("liars_dice")


def test_the_account_of_a_random_match_adds_up_to_the_last_bit(command_dice):
    study = Study(random_match(command_dice, 1), 1, QUICK)
    list(study.rounds(1))
    assert adds_up(draw_up(study))


def test_luck_and_what_was_hidden_are_nothing_on_average(liars_dice):
    means = measure([row(drawn_up(liars_dice, ("regular-1",), seed, dice=1)) for seed in range(120)])
    assert means.chance("luck") > RATE
    assert means.chance("unseen") > RATE
    assert means.means["own choices"] != 0


def test_choices_of_par_are_nothing_against_par(liars_dice):
    means = measure([row(drawn_up(liars_dice, (PAR,), seed, dice=1)) for seed in range(60)])
    assert means.chance("luck") > RATE
    assert means.means["own choices"] == means.means["unseen"] == 0


def test_a_mean_of_few_matches_is_not_taken_for_more_than_it_tells():
    lucky = [Row(luck, 0.0, 0.0, 0.0) for luck in (0.4, 0.45, 0.5)]
    few, many = measure(lucky), measure(lucky * 40)
    assert few.chance("luck") == pytest.approx(0.0041, abs=1e-4)
    assert many.chance("luck") < 1e-50
    assert few.chance("unseen") == 1


def test_the_chances_before_every_turn_are_known_as_well_as_asked_before_choices_are_counted(command_dice):
    effort = Effort(turn=400, event=4, choice=40, goal=0.05)
    study = Study(self_play(command_dice, ("regular",), 3), 1, effort)
    rounds = study.rounds(1)
    for _ in range(effort.turn_rounds):
        next(rounds)
    first = draw_up(study)
    assert max(max(turn.errors) for turn in first.turns) <= 0.05
    list(rounds)
    whole = draw_up(study)
    assert [turn.win for turn in whole.turns[:3]] == [turn.win for turn in first.turns[:3]]
    assert max(whole.own.error) < max(first.own.error)
    assert adds_up(first)
    assert adds_up(whole)


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores(command_dice):
    match = self_play(command_dice, ("regular",), 3)
    one, three = (account(match, seed=2, effort=QUICK, cores=cores) for cores in (1, 3))
    assert one == three


def test_a_state_with_a_certain_winner_gives_exactly_1_and_0(liars_dice):
    match = liars_dice.match(chance=Recorded(()), values={"dice": 1})
    match.extend([Entry(8, 61), Entry(8, 61), Entry(0, 11)])  # 1 and 1 are under the cups: "two sixes" is bid
    seat = match.awaited[0]
    found = chances(match, 50)
    assert found.win == ((0.0, 1.0) if seat == 1 else (1.0, 0.0))
    assert found.errors == (0.0, 0.0)


def test_chances_of_a_match_that_is_over_are_its_result(command_dice):
    match = self_play(command_dice, (PAR,), 1)
    won = tuple(float(seat in match.winners) / len(match.winners) for seat in range(2))
    assert chances(match).win == won


def test_another_hidden_truth_leaves_the_other_seats_earlier_choices_as_they_are(command_dice):
    match = self_play(command_dice, ("random",), 4)
    checked = 0
    for n, entry in enumerate(match.log):
        if entry.seat != 0 or match.log[n + 1].seat != 1:
            continue
        before = match.replay(n + 1)
        if 1 not in before.awaited or int(before.engine.witnesses(before.state, 1, 0)) & 1:
            continue
        other = next(event for event in before.legal_events(1) if event != match.log[n + 1].event)
        figures = [_choices_of_0(match.replay(n), (match.log[n + 1].event, other)[k], entry) for k in (0, 1)]
        assert figures[0] == figures[1]
        checked += figures[0] != (0.0, 0.0)
        if checked == 3:
            return
    raise AssertionError("no choice was made together")


def _choices_of_0(match: Match, hidden: int, entry: Entry) -> tuple[float, ...]:
    """What the choice ``entry`` of seat 0 comes to where seat 1 had chosen ``hidden`` before it."""
    match.extend([Entry(1, hidden), entry])
    study = Study(match, 1, QUICK)
    list(study.rounds(1))
    found = [moment for moment in draw_up(study).moments if moment.n == len(match.log)]
    return found[0].choice if found else (0.0, 0.0)


def test_giving_up_is_a_choice(command_dice):
    match = command_dice.match(seed=3)
    match.play(0, match.legal(0)[0])
    match.resign(1)
    found = account(match, effort=QUICK)
    assert adds_up(found)
    assert found.result == (1.0, 0.0)
    assert found.own.value[1] < -0.2
    assert [moment.text for moment in found.moments][-2:] == ["1 blue", "resigns"]


def test_a_match_that_was_broken_off_ends_with_its_chances(command_dice):
    match = self_play(command_dice, (PAR,), 2).replay(120)
    found = account(match, effort=QUICK)
    assert not found.is_over
    assert adds_up(found)
    assert 0 < found.result[0] < 1


def test_a_match_that_has_not_begun_is_nothing_but_its_chances(command_dice):
    found = account(command_dice.match(2, chance=Recorded(())), effort=Effort().of(40))
    assert not found.is_over
    assert found.start == found.result
    assert min(found.start_error) > 0
    assert (found.turns, found.moments) == ((), ())
    assert "The match is not over: the result is the chance where it stands." in lines(found)


def test_printed_percents_add_up_and_three_to_five_turns_are_told(command_dice):
    match = self_play(command_dice, ("regular",), 5)
    found = account(match, effort=QUICK)
    for seat in range(2):
        assert sum(percents(parts_of(found, seat)[0])) == round(100 * found.result[seat])
    points = turning_points(found)
    assert 3 <= len(points) <= 5
    assert [point.n for point in points] == sorted(point.n for point in points)
    assert sum(line.startswith("- ") for line in lines(found)) == len(points)


def test_the_better_choice_says_why_in_the_words_of_the_game_by_what_its_seat_saw(
    command_dice,
):
    study = Study(self_play(command_dice, ("novice",), 5), 1, QUICK)
    list(study.rounds(1))
    found = msgspec.json.decode(write(study, 1.0), type=Report)
    chosen = [point for point in found.points if point.cause == "choice"]
    bettered = [point for point in chosen if point.better or point.change[point.seat] < 0]
    assert bettered
    for point in found.points:
        assert bool(point.why) == (point in bettered), point
    for point in bettered:
        seen = sight(study.match.replay(point.n - 1), point.seat)
        event = point.better.event if point.better else study.written[point.n - 1].choice.par
        assert point.why == why_of(seen, event)
        assert point.why.endswith(".")


def test_throwdown_study_prints_an_account_and_refuses_what_does_not_verify(command_dice, tmp_path):
    text = self_play(command_dice, (PAR,), 7).transcript()
    good, old, forged = (tmp_path / name for name in ("good.txt", "old.txt", "forged.txt"))
    good.write_text(text)
    old.write_text(text.replace('[Version "2"]', '[Version "1"]'))
    forged.write_text(text.replace('[Seed "7"]', '[Seed "8"]'))
    run = CliRunner()
    told = json.loads(run.invoke(app, ["study", str(good), "--json", "--playouts", "5"]).stdout)
    assert (
        told["start"][0] + sum(told[part]["value"][0] for part in ("luck", "own", "others", "unseen"))
        == (told["result"][0])
    )
    with pytest.raises(ThrowdownError, match=r'line 6: .*Seed "8".*but the dice give'):
        run.invoke(app, ["study", str(forged)], catch_exceptions=False)
    with pytest.raises(ThrowdownError, match=r"line 2: .*needs rules version 1 of command-dice"):
        run.invoke(app, ["study", str(old)], catch_exceptions=False)
