"""``throwdown lab``: the same figures on any number of cores, after a stop, and from the command line."""

from __future__ import annotations

import csv
import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import CHANCE, MAX_SEATS
from throwdown.kernel.errors import BadValue, ThrowdownError
from throwdown.kernel.game import load
from throwdown.lab import balance as measured
from throwdown.lab import counts, files, logs, luck, runs, worth
from throwdown.lab import sweep as sweeping
from throwdown.lab.balance import Choice, Manner, Played, balance
from throwdown.lab.cli import app
from throwdown.lab.counts import Asked, Share, count
from throwdown.lab.runs import Running, Stopped, measure
from throwdown.lab.simulate import Policy
from throwdown.lab.sweep import Aim, Combination, frontier, matches_of, parse_aim, parse_variation, sweep
from throwdown.lab.unwritten import until_written

GAME = "command-dice"


class Square(msgspec.Struct):
    of: int
    is_: int


def square(number: int) -> Square:
    return Square(number, number * number)


class CtrlC:
    """Progress that is told of pieces, and stops the measurement after so many of them."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, more: int) -> None:
        self.left -= more
        if self.left == 0:
            raise KeyboardInterrupt


ASKED = {"what": "squares", "most": 30}


def test_a_measurement_that_is_stopped_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    keep = tmp_path / "squares.jsonl"
    with pytest.raises(Stopped, match="stopped after 7 of 30 parts: the same command goes on from there"):
        measure(square, 30, Square, ASKED, Running(keep, 1, CtrlC(7)), threads=True)
    again: list[int] = []
    told: list[int] = []

    def note(number: int) -> Square:
        again.append(number)
        return square(number)

    found = measure(note, 30, Square, ASKED, Running(keep, 1, told.append), threads=True)
    assert found == [square(number) for number in range(30)]
    assert (len(again), len(set(again))) == (23, 23)
    assert (told[0], sum(told)) == (7, 30)


def test_a_last_line_that_was_cut_off_is_measured_again(tmp_path: Path) -> None:
    keep = tmp_path / "squares.jsonl"
    measure(square, 5, Square, ASKED, Running(keep, 1), threads=True)
    keep.write_bytes(keep.read_bytes()[:-4])
    assert measure(square, 5, Square, ASKED, Running(keep, 1), threads=True)[4] == square(4)


@pytest.mark.parametrize("text", ['{"what":"cubes"}\n', '{"what":"cubes"}', "nothing\n"])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    keep = tmp_path / "other.jsonl"
    keep.write_text(text)
    with pytest.raises(BadValue, match=r"other\.jsonl"):
        measure(square, 5, Square, ASKED, Running(keep, 1), threads=True)
    assert keep.read_text() == text


def test_a_head_that_was_cut_off_is_written_anew(tmp_path: Path) -> None:
    keep = tmp_path / "squares.jsonl"
    measure(square, 5, Square, ASKED, Running(keep, 1), threads=True)
    whole = keep.read_bytes()
    keep.write_bytes(whole[:9])
    measure(square, 5, Square, ASKED, Running(keep, 1), threads=True)
    assert keep.read_bytes() == whole


def test_what_was_measured_is_kept_until_all_of_a_command_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "keeping_place", lambda asked: tmp_path / asked["what"])
    made: list[int] = []

    def note(number: int) -> Square:
        made.append(number)
        return square(number)

    def command(second: Running) -> None:
        with until_written():
            measure(note, 5, Square, {"what": "first"}, Running(cores=1), threads=True)
            measure(square, 5, Square, {"what": "second"}, second, threads=True)

    with pytest.raises(Stopped):
        command(Running(cores=1, progress=CtrlC(2)))
    assert sorted(os.listdir(tmp_path)) == ["first", "second"]
    command(Running(cores=1))
    assert (len(made), os.listdir(tmp_path)) == (5, [])


def test_a_table_that_finds_no_room_on_the_disk_loses_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    monkeypatch.setattr(runs, "keeping_place", lambda _: kept)
    words = ("simulate", GAME, "--matches", "40", "--cores", "1", "--to", str(tmp_path / "matches.csv"))

    def full(file: Path, *_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))

    with monkeypatch.context() as patched:
        patched.setattr(files, "write", full)
        assert isinstance(CliRunner().invoke(app, list(words)).exception, OSError)
    assert kept.read_bytes().count(b"\n") == 2
    monkeypatch.setattr(counts, "simulate", None)  # nothing is played again
    assert "Command Dice: 40 matches" in run(*words)
    assert os.listdir(tmp_path) == ["matches.csv"]


def test_a_full_disk_is_an_error_of_the_file_that_keeps_a_measurement(tmp_path: Path) -> None:
    keep = tmp_path / "squares.jsonl"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        with pytest.raises(OSError, match=r"squares\.jsonl'$"):
            measure(square, 30, Square, ASKED, Running(keep, 1), threads=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert measure(square, 30, Square, ASKED, Running(keep, 1), threads=True)[29] == square(29)


@pytest.mark.parametrize("figures", [None, '{"mine": 1}'])
def test_a_page_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, figures: str | None) -> None:
    page = tmp_path / "own.md"
    page.write_text("my own words")
    if figures:
        page.with_suffix(".json").write_text(figures)
    refused = CliRunner().invoke(app, ["simulate", GAME, "--matches", "4", "--page", str(page)])
    assert isinstance(refused.exception, BadValue)
    assert "own." in str(refused.exception)
    assert page.read_text() == "my own words"


def test_processes_find_what_one_thread_finds(tmp_path: Path) -> None:
    one = measure(square, 9, Square, ASKED, Running(tmp_path / "one", 1), threads=True)
    assert measure(square, 9, Square, ASKED, Running(tmp_path / "two", 2)) == one


def test_a_count_is_the_same_on_any_number_of_cores_and_its_shares_add_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "PIECE", 16)
    asked = Asked(GAME, 40, 2, {}, 5)
    one, two = (count(asked, rows=True, keep=tmp_path / str(n), cores=n) for n in (1, 2))
    assert one == two
    assert len(one.rows or ()) == asked.matches
    assert sum(win.mean for win in one.wins) == pytest.approx(1)
    assert all(max(row) == 3 for row in one.rows or ())  # CD-17


@pytest.mark.parametrize(
    "policy",
    [Policy(), Policy(3, 0.5), Policy(100, 0.25), Policy(100, 0.25, 0.8), Policy(100, 0, 0.4, True)],
)
def test_the_events_of_a_batch_are_those_that_led_to_its_points(policy: Policy) -> None:
    """Played again by the rules from what is written, the matches end as those that were counted."""
    policies = (policy,) * 2 if policy.looks > 1 else ()
    asked, game = Asked(GAME, 3, 2, {}, 7, policies), load(GAME)
    counted, found = count(asked, rows=True, cores=1), logs._piece(asked, 0).matches
    assert sum(map(len, found)) == round(3 * counted.events)
    events, weights = np.zeros((2, game.rules.EVENTS), np.int32)
    for log, points in zip(found, counted.rows or (), strict=True):
        board = game.match(2, chance=Recorded(())).state
        for seat, text in log:
            mover = CHANCE if seat < 0 else seat
            n, _ = game.engine.legal(board, mover, events, weights)
            view = game.view_of(board)
            legal = {game.words.notation(view, mover, event): event for event in events[:n].tolist()}
            game.engine.apply(board, mover, legal[text])
        standing = np.zeros(MAX_SEATS, np.int64)
        game.engine.standing(board, standing)
        assert (game.engine.awaited(board), standing[:2].tolist()) == (0, points)


def test_balance_is_the_same_on_any_number_of_cores_and_its_shares_add_up(tmp_path: Path) -> None:
    asked, manner = Asked(GAME, 4, 2, {}, seed=1), Manner("regular", 10, 8, 4, logs=True)
    one, two = (balance(asked, manner, keep=tmp_path / str(n), cores=n) for n in (1, 2))
    assert one == two
    assert sum(win.mean for win in one.wins) == pytest.approx(1)
    assert one.figures["events"].mean == sum(map(len, one.logs)) / 4
    assert all(choice.made <= choice.offered for choice in one.by_choice.values())
    parts = {name: share.mean for name, share in one.luck_by_account.items()}
    sources = [name for name in parts if name.startswith("luck: ")]
    assert sum(parts[name] for name in sources) == pytest.approx(parts["all luck"])
    assert sum(parts.values()) - sum(parts[name] for name in sources) == pytest.approx(1)
    seeds = {name: share.mean for name, share in one.luck_by_seeds.items()}
    assert seeds["the deal"] + seeds["after the deal"] == pytest.approx(seeds["all luck"])
    assert all(worth.sensible <= worth.worth.matches <= 4 for worth in one.worths.values())


def test_what_a_seed_settles_is_told_from_what_players_settle() -> None:
    tossed = [[1.0, 0.0], [0.0, 1.0]] * 50
    other = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]] * 25
    even = [[0.5, 0.5]] * 100
    assert luck.explained(tossed, tossed) == Share(1.0, 0.0, 100)
    found = luck.by_seeds(tossed, other, even)
    assert [share.mean for share in found.values()] == [0.0, 0.0, 0.0]
    assert found["all luck"].margin == pytest.approx(0.2, abs=0.01)  # 1.96 / 10: as of a correlation of 0
    half = luck.explained([[0.75, 0.25], [0.25, 0.75]] * 50, tossed)
    assert half.mean == pytest.approx(0.5)


def test_a_source_of_luck_is_its_notation_without_numbers() -> None:
    assert [luck.source(text) for text in ("4", "2 6 6", "skull", "P4", "12")] == [
        "#",
        "#",
        "skull",
        "P#",
        "#",
    ]


def test_a_choice_is_sensible_where_dice_do_not_tell_it_from_the_best() -> None:
    found, sums = worth.Weighed(), dict[str, list[float]]()
    values = worth.np.array([[1.0, 0.0] * 50, [0.0, 1.0] * 50, [0.0, 0.0] * 50])
    worth._note(found, sums, ["a", "b", "c"], values)
    assert (found.decisions, found.open, found.sensible) == (1, 1, ["a", "b"])
    assert [each[0] for each in sums.values()] == pytest.approx([1 / 6, 1 / 6, -1 / 3])
    many = worth.summed([worth.Weighed(1, 1, {"a": 0.1, "c": -0.2}, ["a"])] * worth.ENOUGH)
    assert [text for text, one in many.items() if one.is_dominated] == ["c"]
    assert many["a"].worth.mean == pytest.approx(0.1)


def test_a_card_is_worth_what_the_seat_that_gets_it_wins_more_than_by_the_others_that_may_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """KA-18: with one card each the first that is eliminated loses the match."""
    monkeypatch.setattr(worth, "MOMENTS", 1)
    match = load("kadice").match(2, seed=4, values={"cards-each": 1, "most-rounds": 40})
    while not match.over:
        match.play(match.awaited[0], match.legal_events(match.awaited[0])[-1])
    found = worth.weigh_cards(match, 0, 6)
    assert len(found) == 17
    assert {"P1", "FH"} <= found.keys()
    assert sum(found.values()) == pytest.approx(0, abs=1e-9)  # all are as likely
    assert max(found.values()) > 0
    summed = worth.summed_cards([found, {"P1": 2.0}])
    assert next(iter(summed)) == "P1"
    assert summed["P1"].mean == pytest.approx((found["P1"] + 2.0) / 2)
    assert worth.weigh_cards(load(GAME).match(2, seed=1), 0, 2) == {}


def test_who_is_ahead_is_told_by_two_standard_errors() -> None:
    course = object.__new__(measured.Course)
    course._many, course._sides, course.chances, course.ahead = 100, [0, 1], [], []
    for chance in (0.5, 0.45, 0.2, 0.52, 0.9, 1.0):
        course._note(measured.np.array([chance, 1 - chance]))
    assert course.ahead == [-1, -1, 1, -1, 0, 0]
    assert course.changes() == 1
    assert course.settled(0) == pytest.approx(4 / 6)
    assert not course.came_back(0)
    assert course.drama(0) == pytest.approx(0.6**0.5 / 6)


def test_a_choice_that_was_to_be_had_and_never_made_is_named() -> None:
    by_choice = {"a": Choice(measured.OFFERED, 0, 0, 840), "b": Choice(measured.OFFERED, 1, 840, 0)}
    course = (1, 1, 1, 1, 2, 0, 0.0, False, 0.0)
    played = Played([840, 0], *course, by_choice, worth.Weighed(), [840, 0], [0.5, 0.5])
    found = measured._summed(Asked(GAME, 1, 2, {}), Manner(), [played])
    assert found.never == ["a"]


def test_a_sweep_halves_towards_its_aim_and_the_nearest_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "LEAST", 16)
    varied = {"red-swords": [[0, 0, 0, 0, 0, 1], [0, 0, 1, 1, 1, 2], [1, 1, 1, 2, 2, 3], [3, 3, 3, 3, 3, 3]]}
    asked, told = Asked(GAME, 32, 2, {}), list[int]()
    found = sweep(asked, varied, [Aim("events", ">", 0.0)], cores=1, progress=told.append)
    assert len(found) == 3
    assert sum(told) == matches_of(4, 32, has_aims=True)
    longest = max(found, key=lambda one: one.counted.events)
    aimed = sweep(asked, varied, [Aim("events", "=", longest.counted.events)], cores=1)
    assert aimed[0].values == longest.values
    assert aimed[0].distance <= aimed[1].distance


def test_the_frontier_is_what_nothing_beats_in_every_aim() -> None:
    counted = counts.Counted(0, [], [], 0.0)
    gaps = [(0.0, 0.3), (0.1, 0.1), (0.1, 0.2), (0.3, 0.0), (0.3, 0.3)]
    found = [Combination({"n": n}, counted, sum(each), each) for n, each in enumerate(gaps)]
    assert [one.values["n"] for one in frontier(found)] == [0, 1, 3]


@pytest.mark.parametrize(
    ("parse", "text", "quoted"),
    [
        (parse_aim, "fun>9", "aim 'fun>9': write"),
        (parse_variation, "tie-card", "variation 'tie-card': write"),
    ],
)
def test_an_aim_or_a_variation_that_is_none_is_quoted(parse, text, quoted) -> None:
    with pytest.raises(BadValue, match=quoted):
        parse(text)
    assert parse_aim("advantage<1%") == Aim("advantage", "<", 0.01)
    assert parse_variation("tie-card=1|the last") == ("tie-card", [1, "the last"])


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_command_line_counts_writes_a_table_and_prints_json(tmp_path: Path) -> None:
    table, values, swept = (tmp_path / name for name in ("matches.csv", "best.toml", "swept.csv"))
    page = tmp_path / "balance.md"
    events = tmp_path / "events.csv"
    words = ("simulate", GAME, "--matches", "50", "--to", str(table), "--page", str(page))
    told = json.loads(run(*words, "--events", str(events), "--cores", "1", "--json"))
    logged = list(csv.DictReader(events.read_text().splitlines()))
    assert len(logged) == round(50 * told["events"])
    assert {row["seat"] for row in logged} == {"-1", "0", "1"}
    assert f"| 50 | {told['events']:.1f} |\n\nUneven for players 'random', of 1 counts:" in page.read_text()
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["match"] for row in rows] == [str(number) for number in range(50)]
    assert sum(float(row["share_0"]) for row in rows) / 50 == pytest.approx(told["wins"][0]["mean"])
    as_level = run("simulate", GAME, "--matches", "20", "--level", "novice", "--page", str(page))
    assert as_level != run("simulate", GAME, "--matches", "20", "--level", "regular", "--page", str(page))
    assert "| Novice |" in page.read_text()
    assert "| Regular |" in page.read_text()
    pairs = tmp_path / "pairs.csv"
    met = run("meet", GAME, "novice", "random", "--pairs", "3", "--cores", "1", "--to", str(pairs))
    assert "novice wins" in met
    shares = [float(row["share"]) for row in csv.DictReader(pairs.read_text().splitlines())]
    assert len(shares) == 3
    assert f"{100 * sum(shares) / 3:.1f} %" in met
    few = ("--playouts", "4", "--weighing", "4", "--accounts", "1", "--cores", "1")
    said = run("balance", GAME, "--matches", "2", *few, "--to", str(events), "--page", str(page))
    assert "changes of who is ahead" in said
    run("balance", GAME, "--matches", "3", *few, "--page", str(page))
    told = page.read_text()
    assert told.count("## Command Dice, 2 seats, Regular\n") == 1  # in the place of the older measurement
    assert (
        "--level regular --matches 3 --playouts 4 --weighing 4 --accounts 1 --seed 0 --page docs/balance.md`"
        in told
    )
    assert {row["match"] for row in csv.DictReader(events.read_text().splitlines())} == {"0", "1"}
    assert "## By level of play" not in told, "one level is compared to nothing"
    run("balance", GAME, "--level", "novice", "--matches", "2", *few, "--page", str(page))
    compared = page.read_text().split("## By level of play")[1].split("## ")[0]
    assert [row.split(" | ")[1] for row in compared.splitlines() if row.startswith("| Command Dice")] == [
        "Novice",
        "Regular",
    ]
    aim = (
        "--aim",
        "events=300",
        "--matches",
        "20",
        "--looks",
        "1",
        "--write",
        str(values),
        "--to",
        str(swept),
    )
    varied = ("--vary", "red-swords=[0,0,0,0,0,1]|[1,1,1,2,2,3]")
    assert "from the aim" in run("sweep", GAME, *varied, *aim, "--page", str(page))
    nearest = page.read_text().split("### Command Dice: red-swords")[1].splitlines()
    assert "--aim 'events=300' --seats 2 --looks 1" in nearest[2]
    assert nearest[6].startswith("| `[")
    assert "Values for Command Dice" in values.read_text()
    tried = list(csv.DictReader(swept.read_text().splitlines()))
    assert {json.loads(row["red-swords"])[-1] for row in tried} == {1, 3}
    assert all(float(row["distance"]) > 0 and row["matches"] == "20" for row in tried)


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["simulate", "nothing"], "unknown game 'nothing'"),
        (["simulate", GAME, "--set", "hue=1"], "unknown option 'hue'"),
        (["simulate", GAME, "--level", "sharp"], "'sharp' is no level that chooses without a search"),
        (["simulate", GAME, "--events", "m.xls"], "'m.xls': name a file that ends in .csv or .parquet"),
        (["simulate", GAME, "--to", "m.xls"], "'m.xls': name a file that ends in .csv or .parquet"),
        (["meet", GAME, "novice", "nobody"], "unknown player 'nobody'"),
        (["meet", GAME, "novice", "random", "--seats", "3"], "3"),
        (["levels", "--only", GAME, "--seats", "9", "--adjusted", "0"], "9"),
        (["balance", GAME, "--level", "nobody"], "unknown player 'nobody'"),
        (["balance", GAME, "--page", "balance.html"], "'balance.html': name a file that ends in .md"),
        (["sweep", GAME, "--vary", "hue=1|2"], "unknown option 'hue'"),
        (["sweep", GAME, "--vary", "hue=1|2", "--write", "/nowhere/b.toml"], "there is no folder '/nowhere'"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_line(words: list[str], quoted: str) -> None:
    refused = CliRunner().invoke(app, words)
    assert isinstance(refused.exception, ThrowdownError)
    assert quoted in str(refused.exception)


@pytest.mark.parametrize("words", [("--seed", str(2**63)), ("--seed", "-1"), ("--looks", "0")])
def test_a_number_that_is_out_of_bounds_is_a_mistake_in_the_command(words: tuple[str, str]) -> None:
    refused = CliRunner().invoke(app, ["simulate", GAME, *words])
    assert (refused.exit_code, words[0] in refused.output) == (2, True)


def test_a_parquet_file_holds_the_table_or_says_what_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "matches.parquet"
    if find_spec("pyarrow") is None:
        with pytest.raises(BadValue, match=r"install throwdown\[parquet\]"):
            files.check(file)
        return
    parquet = import_module("pyarrow.parquet")
    rows = [(number, "even" if number % 2 == 0 else "odd", number / 3) for number in range(files.GROUP + 5)]
    files.write(files.check(file), ["number", "kind", "third"], rows)
    assert parquet.read_table(file).to_pylist()[-1] == dict(
        zip(("number", "kind", "third"), rows[-1], strict=True)
    )


def heed_ctrl_c() -> None:
    """In the new process: a shell that runs tests in the background has its children ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_a_measurement_with_one_line_and_the_same_command_goes_on(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    words = [
        sys.executable,
        "-m",
        "throwdown",
        "lab",
        "balance",
        GAME,
        "--matches",
        "40",
        "--accounts",
        "2",
        "--weighing",
        "20",
        "--keep",
        str(keep),
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*words, "--cores", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        preexec_fn=heed_ctrl_c,
    ) as measuring:  # fmt: skip
        until = time.monotonic() + 120
        while not (keep.exists() and keep.read_bytes().count(b"\n") > 2):
            assert time.monotonic() < until
            assert measuring.poll() is None, measuring.communicate()
            time.sleep(0.05)
        measuring.send_signal(signal.SIGINT)
        told, why = measuring.communicate(timeout=60)
    assert (told, measuring.returncode) == ("", 130)
    assert "of 40 parts: the same command goes on from there" in why
    assert "Traceback" not in why
    before = keep.read_bytes().splitlines()[:-1]
    whole = json.loads(run(*words[4:], "--json", "--cores", "1"))
    assert whole["matches"] == 40
    assert keep.read_bytes().splitlines()[: len(before)] == before


WORKING = """
import os, time
from throwdown.lab.runs import workers

if __name__ == "__main__":
    with workers(2) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(60)
"""


def test_workers_end_with_a_measurement_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "working.py"
    script.write_text(WORKING)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as measuring:
        assert measuring.stdout
        worker = Path("/proc") / measuring.stdout.readline().strip()
        assert worker.exists()
        measuring.kill()
    until = time.monotonic() + 20
    while worker.exists():
        assert time.monotonic() < until, "the worker goes on"
        time.sleep(0.05)
