"""Table values of every game: what is refused and where, and that a file written is read back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import throwdown
from throwdown.kernel.errors import BadValue, BrokenGame
from throwdown.kernel.game import Game
from throwdown.kernel.tables import Value, in_effect, read

GAMES = throwdown.all_games()


def refusal(text: str, game: str = "dardz") -> str:
    with pytest.raises(BadValue) as refused:
        throwdown.load(game).read_values(text, "house.toml")
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "[card-points\n",
            "house.toml line 1: '[card-points' is not TOML: expected ']' at the end of a table declaration",
        ),
        ("[golden-points]\nvalue = = 3\n", "house.toml line 2: 'value = = 3' is not TOML: invalid value"),
        ("[golden-points]\nvalue = [12", "house.toml line 2: 'value = [12' is not TOML: unclosed array"),
        ("<html></html>", "house.toml line 1: '<html></html>' is not TOML: invalid statement"),
        (
            "[silver-points]\nvalue = 3\n",
            "house.toml line 1: unknown value 'silver-points'; known are card-points",
        ),
        ("# ours\n\n[golden-points]\nlabel = 'x'\n", "house.toml line 3: [golden-points] has no value"),
        (
            "# ours\n[golden-points]\nvalue = 31\n",
            "house.toml line 3: golden-points is 31: needs a whole number from 1 to 30",
        ),
        (
            "[golden-points]\nvalue = '10'\n",
            "line 2: golden-points is '10': needs a whole number from 1 to 30",
        ),
        ("[golden-points]\nvalue = true\n", "line 2: golden-points is True: needs a whole number"),
        ("[golden-points]\nvalue = 7.5\n", "line 2: golden-points is 7.5: needs a whole number"),
        (
            "[card-points]\nvalue = [1, 2]\n",
            "line 2: card-points is [1, 2]: needs 12 whole numbers from 1 to 30",
        ),
        ("[teams]\n\nvalue = 'yes'\n", "line 3: teams is 'yes': needs true or false"),
        ("[announce-ten]\nvalue = 'by cats'\n", "needs one of by the program, by the players"),
        ("[skull-text]\nvalue = ''\n", "line 2: skull-text is '': needs a text of at most 160 letters"),
        ('[skull-text]\nvalue = "a\\u0007"\n', "line 2: skull-text is 'a\\x07': needs a text"),
        (
            "[golden-points]\nvalue = 12\nmost = 90\n",
            "line 3: most of golden-points is 90: only its value may change",
        ),
        (
            "[golden-points]\nvalue = 12\nflavour = 'x'\n",
            "line 3: flavour of golden-points is 'x': only its value",
        ),
        ("golden-points = 12\n", "house.toml line 1: [golden-points] has no value"),
        (
            f"# ours\n[golden-points]\nvalue = {'1' * 5000}\n",
            f"house.toml line 3: '{'1' * 40}' ... is too long a number",
        ),
        (
            f"[golden-points]\nvalue = 0x{'f' * 5000}\n",
            "house.toml line 2: golden-points is too long to write: needs a whole number from 1 to 30",
        ),
        (f"[golden-points]\nvalue = {'[' * 5000}{']' * 5000}\n", "house.toml: lists are nested too deeply"),
        ("[game]\ntitle = 'Duello'\n", "house.toml line 2: this file is for 'Duello', not for 'DARDZ'"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_reason(text, why):
    assert why in refusal(text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_games_own_file_is_read_and_changes_nothing(game: Game):
    text = (game.folder / "tables.toml").read_text(encoding="utf-8")
    assert game.read_values(text) == {value.key: value.value for value in game.values}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_value_says_what_it_is_and_what_a_change_must_satisfy(game: Game):
    for value in game.values:
        assert value.label
        assert value.mark in ("S", "R", "H", "P")
        assert value.needs()
        assert not value.names or len(value.names) == value.length
        if isinstance(value.value, (int, list)) and not isinstance(value.value, bool):
            assert value.least is not None
            assert value.most is not None
        with pytest.raises(BadValue, match=value.key):
            value.check(object())


def other(value: Value) -> st.SearchStrategy:
    """Any value that may stand for this one."""
    if value.choices:
        return st.sampled_from(value.choices)
    if isinstance(value.value, bool):
        return st.booleans()
    if isinstance(value.value, str):
        letters = st.characters(exclude_categories=("C", "Z"))
        return st.text(letters, min_size=1, max_size=value.most or 400)
    least = value.least if value.least is not None else -(10**6)
    numbers = st.integers(least, value.most if value.most is not None else 10**6)
    if isinstance(value.value, int):
        return numbers
    if value.total is not None:
        return st.permutations(value.value).map(list)
    return st.lists(numbers, min_size=value.length, max_size=value.length).filter(value._fits)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_file_that_is_written_is_read_back(game: Game, data):
    wishes = st.fixed_dictionaries({}, optional={value.key: other(value) for value in game.values})
    chosen = {
        key: new
        for key, new in data.draw(wishes).items()
        if any(v.key == key and v._fits(new) for v in game.values)
    }
    text = game.write_values(chosen, "Saturday")
    assert game.check(game.read_values(text)) == game.check(chosen)
    assert text.startswith("# Saturday\n")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_plays_on_with_any_file_that_passes(game: Game):
    rng = random.Random(5)
    for _ in range(3):
        chosen = {value.key: extreme(value, rng) for value in game.values if value.kind == "table"}
        match = game.match(game.seats[0], seed=1, values=game.read_values(game.write_values(chosen)))
        for _ in range(40):
            if not match.over:
                seat = rng.choice(match.awaited)
                match.play(seat, rng.choice(match.legal_events(seat)))
        assert match.log


def extreme(value: Value, rng: random.Random):
    """A value at the edge of what may be, where it has edges."""
    if isinstance(value.value, bool) or value.choices or value.total is not None or value.least is None:
        return value.value
    edges = [edge for edge in (value.least, value.most) if edge is not None]
    if isinstance(value.value, int):
        return rng.choice(edges)
    if isinstance(value.value, list):
        found = [rng.choice(edges) for _ in value.value]
        return found if value._fits(found) else value.value
    return value.value


@pytest.mark.parametrize("colour", ["red", "white", "blue"])
def test_dice_without_a_sword_are_refused_for_no_card_would_ever_be_defeated_cd_2_cd_17(colour: str):
    text = f"[{colour}-swords]\nvalue = [0, 0, 0, 0, 0, 0]\n"
    assert refusal(text, "command-dice") == (
        f"house.toml line 2: {colour}-swords is [0, 0, 0, 0, 0, 0]: needs 6 whole numbers from 0 to 6 "
        "that add up to 1 or more"
    )


def test_a_match_with_the_fewest_swords_comes_to_its_end_cd_17():
    fewest = [1, 0, 0, 0, 0, 0]
    values = {f"{colour}-swords": fewest for colour in ("red", "white", "blue")}
    match = throwdown.load("command-dice").match(2, seed=1, values=values)
    match.play_at_random(1)
    assert match.over


def test_an_option_for_other_numbers_of_seats_is_refused():
    with pytest.raises(BadValue, match="teams is for 4, 6 or 8 seats, not 3"):
        throwdown.load("dardz").match(3, values={"teams": True})
    assert throwdown.load("dardz").match(4, values={"teams": True}).values["teams"] is True


CONDITIONS = [
    # key, seats, changed, other values with which it has no effect
    ("duello", "tie-breaker", 3, True, {}),
    ("duello", "fold-points", 3, "all dice left", {"wagering": True}),
    ("duello", "fold-points", 2, "all dice left", {}),
    ("duello", "drawn-pot", 2, "stays for the next game", {}),
    ("duello", "first-bettor", 2, 1, {}),
    ("duello", "chips", 2, [7] * 8, {}),
    ("duello", "pot", 2, 90, {}),
    ("duello", "most-bet", 2, 1, {}),
    ("dardz", "target", 4, 30, {"teams": True}),
    ("dardz", "team-target", 4, 30, {}),
    ("kadoova-duel", "goal", 2, 1000, {}),
    ("kadoova-duel", "most-turns", 2, 12, {}),
    ("kadoova-duel", "all-cards", 2, [9, 0, 1], {}),
    ("kadoova-duel", "lose-bets", 2, "in every duel", {"two-seats": "to 10,000"}),
    ("kadoova-duel", "charges", 3, "holds at once", {}),
    ("war", "war-ties", 2, "all of the round", {}),
    ("chicken", "chicken-mat", 2, "the challenged for both", {"throws": "drawn"}),
    ("chicken", "chicken-bands-more", 2, [1, 2, 3], {"chicken-band-count": 5}),
    ("hare-vs-tortoise", "track-more", 2, [1] * 12, {"track-spaces": 12}),
    ("quick-draw", "pace-base", 2, 1, {"timing": "live"}),
]


@pytest.mark.parametrize(("game", "key", "seats", "changed", "others"), CONDITIONS)
def test_a_value_that_has_no_effect_at_a_table_changes_nothing_there(game, key, seats, changed, others):
    game = throwdown.load(game)
    assert key not in {value.key for value in in_effect(game.values, others, seats)}
    walks = [walked(game, seats, {**others, **more}) for more in ({}, {key: changed})]
    assert walks[0] == walks[1]


def walked(game: Game, seats: int, values: dict) -> tuple:
    """The first moves of a match at random, and how it stands after them."""
    match = game.match(seats, seed=3, values=values, engine=game.loops(False))
    rng = random.Random(4)
    while not match.over and len(match.log) < 150:
        seat = rng.choice(match.awaited)
        match.play(seat, rng.choice(match.legal_events(seat)))
    return match.log, match.points, match.over


def test_a_value_has_its_effect_where_what_it_depends_on_is_in_force():
    def keys(game: str, seats: int, **chosen) -> set[str]:
        return {value.key for value in in_effect(throwdown.load(game).values, chosen, seats)}

    assert {"fold-points", "first-bettor"} <= keys("duello", 2, wagering=True)
    assert "tie-breaker" in keys("duello", 2)
    assert "felled-die" not in keys("horse-shoes", 2)  # KD-D7: by hand it is read where it lies
    assert "felled-die" in keys("horse-shoes", 2, throws="drawn")
    assert {"goal", "most-turns", "all-cards"} <= keys("kadoova-duel", 2, **{"two-seats": "to 10,000"})
    # Three seats have no short game.
    assert {"goal", "lose-bets", "axe-cards"} <= keys("kadoova-duel", 3)
    assert "team-target" in keys("dardz", 4, teams=True)
    # Three seats have no teams, whatever was chosen before their number.
    assert "target" in keys("dardz", 3, teams=True)
    assert "team-target" not in keys("dardz", 3, teams=True)


def test_where_a_value_has_its_effect_is_told_in_words():
    where = {
        value.key: value.where()
        for game in ("duello", "kadoova-duel")
        for value in throwdown.load(game).values
    }
    assert where["wagering"] == ""
    assert where["fold-points"] == "for 2 seats, with wagering=true"
    assert where["goal"] == 'not with two-seats="twelve duels"'
    assert where["viking-time"] == 'with timing="live" or "simulated"'


@pytest.mark.parametrize(
    ("when", "why"),
    [
        ("{ wagers = [true] }", "size depends on 'wagers'"),
        ("{ both = [true] }", "size depends on 'both'"),
        ("{ bets = [3] }", "bets is 3: needs true or false"),
    ],
)
def test_a_condition_on_what_cannot_be_is_refused_when_a_game_is_read(tmp_path, when, why):
    about = '[game]\ntitle = "T"\nline = "T."\nseats = [2, 2]\nminutes = [1, 2]\nversion = 1\n'
    option = 'kind = "option"\nlabel = "L"\nvalue = false\nmark = "H"\nclause = "T-1"\n'
    text = (
        f"{about}[bets]\n{option}[both]\n{option}when = {{ bets = [true] }}\n[size]\n{option}when = {when}\n"
    )
    (tmp_path / "tables.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BrokenGame, match=why):
        read(tmp_path / "tables.toml")


def test_a_tables_file_opens_a_match(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("[golden-points]\nvalue = 12\n", encoding="utf-8")
    game = throwdown.load("dardz")
    assert game.match(values=game.values_in(file)).values["golden-points"] == 12
    file.write_bytes(b"\xff\xfe")
    for unreadable in (file, tmp_path / "no such file"):
        with pytest.raises(BadValue, match=f"cannot read .*{unreadable.name}"):
            game.values_in(unreadable)


def test_kadoova_duel_is_thrown_where_people_sit_and_drawn_where_programs_play_kd22() -> None:
    game = throwdown.load("kadoova-duel")
    throws = next(value for value in game.values if value.key == "throws")
    assert (throws.at_table, throws.value) == ("thrown", "drawn")
    assert game.match(seats=2, seed=1).values["throws"] == "drawn"
