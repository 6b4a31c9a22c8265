"""Sets at a table: whose match it is, what it adds to the score sheet, and what is carried on.

The kernel's :mod:`~throwdown.kernel.series` decides all that; here it is put on the table's record.
Players of the set are the seats of the table; ``lineup`` names those who play the match, by its seats.
"""

from __future__ import annotations

from throwdown.kernel import series
from throwdown.kernel.carried import Carried
from throwdown.kernel.chance import Committed
from throwdown.kernel.fair import Linked
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.series import InSet, Series
from throwdown.kernel.tables import Plain
from throwdown.server.table.tables import OVER, TableRecord
from throwdown.server.wire import Rolled, SetSheet


def series_of(table: TableRecord) -> Series | None:
    """The set that is being played at the table, if one is."""
    return Series(table.plan, len(table.seats), table.results) if table.plan else None


def lineup(table: TableRecord) -> tuple[int, ...]:
    """The seats of the table that play the next match, by its seats."""
    running = series_of(table)
    return running.lineup if running and running.lineup else tuple(range(len(table.seats)))


def _carried(table: TableRecord) -> Carried | None:
    return table.carried or series.opened(load(table.game), table.values, len(table.seats))


def values(table: TableRecord) -> dict[str, Plain]:
    """The values of the next match."""
    running = series_of(table)
    if running is None:
        return table.values
    return series.values_for(load(table.game), table.values, running, _carried(table))


def place(table: TableRecord) -> InSet | None:
    """Where the next match stands in the set, if one is being played."""
    running = series_of(table)
    if running is None or not running.lineup:
        return None
    results, players = tuple(table.results), len(table.seats)
    return InSet(running.plan, players, results, running.lineup, table.values, _carried(table))


def score(table: TableRecord, match: Match) -> None:
    """Add a finished match to the sheet; a tie-breaker that is due is rolled with the match's dice."""
    running = series_of(table)
    if running is None:
        return
    running = running.add(series.result_of(match, table.lineup))
    table.carried = series.carried_on(match, _carried(table), running)
    if isinstance(match.chance, Committed):
        chance, after = match.chance, len(match.log) + 1
        ticket = chance.hidden_ticket if isinstance(chance, Linked) else chance.ticket
        running = running.settle_ties(lambda k: ticket(after + k, 6) + 1)
    table.results = list(running.results)


def voters(table: TableRecord) -> set[int]:
    """The seats whose people must ask for the next match: in a set those who play it."""
    running = series_of(table)
    playing = lineup(table) if running and not running.over else range(len(table.seats))
    return set(playing) & set(table.people())


def next_game(table: TableRecord) -> int:
    """The number of the game that is next while a set is between two; 0 else."""
    running = series_of(table) if table.phase == OVER else None
    return running.number + 1 if running and not running.over else 0


def renew(table: TableRecord) -> None:
    """Begin the next set in the place of one that is over."""
    running = series_of(table)
    if running and running.over:
        table.results, table.carried = [], None


def sheet(table: TableRecord) -> SetSheet | None:
    """The running score sheet."""
    running = series_of(table)
    if running is None:
        return None
    card = running.card()
    dice = [roll for roll in running.results if roll.dice]
    carried = _carried(table)
    return SetSheet(
        title=card.title,
        columns=card.columns,
        rows=card.rows,
        kind=running.plan.kind,
        count=running.plan.count,
        stake=running.plan.stake,
        tie=running.plan.tie,
        played=running.number,
        next=running.lineup,
        totals=tuple(running.totals),
        chips=carried.chips if carried else (),
        over=running.over,
        winners=running.winners,
        paid=tuple(running.payments()) if running.plan.stake else (),
        dice=tuple(
            Rolled(seat, die) for roll in dice for seat, die in zip(roll.lineup, roll.points, strict=True)
        ),
    )
