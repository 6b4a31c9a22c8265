"""Golden transcripts: recorded matches of every game, which are read for ever (:mod:`tests.golden`)."""

from __future__ import annotations

from pathlib import Path

import pytest

import throwdown
from tests.golden import ALONE, FOLDER, KEPT, PRESENT, version_of, written_again
from throwdown.kernel.chance import Committed
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.transcript import read


def name(path: Path) -> str:
    game, _, *folder = path.relative_to(FOLDER).parts
    return f"{game}: {' '.join(folder)}"


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", PRESENT, ids=name)
def test_a_golden_transcript_verifies_and_is_written_again_to_the_letter(file):
    text = text_of(file)
    transcript = read(text)
    assert transcript.verify()
    assert written_again(transcript) == text


@pytest.mark.parametrize("file", KEPT, ids=name)
def test_a_transcript_of_an_earlier_version_holds_and_goes_on_as_one_of_the_present(file):
    key, version = version_of(text_of(file))
    present = throwdown.load(key).version
    transcript = read(text_of(file))
    assert f"Written by rules version {version}, it holds by version {present}." in transcript.verify()
    again = read(written_again(transcript))
    assert again.version == present
    assert again.verify()
    assert again.match.state.tobytes() == transcript.match.state.tobytes()


@pytest.mark.parametrize("file", ALONE, ids=name)
def test_a_transcript_that_the_present_rules_refuse_says_which_version_it_needs(file):
    key, version = version_of(text_of(file))
    with pytest.raises(BadTranscript, match=f"needs rules version {version} of {key}"):
        read(text_of(file)).verify()


@pytest.mark.parametrize("file", [*KEPT, *ALONE], ids=name)
def test_a_transcript_lies_in_the_folder_of_its_version(file):
    key, version = version_of(text_of(file))
    assert file.parent.name.removesuffix(" alone") == f"version {version}"
    assert version < throwdown.load(key).version


@pytest.mark.parametrize("game", throwdown.all_games(), ids=lambda game: game.key)
def test_every_game_has_golden_transcripts(game):
    files = [file for file in PRESENT if version_of(text_of(file))[0] == game.key]
    assert len(files) >= 2, f"{game.key} has {len(files)}"


def test_golden_transcripts_cover_committed_dice():
    sources = [read(text_of(file)).dice() for file in PRESENT]
    assert any(type(source) is Committed for source in sources)
