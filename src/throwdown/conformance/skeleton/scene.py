"""Highest Roll on the table: a die beside each plate."""

from __future__ import annotations

from typing import Any

from ...kernel.scene import Card, Choice, Now, Piece, Plate, Scene, Zone
from .rules import KEEP, ROLL
from .words import heading, notation

__all__ = ["draw"]

DIE = "What the last roll showed: it counts when all have had their turn."


def draw(view: Any, seat: int, legal: list[int]) -> Scene:
    over = view.turn == view.seats
    seats = range(view.seats)
    return Scene(
        heading=heading(view),
        now=_now(view, seat, over),
        plates=tuple(_plate(view, each) for each in seats),
        zones=tuple(_zone(view, each) for each in seats if view.face[each]),
        choices=tuple(_choice(view, seat, event) for event in legal),
        card=Card("Highest Roll", ("Seat", "Die"), tuple((str(view.face[each]),) for each in seats))
        if over
        else None,
        over=over,
    )


def _now(view: Any, seat: int, over: bool) -> Now:
    if over:
        best = max(view.face)
        winners = [f"{{{each}}}" for each in range(view.seats) if view.face[each] == best]
        return Now(f"{' and '.join(winners)} won.", f"The highest die is {best}.", "over")
    if seat != view.turn:
        return Now(f"{{{view.turn}}} rolls.")
    left = view.most - view.rolls
    more = (
        f"You may roll {'once' if left == 1 else f'{left} times'} more." if view.rolls else "Roll your die."
    )
    return Now("Your turn.", more, "act")


def _plate(view: Any, seat: int) -> Plate:
    is_on = seat == view.turn
    return Plate(seat, score=str(view.face[seat] or ""), states=("turn",) if is_on else ())


def _zone(view: Any, seat: int) -> Zone:
    face = str(view.face[seat])
    die = Piece(
        f"die-{seat}", "die", face, seat=seat, says=f"{{{seat}'s}} die: {face}", text=DIE, clause="X-2"
    )
    return Zone(f"dice-{seat}", "seat", seat=seat, pieces=(die,), says="Die")


def _choice(view: Any, seat: int, event: int) -> Choice:
    names = {ROLL: "Roll again" if view.rolls else "Roll", KEEP: f"Keep the {view.face[view.turn]}"}
    return Choice(event, notation(view, seat, event), names.get(event, str(event + 1)))
