"""The terminal asks whoever is on turn, and lets anybody say at any time what needs no turn."""

from __future__ import annotations

import io
import random
import re

from rich.console import Console

import throwdown
from throwdown import terminal, terminal_text
from throwdown.games.dardz.scoring import callers
from throwdown.kernel.match import Match
from throwdown.terminal import Seating, Session
from throwdown.terminal_text import to_you


class Typist:
    """Types a row by lot, or what ``say`` gives for the prompt; keeps what was asked and printed."""

    def __init__(self, monkeypatch, say=lambda prompt: "") -> None:
        self.say = say
        self.prompts: list[str] = []
        self.rng = random.Random(1)
        self.console = Console(file=io.StringIO(), width=300, highlight=False, no_color=True)
        for module in (terminal, terminal_text):
            monkeypatch.setattr(module, "console", self.console)
        monkeypatch.setattr(self.console, "input", self.type)

    def type(self, prompt: str) -> str:
        self.prompts.append(prompt)
        said = self.say(prompt)
        if said or prompt.startswith("[dim]"):
            return said
        rows = re.findall(r"^ +([a-z]+) ", self.printed.rpartition("―")[2].rpartition("─")[2], re.MULTILINE)
        return self.rng.choice(rows)

    @property
    def printed(self) -> str:
        assert isinstance(self.console.file, io.StringIO)
        return self.console.file.getvalue()


def called_match() -> Match:
    """Ten cards are announced by the players."""
    game = throwdown.load("dardz")
    values = {"announce-ten": "by the players", "target": 40}
    return game.match(2, seed=3, values=values, names=("Ada", "Ben"), engine=game.loops(False))


def test_a_plate_speaks_to_whoever_it_is_of():
    lines = ["plays Red", "has 3 cards", "is out", "challenges, 7 dice", "3 cards"]
    assert [to_you(line) for line in lines] == ["play Red", "have 3 cards", "are out", lines[3], lines[4]]


def test_nobody_is_reminded_of_ten_cards_by_being_asked_dz_17(monkeypatch):
    match = called_match()
    reminded, able = list[str](), list[str]()

    def note(prompt: str) -> str:
        seat = next(k for k, name in enumerate(match.names) if name in prompt)
        if callers(match.truth()):
            able.append(prompt)
        if match.legal(seat) == ["ten"]:
            reminded.append(prompt)
        return ""

    typist = Typist(monkeypatch, note)
    Session(match, Seating(2, 0, "random"), 1).run()
    assert able
    assert not reminded
    assert not re.search(r"^ +[a-z]+ ten ", typist.printed, re.MULTILINE)
    asked = re.findall(r"^─+ Round", typist.printed, re.MULTILINE)
    assert typist.printed.count("at any time: ten (Call ten cards)") == len(asked) > 40


def test_whoever_has_ten_cards_calls_them_out_of_turn_by_name_dz_17(monkeypatch):
    match = called_match()

    def call(_: str) -> str:
        able = int(callers(match.truth()))
        return f"{match.names[able.bit_length() - 1]}: ten" if able else ""

    typist = Typist(monkeypatch, call)
    Session(match, Seating(2, 0, "random"), 1).run()
    assert match.over
    assert "called ten cards." in typist.printed


def test_a_call_without_ten_cards_is_refused_with_the_reason_dz_17(monkeypatch):
    said = iter(["ten", "Ben: ten", "quit"])
    typist = Typist(monkeypatch, lambda _: next(said))
    Session(called_match(), Seating(2, 0, "random"), 1).run()
    assert typist.printed.count("and it takes ten to call (DZ-17)") == 2
    assert " for seat " not in typist.printed


def test_against_bots_a_lone_player_may_call_before_every_move_of_theirs_dz_17(monkeypatch):
    prompts: list[str] = []

    def note(prompt: str) -> str:
        prompts.append(prompt)
        return "quit" if len(prompts) == 40 else ""

    Typist(monkeypatch, note)
    Session(called_match(), Seating(2, 1, "random"), 1).run()
    assert any(prompt.startswith("[dim]Enter goes on; at any time: ten") for prompt in prompts)


def test_a_hint_is_told_to_the_only_person_and_marks_the_transcript(monkeypatch):
    asked = list[str]()

    def say(prompt: str) -> str:
        asked.append(prompt)
        return "hint" if len(asked) == 1 else "quit" if len(asked) == 2 else ""

    typist = Typist(monkeypatch, say)
    monkeypatch.setattr("throwdown.study.spelled.SECONDS", 0.0)
    match = throwdown.load("command-dice").match(2, seed=3, names=("Player 1", "Player 2"))
    at_table = Session(match, Seating(2, None, "greedy"), 1)
    at_table.run()
    assert "hint: the best choices; the match is then marked" in typist.printed
    assert re.search(r"(Too close to call: take any|Best)\n  \S.* \d+ % \(\d+ to \d+\)", typist.printed)
    assert "matches were played out with the first" in typist.printed
    assert f'[Hints "{len(match.log)}:0"]' in at_table.transcript()
    spelled = re.findall(r"^  (\S.*?) +\d+ % ", typist.printed, re.MULTILINE)
    assert set(spelled) <= set(match.legal(0))
