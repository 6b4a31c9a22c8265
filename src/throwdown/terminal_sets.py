"""Sets in a terminal: one game after another, with the score sheet between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random, SystemRandom

from rich.markup import escape
from rich.table import Table

from throwdown import terminal
from throwdown.kernel import series
from throwdown.kernel.carried import Carried
from throwdown.kernel.files import write_whole
from throwdown.kernel.game import Game, load
from throwdown.kernel.match import Match
from throwdown.kernel.series import Plan, Series
from throwdown.kernel.tables import Plain
from throwdown.terminal import Seating, Session
from throwdown.terminal_text import console


class SetSession:
    """A set of ``plan``; ``save``, where given, is numbered for each game: ``match-1.txt``."""

    def __init__(self, key: str, seating: Seating, plan: Plan, dice: str, seed: int | None) -> None:
        self.game: Game = load(key)
        least = 3 if plan.kind == series.ROBIN else self.game.seats[0]
        self.seating = seating if seating.seats is not None else seating._replace(seats=least)
        players = terminal.seats_asked(self.game, self.seating)
        series.check(plan, self.game, players)
        self.names = terminal.player_names(players)
        self.dice, self.seed = dice, seed
        self.series = Series(plan, players)
        self.carried: Carried | None = None

    def run(self, tables: Path | None, options: Mapping[str, Plain], save: Path | None) -> None:
        """Play to the end of the set, or until somebody leaves."""
        first = self._match(tables, terminal.seats_by_name(self.game, options, self.names))
        values = dict(first.values)
        self.carried = series.opened(self.game, values, len(self.names))
        self._introduce()
        while not self.series.over:
            lineup = self.series.lineup
            due = series.values_for(self.game, values, self.series, self.carried)
            match = self._match(None, due)
            who = " against " if len(lineup) == 2 else ", "
            console.rule(escape(f"Game {self.series.number + 1}: {who.join(match.names)}"))
            at_table = Session(match, self.seating, self._seed(), lineup)
            try:
                at_table.run()
            finally:  # after Ctrl-C, too
                if save is not None:
                    numbered = save.with_stem(f"{save.stem}-{self.series.number + 1}")
                    write_whole(numbered, at_table.transcript())
            if not match.over:
                return
            self.series = self.series.add(series.result_of(match, lineup))
            self.carried = series.carried_on(match, self.carried, self.series)
            self._break_ties()
            self._show()

    def _introduce(self) -> None:
        plan, recommended = self.series.plan, self.game.about.recommended_target
        if plan.kind != series.ROBIN:
            terminal.introduce(self.game, len(self.names))
        if plan.kind == series.TARGET and plan.count < recommended:
            least = f"The rulebook recommends {recommended} points or more"
            console.print(f"{least}: for fewer, one game can decide the set.")

    def _seed(self) -> int | None:
        """The seed of the next game."""
        return None if self.seed is None else self.seed + self.series.number

    def _match(self, tables: Path | None, values: Mapping[str, Plain]) -> Match:
        lineup = self.series.lineup
        source = terminal.chance(self.dice, self._seed())
        names = [self.names[player] for player in lineup]
        values = {**self.game.values_in(tables), **values}
        return self.game.match(len(lineup), chance=source, values=values, names=names)

    def _break_ties(self) -> None:
        rolled = len(self.series.results)
        self.series = self.series.settle_ties(self._die())
        for roll in self.series.results[rolled:]:
            dice = (f"{self.names[p]} {die}" for p, die in zip(roll.lineup, roll.points, strict=True))
            console.print(escape(f"Tie-breaker: {', '.join(dice)}."))

    def _die(self) -> Callable[[int], int]:
        if self.dice == "reported":
            return lambda _: _typed_die()
        rng = SystemRandom() if self.seed is None else Random(self.seed)
        return lambda _: rng.randint(1, 6)

    def _show(self) -> None:
        """The score sheet; after the last game also who has won, and what is paid."""
        card = self.series.card()
        table = Table("", *card.columns[1:], title=escape(card.title))
        for name, row in zip(self.names, card.rows, strict=True):
            table.add_row(escape(name), *row)
        console.print(table)
        if self.carried:
            chips = (f"{name} {chips}" for name, chips in zip(self.names, self.carried.chips, strict=True))
            console.print(escape(f"Chips: {', '.join(chips)}."))
        if self.series.over:
            winners = " and ".join(self.names[player] for player in self.series.winners)
            console.print(escape(f"{winners} won the set."))
        paid = zip(self.names, self.series.payments(), strict=True)
        if any(self.series.payments()):
            console.print(escape("Paid in play chips: " + ", ".join(f"{n} {k:+}" for n, k in paid) + "."))


def _typed_die() -> int:
    while True:
        typed = console.input("[bold]tie-breaker die>[/] ").strip()
        if typed in tuple("123456"):
            return int(typed)
        console.print(escape(f"{typed!r} is no die: needs 1 to 6"), style="red")
