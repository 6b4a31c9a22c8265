"""The rules beside the oracles; ``python -m tests.lockstep`` plays all matches of every case."""

from __future__ import annotations

import pytest

from tests.lockstep.cases import CASES, Case

SHARE = 25  # one match of so many is played here


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rules_and_oracle_allow_the_same_events_all_match_long(case: Case):
    pair = case.begin(is_compiled=True)
    matches = max(4, case.matches // SHARE)
    assert sum(pair.match(seed) for seed in range(matches)) > case.least * matches


@pytest.mark.parametrize("case", [case for case in CASES if case.interpreted], ids=lambda case: case.name)
def test_the_interpreted_rules_go_in_step_with_the_oracle_too(case: Case):
    pair = case.begin(is_compiled=False)
    matches = case.interpreted
    assert sum(pair.match(seed) for seed in range(matches)) > case.least * matches
