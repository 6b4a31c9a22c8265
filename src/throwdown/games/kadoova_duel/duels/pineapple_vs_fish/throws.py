"""Pineapple vs Fish, built by hand (KD-D8)."""

from __future__ import annotations

from .....kernel.throwing import DrawnTower
from ..own_throws import POST, TowerThrows
from .facts import FACTS, TOWER

PLAN = "d" * (POST.post + TOWER)
THROWS = TowerThrows(FACTS, DrawnTower("pineapple-falls", POST, PLAN, "off-mat"))
