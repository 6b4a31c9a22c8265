"""The options and table values of the dexterity duels, as a match keeps them in its record."""

from __future__ import annotations

from ....kernel.contract import rule
from .table import (
    AXE_PLACES,
    BANDS,
    CHICKEN_PLACES,
    FELLED_PLACES,
    HORSE_PLACES,
    KINDS,
    LAYERS,
    MOST_BANDS,
    RINGS,
    ROWS,
    TOWER,
    TRACK,
)

HANDS = (("throws", "i4"), ("steadiness", "i4"))
AXE = (("axe_rings", "i4", RINGS), ("axe_throws", "i4", ROWS * AXE_PLACES))
CHICKEN = (
    ("chicken_mat", "i4"),
    ("chicken_band_count", "i4"),
    ("chicken_bands", "i4", BANDS),
    ("chicken_bands_more", "i4", MOST_BANDS - BANDS),
    ("chicken_throws", "i4", ROWS * CHICKEN_PLACES),
)
HORSE = (
    ("felled_die", "i4"),
    ("horse_throws", "i4", ROWS * HORSE_PLACES),
    ("horse_felled", "i4", ROWS * FELLED_PLACES),
)
HARE = (("track_spaces", "i4"), ("track", "i4", TRACK), ("track_more", "i4", TRACK))
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
    s.mat_for_both = options.chicken_mat
    s.band_count = options.chicken_band_count
    s.chicken_bands[:BANDS] = options.chicken_bands
    s.chicken_bands[BANDS:] = options.chicken_bands_more
    for row in range(ROWS):
        s.chicken_throws[row, :] = options.chicken_throws[CHICKEN_PLACES * row : CHICKEN_PLACES * (row + 1)]


@rule
def set_horse(s, options):
    s.felled_far = options.felled_die
    for row in range(ROWS):
        s.horse_felled[row, :] = options.horse_felled[FELLED_PLACES * row : FELLED_PLACES * (row + 1)]
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


@rule
def set_hare(s, options):
    s.track_spaces = options.track_spaces
    s.spaces[:TRACK] = options.track
    s.spaces[TRACK:] = options.track_more
