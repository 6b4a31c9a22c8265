"""What a game says of things that people throw or place by hand.

Its ``arena.py`` makes these records, see :class:`throwdown.kernel.parts_live.Arena`. Lengths are metres; the
thrower stands before the near edge of a mat, which is y = 0, and the middle of a mat is x = 0.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

Tag = tuple[int, int]


class Reading(NamedTuple):
    """How a die lies: its ``place``, as an outcome of a throw, the ``number`` that it shows, and its ``gap``
    to the foot of the Post, in metres; 0 where there is none."""

    place: int
    number: int
    gap: float = 0.0


class Mat(Struct, frozen=True):
    """A mat of ``width`` by ``depth``, known by its ``key``; one without a width is the bare table.

    What a throw at it counts by is one of three: ``rings``, radii round its middle, smallest first;
    ``bands``, lines across it, nearest first; or the distance to the Post, a stack of ``post`` dice in its
    middle. ``strength`` (0 to 100) is how hard a hand throws at it that leaves the throw to the table.
    """

    key: str
    width: float = 0.0
    depth: float = 0.0
    rings: tuple[float, ...] = ()
    bands: tuple[float, ...] = ()
    post: int = 0
    strength: float = 60.0

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle in metres: right of the thrower, and away from them."""
        return 0.0, self.depth / 2


BARE = Mat("bare")


class Due(NamedTuple):
    """A throw or a placing.

    ``mat`` is what lies there, ``duel`` tells one setting up of it from the next, ``tag`` the thing and
    ``seat`` its owner (-1: nobody). ``kind`` is ``d`` for a die, ``c`` for a card, and empty while fallen
    dice of a tower land. ``tower``: it is placed, not thrown. ``covered`` says in a sentence why whoever
    throws does not see the mat, and is empty where they do. ``labels`` is what is written on the rings or
    bands of the mat, ``far`` how much further away it lies, in metres, and ``numbered`` whether the number
    counts that a die shows.
    """

    mat: Mat
    duel: int
    seat: int
    tag: Tag
    kind: str
    tower: bool
    covered: str
    labels: tuple[str, ...] = ()
    far: float = 0.0
    numbered: bool = False


class DrawnThrows(Struct, frozen=True):
    """A table of chances that stands for throws where they are drawn, one row for each steadiness.

    ``value`` is the key of the table value; ``worth`` what each outcome at ``mat`` is worth to a thrower who
    chooses what to mean; ``felled`` the key of the value, if any, with the places of dice that felled the
    Post.
    """

    value: str
    mat: Mat
    worth: tuple[int, ...]
    felled: str = ""


class DrawnTower(Struct, frozen=True):
    """A table of chances that stands for placings on a tower, one row for each steadiness.

    ``value`` is the key of the table value; ``plan`` the pieces from the bottom to the top, ``d`` a die and
    ``c`` a card, with those of the Post; ``off`` the key of the value, if any, with the share of fallen dice
    that leave the mat.
    """

    value: str
    mat: Mat
    plan: str
    off: str = ""


Drawn = DrawnThrows | DrawnTower
