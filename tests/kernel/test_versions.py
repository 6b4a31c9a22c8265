"""Transcripts of earlier versions of the rules are read: as was agreed then, or with a plain refusal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import throwdown
from throwdown.kernel import tables
from throwdown.kernel.errors import BadTranscript, BadValue, BrokenGame
from throwdown.kernel.game import Game
from throwdown.kernel.transcript import read

WRITTEN = throwdown.load("duello").match(seed=3)
DIE = '[die]\nkind = "option"\nlabel = "Die"\nmark = "H"\nclause = "X-1"\nleast = 0\nmost = 9\n'


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """The game of that key as if one version of its rules later, and what some values were before."""

    def make(key: str, **before: tables.Plain) -> Game:
        game = throwdown.load(key)
        values = tuple(
            structs.replace(value, until=((game.version, before[value.field]),))
            if value.field in before
            else value
            for value in game.values
        )
        monkeypatch.setattr(game, "about", structs.replace(game.about, version=game.version + 1))
        monkeypatch.setattr(game, "values", values)
        return game

    return make


def played(key: str, **more: Any) -> str:
    match = throwdown.load(key).match(seed=3, **more)
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
    return match.transcript()


def test_a_value_has_what_each_version_had_and_the_present_one_since(tmp_path: Path):
    file = tmp_path / "tables.toml"
    head = '[game]\ntitle = "X"\nline = "x"\nseats = [2, 2]\nminutes = [1, 2]\nversion = 4\n'
    file.write_text(f"{head}{DIE}value = 7\nuntil = [[1, 5], [3, 6]]\n")
    _, (die,) = tables.read(file)
    assert [die.of_version(version) for version in (1, 2, 3, 4)] == [5, 6, 6, 7]
    file.write_text(f"{head}{DIE}value = 7\nuntil = [[1, 12]]\n")
    with pytest.raises(BrokenGame, match="die is 12"):
        tables.read(file)


def test_a_transcript_of_an_earlier_version_is_replayed_with_what_that_version_had(second_version):
    text = played("command-dice")
    game = second_version("command-dice", tie_card="the last card dealt")
    assert game.match(seed=1).values["tie-card"] == "the first card dealt"
    with pytest.raises(BadTranscript, match="needs rules version") as refusal:
        read(text).verify()
    assert f"of command-dice, these are version {game.version}" in str(refusal.value)


def test_a_transcript_that_still_holds_says_both_versions_and_is_written_as_the_present(second_version):
    text = played("command-dice", values={"tie-card": "the last card dealt"})
    old = text.replace('[Value "tie-card=\\"the last card dealt\\""]\n', "")
    assert old != text
    game = second_version("command-dice", tie_card="the last card dealt")
    transcript = read(old)
    expected = f"Written by rules version {game.version - 1}, it holds by version {game.version}."
    assert expected in transcript.verify()
    assert transcript.match.values["tie-card"] == "the last card dealt"
    again = transcript.match.transcript()
    assert f'[Version "{game.version}"]' in again
    assert "the last card dealt" in again


def test_a_value_that_is_no_more_is_refused_with_the_version_that_has_it(second_version):
    old = played("command-dice").replace("\n[Seed", '\n[Value "gone=1"]\n[Seed', 1)
    second_version("command-dice")
    with pytest.raises(BadTranscript, match=r"needs rules version \d+ .*unknown option 'gone'"):
        read(old)


@pytest.mark.parametrize("text", ["0", "99", "-1", "two", ""])
def test_a_version_that_never_was_or_is_yet_to_come_is_refused(text):
    written = WRITTEN.transcript()
    version = f'[Version "{WRITTEN.game.version}"]'
    with pytest.raises(BadTranscript, match=f"these are rules version {WRITTEN.game.version} of duello, not"):
        read(written.replace(version, f'[Version "{text}"]'))


def test_an_edited_file_of_an_earlier_version_may_say_a_value_in_other_words(second_version):
    game = second_version("command-dice")
    text = '[game]\nversion = {}\n[tie-card]\nlabel = "Ties"\nvalue = "the last card dealt"\n'
    assert game.read_values(text.format(game.version - 1)) == {"tie-card": "the last card dealt"}
    with pytest.raises(BadValue, match="label of tie-card is 'Ties': only its value may change"):
        game.read_values(text.format(game.version))
