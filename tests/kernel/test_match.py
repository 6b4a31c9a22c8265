"""A match: its log, undo, resigning, resuming."""

from __future__ import annotations

import pytest

import throwdown
from throwdown.kernel.chance import Recorded, Reported, Seeded
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import BadValue, IllegalEvent, UnknownGame
from throwdown.kernel.log import OUT_OF_TIME
from throwdown.kernel.transcript import read


@pytest.fixture
def match():
    return throwdown.load("command-dice").match(seats=2, seed=7)


def test_undo_takes_back_events_and_leaves_the_rest_as_it_was(match):
    before = match.state.tobytes()
    match.play(0, "R1")
    assert match.undo().state.tobytes() == before
    assert len(match.log) == 5


def test_after_an_undo_the_same_move_meets_the_same_dice(match):
    match.play(0, "R2")
    played = match.play(1, "R1")
    again = match.undo(len(played))
    assert again.play(1, "R1") == played


def test_a_saved_log_goes_on_where_it_stopped(match):
    match.play(0, "R2")
    game = throwdown.load("command-dice")
    resumed = game.match(chance=Recorded(())).extend(match.log)
    assert resumed.resume(Seeded(7)) == []
    assert resumed.play(1, "R1") == match.play(1, "R1")


def test_whoever_resigns_loses(match):
    match.resign(0)
    assert match.over
    assert match.winners == (1,)
    assert match.result == "won by 1, 0 0, seat 0 resigned"


def test_whoever_runs_out_of_time_loses_and_the_transcript_says_so(match):
    match.resign(0, OUT_OF_TIME)
    assert match.result == "won by 1, 0 0, seat 0 ran out of time"
    assert match.transcript().endswith("0: runs out of time\n")
    assert read(match.transcript()).match.log == match.log


@pytest.mark.parametrize(
    "act", [lambda m: m.play(1, "R1"), lambda m: m.resign(1)], ids=["a move", "resigning"]
)
def test_after_a_resignation_nothing_more_happens(match, act):
    match.resign(0)
    with pytest.raises(IllegalEvent, match="the match is over"):
        act(match)
    assert len(match.log) == 5


def test_the_table_says_who_won_by_a_resignation(match):
    match.resign(0)
    scene = match.scene(1)
    assert scene.over
    assert (scene.now.title, scene.now.note, scene.now.mood) == ("{1} won.", "{0} resigned.", "over")
    assert not scene.choices


def test_nobody_else_can_resign(match):
    with pytest.raises(IllegalEvent, match="seat 4 cannot resign"):
        match.resign(4)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"seats": 3}, "Command Dice is for 2 seats, not 3"),
        ({"values": {"tie-card": "the middle"}}, "tie-card is 'the middle': needs one of"),
        ({"values": {"tie-crad": 1}}, "unknown option 'tie-crad'"),
        (
            {"values": {"red-swords": [0, 0, 1, 1, 1, 7]}},
            r"red-swords is .* needs 6 whole numbers from 0 to 6",
        ),
        ({"values": {"red-swords": [0, 0, 1, 1, 1, True]}}, "red-swords"),
    ],
)
def test_a_wrong_option_is_refused_and_quoted(more, reason):
    with pytest.raises(BadValue, match=reason):
        throwdown.load("command-dice").match(**more)


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(UnknownGame, match=r"unknown game 'chess'; known are .*command-dice"):
        throwdown.load("chess")


def test_an_edited_tables_file_changes_the_dice(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[red-swords]\nvalue = [6, 6, 6, 6, 6, 6]\n")
    game = throwdown.load("command-dice")
    match = game.match(values=game.values_in(file), seed=1)
    assert match.view().weight[0] == [0, 0, 0, 0, 0, 0, 6]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[red-swords]\n# mine\nvalue = [9, 0, 0, 0, 0, 0]\n", r"mine\.toml line 3: red-swords is \[9"),
        ("\n[green-swords]\nvalue = 3\n", r"mine\.toml line 2: unknown value 'green-swords'"),
        ("[red-swords]\nvalue = [0\n", r"mine\.toml line 2: 'value = \[0' is not TOML: unclosed array"),
        ("[red-swords]\nnote = 'x'\n", r"mine\.toml line 1: \[red-swords\] has no value"),
    ],
)
def test_a_wrong_tables_file_is_refused_with_line_and_reason(tmp_path, text, reason):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadValue, match=reason):
        throwdown.load("command-dice").values_in(file)


def test_compiling_switches_new_matches_to_compiled_rules():
    game = throwdown.load("command-dice")
    game.compile()
    assert game.is_compiled
    assert game.match(seed=1).engine is game.loops(True)


@pytest.mark.parametrize(
    ("key", "event"),
    [("kadice", "keep 5 2"), ("kadice", "eliminate ace"), ("kadice", 292), ("kadoova-duel", 505)],
)
def test_a_choice_of_players_in_the_place_of_what_came_up_is_refused_by_what_could(key, event):
    match = throwdown.load(key).match(chance=Reported())
    with pytest.raises(IllegalEvent, match=f"what is due cannot come up as {event!r} .*; legal are "):
        match.play(CHANCE, event)
    assert not match.log
