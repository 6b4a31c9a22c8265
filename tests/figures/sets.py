"""Sets in a terminal: what the games' logs say adds up to the score sheet, the chips and what is paid.

``python -m tests.figures.sets --sets 1000`` plays so many sets of Duello among bots that move at random.
"""

from __future__ import annotations

import argparse
import io
import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Console

from throwdown import terminal, terminal_sets, terminal_text
from throwdown.kernel import series
from throwdown.kernel.series import Plan
from throwdown.terminal import Seating
from throwdown.terminal_sets import SetSession

SPENT = re.compile(r"^(Player \d) (called for|bet|raised by \d+, to) (\d+) chips?\.")
TOOK = re.compile(r"^(Player \d) took the pot of (\d+) chips?\.")
STAYS = re.compile(r"^The pot of (\d+) chips? stays for the next game\.", re.MULTILINE)


class Printed(NamedTuple):
    """What a set has printed, game by game, and how it began."""

    plan: Plan
    names: tuple[str, ...]
    chips: list[int]  # empty without bets
    games: list[str]


def plan_by_lot(rng: random.Random) -> Plan:
    kind = rng.choice(series.KINDS)
    counts = {series.TARGET: (1, 8), series.GAMES: (1, 3), series.ROBIN: (1, 1)}[kind]
    return Plan(kind, rng.randint(*counts), rng.choice(series.TIES), rng.choice((0, 2, 5)))


def printed(seed: int) -> Printed:
    """A whole set of Duello among bots that move at random, as a terminal shows it."""
    rng = random.Random(seed)
    plan = plan_by_lot(rng)
    seats = rng.randint(3, 4) if plan.kind == series.ROBIN else rng.choice((2, 2, 3))
    chips = [rng.choice((3, 20, 100)) if k < seats else 0 for k in range(8)]
    options = {"wagering": rng.random() < 0.8, "tie-breaker": rng.random() < 0.5, "chips": chips}
    if seats == 3 or plan.kind == series.ROBIN:
        del options["tie-breaker"]
    console = Console(file=io.StringIO(), width=500, highlight=False, no_color=True)
    ours = terminal.console
    terminal.console = terminal_sets.console = terminal_text.console = console
    try:
        played = SetSession("duello", Seating(seats, seats, "random"), plan, "fair", seed)
        played.run(None, options, None)
    finally:
        terminal.console = terminal_sets.console = terminal_text.console = ours
    assert isinstance(console.file, io.StringIO)
    games = re.split(r"(?=─ Game \d+: )", console.file.getvalue())[1:]
    return Printed(plan, played.names, chips[:seats] if options["wagering"] else [], games)


def check(seed: int) -> int:
    """Holds one set to itself and returns how many games it had; AssertionError says what does not add up."""
    was = printed(seed)
    points = dict.fromkeys(was.names, 0)
    chips = dict(zip(was.names, was.chips, strict=False))
    waiting = dict[str, int]()
    for text in was.games:
        where = f"set {seed}: {text[-900:]}"
        for name, scored in _points(text):
            points[name] += scored
        if chips:
            chips = _stacks(text, chips, waiting, where)
        assert _totals(text, was.names) == _with_tie_breaker(text, points), where
    assert not any(waiting.values()), f"set {seed} is over, and a pot waits: {waiting}"
    _check_payments(was, _totals(was.games[-1], was.names))
    return len(was.games)


def _stacks(text: str, before: dict[str, int], waiting: dict[str, int], where: str) -> dict[str, int]:
    """The chips that the game leaves each player, which are those that its log comes to.

    ``waiting`` are the pots that wait for the next game of the same players, by their names.
    """
    now = _named_figures(text, "Chips")
    stacks, staked = dict(before), dict[str, int]()
    pair = text[: text.index("\n")].strip("─ ").partition(": ")[2]
    pot = waiting.pop(pair, 0)
    for line in text.splitlines():
        if spent := SPENT.match(line):
            name, verb, chips = spent[1], spent[2], int(spent[3])
            if verb == "bet":
                staked = {}
            paid = chips - staked.get(name, 0) if verb.startswith("raised") else chips
            staked[name] = staked.get(name, 0) + paid
            stacks[name] -= paid
            pot += paid
        elif took := TOOK.match(line):
            assert int(took[2]) == pot, where
            stacks[took[1]] += pot
            pot = 0
    if stays := STAYS.search(text):
        assert int(stays[1]) == pot, where
        waiting[pair] = pot
    if "is split" not in text:
        assert now == stacks, where
    assert sum(now.values()) + waiting.get(pair, 0) == sum(stacks.values()) + pot, where
    return now


def _points(text: str) -> Iterator[tuple[str, int]]:
    for name, scored in re.findall(r"^(Player \d) won (\d+) points?: ", text, re.MULTILINE):
        yield name, int(scored)


def _totals(text: str, names: tuple[str, ...]) -> dict[str, int]:
    """The last column of the score sheet."""
    rows = {name: re.findall(rf"^│ {name} .*│\s*(\d+)\s*│$", text, re.MULTILINE) for name in names}
    return {name: int(figures[-1]) for name, figures in rows.items()}


def _with_tie_breaker(text: str, points: dict[str, int]) -> dict[str, int]:
    """Whoever won the set's tie-breaker has one point more."""
    won = re.search(r"^(Player \d) won the set\.", text, re.MULTILINE)
    bonus = won[1] if won and "Tie-breaker:" in text else ""
    return {name: scored + (name == bonus) for name, scored in points.items()}


def _named_figures(text: str, heading: str) -> dict[str, int]:
    line = re.search(rf"^{heading}: (.+)\.$", text, re.MULTILINE)
    assert line, f"no {heading}: {text[-300:]}"
    return {name: int(n) for name, n in re.findall(r"(Player \d) ([+-]?\d+)", line[1])}


def _check_payments(was: Printed, totals: dict[str, int]) -> None:
    won = re.search(r"^(Player \d) won the set\.", was.games[-1], re.MULTILINE)
    assert won, was.games[-1][-300:]
    owed = {name: was.plan.stake * (totals[name] - totals[won[1]]) for name in was.names}
    owed[won[1]] = -sum(owed.values())
    paid = _named_figures(was.games[-1], "Paid in play chips") if any(owed.values()) else owed
    assert paid == owed, was.games[-1][-300:]


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold what sets print to what their games' logs say.")
    parser.add_argument("--sets", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    wanted = parser.parse_args()
    games = sum(check(seed) for seed in range(wanted.first, wanted.first + wanted.sets))
    print(f"{wanted.sets} sets of {games} games add up")


if __name__ == "__main__":
    main()
