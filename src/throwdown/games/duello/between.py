"""What goes from game to game of a set: chips, a drawn pot, and who bets first (DU-17, DU-23, DU-24)."""

from __future__ import annotations

from collections.abc import Mapping

from ...kernel.carried import Carried
from ...kernel.tables import Plain, number_of, numbers_of
from .view import View

__all__ = ["first", "given_up", "left", "values_for"]


def given_up(view: View, seat: int) -> list[int]:
    """Whoever resigns has lost all target dice: the other scores as in DU-12."""
    other = 1 - seat
    points = [0, 0]
    points[other] = max(1, view.stocks[other] + view.targets[other])
    return points


def first(values: Mapping[str, Plain], players: int) -> Carried | None:
    """Chips by player, and a pot, where there are bets."""
    return (
        Carried(tuple(numbers_of(values, "chips")[:players]), number_of(values, "pot"))
        if values["wagering"]
        else None
    )


def values_for(values: Mapping[str, Plain], carried: Carried, moves: int, is_last: bool) -> dict[str, Plain]:
    """DU-23: the first bettor moves to the left. DU-24: a drawn pot stays for the next game, if there is
    one."""
    seats = len(carried.chips)
    return {
        "chips": [*carried.chips, *[0] * (8 - seats)],
        "pot": carried.pot,
        "first-bettor": (number_of(values, "first-bettor") + moves) % seats,
        "drawn-pot": "is split" if is_last else "stays for the next game",
    }


def left(view: View, resigned: int | None, last: bool) -> Carried:
    """Chips by seat; a pot that nobody won is split where these players have no next game (DU-24)."""
    chips, pot = view.chips[: view.seats], view.pot
    if resigned is not None:
        chips[1 - resigned] += pot
        return Carried(tuple(chips))
    if last:
        order = [(view.first_bettor + k) % view.seats for k in range(view.seats)]
        for k, seat in enumerate(order):
            chips[seat] += (pot + view.seats - 1 - k) // view.seats
        return Carried(tuple(chips))
    return Carried(tuple(chips), pot)
