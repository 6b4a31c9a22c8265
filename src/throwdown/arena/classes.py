"""What a report counts as at a mat: the few outcomes that a drawn throw has."""

from __future__ import annotations

from throwdown.arena.materials import EDGE
from throwdown.arena.mats import OFF
from throwdown.arena.throwing import Lying, Report
from throwdown.kernel.throwing import Mat

THUMB = EDGE  # distances to the Post are told in thumbs, a die's breadth each
THUMBS = 8
FELLED, TOUCHED, BESIDE = range(3)  # outcomes at a Post: BESIDE is at one thumb, with a further one for each
NO_BOUNCE = 13


def count(mat: Mat) -> int:
    """How many outcomes a throw at ``mat`` has, but for NO_BOUNCE."""
    return len(mat.rings or mat.bands) + 1 if mat.rings or mat.bands else BESIDE + THUMBS + 1


def off(mat: Mat) -> int:
    """The outcome of a die that is not on ``mat``."""
    if mat.rings:
        return len(mat.rings)
    return 0 if mat.bands else BESIDE + THUMBS


def outcome(mat: Mat, report: Report) -> int:
    """The outcome of the throw itself: 0 .. count-1, or NO_BOUNCE for a die that met the mat first.

    With rings: the ring, inmost first, then off. With bands: off, the bands from the low end, past the last
    line. With a Post: felled, touched, the distance in thumbs from 1 to 8, off.
    """
    thrown = report.dice[-1]
    if not report.bounced:
        return NO_BOUNCE
    if mat.post and (report.felled or report.touched):
        return FELLED if report.felled else TOUCHED
    return lying(mat, thrown)


def lying(mat: Mat, die: Lying) -> int:
    """The outcome that the place of ``die`` at rest on ``mat``, or beside it, counts as."""
    if mat.rings:
        return off(mat) if die.ring == OFF else die.ring
    if mat.bands:
        return off(mat) if die.band == OFF else die.band + 1
    if not die.on_mat:
        return off(mat)
    return BESIDE + min(THUMBS - 1, int(die.gap / THUMB))
