"""The rest of a round of KA'DICE! between two, as ``python -m tests.lab.rounds`` works it out."""

from __future__ import annotations

import throwdown
from tests.lab.rounds import FIRST_MATCH, choices_of


def test_no_choice_of_a_match_is_worth_more_than_the_best_and_the_rule_of_thumb_loses_little() -> None:
    game = throwdown.load("kadice").compile(players=True)
    losses = [choice.loss for choice, _ in choices_of(game, "greedy", FIRST_MATCH)]
    assert min(losses) > -1e-9
    assert 0.0 < sum(losses) / len(losses) < 0.004
