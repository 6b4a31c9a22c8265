"""Verbs: what differs from duel to duel is answered by the duel that is on, and by nobody by mistake."""

from __future__ import annotations

import importlib

import pytest

import throwdown
from throwdown.games.kadoova_duel import alone
from throwdown.games.kadoova_duel.duels import register, verbs
from throwdown.games.kadoova_duel.duels.chicken import rules as chicken
from throwdown.kernel import compiled


def test_every_function_that_a_duel_names_answers_a_verb(monkeypatch):
    throwdown.load("kadoova-duel")
    assert verbs.strangers() == []
    monkeypatch.setattr(chicken, "__all__", [*chicken.__all__, "bust"])
    assert verbs.strangers() == ["chicken.rules.bust"]


def test_a_duel_that_names_a_function_that_answers_no_verb_cannot_be_played_alone(monkeypatch):
    home = str(throwdown.load("chicken").rules.__package__).rpartition(".")[0]
    own = importlib.import_module(f"{home}.duels.chicken.rules")
    monkeypatch.setattr(own, "__all__", [*own.__all__, "bust"])
    with pytest.raises(ValueError, match=r"chicken\.rules\.bust in __all__ answers no verb"):
        alone.refuse_strangers(home)


def test_an_answer_with_other_arguments_than_its_verb_is_refused():
    def may_move(s, seat):
        return False

    with pytest.raises(TypeError, match=r"may_move\(s, seat, die\) should be may_move\(s, seat\)"):
        verbs.verb(may_move)


def own_rules(key: str) -> set[str]:
    """The duels whose rules a game is compiled from."""
    files = compiled._sources(throwdown.load(key).folder)
    return {path.parent.name for path in files if path.name == "rules.py" and path.parents[1].name == "duels"}


def test_the_whole_game_is_compiled_from_the_rules_of_every_duel():
    assert len(own_rules("kadoova-duel")) == len(register.FACTS)


def test_a_duel_played_alone_is_compiled_from_its_own_rules_and_those_that_break_its_ties_kd11():
    assert own_rules("class-warfare") == {"class_warfare", "quick_draw"}
    assert own_rules("quick-draw") == {"quick_draw"}
