"""The options and table values of the dexterity duels, as a match keeps them in its record."""

from __future__ import annotations

from ....kernel.contract import rule
from .table import (
    AXE_PLACES,
    BANDS,
    CHICKEN_PLACES,
    HORSE_PLACES,
    KINDS,
    LAYERS,
    RINGS,
    ROWS,
    TOWER,
)

HANDS = (("throws", "i4"), ("steadiness", "i4"))
AXE = (("axe_rings", "i4", RINGS), ("axe_throws", "i4", ROWS * AXE_PLACES))
CHICKEN = (("chicken_bands", "i4", BANDS), ("chicken_throws", "i4", ROWS * CHICKEN_PLACES))
HORSE = (("horse_throws", "i4", ROWS * HORSE_PLACES),)
BEACH = (("beach_falls", "i4", KINDS * LAYERS),)
PINEAPPLE = (("pineapple_falls", "i4", KINDS * TOWER), ("off_mat", "i4"))


@rule
def set_hands(s, options):
    s.by_hand = options.throws
    s.steadiness = options.steadiness


@rule
def set_axe(s, options):
    s.axe_rings[:] = options.axe_rings
    for row in range(ROWS):
        s.axe_throws[row, :] = options.axe_throws[AXE_PLACES * row : AXE_PLACES * (row + 1)]


@rule
def set_chicken(s, options):
    s.chicken_bands[:] = options.chicken_bands
    for row in range(ROWS):
        s.chicken_throws[row, :] = options.chicken_throws[CHICKEN_PLACES * row : CHICKEN_PLACES * (row + 1)]


@rule
def set_horse(s, options):
    for row in range(ROWS):
        s.horse_throws[row, :] = options.horse_throws[HORSE_PLACES * row : HORSE_PLACES * (row + 1)]


@rule
def set_beach(s, options):
    for row in range(KINDS):
        s.beach_falls[row, :] = options.beach_falls[LAYERS * row : LAYERS * (row + 1)]


@rule
def set_pineapple(s, options):
    for row in range(KINDS):
        s.pineapple_falls[row, :] = options.pineapple_falls[TOWER * row : TOWER * (row + 1)]
    s.off_mat = options.off_mat
