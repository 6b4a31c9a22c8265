"""The duels on the table: zones of dice, tracks, bids, mats and towers.

What a duel lays out in its own way is in the ``pieces.py`` of its folder.
"""

from __future__ import annotations

from collections.abc import Iterator

from throwdown.kernel.sources import every

from ....kernel.scene import Piece, Zone
from .own_pieces import DuelPieces, die
from .phrases import seats_of
from .register import FACTS, QUICK_DRAW
from .scene import is_racing
from .table import AIM, BID, RAISE, WAIT
from .view import View

OWN: dict[int, DuelPieces] = {
    **{facts.number: DuelPieces(facts) for facts in FACTS},
    **{module.PIECES.facts.number: module.PIECES for module in every(str(__package__), "pieces")},
}


def pieces_of(view: View) -> DuelPieces:
    """What the duel lays out in its own way."""
    return OWN[view.duel]


def zones(view: View, seat: int, legal: list[int]) -> Iterator[Zone]:
    """What lies there for the duel in progress, as ``seat`` sees it."""
    if view.stage == WAIT:
        return
    own = OWN[QUICK_DRAW if view.breaking else view.duel]
    yield from own.targets(view)
    if not view.breaking:
        yield from own.zones(view, seat)
    if is_racing(view):
        for each in seats_of(view.racers or view.duelists):
            yield own.race_zone(view, each, each == seat)
    yield from _numbers(view, legal)


def _numbers(view: View, legal: list[int]) -> Iterator[Zone]:
    """Six bone dice to choose a number by, and a token that raises a bid."""
    aims = [event - AIM for event in legal if AIM <= event < AIM + 6]
    bids = [event - RAISE for event in legal if event >= RAISE and view.stage == BID and event < RAISE + 168]
    faces = sorted({*aims, *(bid % 6 for bid in bids)})
    if not faces:
        return
    pieces = [
        die(f"number-{face + 1}", face + 1, kind=f"number-{face + 1}", says=f"number {face + 1}")
        for face in faces
    ]
    if bids and max(bids) // 6 > min(bids) // 6:
        pieces.append(Piece("more", "token", "+1", "more", states=("many",), says="+1 die in the bid"))
    label = f"Your bid: {min(bids) // 6 + 1} or more" if bids else "Your target"
    yield Zone("numbers", "rail", "row", label=label, pieces=tuple(pieces))
