"""``python -m bench evaluation``: how many pairs it takes to compare two levels, plain and adjusted for luck.

Sharp meets Regular in each game over a number of pairs that is set before. Pairs that give the same interval
are as the variances of a pair's share; the first pairs, from which the part of luck that is left out is
learnt, are counted too. Whether it pays is a matter of time: how much certainty a second gives, adjusted by
plain, by the first few pairs. That the adjusted mean is the plain one is told in standard errors of the
difference. Prints a table and writes ``bench/results/evaluation.json``; ``python -m bench.evaluation dardz``
measures that game alone and leaves the others' figures there. Broken off, the same command goes on from the
pairs that it has.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import throwdown
from bench.report import report
from bench.timing import Result
from throwdown.bots import warm
from throwdown.kernel.game import Game
from throwdown.lab.matchup import Z95, MatchUp, Score, meet, scored, series
from throwdown.lab.runs import Running, keeping_place

FEWER = {"command-dice": 4.0, "kadice": 4.0, "dardz": 4.0, "duello": 2.0, "kadoova-duel": 2.0}
PLAYOUTS = {"command-dice": 256, "kadice": 64, "dardz": 64, "duello": 128, "kadoova-duel": 128}
PAIRS = 100
TIMED = 4  # pairs, by which the time is told that they take
FIRST, SECOND = "sharp", "regular"


def timed(count: Callable[[], Score]) -> tuple[Score, float]:
    """A score and the processor time that it took."""
    began = time.process_time()
    score = count()
    return score, time.process_time() - began


def measure(game: Game, keep: Path) -> list[Result]:
    warm(game)
    asked = MatchUp(game.key, FIRST, SECOND, playouts=PLAYOUTS[game.key])
    meet(asked._replace(playouts=2), 1, cores=1)  # loads the code
    plain, short = timed(partial(meet, asked._replace(playouts=0), TIMED, cores=1))
    first, long = timed(partial(meet, asked, TIMED, cores=1))
    if (first.share, first.counts) != (plain.share, plain.counts):
        raise ValueError(f"{game.key}: matches differ with and without counting luck")
    score = scored(series(asked, PAIRS, Running(keep)), asked.playouts)
    adjusted = score.adjusted
    assert adjusted is not None
    fewer = (score.margin / adjusted.margin) ** 2
    apart = Z95 * (adjusted.share - score.share) / max(score.margin, adjusted.margin)
    return [
        Result("pairs", PAIRS, ""),
        Result("playouts for a choice, or ways of chance by a judge", asked.playouts, ""),
        Result("share of Sharp against Regular", 100 * score.share, "%"),
        Result("  half of its 95 % interval", 100 * score.margin, "%"),
        Result("share adjusted for luck", 100 * adjusted.share, "%"),
        Result("  half of its 95 % interval", 100 * adjusted.margin, "%"),
        Result("  from the plain share", apart, "standard errors of the wider"),
        Result("pairs for the same interval, plain by adjusted", fewer, "times", FEWER[game.key]),
        Result("matches in a second of one core, plain", 2 * TIMED / short, ""),
        Result("matches in a second of one core, adjusted", 2 * TIMED / long, ""),
        Result("certainty in a second, adjusted by plain", fewer * short / long, "times"),
    ]


def main() -> None:
    chosen = [throwdown.load(key) for key in FEWER if key in sys.argv[1:]] or list(map(throwdown.load, FEWER))
    kept = {game.title: keeping_place({"bench": "evaluation", "game": game.key}) for game in chosen}
    titles = [throwdown.load(key).title for key in FEWER]
    report("evaluation", {game.title: measure(game, kept[game.title]) for game in chosen}, titles)
    for file in kept.values():
        file.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
