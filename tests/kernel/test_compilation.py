"""How a game runs: the states of its compilation, who waits for them, and what is said of them."""

from __future__ import annotations

import logging
import re
import threading
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import throwdown
from throwdown.bots import sight
from throwdown.bots.search import Budget, SearchPlayer
from throwdown.kernel import compiled
from throwdown.kernel.compilation import MARK, Compilation, State


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Where the machine code of a game lies that need not be compiled."""
    throwdown.load("command-dice")  # found with what is replaced now
    monkeypatch.setattr(compiled, "cache_folder", lambda _folder: tmp_path)
    monkeypatch.setattr(compiled, "load_loops", lambda package, compiled, template=None: ModuleType("loops"))
    return tmp_path


def compilation(try_out=lambda _engine: None) -> Compilation:
    return Compilation(throwdown.load("command-dice").folder, "command-dice", try_out)


def test_a_game_is_interpreted_then_compiled_and_then_its_players_are_and_each_is_said_once(folder, caplog):
    caplog.set_level(logging.INFO, "throwdown.compilation")
    seen: list[State] = []
    game = compilation(lambda _engine: seen.append(game.state))
    seen.append(game.state)
    for _ in range(2):
        game.reach(State.COMPILED)
    seen.append(game.state)
    game.reach(State.PLAYERS_READY, lambda: seen.append(game.state))
    assert seen == [State.INTERPRETED, State.COMPILING, State.COMPILED, State.PLAYERS_READY]
    assert (folder / MARK).exists()
    said = [record.getMessage().rpartition(" in ")[0] or record.getMessage() for record in caplog.records]
    assert said == ["command-dice: compiling", "command-dice: compiled", "command-dice: players ready"]


def test_players_that_another_process_has_compiled_are_ready_as_soon_as_the_rules_are(folder):
    (folder / MARK).touch()
    game = compilation()
    assert game.state is State.INTERPRETED
    game.reach(State.COMPILED)
    assert game.state is State.PLAYERS_READY


def test_rules_that_another_process_has_compiled_are_kept(folder):
    here, elsewhere = compilation(), compilation()
    assert not here.is_kept
    elsewhere.reach(State.COMPILED)
    assert here.is_kept
    assert here.state is State.INTERPRETED


def test_who_waits_for_a_state_gets_it_from_whoever_is_making_it(folder):
    made, begun, go = list[int](), threading.Event(), threading.Event()

    def slowly(_engine: ModuleType) -> None:
        made.append(1)
        begun.set()
        go.wait(20)

    game = compilation(slowly)
    waiting = [threading.Thread(target=game.reach, args=(State.COMPILED,)) for _ in range(3)]
    for thread in waiting:
        thread.start()
    assert begun.wait(20)
    assert game.state is State.COMPILING
    go.set()
    for thread in waiting:
        thread.join(20)
    assert (made, game.state) == ([1], State.COMPILED)


def test_rules_that_cannot_be_compiled_stay_interpreted(folder):
    def fails(_engine: ModuleType) -> None:
        raise TypeError("no such thing")

    game = compilation(fails)
    with pytest.raises(TypeError, match="no such thing"):
        game.reach(State.COMPILED)
    assert game.state is State.INTERPRETED


class Noting:
    """The interpreted loops of a game, and which of them were asked."""

    def __init__(self, engine: ModuleType) -> None:
        self.engine, self.asked = engine, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self.engine, name)


@pytest.mark.parametrize("key", [game.key for game in throwdown.all_games()])
def test_whatever_a_table_asks_of_the_rules_has_been_asked_before_they_are_taken_for_compiled(key):
    game = throwdown.load(key)
    noting = Noting(game.loops(is_compiled=False))
    game._try_out(noting)
    asked_by_tables = re.findall(r"@brief\ndef (\w+)", compiled.LOOPS.read_text("utf-8"))
    assert len(asked_by_tables) > 10
    assert set(asked_by_tables) <= noting.asked


def test_loops_that_are_loaded_are_had_while_those_of_another_game_are_being_loaded():
    game, had = throwdown.load("command-dice"), list[ModuleType]()
    loops = game.loops(is_compiled=False)
    with compiled._loading:
        asking = threading.Thread(target=lambda: had.append(game.loops(is_compiled=False)))
        asking.start()
        asking.join(5)
        assert had == [loops]


def test_a_decision_asks_once_how_the_game_runs(monkeypatch):
    asked: list[int] = []

    def state(_self: Compilation) -> State:
        asked.append(1)
        return State.INTERPRETED

    monkeypatch.setattr(Compilation, "state", property(state))
    match = throwdown.load("command-dice").match(seed=1)
    seen = sight(match, match.awaited[0])
    for milliseconds in (0, 5):
        asked.clear()
        SearchPlayer(Budget(simulations=1, milliseconds=milliseconds)).choose(seen, Random(1))
        assert asked == [1]


def test_only_a_game_with_a_judge_is_compiled_with_the_loops_of_judges():
    judges = compiled.PACKAGE / "bots" / "judges.py"
    with_them = {key: judges in compiled._sources(throwdown.load(key).folder) for key in ("dardz", "chicken")}
    assert with_them == {"dardz": True, "chicken": False}


def test_what_another_numba_or_another_python_has_compiled_is_not_taken_for_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("THROWDOWN_CACHE", str(tmp_path))
    kept_in = compiled.cache_folder.__wrapped__
    game = throwdown.load("command-dice").folder
    here = kept_in(game)
    assert here == kept_in(game)
    with monkeypatch.context() as other:
        other.setattr(compiled, "version", lambda _name: "0.1")
        assert kept_in(game) != here
    with monkeypatch.context() as other:
        other.setattr(compiled.sys, "implementation", SimpleNamespace(cache_tag="cpython-399"))
        assert kept_in(game) != here
    assert kept_in(game) == here
