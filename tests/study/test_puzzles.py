"""Puzzles: those that ship hold by the rules, are solved alike with other dice, and show nothing hidden."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import islice

import msgspec
import pytest
from msgspec import structs

import throwdown
from tests.study.small import reference
from throwdown.bots import sight, warm
from throwdown.kernel import rng
from throwdown.kernel.errors import BadValue
from throwdown.kernel.log import RESIGN
from throwdown.server.teaching.puzzles import answer, daily, find, offered, told
from throwdown.study.hints import Count
from throwdown.study.mining import Mine
from throwdown.study.puzzles import (
    FOLDER,
    PEOPLE,
    BadPuzzle,
    Puzzle,
    Rating,
    puzzles_of,
    read_folder,
    read_mined,
    written,
)
from throwdown.study.solving import ERRORS, LEAST, is_open, lead_over
from throwdown.study.worker import LOOKED, Search, looked_through

GAMES = [game for game in throwdown.all_games() if puzzles_of(game)]
ANEW, PLAYOUTS, RIVALS = 2, 500, 3  # puzzles of a game, and choices beside the best, that are counted again


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_best_choice_of_every_puzzle_leads_all_others_and_is_not_the_rule_of_thumbs(game):
    mined = read_mined(game.folder / FOLDER)
    assert mined
    assert mined.version == game.version
    for puzzle in puzzles_of(game):
        best, *others = puzzle.choices
        assert best.text != puzzle.thumb
        assert {puzzle.thumb, puzzle.played} <= {each.text for each in puzzle.choices}
        assert all(each.less >= LEAST - 1e-4 for each in others), puzzle.key
        assert all(each.less >= ERRORS * (each.error - 1e-4) for each in others), puzzle.key
        assert int(puzzle.key.split("-")[0]) < mined.matches


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_puzzles_solved_anew_with_other_dice_come_to_the_same_choice_and_lead(game):
    """Of how far the new lead may lie from the old one, four standard errors of both are allowed: of ten
    puzzles one fails by chance in some 2,000 runs."""
    warm(game)
    all_of = puzzles_of(game)
    for puzzle in all_of[:: max(1, len(all_of) // ANEW)][:ANEW]:
        match = puzzle.match(game)
        assert is_open(match, puzzle.seat)
        seen = sight(match, puzzle.seat)
        named = dict(zip(match.texts(puzzle.seat, seen.legal), seen.legal, strict=True))
        best, *rivals = [named[each.text] for each in puzzle.choices[: RIVALS + 1]]
        count = Count(seen, 3, [best, *rivals])
        count.keep([best, *rivals])
        count.add(PLAYOUTS)
        assert count.thumb == named[puzzle.thumb]
        for rival, then in zip(rivals, puzzle.choices[1:], strict=False):
            lead, error = lead_over(count, best, rival)
            assert lead > 0, (puzzle.key, then.text)
            assert abs(lead - then.less) <= 4 * (error**2 + then.error**2) ** 0.5, (puzzle.key, then.text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_page_is_told_what_the_seat_sees_and_no_answer(game):
    puzzle = puzzles_of(game)[0]
    match = puzzle.match(game)
    page = told(find(game, puzzle.key))
    assert page.steps.steps[-1].scene == match.unaided(puzzle.seat)
    match.engine.guess(other := match.seen(puzzle.seat), puzzle.seat, rng.generator(5))
    match.state[:] = other
    assert page.steps.steps[-1].scene == match.unaided(puzzle.seat)
    assert "chance" not in msgspec.to_builtins(page)
    rated = answer(find(game, puzzle.key)).choices
    assert sorted(each.event for each in rated) == sorted(match.legal_events(puzzle.seat))
    leads = [rated[0].chance - each.chance for each in rated]
    assert leads == pytest.approx([min(each.less, rated[0].chance) for each in puzzle.choices])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_puzzle_offers_the_choices_of_the_table_and_proposes_none(game):
    for puzzle in puzzles_of(game):
        match = puzzle.match(game)
        aided, shown = match.scene(puzzle.seat), match.unaided(puzzle.seat)
        assert [(each.event, each.name, each.takes) for each in shown.choices] == [
            (each.event, each.name, each.takes) for each in aided.choices
        ]
        states = {state for zone in shown.zones for piece in zone.pieces for state in piece.states}
        assert not states & {"preset", "reach"}, puzzle.key


def test_a_puzzle_of_kadice_tells_neither_what_a_change_would_match_nor_the_chance_of_a_hold():
    game = throwdown.load("kadice")
    puzzle = next(
        each for each in puzzles_of(game) if "would match" in each.match(game).scene(each.seat).now.note
    )
    shown = msgspec.json.encode(told(find(game, puzzle.key))).decode()
    assert all(
        words not in shown for words in ("would match", "nothing yet", "→", "of cases", "cannot eliminate")
    )
    assert puzzle.match(game).unaided(puzzle.seat).now.note.endswith("matches nothing.")
    assert answer(find(game, puzzle.key)).why


def test_the_puzzle_of_a_day_is_the_same_all_day_and_games_take_turns():
    days = [daily(date(2026, 11, 23) + timedelta(each)) for each in range(len(offered()))]
    assert days == [daily(date(2026, 11, 23) + timedelta(each)) for each in range(len(offered()))]
    assert {day.game for day in days if day} == {game.game for game in offered()}


def test_mining_that_was_stopped_goes_on_to_the_same_puzzles(tmp_path):
    game = reference("liars_dice")
    found = dict[str, list[str]]()
    for name, stops in {"at once": (6,), "in two": (2, 6)}.items():
        for matches in stops:
            search = Mine(game, tmp_path / name, "regular")
            for _ in search.go_on(matches):
                pass
        found[name] = [path.read_text() for path in sorted((tmp_path / name).iterdir())]
        assert search.mined.matches == 6
    assert found["at once"] == found["in two"]
    assert search.mined.choices > 6
    assert len(read_folder(tmp_path / "in two")) == len(found["in two"]) - 1
    with pytest.raises(BadValue, match="not of greedy"):
        Mine(game, tmp_path / "in two", "greedy")


def test_puzzles_of_a_short_game_say_that_they_are_of_one_ka18(tmp_path):
    game = throwdown.load("kadice")
    [(match, played)] = islice(Mine(game, tmp_path, "regular", {"cards-each": 3})._positions(0), 1)
    assert match.values["cards-each"] == 3
    texts = match.legal(0)
    choices = tuple(Rating(text, 0.5, 0.0, 0.0, 0.0) for text in texts)
    here = match.texts(0, [played])[0]
    puzzle = Puzzle("regular", 0, texts[0], here, 1, choices, match.transcript())
    (tmp_path / "0-1.toml").write_text(written(puzzle), encoding="utf-8")
    [kept] = read_folder(tmp_path)
    assert kept.match(game).values["cards-each"] == 3
    with pytest.raises(BadValue, match="cards-each"):
        Mine(game, tmp_path, "regular", {"cards-each": 40})


@pytest.mark.parametrize("game", GAMES[:1], ids=lambda game: game.key)
def test_a_match_of_people_gives_the_puzzle_that_a_match_of_bots_with_the_same_choices_gives(game):
    puzzle = puzzles_of(game)[0]
    match = puzzle.match(game)
    legal = match.legal_events(puzzle.seat)
    made = legal[match.texts(puzzle.seat, legal).index(puzzle.played)]
    log = [*((entry.seat, entry.event) for entry in match.log), (puzzle.seat, made), (puzzle.seat, RESIGN)]
    search = Search(game.key, match.seats, {}, (), log, after=len(match.log))
    looked = [LOOKED.decode(line) for line in looked_through(search)]
    assert [each.n for each in looked] == [len(match.log) + 1]
    found = looked[0].puzzle
    assert found
    assert [each.text for each in found.choices] == [each.text for each in puzzle.choices]
    assert [each.less for each in found.choices] == pytest.approx(
        [each.less for each in puzzle.choices], abs=1e-4
    )
    assert (found.thumb, found.played, found.level) == (puzzle.thumb, puzzle.played, PEOPLE)
    assert len(list(looked_through(structs.replace(search, most=0)))) == 0


def test_a_file_that_is_no_puzzle_is_refused_by_its_name(tmp_path):
    (tmp_path / "1-2.toml").write_text("level = 3\n")
    with pytest.raises(BadPuzzle, match=r"1-2\.toml: .*level"):
        read_folder(tmp_path)
