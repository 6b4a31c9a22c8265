"""Trained players: a file of arrays, what it is refused for, and how its player chooses."""

from __future__ import annotations

import io
import json
import re
import struct
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from throwdown import load
from throwdown.bots import sight
from throwdown.bots.levels import check_fit, unhurried
from throwdown.bots.trained import LARGEST, BadPlayer, Header, Network, Signs, TrainedPlayer, read, write
from throwdown.envs import Batch, signs_of
from throwdown.kernel.errors import BadValue
from throwdown.kernel.layout import Layout
from throwdown.lab.cli import app
from throwdown.lab.exploit import Challenge, computed

GAME = "command-dice"
Arrays = dict[str, np.ndarray[Any, Any]]


def random_network(game: str, hidden: int = 8, size: float = 0.1) -> Network:
    """A network with weights at random, told of every number of an observation whether it is 0."""
    draw = np.random.default_rng(7)
    many, events = Layout(load(game)).size, load(game).rules.EVENTS
    columns = np.arange(many, dtype=np.int32)
    signs = Signs(columns, np.zeros(many, np.int32), np.zeros(many, np.float32))
    shapes = ((many, hidden), (hidden, events))
    return Network(signs, tuple((size * draw.normal(size=shape), np.zeros(shape[1])) for shape in shapes))


def saved(file: Path, game: str = GAME, **header: Any) -> Path:
    about = {"name": "dora", "game": game, "version": load(game).version, "seats": 2, **header}
    write(file, Header(**about), random_network(game))
    return file


@pytest.fixture
def arrays(tmp_path: Path) -> Arrays:
    """Those of a good file."""
    with np.load(saved(tmp_path / "good.npz"), allow_pickle=False) as good:
        return dict(good)


def headed(arrays: Arrays, **changes: object) -> None:
    header = json.loads(arrays["header"].tobytes()) | changes
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)


def test_a_player_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    trained = read(saved(tmp_path / "dora.npz"))
    network = random_network(GAME)
    assert (trained.header.name, trained.header.game, len(trained.digest)) == ("dora", GAME, 64)
    rows = Batch(GAME, 3, seed=1).reset()[0]
    assert np.allclose(trained.network.numbers(rows), network.numbers(rows), rtol=1e-4, atol=1e-4)


def test_a_sign_is_whether_a_column_has_a_value_or_the_column_times_a_number() -> None:
    signs = Signs(np.array([1, 1, 0]), np.array([5, 4, 0]), np.array([0.0, 0.0, 0.5], np.float32))
    assert signs.of(np.array([[6, 5], [-2, 4]], np.int32)).tolist() == [[1, 0, 3], [0, 1, -1]]


def test_it_chooses_by_its_chances_and_by_what_its_seat_may_know_alone(tmp_path: Path) -> None:
    trained = read(saved(tmp_path / "dora.npz"))
    match = load(GAME).match(2, seed=5)
    before = sight(match, 1)
    chances, rng = trained.chances(before), Random(1)
    assert chances.sum() == pytest.approx(1)
    assert len(before.legal) > 20
    assert np.unique(chances).size == len(before.legal)
    player, many = TrainedPlayer(trained), 4000
    counts = Counter(player.choose(before, rng) for _ in range(many))
    found = np.array([counts[event] / many for event in before.legal])
    assert (np.abs(found - chances) <= 5 * np.sqrt(chances * (1 - chances) / many) + 1e-9).all()
    after: list[list[float]] = []
    for place in (0, -1):  # what seat 0 chooses in secret
        other = load(GAME).match(2, seed=5)
        other.play(0, other.legal_events(0)[place])
        after.append(trained.chances(sight(other, 1)).tolist())
    assert after[0] == after[1]


def test_whatever_its_numbers_are_it_chooses_what_is_legal(tmp_path: Path) -> None:
    network = random_network(GAME, size=1e38)
    write(tmp_path / "wild.npz", Header("wild", GAME, load(GAME).version, 2), network)
    match, player, rng = load(GAME).match(2, seed=2), unhurried(str(tmp_path / "wild.npz")), Random(3)
    while not match.over:
        seen = sight(match, match.awaited[0])
        event = player.choose(seen, rng)
        assert event in seen.legal
        match.play(seen.seat, event)


def test_it_plays_only_the_game_and_the_values_it_was_trained_for(tmp_path: Path) -> None:
    file = str(saved(tmp_path / "dora.npz", "con-person", values={"dice": 2}))
    game = load("con-person")
    check_fit(file, game, {"dice": 2}, 2)
    with pytest.raises(BadPlayer, match=r"'dora' was trained with dice=2, not with dice=14"):
        check_fit(file, game, {}, 2)
    with pytest.raises(BadPlayer, match=r"'dora' was trained for con-person, not for command-dice"):
        check_fit(file, load(GAME), {}, 2)
    with pytest.raises(BadPlayer, match=r"was trained for con-person"):
        unhurried(file).choose(sight(load(GAME).match(2, seed=1), 0), Random(0))


def broken(**changes: Any) -> Callable[[Arrays], None]:
    def change(arrays: Arrays) -> None:
        for name, new in changes.items():
            arrays[name] = new(arrays[name]) if callable(new) else new

    return change


@pytest.mark.parametrize(
    ("change", "quoted"),
    [
        (lambda arrays: headed(arrays, game="chess"), "unknown game 'chess'"),
        (lambda arrays: headed(arrays, version=99), "version 99 of the rules of Command Dice"),
        (lambda arrays: headed(arrays, name="../etc"), r"'\.\./etc'"),
        (lambda arrays: headed(arrays, name="d" * 21), "'ddddddddddddddddddddd'"),
        (lambda arrays: headed(arrays, seats=9), "not 9"),
        (lambda arrays: headed(arrays, values={"sky": 1}), "unknown option 'sky'"),
        (lambda arrays: headed(arrays, code="import os"), "unknown field `code`"),
        (lambda arrays: headed(arrays, format=2), "format 2"),
        (lambda arrays: headed(arrays, observed="x"), "trained on another record of Command Dice"),
        (lambda arrays: headed(arrays, game="war", observed=""), "trained on another record of War!"),
        (broken(header=np.zeros(3, np.uint8)), "its header is not understood"),
        (lambda arrays: arrays.pop("header"), "it has no header"),
        (lambda arrays: arrays.pop("biases_1"), "it has no 'biases_1'"),
        (broken(biases_5=np.zeros(1, np.float32)), "it has 'biases_5'"),
        (broken(weights_0=lambda old: old[1:]), r"weights_0 is \(\d+, 8\) and biases_0 \(8,\)"),
        (broken(weights_0=lambda old: old.astype(np.float64)), "numbers of type float64, not float32"),
        (broken(weights_0=lambda old: old.astype(object)), "numbers of type object, not float32"),
        (broken(weights_1=lambda old: old[:, 1:], biases_1=lambda old: old[1:]), "it gives 141 numbers"),
        (broken(weights_1=lambda old: np.where(old > 0, np.nan, old)), "weights_1 has numbers that are not"),
        (broken(columns=lambda old: old + 1), "there is no column 102: an observation has 102 numbers"),
        (broken(columns=lambda old: old - 1), "there is no column -1"),
        (broken(values=lambda old: old[1:]), r"columns, values and scales are \(102,\), \(101,\)"),
        (broken(code=np.zeros(1, np.uint8)), "it has 'code'"),
        (broken(weights_0=np.zeros((2048, 2049), np.float32)), f"more than {LARGEST:,} bytes"),
    ],
)
def test_a_file_that_is_not_right_is_refused_and_the_refusal_says_what_was_wrong(
    arrays: Arrays, tmp_path: Path, change: Callable[[Arrays], None], quoted: str
) -> None:
    change(arrays)
    np.savez_compressed(tmp_path / "bad.npz", allow_pickle=True, **arrays)
    with pytest.raises(BadPlayer, match=quoted) as refused:
        read(tmp_path / "bad.npz")
    assert "bad.npz' holds no trained player: " in str(refused.value)


def packed(file: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file


def in_format(array: np.ndarray[Any, Any]) -> bytes:
    raw = io.BytesIO()
    np.save(raw, array)
    return raw.getvalue()


def test_what_is_no_file_of_arrays_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no zip")
    good = in_format(np.zeros(4, np.float32))
    huge = good.replace(b"(4,), ", b"(4000000000,), ").replace(b"          \n", b" \n")
    for file, quoted in (
        (tmp_path / "none.npz", "cannot read"),
        (tmp_path / "text.npz", "no file of arrays: File is not a zip file"),
        (packed(tmp_path / "short.npz", ("header.npy", b"\x93NUMPY")), "no file of arrays"),
        (packed(tmp_path / "twice.npz", ("values.npy", good), ("values", good)), "it has 'values' twice"),
        (packed(tmp_path / "huge.npz", ("scales.npy", huge)), "scales is"),
        (packed(tmp_path / "bomb.npz", ("scales.npy", bytes(LARGEST + 1))), "its arrays have more than"),
    ):
        with pytest.raises(BadPlayer, match=quoted):
            read(file)


def lying(file: Path, way: int) -> Path:
    """A file of 64 MiB of zeros that says of itself that it has 100 bytes."""
    with zipfile.ZipFile(file, "w", way) as archive:
        archive.writestr("header.npy", bytes(64 * 2**20))
    content, size = file.read_bytes(), struct.pack("<I", 64 * 2**20)
    file.write_bytes(content.replace(size, struct.pack("<I", 100)))
    return file


@pytest.mark.parametrize("way", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_no_more_is_unpacked_than_a_file_says_that_there_is(tmp_path: Path, way: int) -> None:
    file = lying(tmp_path / "lying.npz", way)
    tracemalloc.start()
    with pytest.raises(BadPlayer, match="holds no trained player"):
        read(file)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < LARGEST + 4 * 2**20


def test_what_would_be_refused_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadPlayer, match="version 99"):
        saved(tmp_path / "dora.npz", version=99)
    assert not (tmp_path / "dora.npz").exists()


def test_signs_are_found_by_random_play_and_tell_seats_and_dice_apart() -> None:
    batch = Batch(GAME, 64, seed=1)
    signs = signs_of(batch)
    rows = np.concatenate([batch.step(batch.sample())[0] for _ in range(40)])
    told = signs.of(rows)
    assert (told.std(axis=0) > 0).mean() > 0.9
    assert np.abs(told).max() <= 1
    own = batch.layout.slices["own_seat"].start
    assert {int(value) for column, value in zip(*signs[:2], strict=True) if column == own} == {0, 1}
    assert own not in signs_of(batch, ["own_seat"]).columns
    assert len(signs_of(batch, most=10).columns) == 10
    with pytest.raises(BadValue, match="there is no field 'sky' in an observation; there are own_seat"):
        signs_of(batch, ["sky"])


def test_the_laboratory_measures_a_player_by_its_file(tmp_path: Path) -> None:
    file = str(saved(tmp_path / "dora.npz", "con-person", values={"dice": 2}))
    words = ["meet", "con-person", file, "random", "--pairs", "4", "--cores", "1"]
    met = CliRunner().invoke(app, [*words, "--set", "dice=2", "--json"])
    assert met.exit_code == 0, met.output
    share = json.loads(met.stdout)["share"]
    assert 0 <= share <= 1
    refused = CliRunner().invoke(app, words)
    assert isinstance(refused.exception, BadPlayer)
    assert "trained with dice=2" in str(refused.exception)


def test_what_a_best_response_wins_against_a_trained_player_is_computed_position_by_position(
    tmp_path: Path,
) -> None:
    """A player that gives every choice the same chance is as exploitable as one at random, of whom positions
    that differ in names alone are one; one that goes by names is asked at each of them."""
    game = load("con-person")
    even = random_network("con-person", size=0.0)
    write(tmp_path / "even.npz", Header("even", "con-person", game.version, 2, {"dice": 2}), even)
    found = computed(Challenge("con-person", str(tmp_path / "even.npz"), {"dice": 2}), 2)
    known = computed(Challenge("con-person", "random", {"dice": 2}), 2)
    assert found is not None
    assert known is not None
    assert found.least == found.most == pytest.approx(known.most, abs=1e-9)
    # Runs of bids of one to three dice, each of any number or none, and 21 hands; four must be called.
    assert (known.positions, found.positions) == (15 * 21, 7**3 * 21)


def test_the_curve_of_the_examples_tells_wins_and_what_a_best_response_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    measure = import_module("measure")
    file, now = saved(tmp_path / "dora.npz", "con-person", values={"dice": 2}), 100.0
    monkeypatch.setattr(measure.time, "perf_counter", lambda: now)
    curve = measure.Curve(file, read(file).header, "random", pairs=2, points=2, minutes=4)
    assert (curve.is_due, curve.is_over, curve.part) == (False, False, 0)
    now += 120.0
    assert (curve.is_due, curve.part) == (True, 0.5)
    curve.measure(1234)
    assert (curve.is_due, curve.is_over) == (False, False)
    told = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(
        r"    2\.0     1,234  [\d.]+ % ± [\d.]+ \(2 pairs\); a best response to it wins [\d.]+ %", told
    )
