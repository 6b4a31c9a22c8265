"""What the arena uses of MuJoCo, whose own package tells no types. Units are SI; ``n`` bodies are free."""

import enum

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Indices = NDArray[np.int32]

class MjOption:
    timestep: float
    iterations: int

class MjModel:
    nbody: int  # n and the world
    opt: MjOption
    body_geomadr: Indices  # (nbody,): the first geometry of each body
    geom_bodyid: Indices  # (geometries,): the body of each
    @staticmethod
    def from_xml_string(xml: str) -> MjModel: ...

class MjContacts:
    geom: Indices  # (contacts, 2): the geometries that touch

class MjData:
    model: MjModel
    qpos: Numbers  # (7 n,): place and quaternion of each body
    qvel: Numbers  # (6 n,): velocity, and rotation in the body's own frame
    xmat: Numbers  # (nbody, 9): rotation matrices, row by row
    ncon: int
    contact: MjContacts
    def __init__(self, model: MjModel) -> None: ...

class mjtObj(enum.IntEnum):
    mjOBJ_GEOM = 5

def mj_step(m: MjModel, d: MjData, nstep: int = 1) -> None: ...
def mj_name2id(m: MjModel, type: int, name: str) -> int: ...
def mju_quat2Mat(res: Numbers, quat: Numbers) -> None: ...
