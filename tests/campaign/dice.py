"""Dice of the protocol of fair dice, drawn by the thousand: whether each face comes up equally often."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping

from tests.campaign.counts import Counts
from throwdown.kernel.fair import Chain, Committed, seed_of

SIZES = (2, 3, 6, 10, 12, 20, 52)
LEVEL = 0.01  # of wrong alarms, for all sizes together
A_ROLL = 7  # dice of one roll


def drawn(dice: int, seed: int) -> Counts:
    """So many dice, of each size by turns, from rolls of two seats' chains and the server's."""
    began = time.monotonic()
    rng = random.Random(seed)
    rolls = -(-dice // A_ROLL)
    server, *seats = (Chain(rng.randbytes(32), rolls) for _ in range(3))
    faces = {size: [0] * size for size in SIZES}
    left = dice
    for number in range(1, rolls + 1):
        links = [chain.link(number).hex() for chain in seats]
        source = Committed(seed_of(server.link(number), "00" * 32, number, number, "00" * 32, links))
        for k in range(min(left, A_ROLL)):
            size = SIZES[k]
            faces[size][source.ticket(number + k, size)] += 1
        left -= A_ROLL
    return Counts(done=dice, seconds=time.monotonic() - began, faces=faces)


def chi_square(many: list[int]) -> tuple[float, float]:
    """Pearson's statistic against equal shares, and the chance of one at least as large (Wilson and
    Hilferty's approximation)."""
    mean, free = sum(many) / len(many), len(many) - 1
    statistic = sum((one - mean) ** 2 for one in many) / mean
    spread = 2 / (9 * free)
    z = ((statistic / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return statistic, 0.5 * math.erfc(z / math.sqrt(2))


def verdict(faces: Mapping[int, list[int]]) -> str:
    """What the test says, one chi-square for each size at :data:`LEVEL` divided by their number
    (Bonferroni)."""
    chances = {size: chi_square(many)[1] for size, many in faces.items()}
    size = min(chances, key=chances.__getitem__)
    holds = chances[size] >= LEVEL / len(chances)
    return f"smallest p {chances[size]:.2g} ({size} faces): {'as fair dice' if holds else 'NOT as fair dice'}"
