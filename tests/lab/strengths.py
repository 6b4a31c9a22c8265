"""Find how much the levels of a game err: ``python -m tests.lab.strengths GAME [LEVEL ...]``.

For each level below Master, or those named, from Sharp down, the temperature in ``levels.toml`` of the game
is sought at which the level above wins two of three: by halving the range of its logarithm STEPS times, each
time by PAIRS mirrored pairs with the same seeds. The file is written as it goes on; what it says besides
temperatures stays, and a level that is not named there is added. The matches are other ones than those of
``throwdown lab levels``. Takes some minutes a game on one core.
"""

from __future__ import annotations

import sys
from itertools import pairwise

import msgspec

from throwdown.bots import warm
from throwdown.bots.levels import LEVELS, choosing, searches
from throwdown.bots.strengths import FILE, Strengths, strengths_of
from throwdown.kernel.game import Game, load
from throwdown.lab.matchup import MatchUp, Score, meet, mirrored

AIM = 2 / 3
STEPS = {"sharp": 5, "regular": 7, "novice": 8}
PAIRS = {"sharp": 40, "regular": 80, "novice": 2000}
SEED = 1_000_000
HEAD = """# How the levels below Master choose here; the units are told in bots/strengths.py.
# The temperatures are by `python -m tests.lab.strengths {key}`.

"""
RANGES = {"sharp": (0.02, 4.0), "regular": (0.02, 700.0), "novice": (0.02, 2000.0)}


def share(game: Game, upper: str, lower: str) -> Score:
    """What ``upper`` wins against ``lower``."""
    pairs = PAIRS[lower]
    if searches(upper):
        return meet(MatchUp(game.key, upper, lower, SEED), pairs, cores=1)
    first, second = (choosing(level, game, 2) for level in (upper, lower))
    return mirrored(game, first, second, pairs, seed=SEED, cores=1)


def seek(game: Game, upper: str, lower: str) -> None:
    """Write the temperature of ``lower`` into the file of ``game``."""
    low, high = RANGES[lower]
    for _ in range(STEPS[lower]):
        middle = (low * high) ** 0.5
        write(game, lower, middle)
        strengths_of.cache_clear()
        found = share(game, upper, lower)
        print(f"{game.key}: {lower} at {middle:.3g}: {upper} wins {found}", flush=True)
        low, high = (low, middle) if found.share > AIM else (middle, high)


def write(game: Game, level: str, temperature: float) -> None:
    """Put ``temperature`` of ``level`` into the file of ``game``, and leave what else it says as it is."""
    file = game.folder / FILE
    said = (
        msgspec.toml.decode(file.read_bytes(), type=dict[str, dict[str, bool | int | float]])
        if file.is_file()
        else {}
    )
    said.setdefault(level, {})["temperature"] = float(f"{temperature:.3g}")
    lines = list[str]()
    for name in Strengths.__struct_fields__:
        if name in said:
            numbers = (f"{key} = {msgspec.json.encode(each).decode()}" for key, each in said[name].items())
            lines += [f"[{name}]", *numbers]
    file.write_text(HEAD.format(key=game.key) + "\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    game, levels = load(sys.argv[1]), sys.argv[2:]
    warm(game)
    for lower, upper in reversed([*pairwise(LEVELS)]):
        if not levels or lower in levels:
            seek(game, upper, lower)


if __name__ == "__main__":
    main()
