"""The score sheet of a game comes to what its rules come to, and refuses no line of a match played."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.sheets import CASES, evaluated

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


@pytest.mark.parametrize("key", sorted(CASES))
def test_a_sheet_that_is_filled_in_from_a_match_comes_to_the_same_result(key: str) -> None:
    assert compare(key, range(FEW)) >= FEW
