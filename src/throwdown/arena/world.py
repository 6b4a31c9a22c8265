"""MuJoCo models: a table, a mat, dice and cards on it, the Post."""

from __future__ import annotations

from functools import lru_cache

import mujoco

from throwdown.arena.materials import (
    ACRYLIC,
    CARD,
    CARD_MASS,
    DIE_MASS,
    EDGE,
    FELT,
    MAT_THICKNESS,
    PAPER,
    RUBBER,
    TIMESTEP,
    WOOD,
)
from throwdown.kernel.throwing import Mat

HALF = EDGE / 2
TABLE, GROUND = "table", "mat"

FRAME = """<mujoco>
<option timestep="{timestep}" integrator="implicitfast" cone="{cone}" impratio="{impratio}" iterations="20"/>
<size memory="8M"/>
<default><geom condim="{condim}" solimp="0.9 0.97 0.0005"/></default>
<worldbody>{world}</worldbody></mujoco>"""


def die_body(name: str) -> str:
    """MuJoCo's XML of a die that is a free body."""
    return (
        f'<body name="{name}"><freejoint/>'
        f'<geom type="box" size="{HALF} {HALF} {HALF}" mass="{DIE_MASS}" {ACRYLIC.xml()}/></body>'
    )


def card_body(name: str) -> str:
    """MuJoCo's XML of a card that is a free body."""
    x, y, z = (side / 2 for side in CARD)
    return (
        f'<body name="{name}"><freejoint/>'
        f'<geom type="box" size="{x} {y} {z}" mass="{CARD_MASS}" {PAPER.xml()}/></body>'
    )


def ground(mat: Mat) -> str:
    """MuJoCo's XML of the table, and of the mat on it where ``mat`` has a width."""
    table = f'<geom name="{TABLE}" type="plane" size="2 2 0.1" {WOOD.xml()}/>'
    if not mat.width:
        return table
    x, y, z = mat.width / 2, mat.depth / 2, MAT_THICKNESS / 2
    return table + (f'<geom name="{GROUND}" type="box" pos="0 {y} {z}" size="{x} {y} {z}" {RUBBER.xml()}/>')


def compiled(world: str, *, steady: bool) -> mujoco.MjModel:
    """A model. ``steady`` is for stacks: friction that does not creep."""
    frame = FRAME.format(
        timestep=TIMESTEP,
        world=world,
        cone="elliptic" if steady else "pyramidal",
        impratio=10 if steady else 1,
        condim=4 if steady else 3,
    )
    return mujoco.MjModel.from_xml_string(frame)


@lru_cache(maxsize=64)
def mat_world(mat: Mat, dice: int) -> mujoco.MjModel:
    """A model of a mat with the dice of its Post, then ``dice`` further ones."""
    bodies = "".join(die_body(f"d{k}") for k in range(mat.post + dice))
    return compiled(ground(mat) + bodies, steady=mat.post > 0)


@lru_cache(maxsize=64)
def tray_world(dice: int, half_width: float) -> mujoco.MjModel:
    """A model of a felt tray with walls, ``half_width`` metres from its middle, and ``dice`` dice."""
    floor = f'<geom name="{TABLE}" type="plane" size="2 2 0.1" {FELT.xml()}/>'
    walls = "".join(
        f'<geom type="plane" size="1 1 0.1" pos="{-x * half_width} {-y * half_width} 0" '
        f'zaxis="{x} {y} 0" {FELT.xml()}/>'
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    return compiled(floor + walls + "".join(die_body(f"d{k}") for k in range(dice)), steady=False)


@lru_cache(maxsize=64)
def tower_world(plan: str, mat: Mat, *, falling: bool = False) -> mujoco.MjModel:
    """A tower of dice and cards, ``plan`` one letter for each: ``d`` or ``c``.

    One that is ``falling`` need not be told from one that stands, and takes longer steps.
    """
    bodies = "".join(
        die_body(f"p{k}") if letter == "d" else card_body(f"p{k}") for k, letter in enumerate(plan)
    )
    model = compiled(ground(mat) + bodies, steady=not falling)
    if falling:
        model.opt.timestep *= 2
        model.opt.iterations = 8
    return model
