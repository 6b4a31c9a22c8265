"""Golden transcripts: recorded matches of every game, which must verify to the letter for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import throwdown
from throwdown.kernel.chance import Committed
from throwdown.kernel.transcript import read

FOLDER = Path(__file__).parent / "games"
FILES = sorted(FOLDER.glob("*/golden/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.parent.name}: {path.stem}")
def test_a_golden_transcript_verifies_and_is_written_again_to_the_letter(file):
    text = file.read_text(encoding="utf-8")
    transcript = read(text)
    assert transcript.verify()
    match = transcript.match
    match.chance = transcript.dice() or match.chance
    assert match.transcript() == text


@pytest.mark.parametrize("game", throwdown.all_games(), ids=lambda game: game.key)
def test_every_game_has_golden_transcripts(game):
    files = [file for file in FILES if f'[Game "{game.key}"]' in file.read_text(encoding="utf-8")]
    assert len(files) >= 2, f"{game.key} has {len(files)}"


def test_golden_transcripts_cover_committed_dice():
    sources = [read(file.read_text(encoding="utf-8")).dice() for file in FILES]
    assert any(type(source) is Committed for source in sources)
