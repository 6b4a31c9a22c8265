"""Every lesson of every game, replayed by the rules, and held to the position and to the rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import throwdown
from throwdown.conformance import Trial
from throwdown.kernel.game import Game
from throwdown.lessons import BadLesson, Lesson, lessons_of, play
from throwdown.lessons.script import FOLDER
from throwdown.server.lessons import told
from throwdown.server.rulebook import CLAUSE, blocks

GAMES = [game.key for game in throwdown.all_games()]
LESSONS = [(game.key, each.key) for game in throwdown.all_games() for each in lessons_of(game)]
TAUGHT = [key for key in GAMES if lessons_of(throwdown.load(key))]
SENTENCE = re.compile(r"[.!?](?:\s|$)")
LONGEST_SAY, LONGEST_WHY, MOST_SENTENCES = 9, 30, 2  # words, words, sentences


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


@pytest.mark.parametrize("key", TAUGHT)
def test_no_word_of_a_game_is_used_before_it_was_explained(key: str):
    lessons = lessons_of(throwdown.load(key))
    terms = {word for lesson in lessons for step in lesson.step for word in step.words}
    met: set[str] = set()
    for lesson in lessons:
        for step in lesson.step:
            met |= set(step.words)
            said = f"{step.say} {step.why} {step.again}".lower()
            early = [term for term in terms - met if re.search(rf"\b{re.escape(term)}s?\b", said)]
            assert not early, f"{lesson.key}, {step.title}: {early}"
            for word in step.words:
                assert word in said, f"{lesson.key}, {step.title}: {word!r} is not in its words"


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
