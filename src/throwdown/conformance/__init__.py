"""What every game keeps to, whatever its rules: checks that play it, compiled and interpreted.

The contract itself is :mod:`throwdown.kernel.parts`. ``throwdown check-game NAME`` runs all of :data:`CHECKS`
on one game, the tests run them on every game of the project.
"""

from __future__ import annotations

from throwdown.conformance import parts, rules, scenes, secrets, solving
from throwdown.conformance.trial import Check, Fault, Trial, engines_of

CHECKS: tuple[Check, ...] = (
    *rules.CHECKS, *secrets.CHECKS, *scenes.CHECKS, *parts.CHECKS, *solving.CHECKS
)  # fmt: skip

__all__ = ["CHECKS", "Check", "Fault", "Trial", "engines_of"]
