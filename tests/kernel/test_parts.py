"""A mistake in a game is told with the file, the member and what was expected, and harms no other game."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import throwdown
from tests import looks as documented
from throwdown import conformance
from throwdown.conformance.scenes import a_piece_lies_in_one_place_is_explained_and_has_a_look_that_is_drawn
from throwdown.conformance.trial import Fault, Trial
from throwdown.kernel import binding, looks, parts, sources
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.game import Game, inspected

SKELETON = Path(conformance.__file__).parent / "skeleton"
SOURCE = Path(throwdown.__file__).parent
WEB = Path(__file__).parents[2] / "web" / "src"

MISTAKES = [
    (
        "heuristics.py",
        '"worth"]',
        '"worth", "setled"]',
        "heuristics.py: __all__ names 'setled' (did you mean 'settled'?)",
    ),
    (
        "heuristics.py",
        "MEAN = 3.5",
        "def setled(s):\n    return True\n\nMEAN = 3.5",
        "'setled' is no member: did you mean",
    ),
    (
        "heuristics.py",
        "MEAN = 3.5",
        "TRUST = 2.0\nMEAN = 3.5",
        "'TRUST' is a member, but __all__ does not name it",
    ),
    ("heuristics.py", "worth(s, seat, a)", "worth(s, a)", "worth(s, a) should be worth(s, seat, a)"),
    ("words.py", '"tell"]', '"told"]', "words.py: __all__ names 'told'"),
    ("words.py", ', "tell"]', "]", "words.py: 'tell' is a member, but __all__ does not name it"),
    ("words.py", "def heading(view: Any)", "def heading()", "heading() should be heading(view)"),
    (
        "words.py",
        "from typing import Any",
        "from typing import Anything",
        "words.py: cannot be imported: ImportError",
    ),
    ("words.py", "__all__ =", "NAMES =", "words.py: has no __all__"),
    ("scene.py", '"seat", seat=seat', '"seat", "rows", seat=seat', "has the layout 'rows'; known are row"),
    ("scene.py", '("turn",) if', '("trun",) if', "the plate of seat 0 has the state 'trun'"),
    (
        "rules.py",
        '"most_rolls", "i4"',
        '"rolls", "i4"',
        "OPTIONS has no field 'most_rolls' for the value 'most-rolls'",
    ),
    (
        "rules.py",
        '(("most_rolls", "i4"))',
        '(("most_rolls", "i4"), ("odd", "i4"))',
        "no value 'odd' for the field",
    ),
    ("rules.py", "EVENTS = FACES + 2", "EVENTS = '8'", "EVENTS is '8', where a int belongs"),
    ("rules.py", "@rule\ndef hide", "def hide", "hide(s, seat) is not compiled: it lacks '@rule'"),
    ("rules.py", "EVENTS = FACES + 2", "EVENTS = 0", "EVENTS is 0, where 1 or more belong"),
    (
        "rules.py",
        "from ...kernel.contract",
        "from throwdown.kernel.contract",
        "imports 'rule' by its full name",
    ),
    (
        "heuristics.py",
        "@rule\n",
        "@rule\ndef first(s):\n    return np.zeros(1, s.dtype)[0]\n\n\n@rule\n",
        "name the array in 'np.zeros(1, s.dtype)[0]', and use it as long as the record",
    ),
    (
        "tables.toml",
        'kind = "option"',
        'kind = "optoin"',
        "kind is 'optoin': needs one of option, table, text",
    ),
    ("tables.toml", 'mark = "H"', 'mark = "X"', "mark is 'X': needs one of S, R, H, P"),
    ("tables.toml", "value = 3", 'value = "3"', "most-rolls is a text, which rules cannot read"),
    ("tables.toml", "seats = [2, 4]\n", "", "tables.toml: [game] Object missing required field `seats`"),
    ("tables.toml", "seats = [2, 4]", "seats = [2, 4", "tables.toml: "),
    ("tables.toml", "value = 3\n", "", "tables.toml: [most-rolls] has no value"),
    ("tables.toml", "value = 3", "value = 30", "most-rolls is 30: needs a whole number from 1 to 9"),
    ("tables.toml", 'mark = "H"', 'mark = "H"\nread_by = "nobody"', "read_by of most-rolls is 'nobody'"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the skeleton, under a name that no other test uses: a process imports each but once."""
    return Path(shutil.copytree(SKELETON, tmp_path / tmp_path.name))


def test_the_skeleton_keeps_to_the_contract(folder):
    assert inspected(Game(folder)).title == "Highest Roll"


def test_a_piece_that_cites_a_clause_that_the_rules_have_not_is_found(folder):
    scene = folder / "scene.py"
    scene.write_text(scene.read_text("utf-8").replace('clause="X-2"', 'clause="X-2, X-99"'), "utf-8")
    with pytest.raises(Fault, match=re.escape("['X-99']")):
        a_piece_lies_in_one_place_is_explained_and_has_a_look_that_is_drawn(Trial(Game(folder), False))


@pytest.mark.parametrize(("file", "old", "new", "told"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_told_with_its_file_its_member_and_what_was_expected(folder, file, old, new, told):
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BrokenGame) as refusal:
        inspected(Game(folder))
    assert told in str(refusal.value)
    assert str(refusal.value).startswith(("tables.toml: no value", file))


@pytest.mark.parametrize("file", ["words.py", "scene.py", "heuristics.py", "RULES.md", "tables.toml"])
def test_a_file_that_every_game_needs_is_missed(folder, file):
    (folder / file).unlink()
    with pytest.raises(BrokenGame, match=file):
        inspected(Game(folder))


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("timming.py", "", "timming.py: is no file of the contract: did you mean 'timing.py'?"),
        ("example.toml", "", "example.toml: is no file of the contract: did you mean 'examples.toml'?"),
        ("timing.py", "def live(values):\n    return values['no-such']", "timing.py: KeyError: 'no-such'"),
        ("timing.py", "def live():\n    return False", "timing.py: live() should be live(values)"),
        (
            "arena.py",
            "def steadines(values):\n    return ''",
            "arena.py: __all__ names 'steadines' (did you mean",
        ),
        ("between.py", "frist = None", "between.py: __all__ names 'frist' (did you mean 'first'?)"),
        ("result.py", "rows = ()", "result.py: __all__ names 'rows'"),
    ],
)
def test_a_mistake_in_a_file_that_may_be_left_out_is_told_as_well(folder, file, text, told):
    member = text.removeprefix("def ").partition("(")[0].partition(" ")[0]
    (folder / file).write_text(f"{text}\n__all__ = [{member!r}]\n", "utf-8")
    with pytest.raises(BrokenGame) as refusal:
        inspected(Game(folder))
    assert told in str(refusal.value)


def test_what_a_game_leaves_out_has_the_default_that_the_contract_names(folder):
    game = inspected(Game(folder))
    assert not game.timing.live({})
    assert not game.arena.is_thrown({})
    assert game.between.first({}, 2) is None
    assert game.words.scores(None) is None
    assert game.words.side_of(None, 3) == 3


def test_every_file_and_member_of_the_contract_is_documented():
    assert all(f"``{name}" in str(parts.__doc__) for name in parts.DATA)
    for kind in parts.PARTS:
        assert kind.__doc__
        assert f"``{kind.file}.py``" in str(parts.__doc__)
        for name in binding.names_of(kind):
            is_constant = name not in vars(kind) or not callable(getattr(kind, name, None))
            assert is_constant or getattr(kind, name).__doc__, f"{kind.__name__}.{name}"


def test_no_code_outside_the_games_names_a_game():
    """What is asked of one game alone is asked through the contract."""
    names = {name for game in throwdown.all_games() for name in (game.key, game.key.replace("-", "_"))}
    named = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.value}"
        for path in SOURCE.rglob("*.py")
        if not path.is_relative_to(SOURCE / "games")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert not named, named


def test_the_browser_draws_every_look_and_layout_of_the_list_and_the_list_has_all():
    assert {path.stem for path in (WEB / "pieces").glob("*.svelte")} == set(looks.LOOKS)
    assert {path.stem for path in (WEB / "table" / "layouts").glob("*.svelte")} == set(looks.LAYOUTS)


def test_the_documented_list_of_looks_is_the_one_that_is_checked():
    assert documented.FILE.read_text("utf-8") == documented.text(), "run python -m tests.looks"


def test_compiled_code_depends_on_what_is_imported_and_not_on_words_in_the_text(tmp_path):
    """A game whose folder is called like a common word leaves the code of others as it is."""
    for name, text in {
        "rules": "from . import helper\nturns = 1  # never other",
        "helper": "",
        "other": "",
    }.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")

    def locate(name: str) -> Path | None:
        path = tmp_path / f"{name.removeprefix('game.')}.py"
        return path if name.startswith("game.") and path.is_file() else None

    assert [path.stem for path in sources.files_of(["game.rules"], locate)] == ["rules", "helper"]


def test_of_two_packages_with_one_name_the_second_is_broken(folder, tmp_path):
    namesake = Path(shutil.copytree(SKELETON, tmp_path / "elsewhere" / folder.name))
    Game(folder)
    with pytest.raises(BrokenGame, match=f"{folder.name}: a package of that name is already loaded"):
        Game(namesake)


def test_a_broken_game_is_listed_with_its_error_and_all_others_play(tmp_path):
    """As installed: a package whose entry point names a game, and one that names nothing."""
    shutil.copytree(SKELETON, tmp_path / "mended")
    broken = Path(shutil.copytree(SKELETON, tmp_path / "spoilt"))
    (broken / "words.py").write_text("__all__ = []\n", "utf-8")
    info = tmp_path / "games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: games\nVersion: 1.0\n", "utf-8")
    points = "[throwdown.games]\nspoilt = spoilt\nmended = mended\nabsent = no_such_package\n"
    (info / "entry_points.txt").write_text(points, "utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import throwdown; from throwdown.kernel.game import broken_games\n"
        "print(len(throwdown.all_games()), throwdown.load('mended').match(seed=1).awaited)\n"
        "for game in broken_games(): print(game.key, '|', game.reason)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[0] == f"{len(throwdown.all_games()) + 1} (0,)"
    assert lines[1] == "absent | absent: there is no package 'no_such_package'"
    assert lines[2] == "spoilt | words.py: notation(view, seat, event) is missing"
