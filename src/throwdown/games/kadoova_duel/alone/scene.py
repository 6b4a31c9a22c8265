"""A duel played alone, on the table."""

from __future__ import annotations

from ....kernel.scene import Card, Now, Plate, Scene, legends_of
from ..duels import pieces, scene
from ..duels.counts import points_text
from ..duels.legends import duel_clause, legends
from ..duels.phrases import title
from ..duels.table import DONE, NOBODY
from .view import View
from .words import heading, scores

__all__ = ["draw"]


def draw(view: View, seat: int, legal: list[int]) -> Scene:
    """The table as the owner of ``view`` sees it; ``legal`` are the events that ``seat`` may make."""
    over = view.stage == DONE
    now = scene.now(view, seat, legal)
    lying = tuple(pieces.zones(view, seat, legal))
    return Scene(
        heading=heading(view).replace(", ", " · "),
        clause=duel_clause(view),
        now=Now(now.title, now.note, "over") if over else now,
        plates=tuple(_plate(view, each) for each in range(view.seats)),
        zones=lying,
        choices=tuple(scene.choice(view, seat, event, legal) for event in scene.offered(view, seat, legal)),
        card=_card(view) if over else None,
        over=over,
        legends=legends_of(lying, legends(view)),
    )


def _plate(view: View, seat: int) -> Plate:
    stakes = scene.stakes(view, seat)
    return Plate(
        seat=seat,
        line=scene.plate_line(view, seat),
        score=points_text(scores(view)[seat]) if view.stage == DONE else stakes,
        unit=_unit(view, seat) if view.stage == DONE else "to win" if stakes else "",
        tag="Won" if view.stage == DONE and view.winner == seat and view.winner != NOBODY else "",
    )


def _unit(view: View, seat: int) -> str:
    one = "win" if view.by_wins else "point"
    return one if scores(view)[seat] == 1 else f"{one}s"


def _card(view: View) -> Card:
    rows = tuple((points_text(points),) for points in scores(view))
    return Card(title(view.duel), ("Seat", "Wins" if view.by_wins else "Points"), rows)
