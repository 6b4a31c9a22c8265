"""What lies under the other cup, and what a reroll brings, how often (DU-3, DU-5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...kernel.odds import Odds, OddsRow, OddsTable, Supposed, chance_of, share_of
from ...kernel.scene import Piece
from .aims import answer_value  # pyright: ignore[reportUnknownVariableType]
from .names import COUNTS
from .record import AIM, BET, DECLARE, MIDDLE, REROLL, SHOOT, TURN, VALUES
from .rolling import start_rolling  # pyright: ignore[reportUnknownVariableType]
from .view import View

__all__ = ["asks", "count"]

CUP, STOCK = "What can lie under the cup?", "How often does a reroll bring a number?"
MOST = 3  # dice of one number that a table counts to
Roll = list[tuple[Supposed, Fraction]]


def asks(view: View, seat: int) -> str:
    """The question for ``seat``: about its stock while dice are rerolled, else about the cup it aims at."""
    if view.phase == REROLL:
        return STOCK
    return CUP if view.phase in (BET, DECLARE, AIM, MIDDLE, SHOOT) and _unknown(view, seat) else ""


def _unknown(view: View, seat: int) -> int:
    """How many dice under the cup that ``seat`` aims at have not been found."""
    return int(view.targets[view.aims_at[seat]] - sum(view.right[seat]))


def count(supposed: Supposed, seat: int) -> Odds:
    """The cup first, where something is unknown of it, then the stock; while dice are rerolled the stock
    alone."""
    s = supposed.record
    tables: list[OddsTable] = []
    if s.phase != REROLL and _unknown(s, seat):
        tables.append(_cup(supposed, seat))
    if s.phase in (BET, DECLARE, REROLL) and s.stocks[seat]:
        tables.append(_stock(supposed, seat))
    return Odds(tuple(tables), "DU-3" if s.phase == REROLL else "DU-5")


def _cup(supposed: Supposed, seat: int) -> OddsTable:
    """For every number: the chance that the dice not found show it once, twice, three times at least."""
    rolls = targets(supposed, seat)
    s = supposed.record
    owner, found = int(s.aims_at[seat]), s.right[seat].tolist()
    columns = range(1, min(MOST, _unknown(s, seat)) + 1)
    rows: list[OddsRow] = []
    for value in range(VALUES):
        least = [found[value] + many for many in columns]
        chances = [
            chance_of(rolls, lambda roll, n=n, v=value: roll.record.target[owner, v] >= n) for n in least
        ]
        rows.append(OddsRow(str(value + 1), tuple(map(share_of, chances)), (_die(value, owner),)))
    many = "At least so many besides those found" if sum(found) else "At least so many"
    note = f"{many}: every roll that fits all answers is equally likely."
    return OddsTable(f"Under {{{owner}'s}} cup", _at_least(columns), tuple(rows), "Number", note)


def _at_least(columns: range) -> tuple[str, ...]:
    return tuple(COUNTS[many] if many == columns[-1] == 1 else f"{many}+" for many in columns)


def targets(supposed: Supposed, seat: int) -> Roll:
    """Every roll under the cup that ``seat`` aims at which all answers of the round fit, with its chance."""
    s = supposed.record
    owner, right, wrong = int(s.aims_at[seat]), s.right[seat].tolist(), s.wrong[seat].tolist()

    def roll_anew(s: Any) -> None:
        s.target[owner] = 0
        s.due[:] = 0
        s.due[owner, 0] = s.targets[owner]
        start_rolling(s, TURN)

    def fits(roll: Supposed) -> bool:
        asked = roll.changed(lambda s: _ask_again(s, seat, owner)).record
        return asked.right[seat].tolist() == right and asked.wrong[seat].tolist() == wrong

    anew = supposed.changed(roll_anew)
    rolls = anew.outcomes(lambda s: not s.due[owner, 0], lambda s: tuple(s.target[owner].tolist()))
    fitting = [(roll, chance) for roll, chance in rolls if fits(roll)]
    whole = sum((chance for _, chance in fitting), Fraction(0))
    return [(roll, chance / whole) for roll, chance in fitting]


def _ask_again(s: Any, seat: int, owner: int) -> None:
    """All dice of ``seat`` that have been answered in the round are answered once more (DU-5)."""
    s.forward[seat] = s.right[seat] + s.wrong[seat]
    s.right[seat] = s.wrong[seat] = 0
    s.aims_at[seat] = owner
    for value in range(VALUES):
        answer_value(s, seat, value)


def _stock(supposed: Supposed, seat: int) -> OddsTable:
    """For every number of dice: the chance that their roll shows a number once, twice, three times."""
    many = int(supposed.record.stocks[seat])
    rows: list[OddsRow] = []
    for dice in range(1, many + 1):
        rolls = rerolls(supposed, seat, dice)
        shares = [
            share_of(chance_of(rolls, lambda roll, n=n: roll.record.fresh[seat, 0] >= n))
            for n in range(1, MOST + 1)
        ]
        rows.append(OddsRow("1 die" if dice == 1 else f"{dice} dice", tuple(shares)))
    note = "At least so many dice of a number that you name before: it is the same for all six."
    return OddsTable("A reroll", _at_least(range(1, MOST + 1)), tuple(rows), "Rolled", note)


def rerolls(supposed: Supposed, seat: int, dice: int) -> Roll:
    """What ``dice`` dice of a stock may show, told apart by how many of them are 1s."""

    def roll(s: Any) -> None:
        s.stock[seat] = 0
        s.due[:] = 0
        s.due[seat, 1] = dice
        s.declared[:] = 0
        start_rolling(s, TURN)

    rolling = supposed.changed(roll)
    return rolling.outcomes(
        lambda s: not s.due[seat, 1], lambda s: (int(s.fresh[seat, 0]), int(s.due[seat, 1]))
    )


def _die(value: int, owner: int) -> Piece:
    return Piece(f"odds-{value}", "die", str(value + 1), seat=owner, states=("picture",))
