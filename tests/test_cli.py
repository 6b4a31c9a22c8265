"""The command line, run as its user runs it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from throwdown import terminal
from throwdown.cli import app, main

Run = Callable[..., subprocess.CompletedProcess[str]]


def in_a_process(*arguments: str, typed: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "throwdown", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "120", **settings},
        check=False,
    )


@pytest.fixture
def throwdown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """``throwdown("play", "duello", typed="quit\\n")``: the command line, in this process."""
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["throwdown", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(left.value.code or 0), out, err)

    return run


@pytest.mark.parametrize("command", ["games", "serve", "play", "replay", "verify", "schema", "compile"])
def test_every_command_has_complete_help(command, throwdown):
    done = throwdown(command, "--help")
    assert done.returncode == 0
    assert "Usage: throwdown" in done.stdout
    options = [line for line in done.stdout.splitlines() if line.lstrip("│* ").startswith("--")]
    assert all(len(line.strip("│ ").split("  ")) > 1 for line in options)


def test_no_help_tells_what_python_raises():
    """What a command refuses is told to those who read its code."""

    def told(command: Any, *names: str) -> Iterator[str]:
        if "Raises" in (command.help or "").partition("\f")[0]:  # what follows is not shown
            yield " ".join(names)
        for name, each in getattr(command, "commands", {}).items():
            yield from told(each, *names, name)

    assert list(told(typer.main.get_command(app))) == []


def test_the_list_of_commands_of_the_laboratory_tells_nothing_of_python(throwdown):
    listed = throwdown("lab", "--help").stdout
    assert "Exit code 1 for a claim that is false." in " ".join(listed.replace("│", " ").split())
    assert "Raises" not in listed


def test_games_are_listed_with_seats_and_options(throwdown):
    listed = throwdown("games").stdout
    assert "command-dice" in listed
    assert "tie-card" in listed
    assert "the difference, all dice left; for 2 seats, with wagering=true" in listed


def test_two_bots_play_move_by_move_and_the_saved_transcript_verifies(tmp_path):
    file = tmp_path / "match.txt"
    done = in_a_process("play", "command-dice", "--bots", "2", "--seed", "3", "--save", str(file))
    assert "Player 1 chose 1 red" in done.stdout
    assert "won the game" in done.stdout
    checked = in_a_process("verify", str(file))
    assert checked.returncode == 0
    assert "Every chance event is the one that the seed gives" in checked.stdout
    replayed = in_a_process("replay", str(file)).stdout
    assert " won. Points: " in replayed
    assert "Each round's Victory goes to the higher sum" in replayed
    stepped = in_a_process("replay", str(file), "--step", typed="\n\n")
    assert (stepped.returncode, stepped.stderr) == (0, "")
    assert replayed.startswith(stepped.stdout.rstrip("\n").splitlines()[0])
    assert len(stepped.stdout) < len(replayed) / 2


def test_files_that_an_editor_has_saved_with_a_mark_before_them_are_read(throwdown, tmp_path):
    file = tmp_path / "edited.txt"
    file.write_text('[Game "command-dice"]\n[Version "2"]\n', "utf-8-sig")
    done = throwdown("verify", str(file))
    assert (done.returncode, "The result holds" in done.stdout) == (0, True), done.stderr


def test_a_person_plays_by_notation_or_the_letter_of_a_row_and_a_wrong_move_is_explained(throwdown):
    done = throwdown("play", "command-dice", "--seed", "1", typed="R9\nB1\nquit\n")
    assert "illegal event 'R9' in Round 1, turn 1: the pool is " in done.stdout
    assert "You chose 1 blue." in done.stdout
    assert "Left." in done.stdout
    assert done.returncode == 0


def test_a_match_cannot_be_saved_where_there_is_no_folder_and_is_not_begun(throwdown, tmp_path):
    file = tmp_path / "missing" / "match.txt"
    for plan in ([], ["--plan", "number of games"]):
        done = throwdown("play", "command-dice", "--bots", "2", *plan, "--save", str(file))
        assert (done.returncode, done.stdout) == (2, "")
        assert f"{str(file)!r}: there is no folder" in done.stderr


@pytest.mark.parametrize(
    ("plan", "saved"), [([], "match.txt"), (["--plan", "number of games"], "match-1.txt")]
)
def test_a_match_that_ctrl_c_ends_is_saved_as_far_as_it_came(plan, saved, throwdown, tmp_path, monkeypatch):
    typed = iter(["B1"])

    def asked(*_: object) -> str:
        for text in typed:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal.console, "input", asked)
    save = ["--seed", "1", "--save", str(tmp_path / "match.txt")]
    done = throwdown("play", "command-dice", *plan, *save)
    assert done.returncode == 130
    assert "\n0: B1\n" in (tmp_path / saved).read_text("utf-8")
    assert throwdown("verify", str(tmp_path / saved)).returncode == 0


@pytest.mark.parametrize("option", [["--count", "3"], ["--tie", "tie-breaker"], ["--stake", "2"]])
def test_an_option_of_a_set_is_refused_where_no_set_is_played(option, throwdown):
    done = throwdown("play", "duello", "--bots", "2", *option)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"throwdown: {' '.join(option)}: without --plan no set is played\n"


def test_where_letters_cannot_be_printed_a_match_is_played_all_the_same():
    terminals = (
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    for settings in terminals:
        done = in_a_process("play", "duello", "--bots", "2", "--seed", "1", **settings)
        assert (done.returncode, done.stderr) == (0, "")
        assert "won. Points: " in done.stdout


def test_where_nobody_sees_how_far_a_measurement_is_no_empty_line_is_left_of_it():
    done = in_a_process(
        "lab", "simulate", "command-dice", "--matches", "5", "--cores", "1", "--seed", "77001"
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_disk_that_has_no_room_for_what_is_printed_is_told_in_one_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "throwdown", "play", "command-dice", "--bots", "2"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "throwdown: nothing more can be printed: No space left on device\n"


def test_a_folder_that_holds_no_game_is_told_to_be_none(throwdown, tmp_path):
    done = throwdown("check-game", str(tmp_path))
    assert done.returncode == 2
    assert (
        done.stderr
        == f"throwdown: {str(tmp_path)!r} is no folder of a game: there is no 'tables.toml' in it\n"
    )


def test_a_round_robin_with_stakes_is_played_with_its_score_sheet(throwdown, tmp_path):  # DU-18, DU-22, DU-23
    robin = ["--plan", "round robin", "--seats", "3", "--bots", "3", "--bot", "random", "--stake", "2"]
    rest = ["--tie", "tie-breaker", "--set", "wagering=true", "--set", "first-bettor=Player 2"]
    done = throwdown("play", "duello", *robin, *rest, "--seed", "4", "--save", str(tmp_path / "set.txt"))
    assert done.returncode == 0, done.stderr
    assert "Game 3: " in done.stdout
    assert "Round robin" in done.stdout
    assert done.stdout.count("Chips: Player 1 ") == 3
    assert "won the set." in done.stdout
    assert "Paid in play chips: " in done.stdout
    assert sorted(file.name for file in tmp_path.iterdir()) == ["set-1.txt", "set-2.txt", "set-3.txt"]
    refused = throwdown("play", "duello", "--plan", "best of")
    assert "unknown kind of set 'best of'" in refused.stderr
    assert refused.returncode == 2


def test_dice_and_cards_of_a_real_box_are_typed_in(throwdown):
    done = throwdown("play", "command-dice", "--dice", "reported", typed="red\n4h\n2s\n6d\nquit\n")
    assert "The line: 4 of hearts, 2 of spades, 6 of diamonds." in done.stdout


def test_a_face_that_no_die_has_is_refused_with_the_faces_that_there_are(throwdown):
    done = throwdown("play", "kadice", "--dice", "reported", typed="9\nquit\n")
    said = " ".join(done.stdout.split())
    assert "what is due cannot come up as '9' (KA-" in said
    assert "legal are 1, 2, 3, 4, 5, 6" in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play", "chess"], "unknown game 'chess'"),
        (["play", "command-dice", "--seats", "9"], "for 2 seats, not 9"),
        (["play", "command-dice", "--bots", "3"], "3 bots cannot sit on 2 seats"),
        (["play", "command-dice", "--bots", "1", "--bot", "genius"], "unknown player 'genius'"),
        (["play", "command-dice", "--set", "tie-card"], "write KEY=VALUE"),
        (
            ["play", "command-dice", "--set", "tie-card=judge", "--set", "tie-card=none"],
            "option 'tie-card=none': tie-card is set twice",
        ),
        (["play", "command-dice", "--dice", "loaded"], "dice are 'loaded'"),
        (["play", "command-dice", "--seats", "9" * 20], f"Command Dice is for 2 seats, not {'9' * 20}"),
        (["play", "duello", "--seats", "9" * 20, "--bots", "9" * 20], "is for 2 to 8 seats, not 9999"),
        (["play", "duello", "--seats", "9" * 20, "--plan", "target score"], "2 to 8 players, not 9999"),
        (["play", "command-dice", "--set", f"red-swords={'1' * 5000}"], "red-swords is '1111"),
        (["play", "command-dice", "--set", f"red-swords={'[' * 5000}"], "red-swords is '[[[["),
        (["verify", "no-such-file"], "cannot read 'no-such-file': No such file"),
        (["verify", sys.executable], "it is no text in UTF-8"),
        (["print", "dardz", "--values", "no-such-file"], "cannot read 'no-such-file'"),
        (["print", "dardz", "--folder", __file__], f"cannot use {__file__!r}: File exists"),
        (["lab", "meet", "dardz", "novice", "novice", "--keep", "/"], "cannot use '/': Is a directory"),
        (["serve", "--database", "mysql://x"], "mysql"),
        (["serve", "--database", "sqlite:////proc/x.db"], "the host's token in /proc/x.db.admin: "),
        (["serve", "--origin", "x"], "an origin is written as https://games.example, without a path: 'x'"),
        (["serve", "--origin", "https://games.example/"], "without a path: 'https://games.example/'"),
        (["serve", "--host", ""], "'' is no address to listen on"),
        (["serve", "--backups", __file__], f"backups are written to a folder, which {__file__!r} is not"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(arguments, reason, throwdown):
    done = throwdown(*arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_match_that_has_not_begun_is_told_as_one_that_is_not_over(throwdown, tmp_path):
    file = tmp_path / "few.txt"
    head = '[Game "command-dice"]\n[Version "2"]\n[Seats "2"]\n'
    file.write_text(f'{head}[Name "a"]\n[Name "b"]\n[Result "*"]\n')
    assert throwdown("replay", str(file)).stdout == "The match is not over. Points: a 0, b 0.\n"


def test_several_processes_are_refused_before_anything_is_written(throwdown, tmp_path):
    done = throwdown("serve", "--workers", "2", "--database", f"sqlite:///{tmp_path / 'games.db'}")
    assert done.returncode == 2
    assert "2 processes need a postgresql:// database" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_the_hosts_token_is_told(throwdown, tmp_path):
    place = tmp_path / "games.db.admin"
    place.mkdir()
    done = throwdown("serve", "--database", f"sqlite:///{tmp_path / 'games.db'}")
    said = f"throwdown: cannot keep the host's token in {place}: Is a directory\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_a_data_folder_that_cannot_be_made_is_told(throwdown, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/proc")
    done = throwdown("serve")
    assert "cannot make the folder /proc/throwdown: " in done.stderr
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_what_lies_before_a_player_is_named_once(throwdown):
    said = throwdown("play", "duello", "--seed", "1", typed="quit\n").stdout
    assert "Your stock: " in said
    assert "Player 2's target: " in said
    assert "Your your" not in said
    assert "{" not in said


def test_how_so_many_play_is_named_and_a_short_set_is_advised_against_du_17_du_19(throwdown):
    standoff = throwdown("play", "duello", "--seats", "3", typed="quit\n").stdout
    assert "Mexican Standoff: All sit in a circle" in standoff
    asked = ("--plan", "target score", "--count")
    duel = throwdown("play", "duello", *asked, "15", typed="quit\n").stdout
    assert "Duel: Each aims at the other's hidden target." in duel
    assert "The rulebook recommends 16 points or more" in duel
    assert "recommends" not in throwdown("play", "duello", *asked, "16", typed="quit\n").stdout


def test_rows_are_chosen_by_letter_and_a_number_means_what_it_says(throwdown):
    said = throwdown("play", "duello", "--seed", "1", typed="1\na\nquit\n").stdout
    assert "illegal event '1'" in said
    assert "You declared Reroll" in said
