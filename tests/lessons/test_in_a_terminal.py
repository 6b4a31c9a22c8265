"""The same lessons in a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

import throwdown
from throwdown import terminal_learn, terminal_text
from throwdown.kernel.errors import BadValue
from throwdown.lessons import lessons_of
from throwdown.terminal_learn import learn

LESSONS = [(game.key, each.key) for game in throwdown.all_games() for each in lessons_of(game)]


def typed(monkeypatch: pytest.MonkeyPatch, lines: Iterator[str], key: str, name: str = "") -> str:
    """What is printed while somebody types ``lines`` in a lesson of a game, by default the first."""
    console = Console(file=io.StringIO(), width=200, highlight=False, no_color=True)
    for module in (terminal_learn, terminal_text):
        monkeypatch.setattr(module, "console", console)
    monkeypatch.setattr(console, "input", lambda _prompt: next(lines, "quit"))
    learn(key, name)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(("key", "name"), LESSONS)
def test_a_lesson_is_gone_through_by_what_it_asks_for(monkeypatch: pytest.MonkeyPatch, key: str, name: str):
    lesson = next(each for each in lessons_of(throwdown.load(key)) if each.key == name)
    printed = typed(monkeypatch, (step.do for step in lesson.step), key, name)
    many = len(lesson.step)
    assert f"{many}/{many} " in printed
    assert "Left." not in printed


def test_a_wrong_choice_is_answered_the_rule_is_opened_and_one_can_go_back(monkeypatch: pytest.MonkeyPatch):
    printed = typed(monkeypatch, iter(["shoot", "why", "aim", "back", "quit"]), "duello")
    assert "To shoot is to name all five dice. You know none of them yet." in printed
    assert "DU-1: Each player has fifteen dice." in printed
    assert printed.count("1/11 Declare aim.") == 2
    assert printed.endswith("Left.\n")


def test_a_lesson_that_is_not_there_is_refused_by_name():
    with pytest.raises(BadValue, match=r"Duello has no lesson 'tenth': first"):
        learn("duello", "tenth")
