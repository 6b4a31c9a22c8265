"""A thirteenth duel is one new folder: that of CONTRIBUTING.md, in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import throwdown

GUIDE = Path(__file__).parents[3] / "CONTRIBUTING.md"
LISTING = re.compile(r"`(duels/pairs/[\w.]+|tables\.toml)`:\n\n```\w+\n(.*?)```", re.DOTALL)
PLAY = """
import random
import throwdown
from throwdown.conformance import Trial, scenes
from throwdown.kernel.chance import Reported
from throwdown.kernel.game import broken_games

assert not broken_games(), broken_games()

def play(match, is_over):
    choice = random.Random(1)
    while not is_over(match.truth()):
        seat = match.awaited[0]
        texts = match.legal(seat)
        assert match.scene(0).choices or seat
        match.play(seat, "pairs-choose" if "pairs-choose" in texts else choice.choice(texts))
    return match.truth()

alone = throwdown.load("pairs")
for check in (
    scenes.the_rules_can_be_read_and_every_value_names_its_clause,
    scenes.a_piece_lies_in_one_place_is_explained_and_has_a_look_that_is_drawn,
):
    check(Trial(alone, is_compiled=False))
match = alone.match(2, chance=Reported())
view = play(match, lambda view: match.over)
assert sorted(view.score[:2]) == [0, 1000]
assert view.die[view.winner][0] == view.die[view.winner][1] > 0
whole = throwdown.load("kadoova-duel").match(3, chance=Reported())
view = play(whole, lambda view: view.drawn >= 0 and view.winner >= 0)
print(whole.game.words.heading(view), match.scene(0).now.title, sep="; ")
"""


def test_the_folder_of_the_guide_is_a_duel_of_the_whole_game_and_a_game_of_its_own(tmp_path):
    home = tmp_path / "throwdown"
    shutil.copytree(
        Path(throwdown.__file__).parent, home, ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    whole = home / "games" / "kadoova_duel"
    pairs = whole / "duels" / "pairs"
    pairs.mkdir()
    (pairs / "__init__.py").touch()
    for name, text in LISTING.findall(GUIDE.read_text("utf-8")):
        if name != "tables.toml":
            (whole / name).write_text(text, "utf-8")
        elif "[pairs-cards]" in text:
            with (whole / name).open("a", encoding="utf-8") as file:
                file.write(f"\n{text}")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert ", Pairs; {" in done.stdout
    assert "won Pairs: 1,000." in done.stdout
