"""What a report counts as at a mat: the few outcomes that a drawn throw has (KD-22)."""

from __future__ import annotations

from throwdown.arena.materials import EDGE
from throwdown.arena.mats import MATS, OFF
from throwdown.arena.throwing import Lying, Report

THUMB = EDGE  # distances to the Post are told in thumbs, a die's breadth each
THUMBS = 8
COUNT = {"axe": 4, "chicken": 7, "post": 11}
NO_BOUNCE = 13


def outcome(key: str, report: Report) -> int:
    """The outcome of the throw itself: 0 .. COUNT-1, or NO_BOUNCE for a die that met the mat first.

    ``axe``: the ring, inmost first, then off. ``chicken``: off, the bands from the low end, past the last
    line. ``post``: felled, touched, the distance in thumbs from 1 to 8, off.
    """
    thrown = report.dice[-1]
    if not report.bounced:
        return NO_BOUNCE
    if key == "post" and (report.felled or report.touched):
        return 0 if report.felled else 1
    return lying(key, thrown)


def lying(key: str, die: Lying) -> int:
    """What a die that lies there counts as."""
    mat = MATS[key]
    if mat.rings:
        return 3 if die.ring == OFF else die.ring
    if mat.bands:
        return 0 if die.band == OFF else die.band + 1
    if not die.on_mat:
        return 10
    return 2 + min(THUMBS - 1, int(die.gap / THUMB))
