"""Timing side by side: the contestants take turns, so that a busy machine slows all of them alike."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

ROUNDS = 5
T = TypeVar("T")


class Result(Struct, frozen=True):
    """One figure: what was measured, its value in ``unit``, and what it has to reach (0: nothing). Of a
    median, ``spread`` is the least and the greatest of what it was taken from."""

    name: str
    value: float
    unit: str
    target: float = 0.0
    at_most: bool = False
    spread: tuple[float, float] | None = None

    @property
    def is_met(self) -> bool:
        return self.value <= self.target if self.at_most else self.value >= self.target


def in_turns(runs: Mapping[str, Callable[[], T]], rounds: int = ROUNDS) -> dict[str, list[T]]:
    """``runs[name]()`` gives a rate, or all that it measures; each is called once as a warm-up, then
    ``rounds`` times in turns."""
    for run in runs.values():
        run()
    rates: dict[str, list[T]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            rates[name].append(run())
    return rates


def middle(
    name: str, values: Sequence[float], unit: str, target: float = 0.0, *, at_most: bool = False
) -> Result:
    """The median of ``values`` with its spread."""
    return Result(name, median(values), unit, target, at_most, (min(values), max(values)))


def median(values: Sequence[float]) -> float:
    return float(statistics.median(values))


def ratio(rates: Mapping[str, Sequence[float]], ours: str, theirs: str) -> float:
    """The median over the rounds of ours by theirs, each round measured moments apart."""
    return median([a / b for a, b in zip(rates[ours], rates[theirs], strict=True)])


def table(title: str, results: Sequence[Result]) -> Any:
    """The results as a table to print."""
    from rich.table import Table

    shown = Table(title=title, title_justify="left", title_style="bold")
    for head, justify in (("", "left"), ("measured", "right"), ("to reach", "right"), ("", "left")):
        shown.add_column(head, justify=justify)  # type: ignore[arg-type]
    for one in results:
        goal = f"{'<=' if one.at_most else '>='} {one.target:,.4g}" if one.target else ""
        met = ("yes" if one.is_met else "NO") if one.target else ""
        spread = f" ({one.spread[0]:,.4g} to {one.spread[1]:,.4g})" if one.spread else ""
        shown.add_row(one.name, f"{one.value:,.4g}{spread} {one.unit}", goal, met)
    return shown
