"""How much of who wins is luck, counted in two ways.

**By seeds** (Goodman, Perez-Liebana and Lucas, *Seeding for Success*, arXiv 2503.02686): each match is played
twice with the same seed of the game, and with players who draw their own random numbers anew. What the two
results have in common came from the seed. The part of it that was settled by the first decision is the deal.

**By the account** (:mod:`throwdown.study.accounts`): result = start + luck + choices + what was hidden, and
the share of each is its covariance with the result over the variance of the result, so that all shares add up
to 1. Luck is told by source, which is the notation of the chance event without its numbers. Errors of
playouts are independent of the result, so few playouts will do.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from throwdown.kernel.match import Match
from throwdown.lab.counts import Share
from throwdown.lab.matchup import Z95
from throwdown.study.accounts import draw_up
from throwdown.study.counting import Study
from throwdown.study.playouts import Numbers
from throwdown.study.units import Effort

EFFORT = Effort(turn=64, event=16, choice=32, glance=1, better=1, reviewed=0, rounds=1, goal=0.0)


class Parts(Struct):
    """The account of one match: by name, what each part did for each seat."""

    by_seat: dict[str, list[float]]


def source(text: str) -> str:
    """The notation of a chance event without its numbers: ``4`` and ``2 6`` are ``#``, ``P4`` is ``P#``."""
    return re.sub(r"#( #)+", "#", re.sub(r"\d+", "#", text))


def parts_of(match: Match, seed: int) -> Parts:
    """Draw up the account of ``match``, which is over."""
    study = Study(match, seed, EFFORT)
    for _ in study.rounds(1):
        pass
    drawn = draw_up(study)
    parts: dict[str, list[float]] = {
        "start": list(drawn.start),
        "own choices": list(drawn.own.value),
        "others' choices": list(drawn.others.value),
        "what was hidden": list(drawn.unseen.value),
        "all luck": list(drawn.luck.value),
    }
    for moment in drawn.moments:
        if moment.cause == "luck":
            told = parts.setdefault(f"luck: {source(moment.text)}", [0.0] * match.seats)
            for seat, luck in enumerate(moment.luck):
                told[seat] += luck
    return Parts(parts)


def explained(part: Sequence[Sequence[float]], result: Sequence[Sequence[float]]) -> Share:
    """The share of the variance of ``result`` that ``part`` explains, both by match and seat: the sum of
    their covariances over the seats by that of the variances, with the interval of a ratio."""
    x, r = (np.array(each, np.float64) for each in (part, result))
    x, r = x - x.mean(axis=0), r - r.mean(axis=0)
    above: Numbers = (x * r).sum(axis=1)
    below: Numbers = (r * r).sum(axis=1)
    many, whole = len(r), float(below.sum())
    if many < 2 or not whole:
        return Share(0.0, 0.0, many)
    share = float(above.sum()) / whole
    rest: Numbers = (above - share * below) / (whole / many)
    return Share(share, Z95 * float(rest.std(ddof=1)) / math.sqrt(many), many)


def by_seeds(
    won: Sequence[Sequence[float]], again: Sequence[Sequence[float]], first: Sequence[Sequence[float]]
) -> dict[str, Share]:
    """The share of the variance of the result that luck explains, that of the deal, and that of what came
    after it, by name. ``won`` and ``again`` are the results of the two matches of each seed and ``first`` the
    chances at the first decision, each by match and seat."""
    return {
        "all luck": explained(again, won),
        "the deal": explained(first, won),
        "after the deal": explained(np.subtract(again, first).tolist(), won),
    }


def by_account(parts: Sequence[Parts], won: Sequence[Sequence[float]]) -> dict[str, Share]:
    """The share of the variance of the results ``won``, by match and seat, that each part of the accounts
    explains, the largest first; the parts other than "all luck" add up to 1."""
    names = list(dict.fromkeys(name for one in parts for name in one.by_seat))
    nothing = [0.0] * len(won[0]) if won else []
    found = {name: explained([one.by_seat.get(name, nothing) for one in parts], won) for name in names}
    return dict(sorted(found.items(), key=lambda item: -item[1].mean))
