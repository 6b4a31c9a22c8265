"""What the arena must know of a duel whose dice are thrown or placed by hand (KD-22)."""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel.throwing import Drawn, Due, Mat, Tag
from .facts import Facts
from .hands import LIFTED
from .view import View

WIDTH, DEPTH = 0.140, 0.200  # metres of one play mat, upright
POST = Mat("post", DEPTH, WIDTH, post=3, strength=58.0)  # KD-D7, KD-D8
COVER = "A Viking Invasion covers the mat."  # KD-18
STEP = 0.04  # metres that each step sets the mat further away (KD-D2)


class DuelThrows:
    """Dice thrown at the mat of ``drawn``, from which the tables of the drawn duel are computed. ``off`` is
    the outcome of a die that lies beside it, and ``is_numbered`` says that the number counts which a die
    shows. The ``throws.py`` of a duel has an object of this kind."""

    def __init__(self, facts: Facts, drawn: Drawn, off: int = 0, is_numbered: bool = False) -> None:
        self.facts = facts
        self.drawn = drawn
        self.off = off
        self.is_numbered = is_numbered

    def due(self, view: View, number: int) -> Due:
        """What is thrown or placed next; ``number`` is that of the duel in the match."""
        seat = view.thrower
        return Due(
            self.mat(view),
            number,
            seat,
            (seat, view.thrown[seat]),
            "d",
            False,
            cover_of(view, seat),
            self.labels(view),
            STEP * view.far,
            numbered=self.is_numbered,
        )

    def mat(self, view: View) -> Mat:
        """The mat that lies there."""
        return self.drawn.mat

    def labels(self, view: View) -> tuple[str, ...]:
        """What stands on its fields."""
        return ()

    def lying(self, view: View) -> set[Tag] | None:
        """The tags of dice that still lie on the mat, which is cleared for the second thrower (KD-D1, KD-D2);
        None for a tower, of which nothing is lifted."""
        return self.lying_of(view, (view.thrower,))

    def lying_of(self, view: View, seats: Iterable[int]) -> set[Tag]:
        return {
            (seat, k)
            for seat in seats
            for k in range(view.thrown[seat])
            if not self.is_gone(view, view.spot[seat][k])
        }

    def is_gone(self, view: View, spot: int) -> bool:
        """Whether a die of that spot is no longer on the mat."""
        return spot == LIFTED


def cover_of(view: View, seat: int) -> str:
    """Why ``seat`` does not see the mat; empty where it does."""
    return COVER if view.covered[seat] else ""


class TowerThrows(DuelThrows):
    """Dice and cards that are placed on a tower."""

    def due(self, view: View, number: int) -> Due:
        cover = cover_of(view, view.thrower)
        kind = "" if view.falling else self.thing(view)
        return Due(self.mat(view), number, self.builder(view), self.tag(view), kind, True, cover)

    def thing(self, view: View) -> str:
        """``d`` for a die, ``c`` for a card."""
        return "d"

    def tag(self, view: View) -> Tag:
        return 0, view.up

    def builder(self, view: View) -> int:
        """Whose colour the piece has."""
        return view.thrower

    def lying(self, view: View) -> set[Tag] | None:
        return None
