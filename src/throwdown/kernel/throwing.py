"""What a game says of things that people throw or place by hand."""

from __future__ import annotations

from typing import NamedTuple

Tag = tuple[int, int]


class Due(NamedTuple):
    """A throw or a placing.

    ``key`` names the mat, ``duel`` tells one setting up of it from the next, ``tag`` the thing and ``seat``
    its owner (-1: nobody). ``kind`` is ``d`` for a die, ``c`` for a card, and empty while fallen dice of a
    tower land. ``tower``: it is placed, not thrown. ``covered``: whoever throws does not see the mat.
    ``labels`` is what is written on the rings or bands of the mat, ``far`` how much further away it lies, in
    metres, and ``numbered`` whether the number counts that a die shows.
    """

    key: str
    duel: int
    seat: int
    tag: Tag
    kind: str
    tower: bool
    covered: bool
    labels: tuple[str, ...] = ()
    far: float = 0.0
    numbered: bool = False
