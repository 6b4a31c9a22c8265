"""The score sheet of a game comes to what its rules come to, and refuses no line of a match played."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from tests.sheets import CASES, Case, evaluated, kadoova_lowered

FEW = 3


def compare(key: str, seeds: Iterable[int]) -> int:
    """The number of lines of these matches; fails where a sheet differs from the rules."""
    cases = [CASES[key](seed) for seed in seeds]
    for seed, (case, found) in enumerate(zip(cases, evaluated(cases), strict=True)):
        told = f"{key}, match {seed}"
        assert found["refused"] == [], told
        assert found["score"]["totals"] == case.totals, told
        assert found["score"]["over"], told
        assert found["score"]["first"] == case.winners, told
        assert not any(found["overs"]), f"{told}: over before its last line"
        if case.paid is not None:
            assert found["score"]["paid"] == case.paid, told
    return sum(len(case.lines) for case in cases)


def test_the_sheet_of_a_match_in_its_last_round_ends_with_the_turns_that_are_left_kd9():
    """Without them it would go on for a round of its own."""
    case = kadoova_lowered(0)
    left, found = case.setup["start"]["left"], evaluated([case, _without_left(case)])
    assert (left, len(case.lines)) == (1, 1)
    assert [one["score"]["over"] for one in found] == [True, False]


def _without_left(case: Case) -> Case:
    setup = case.setup | {"start": case.setup["start"] | {"left": -1}}
    return msgspec.structs.replace(case, setup=setup)


@pytest.mark.parametrize("key", sorted(CASES))
def test_a_sheet_that_is_filled_in_from_a_match_comes_to_the_same_result(key: str) -> None:
    assert compare(key, range(FEW)) >= FEW
