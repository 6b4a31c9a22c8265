"""Hare vs Tortoise (KD-D6)."""

from __future__ import annotations

from ..facts import CHALLENGED, Facts

TRACK = 12  # spaces of the track as published, and of either half of the longest one

FACTS = Facts(
    number=5,
    key="hare",
    title="Hare vs Tortoise",
    clause="KD-D6",
    kind="Race",
    rule="Every space in order. Hare leaps with two dice, Tortoise steps with three.",
    dice=(2, 3),
    roles=(
        ("Hare", "Two dice, and as many spaces as a roll allows."),
        ("Tortoise", "Three dice, one space a roll."),
    ),
    chooser=CHALLENGED,
    is_race=True,
    greys=2,
    extra=0,
    allows_less=False,
    prefers_first=True,
    fields=(
        ("place", "i1", 4),  # spaces reached, by seat
        ("spaces", "i1", 2 * TRACK),
        ("track_spaces", "i1"),  # how many of them the track has
    ),
    options=(("track_spaces", "i4"), ("track", "i4", TRACK), ("track_more", "i4", TRACK)),
)
