"""What a person gives to a throw: aim, strength and spin, within bounds, and a hand's unsteadiness.

The thrower stands south of the mat: x is right, y away, z up, and the near edge of the mat is y = 0.
"""

from __future__ import annotations

from enum import IntEnum
from math import cos, isfinite, radians, sin

import numpy as np
from msgspec import Struct

from throwdown.arena.errors import BadThrow

RELEASE = (-0.16, 0.06)  # y and z of the hand, metres
BACK = 0.2  # the furthest that a mat is set away, metres
ASIDE = 0.08  # the furthest that the hand moves to a side
AIM, STRENGTH, SPIN = 25.0, 100.0, 100.0  # degrees to either side; 0 to 100; -100 back to 100 forward
SLOWEST, FASTEST = 0.5, 2.3  # metres a second, along the table
DROP = -0.3
SPIN_RATE = 30.0  # radians a second at full spin


class Throw(Struct, frozen=True, omit_defaults=True):
    """One throw: what the hand does, and the seed of the attitude that the die is let go with.

    ``aim`` in degrees, right of straight on; ``strength`` 0 to 100; ``spin`` -100 to 100; ``aside``
    metres that the hand stands right of the middle, ``back`` metres that the mat lies further away.
    """

    aim: float
    strength: float
    spin: float = 0.0
    aside: float = 0.0
    seed: int = 0
    back: float = 0.0

    def velocity(self) -> tuple[float, float, float]:
        """The velocity of the die when it is let go, in metres a second, as (x, y, z)."""
        speed = SLOWEST + (FASTEST - SLOWEST) * self.strength / STRENGTH
        return speed * sin(radians(self.aim)), speed * cos(radians(self.aim)), DROP

    def rotation(self) -> tuple[float, float, float]:
        """The angular velocity of the die when it is let go, in radians a second, as (x, y, z). Forward
        spin turns about the axis across the line of the throw."""
        rate = -SPIN_RATE * self.spin / SPIN
        return rate * cos(radians(self.aim)), -rate * sin(radians(self.aim)), 0.0


def checked(throw: Throw) -> Throw:
    """``throw`` itself; raises :class:`BadThrow`, quoting the figure, where no hand could make it."""
    bounds = (
        ("aim", throw.aim, -AIM, AIM),
        ("strength", throw.strength, 0.0, STRENGTH),
        ("spin", throw.spin, -SPIN, SPIN),
        ("place of the hand", throw.aside, -ASIDE, ASIDE),
        ("distance of a mat", throw.back, 0.0, BACK),
    )
    for name, value, least, most in bounds:
        bounded(f"{name} of a throw", value, least, most)
    if not 0 <= throw.seed < 2**64:
        raise BadThrow(f"the seed of a throw is 0 to 2**64 - 1: {throw.seed}")
    return throw


def bounded(name: str, value: float, least: float, most: float) -> None:
    """Raise :class:`BadThrow`, naming ``name``, where ``value`` is no number from ``least`` to ``most``."""
    if not isfinite(value):
        raise BadThrow(f"the {name} is a number: {value}")
    if not least <= value <= most:
        raise BadThrow(f"the {name} is {least:g} to {most:g}: {value:g}")


class Steadiness(IntEnum):
    """How steady the hands of a table are, in the order of the game's option."""

    SHAKY, STEADY, SURE = range(3)


SPREAD = {  # standard deviations of aim, strength and spin
    Steadiness.SHAKY: (4.0, 7.0, 20.0),
    Steadiness.STEADY: (2.0, 4.0, 10.0),
    Steadiness.SURE: (0.8, 1.5, 4.0),
}
BLIND = (9.0, 14.0, 20.0)  # a throw with the mat covered


def perturbed(meant: Throw, spread: tuple[float, float, float], rng: np.random.Generator) -> Throw:
    """The throw that a hand makes which means ``meant``: its errors are normal with the standard deviations
    ``spread`` (degrees, strength, spin), and the attitude of the die has a fresh seed."""
    aim, strength, spin = map(float, rng.normal(size=3) * spread)
    return Throw(
        aim=min(AIM, max(-AIM, meant.aim + aim)),
        strength=min(STRENGTH, max(0.0, meant.strength + strength)),
        spin=min(SPIN, max(-SPIN, meant.spin + spin)),
        aside=meant.aside,
        back=meant.back,
        seed=int(rng.integers(2**63)),
    )
