"""Every lesson of every game, replayed by the rules, and held to the position and to the rulebook."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

import throwdown
from throwdown.conformance import Trial
from throwdown.kernel.game import Game
from throwdown.lessons import BadLesson, Lesson, lessons_of, play
from throwdown.lessons.script import FOLDER, Part
from throwdown.server.teaching.lessons import told
from throwdown.server.teaching.rulebook import CLAUSE, blocks, rules_of

GAMES = [game.key for game in throwdown.all_games()]
LESSONS = [(game.key, each.key) for game in throwdown.all_games() for each in lessons_of(game)]
FIVE = [key for key in GAMES if not throwdown.load(key).about.part_of]
TAUGHT = [key for key in GAMES if lessons_of(throwdown.load(key))]
VOCABULARY = tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text(encoding="utf-8"))
NUMBER = re.compile(r"\b[A-Z]{2}-[A-Z]?\d+\b")  # as in web/src/state/rules.ts
SENTENCE = re.compile(r"[.!?](?:\s|$)")
LONGEST_SAY, LONGEST_WHY, MOST_SENTENCES = 9, 30, 2  # words, words, sentences
WORDS_A_MINUTE, A_STEP = 160, 0.1  # of a slow reader; minutes for what is tapped and seen
HALF = 0.5  # minutes: promises are whole ones


def lesson_of(key: str, name: str) -> tuple[Game, Lesson]:
    game = throwdown.load(key)
    return game, next(lesson for lesson in lessons_of(game) if lesson.key == name)


def marked(game: Game) -> dict[str, bool]:
    """The clauses of a rulebook, and which of them are needed for a first match."""
    found = filter(None, map(CLAUSE.match, blocks(game.rules_text)))
    return {clause[1]: clause[3] == "taught" for clause in found}


@pytest.mark.parametrize(("key", "name"), LESSONS)
def test_every_move_of_a_lesson_is_legal_and_every_claim_about_its_position_is_true(key: str, name: str):
    game, lesson = lesson_of(key, name)
    beats = play(game, lesson, game.loops(False))
    assert len(beats) == len(lesson.step)
    assert sum(bool(step.claims) for step in lesson.step) >= len(lesson.step) / 2
    assert beats[-1].event == -1


@pytest.mark.parametrize(("key", "name"), LESSONS)
def test_a_coach_says_one_thing_at_a_time_in_few_words_about_a_clause_that_exists(key: str, name: str):
    game, lesson = lesson_of(key, name)
    known = marked(game)
    assert set(lesson.coach) <= set(known)
    for step in lesson.step:
        assert len(step.say.split()) <= LONGEST_SAY, step.say
        assert len(step.why.split()) <= LONGEST_WHY, step.why
        assert len(SENTENCE.findall(step.why)) <= MOST_SENTENCES, step.why
        assert not [clause for clause in (step.clause, *step.teaches) if clause not in known], step.title
        for words in (step.say, step.why, step.again, step.otherwise, *step.wrong.values()):
            assert not words or words.endswith((".", "!", "?")), words


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_first_lesson_of_a_few_minutes_and_a_duel_one_of_a_minute(key: str):
    """A slow reader is through in the time that the lobby promises, and not in half of it."""
    game = throwdown.load(key)
    first, *others = lessons_of(game)
    least, most = (1, 1) if game.about.part_of else (3, 6)
    assert least <= first.minutes <= most
    assert game.about.part_of or others, "a second lesson shows its depth"
    for lesson in (first, *others):
        words = sum(len(f"{step.title} {step.say} {step.why}".split()) for step in lesson.step)
        minutes = words / WORDS_A_MINUTE + len(lesson.step) * A_STEP
        assert lesson.minutes / 2 <= minutes <= lesson.minutes + HALF, f"{lesson.key}: {minutes:.1f} minutes"


@pytest.mark.parametrize("key", FIVE)
def test_a_first_lesson_shows_the_aim_a_turn_the_choice_the_mistake_and_the_end(key: str):
    """The mistake is told to everybody, and not only to who makes it in the lesson."""
    steps = lessons_of(throwdown.load(key))[0].step
    assert {part for step in steps for part in step.shows} == set(get_args(Part))
    assert "aim" in steps[0].shows
    assert "end" in steps[-1].shows
    assert all("Most people" in step.why for step in steps if "mistake" in step.shows)


@pytest.mark.parametrize("key", TAUGHT)
def test_every_clause_that_a_first_match_needs_is_spoken_by_a_lesson(key: str):
    game = throwdown.load(key)
    needed = {clause for clause, is_taught in marked(game).items() if is_taught}
    spoken = {
        clause
        for lesson in lessons_of(game)
        for step in lesson.step
        for clause in (step.clause, *step.teaches)
    }
    assert needed, "no clause of its rulebook is marked as taught"
    assert needed <= spoken, sorted(needed - spoken)


def used(term: str, said: Iterable[str]) -> bool:
    """Whether ``term`` is among the words that are said, in any number or tense."""
    return bool(re.search(rf"\b{re.escape(term.removesuffix('e'))}(e?[sd]|e?)\b", " ".join(said).lower()))


@pytest.mark.parametrize("key", TAUGHT)
def test_no_term_of_a_rulebook_is_used_before_a_lesson_has_explained_it(key: str):
    game = throwdown.load(key)
    terms: list[str] = VOCABULARY[key]
    assert not [term for term in terms if not used(term, [game.rules_text])], "no term of its rulebook"
    met: set[str] = set()
    for lesson in lessons_of(game):
        for step in lesson.step:
            answers = (step.otherwise, *step.wrong.values())
            for word in step.words:
                assert used(word, (step.say, step.why)), f"{lesson.key}, {step.title}: {word!r} is not said"
            met |= set(step.words)
            said = (step.title, step.say, step.why, step.again, *answers)
            early = [term for term in terms if term not in met and used(term, said)]
            assert not early, f"{lesson.key}, {step.title}: {early}"
        early = [term for term in terms if term not in met and used(term, lesson.coach.values())]
        assert not early, f"the coach after {lesson.key}: {early}"


@pytest.mark.parametrize(("key", "name"), LESSONS)
def test_what_a_browser_is_told_of_a_lesson_follows_on_event_by_event(key: str, name: str):
    whole = told(throwdown.load(key), name)
    after = 0
    for step in whole.steps:
        assert step.steps.after == after
        after = step.steps.steps[-1].n
        scene = step.steps.steps[-1].scene
        assert scene is not None
        assert step.event == -1 or step.event in [choice.event for choice in scene.choices]


def broken(tmp_path: Path, change: tuple[str, str]) -> str:
    """What is said of Duello's first lesson with a change."""
    game = throwdown.load("duello")
    text = (game.folder / FOLDER / "first.toml").read_text()
    assert change[0] in text
    copy = type(game)(game.folder, game.key)
    copy.folder = tmp_path
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "first.toml").write_text(text.replace(*change, 1))
    with pytest.raises(BadLesson) as caught:
        play(copy, lessons_of(copy)[0], game.loops(False))
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"stocks[0] == 10"', '"stocks[0] == 9"'), "step 1: the claim 'stocks[0] == 9' is not true"),
        (('"stocks[0] == 10"', '"stokks[0] == 10"'), "step 1: cannot read the claim 'stokks[0] == 10'"),
        (("1: 4 4 4", "1: 1 1 1"), "step 2: illegal event '1 1 1' for seat 1"),
        (('do = "2 3 5"', 'do = "2 2 2"'), "step 2: '2 2 2' is none of the choices"),
        (("title = ", "titel = "), "Object contains unknown field `titel`"),
    ],
)
def test_a_lesson_that_does_not_hold_is_refused_with_its_step_and_what_was_written(
    tmp_path: Path, change: tuple[str, str], said: str
):
    assert said in broken(tmp_path, change)


@pytest.mark.parametrize("key", GAMES)
def test_clauses_name_others_of_the_same_rulebook_which_the_rules_sheet_makes_links(key: str):
    clauses = [each for section in rules_of(throwdown.load(key)).sections for each in section.clauses]
    named = {number for each in clauses for number in NUMBER.findall(each.text)}
    assert named, "no clause leads to another"
    assert named <= {each.number for each in clauses}


@pytest.mark.parametrize("key", GAMES)
def test_every_scene_names_a_clause_and_every_choice_among_several_says_what_it_brings(key: str):
    """The clause is one of the rulebook's; what a choice brings is the reason that a hint gives."""
    game = throwdown.load(key)
    known = marked(game)
    for seats in {game.seats[0], game.seats[1]}:
        match = game.match(seats, seed=seats, engine=game.loops(False))
        for seat, event in Trial(game, is_compiled=False).walk(match, 3, 160):
            scene = match.scene(seat)
            assert scene.clause in known, f"{scene.clause!r} before {event} of seat {seat}"
            if len(scene.choices) > 1:
                assert [choice.text for choice in scene.choices if not choice.note.endswith((".", "!"))] == []
