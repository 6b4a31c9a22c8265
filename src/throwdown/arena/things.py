"""What people give to a throw or a placing, and what lies on the mat, as messages tell it; without
physics."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from throwdown.arena.hand import Steadiness, Throw, bounded, checked

Pose = tuple[float, ...]
REACH, TURN = 0.03, 180.0  # metres that a hand may be beside the middle of a tower's top, and degrees

PLACING_SPREAD = {  # standard deviation, metres, of where a piece of a tower is put
    Steadiness.SHAKY: 0.0026,
    Steadiness.STEADY: 0.0017,
    Steadiness.SURE: 0.001,
}
TURN_SPREAD = 6.0  # degrees


class Placing(Struct, frozen=True):
    """Where a piece of a tower is let go: metres right of and beyond the middle of the top, and degrees."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0


def perturbed_placing(steadiness: Steadiness, rng: np.random.Generator) -> Placing:
    """A piece put on true by a hand of that steadiness."""
    x, y = np.clip(rng.normal(size=2) * PLACING_SPREAD[steadiness], -REACH, REACH)
    return Placing(float(x), float(y), float(np.clip(rng.normal() * TURN_SPREAD, -TURN, TURN)))


def checked_placing(placing: Placing) -> Placing:
    """``placing`` itself; raises :class:`BadThrow` where no hand could make it."""
    bounded("x of a placing", placing.x, -REACH, REACH)
    bounded("y of a placing", placing.y, -REACH, REACH)
    bounded("turn of a placing", placing.turn, -TURN, TURN)
    return placing


class Hand(Struct, frozen=True, omit_defaults=True):
    """What a person gives: aim, strength, spin and stand of a throw, or x, y and turn of a placing."""

    aim: float = 0.0
    strength: float = 0.0
    spin: float = 0.0
    aside: float = 0.0
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def throw(self, seed: int, back: float = 0.0) -> Throw:
        """The throw of this hand, with the ``seed`` of the attitude, at a mat that lies ``back`` metres
        further away."""
        return Throw(self.aim, self.strength, self.spin, self.aside, seed, back)

    def placing(self) -> Placing:
        """The placing of this hand."""
        return Placing(self.x, self.y, self.turn)


class Body(Struct, frozen=True, omit_defaults=True):
    """A thing on the mat: a die of ``seat`` (-1: grey) or a card, and its pose."""

    pose: Pose
    seat: int = -1
    kind: str = "d"


def checked_hand(hand: Hand) -> Hand:
    """``hand`` itself; raises :class:`BadThrow` for one that no person could have."""
    checked(hand.throw(0))
    checked_placing(hand.placing())
    return hand
