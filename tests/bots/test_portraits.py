"""What is said of a level is read strictly, and is true of it."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import throwdown
from throwdown import conformance
from throwdown.bots.portraits import Claim, portraits_of
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.game import Game
from throwdown.lab.counts import Share
from throwdown.lab.portraits import CountedClaim, Held, look
from throwdown.lab.runs import Running

SKELETON = Path(conformance.__file__).parent / "skeleton"
PORTRAYED = [game.key for game in throwdown.all_games() if portraits_of(game)]
HABIT = "declares a reroll"


def portraits_in(folder, text):
    (copytree(SKELETON, folder / folder.name) / "portraits.toml").write_text(text, encoding="latin-1")
    return portraits_of(Game(folder / folder.name))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[novise]\nline = 'x'\nclaims = [{ habit = 'x' }]", "portraits.toml: 'novise' is no level"),
        ("[novice]\nline = 'x'\nclaims = [{ habit = 'sleeps' }]", "traits.py counts no habit 'sleeps'"),
        ("[novice]\nline = 'x'\nclaims = []", "Expected `array` of length >= 1 - at `$[...].claims`"),
        ("[novice]\nline = ''\nclaims = [{ habit = 'x' }]", "Expected `str` of length >= 1"),
        ("[novice]\nline = 'x'\nclaims = [{ habit = 'x', least = 101 }]", "Expected `float` <= 100"),
        ("[novice", "portraits.toml: "),
        ("[novice]\nline = 'é'", "portraits.toml: 'utf-8' codec can't decode"),
    ],
)
def test_a_file_of_portraits_that_says_something_else_is_refused(tmp_path, text, told):
    with pytest.raises(BrokenGame) as refusal:
        portraits_in(tmp_path, text)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("mean", "margin", "matches", "held"),
    [
        (0.30, 0.05, 50, Held.SHOWN),
        (0.22, 0.05, 50, Held.HOLDS),
        (0.10, 0.05, 50, Held.FALSE),
        (0.50, 0.05, 50, Held.FALSE),
        (0.30, 0.05, 4, Held.UNKNOWN),
    ],
)
def test_a_claim_is_false_where_the_interval_lies_beyond_its_bounds(mean, margin, matches, held):
    assert CountedClaim(Claim(HABIT, 20, 40), Share(mean, margin, matches)).held is held


def test_every_game_with_a_box_of_its_own_has_something_to_say_of_every_level():
    for game in throwdown.all_games():
        if not game.about.part_of:
            assert list(portraits_of(game)) == ["novice", "regular", "sharp", "master"], game.key


@pytest.mark.parametrize("key", PORTRAYED)
@pytest.mark.parametrize("level", ["novice", "regular"])
def test_what_is_said_of_a_level_that_does_not_search_is_true(key, level, tmp_path):
    """Twelve matches against itself; of those that search ``throwdown lab portraits`` has counted more."""
    found = look(throwdown.load(key), level, 12, 5, Running(tmp_path / "kept", cores=1))
    assert not [each for each in found.claims if each.held is Held.FALSE]
    assert [each for each in found.claims if each.held is not Held.UNKNOWN]
