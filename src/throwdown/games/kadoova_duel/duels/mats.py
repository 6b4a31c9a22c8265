"""The mats of the duels of dexterity (KD-22), and what the tables of their drawn forms are computed from."""

from __future__ import annotations

from ....kernel.throwing import BARE, Drawn, DrawnThrows, DrawnTower, Mat

__all__ = ["AXE", "BARE", "CHICKEN", "DRAWN", "POST", "chicken"]

WIDTH, DEPTH = 0.140, 0.200  # metres of one play mat, upright
BUST = 0.330  # metres from the near edge of Chicken! to its Bust line (KD-D2)
AXE = Mat("axe", 2 * WIDTH, DEPTH, rings=(0.028, 0.058, 0.090), strength=62.0)  # KD-D1
CHICKEN = Mat(
    "chicken", WIDTH, 2 * DEPTH, bands=(0.0, 0.066, 0.132, 0.198, 0.264, BUST), strength=78.0
)  # KD-D2
POST = Mat("post", DEPTH, WIDTH, post=3, strength=58.0)  # KD-D7, KD-D8


def chicken(bands: int) -> Mat:
    """The mat of Chicken! with so many bands; the published one has five."""
    if bands == len(CHICKEN.bands) - 1:
        return CHICKEN
    lines = tuple(BUST * k / bands for k in range(bands + 1))
    return Mat(f"chicken-{bands}", WIDTH, 2 * DEPTH, bands=lines, strength=CHICKEN.strength)


DRAWN: tuple[Drawn, ...] = (
    DrawnThrows("axe-throws", AXE, (500, 300, 100, 0)),
    DrawnThrows("chicken-throws", CHICKEN, (0, 100, 200, 300, 400, 500, -500)),
    DrawnThrows("horse-throws", POST, (-500, 250, 350, 250, 180, 130, 90, 60, 40, 20, 0), "horse-felled"),
    DrawnTower("beach-falls", BARE, "dc" * 12),
    DrawnTower("pineapple-falls", POST, "d" * 15, "off-mat"),
)
