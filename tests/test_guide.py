"""The guide of CONTRIBUTING.md is followed: its listings make a sixth game, which is checked and played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from throwdown.conformance.new_game import new_game
from throwdown.kernel.errors import BadValue

GUIDE = Path(__file__).parents[1] / "CONTRIBUTING.md"
LISTING = re.compile(r"`((?:pig|tests)/\w+\.\w+)`:\n\n```\w+\n(.*?)```", re.DOTALL)


def command(*words: str, **more: str) -> str:
    environment = {**os.environ, **more}
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, f"{words}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
    return done.stdout


def test_the_listings_of_the_guide_make_a_game_that_is_found_checked_and_played_against_sharp(tmp_path):
    package = new_game("pig", tmp_path)
    listings = LISTING.findall(GUIDE.read_text("utf-8"))
    assert {name for name, _ in listings} == {
        path.relative_to(package).as_posix() for path in package.glob("*/*")
    } - {"pig/__init__.py"}
    for name, text in listings:
        (package / name).write_text(text, "utf-8")
    site = tmp_path / "site"
    pip = ("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target")
    command(*pip, str(site), str(package))
    found = {"PYTHONPATH": str(site)}
    assert "pig              Pig, 2 to 8 seats." in command("throwdown", "games", **found)
    checked = command("throwdown", "check-game", "pig", **found)
    assert checked.endswith("checks hold, 0 do not\n")
    tested = command("pytest", "-q", "-p", "no:cacheprovider", str(package), **found)
    assert " passed" in tested
    saved = str(tmp_path / "match.txt")
    play = (
        "play",
        "pig",
        "--bots",
        "2",
        "--bot",
        "sharp",
        "--seed",
        "1",
        "--set",
        "target=30",
        "--save",
        saved,
    )
    assert " won" in command("throwdown", *play, **found)
    assert "The result holds" in command("throwdown", "verify", saved, **found)


@pytest.mark.parametrize("name", ["", "Two Words", "1st", "class", "kadice", "a/b"])
def test_a_name_that_no_game_can_have_is_refused_and_nothing_is_written(tmp_path, name):
    with pytest.raises(BadValue, match=re.escape(repr(name))):
        new_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over_a_folder_that_is_there(tmp_path):
    (tmp_path / "pig").mkdir()
    with pytest.raises(BadValue, match="is there already"):
        new_game("pig", tmp_path)
    assert not list((tmp_path / "pig").iterdir())
