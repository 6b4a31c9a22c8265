"""Verbs: what differs from duel to duel is answered by the duel that is on, and by nobody by mistake."""

from __future__ import annotations

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
    with pytest.raises(ValueError, match=r"chicken\.rules\.bust in __all__ answers no verb"):
        alone.make.__wrapped__("throwdown.games.kadoova_duel.duels.war")


def test_an_answer_with_other_arguments_than_its_verb_is_refused():
    def may_move(s, seat):
        return False

    with pytest.raises(TypeError, match=r"may_move\(s, seat, die\) should be may_move\(s, seat\)"):
        verbs.verb(may_move)


@pytest.mark.parametrize("key", ["kadoova-duel", "class-warfare"])
def test_what_a_game_is_compiled_from_counts_the_rules_of_every_duel(key):
    files = set(compiled._sources(throwdown.load(key).folder))
    own = [path for path in files if path.name == "rules.py" and path.parents[1].name == "duels"]
    assert len(own) == len(register.FACTS)
