"""What a report counts as at a mat: the few outcomes that a drawn throw has (KD-22)."""

from __future__ import annotations

from throwdown.arena.materials import EDGE
from throwdown.arena.mats import OFF
from throwdown.arena.throwing import Lying, Report

THUMB = EDGE  # distances to the Post are told in thumbs, a die's breadth each
THUMBS = 8
COUNT = {"axe": 4, "chicken": 7, "post": 11}


def outcome(key: str, report: Report) -> int:
    """The outcome of the throw itself, 0 .. COUNT-1; a throw that did not bounce counts as off the mat.

    ``axe``: the ring, inmost first, then off. ``chicken``: off, the bands from the low end, past the last
    line. ``post``: felled, touched, the distance in thumbs from 1 to 8, off.
    """
    thrown = report.dice[-1]
    if not report.bounced:
        return lying(key, None)
    if key == "post" and (report.felled or report.touched):
        return 0 if report.felled else 1
    return lying(key, thrown)


def lying(key: str, die: Lying | None) -> int:
    """What a die that lies there counts as; None for one that was lifted."""
    if key == "axe":
        return 3 if die is None or die.ring == OFF else die.ring
    if key == "chicken":
        return 0 if die is None or die.band == OFF else die.band + 1
    if die is None or not die.on_mat:
        return 10
    return 2 + min(THUMBS - 1, int(die.gap / THUMB))
