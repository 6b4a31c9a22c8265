"""Chicken!, thrown (KD-D2)."""

from __future__ import annotations

from .....kernel.throwing import DrawnThrows, Mat
from ..own_throws import DEPTH, WIDTH, DuelThrows
from ..view import View
from .facts import BANDS, FACTS
from .rules import bust

BUST = 0.330  # metres from the near edge to the Bust line
MAT = Mat("chicken", WIDTH, 2 * DEPTH, bands=(0.0, 0.066, 0.132, 0.198, 0.264, BUST), strength=78.0)


class Throws(DuelThrows):
    def mat(self, view: View) -> Mat:
        return mat_of(view.band_count)

    def labels(self, view: View) -> tuple[str, ...]:
        return (*(str(band) for band in view.chicken_bands[: view.band_count]), "Bust")

    def is_gone(self, view: View, spot: int) -> bool:
        """A bust lifts all."""
        return super().is_gone(view, spot) or spot == bust(view) + 1


def mat_of(bands: int) -> Mat:
    """The mat with so many bands; the published one has five."""
    if bands == BANDS:
        return MAT
    lines = tuple(BUST * k / bands for k in range(bands + 1))
    return Mat(f"chicken-{bands}", WIDTH, 2 * DEPTH, bands=lines, strength=MAT.strength)


THROWS = Throws(FACTS, DrawnThrows("chicken-throws", MAT, (0, 100, 200, 300, 400, 500, -500)))
