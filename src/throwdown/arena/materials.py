"""What dice, cards, mats and the table are made of: metres, kilograms, seconds.

Contacts are given to MuJoCo as a time constant and a damping ratio (``solref``): the lower the ratio, the
higher the bounce. What lies below decides over what falls on it (``priority``).
"""

from __future__ import annotations

from typing import NamedTuple

EDGE = 0.016  # of a die
DIE_MASS = 0.0045
CARD = (0.063, 0.088, 0.0006)  # a blank card, stiff enough to bear a die
CARD_MASS = 0.0036
MAT_THICKNESS = 0.002

LEVEL = 5.0  # degrees: a die of which no side is so nearly level lies cocked
PROPPED = 0.75 * EDGE  # the middle of a level die on table or mat lies lower, on anything else higher

STEPS_A_FRAME = 32
FRAMES_A_SECOND = 30
TIMESTEP = 1 / (STEPS_A_FRAME * FRAMES_A_SECOND)


class Surface(NamedTuple):
    """Friction (sliding, turning, rolling), then the contact's time constant, damping ratio and priority."""

    friction: tuple[float, float, float]
    time: float
    damping: float
    priority: int = 0

    def xml(self) -> str:
        """The surface as attributes of a ``geom`` of MuJoCo's XML."""
        friction = " ".join(f"{part:g}" for part in self.friction)
        return f'friction="{friction}" solref="{self.time:g} {self.damping:g}" priority="{self.priority}"'


ACRYLIC = Surface((0.35, 0.0005, 0.00002), 0.004, 0.4)  # die on die
WOOD = Surface((0.5, 0.0005, 0.00002), 0.004, 0.7, 1)  # the table
RUBBER = Surface((0.9, 0.001, 0.00005), 0.004, 1.0, 2)  # a mat: hardly a bounce
FELT = Surface((0.45, 0.0005, 0.00002), 0.004, 0.22, 1)  # the floor of a dice tray
PAPER = Surface((0.45, 0.0005, 0.00002), 0.004, 1.0, 1)  # a card, under or over a die
