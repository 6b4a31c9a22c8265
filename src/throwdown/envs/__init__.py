"""The games as environments: batched, and with the interfaces of PettingZoo, Gymnasium and OpenSpiel.

=============================  =========================================================================
:class:`.batch.Batch`          thousands of matches stepped by one call, NumPy in and out
:class:`.zoo.AEC`              PettingZoo, one seat after the other
:class:`.zoo.Parallel`         PettingZoo, all who are to choose at once
:class:`.solo.Solo`            Gymnasium, one seat against bots
:func:`.spiel.load`            OpenSpiel, games of two seats with chance nodes
=============================  =========================================================================

All but OpenSpiel's take a :class:`.batch.Setting`: for how many seats, with which values, for how many
choices. What a seat observes is made from ``hide`` alone (:mod:`throwdown.kernel.layout`), and :mod:`.signs`
chooses what of it a network is told. PettingZoo, Gymnasium and OpenSpiel are not installed with Throwdown:
``pip install throwdown[envs]``.
"""

from __future__ import annotations

from throwdown.envs.batch import Batch, Setting
from throwdown.envs.signs import signs_of
from throwdown.kernel.layout import Layout

__all__ = ["Batch", "Layout", "Setting", "signs_of"]
