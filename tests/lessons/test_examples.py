"""The examples of the rules: positions that the rules lead to, with claims that they bear out."""

from __future__ import annotations

import pytest

import throwdown
from throwdown.lessons import BadLesson
from throwdown.lessons.examples import drawn, examples_of
from throwdown.server.teaching.rulebook import rules_of

GAMES = [game.key for game in throwdown.all_games()]
MANY, OF_A_DUEL = 8, 1  # clauses with an example; a duel has one main clause


@pytest.mark.parametrize("key", GAMES)
def test_the_main_clauses_of_every_game_have_an_example_that_the_rules_bear_out(key: str):
    game = throwdown.load(key)
    shown = drawn(game, game.loops(False))
    assert len({each.clause for each in shown}) >= (OF_A_DUEL if game.about.part_of else MANY)
    assert all(example.claims for example in examples_of(game))
    told = [
        example
        for section in rules_of(game).sections
        for clause in section.clauses
        for example in clause.examples
    ]
    assert len(told) == len(shown), "an example is of a clause that the rulebook does not have"


def test_an_example_that_the_rules_do_not_bear_out_is_refused_with_its_claim(monkeypatch: pytest.MonkeyPatch):
    game = throwdown.load("command-dice")
    wrong = throwdown.lessons.examples.Example("CD-8", "first", 2, "", (), ("is_legal('5h W1 B3')",))
    monkeypatch.setattr("throwdown.lessons.examples.examples_of", lambda _: (wrong,))
    with pytest.raises(BadLesson, match=r"first, step 2: the claim .* is not true"):
        drawn(game, game.loops(False))
