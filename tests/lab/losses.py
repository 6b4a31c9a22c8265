"""What choices of a search lose, by a far deeper search: ``python -m tests.lab.losses GAME SEARCH ...``.

A SEARCH is a number of simulations, and what its style has other than Master's: ``1538,pure=0.7,explore=2``.
Positions come from matches of Sharp and of Regular against themselves. In each a search that is told in
the same way by ``--deep`` says what every choice brings; a search loses the difference between the best of
these and what its own mixture brings, in shares of the win. Positions and seeds are the same for all, and no
tree is kept from choice to choice. Of what it hardly tried the deep search knows little: with
``--deep 400000,explore=4,sharpness=1`` it tries more.

That tells two searches apart in a minute where matches take an hour. It knows nothing of what the deep search
itself gets wrong, and of no mixture how easily another foresees it: matches have the last word.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec import structs

import throwdown
from throwdown.bots import sight, warm
from throwdown.bots.judged import judge_of
from throwdown.bots.levels import LEVELS, unhurried
from throwdown.bots.player import Sight, loops_of
from throwdown.bots.search import Budget, SearchPlayer, Style, Thoughts
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.game import Game
from throwdown.kernel.rng import generator

NODES = 1 << 16
TAKEN = 0.15  # of the choices of a match
DOUBT = 10  # results one standard deviation below the mean that every choice is credited with beforehand
FIRST = 70_001  # seed of the first match


class Position(NamedTuple):
    """What a seat sees, and what each of its choices brings by the deep search."""

    sight: Sight
    worth: dict[int, float]  # by event, in shares of the win
    mixed: bool  # whether seats choose together there


class Asked(NamedTuple):
    """A search: its simulations, and its style."""

    simulations: int
    style: Style


def search_of(game: GameFolder, text: str) -> Asked:
    """What ``text`` asks for: ``1538,pure=0.7``."""
    simulations, *changes = text.split(",")
    style: Any = structs.replace(LEVELS["master"].within(game, 2).style, rollouts=None)
    for change in changes:
        name, value = change.split("=")
        style = structs.replace(style, **{name: type(getattr(style, name))(float(value))})
    return Asked(int(simulations), style)


def judged(seen: Sight, deep: Asked) -> Position | None:
    """The position that ``seen`` shows; None where it is not searched."""
    style = deep.style
    if loops_of(seen.game).is_step(seen.state) or SearchPlayer(Budget(1), style).is_solved(seen):
        return None
    thoughts = Thoughts(seen.game, NODES, judge=judge_of(seen.game) if style.judged else None)
    thoughts.plant(seen, style.tuning())
    thoughts.think(seen, generator(1), deep.simulations, style.tuning())
    node, edges = thoughts.root(seen)
    visits, total = edges["visits"], edges["total"]
    doubted = total.sum() / visits.sum() - thoughts.deviation()
    worth = (total + DOUBT * doubted) / (visits + DOUBT)
    kept = seen._replace(state=seen.state.copy(), legal=list(seen.legal))
    return Position(kept, dict(zip(edges["event"].tolist(), worth.tolist(), strict=True)), bool(node.mixed))


def positions_of(game: Game, many: int, deep: Asked) -> list[Position]:
    """So many positions of matches, the same each time."""
    found: list[Position] = []
    rng, seed = Random(5), FIRST
    while len(found) < many:
        match = game.match(2, seed=seed)
        players = [unhurried("sharp" if seed % 3 else "regular") for _ in range(2)]
        while not match.over and len(found) < many:
            seen = sight(match, match.awaited[0])
            event = seen.legal[0]
            if len(seen.legal) > 1:
                event = players[seen.seat].choose(seen, rng)
                if rng.random() < TAKEN and (position := judged(seen, deep)):
                    found.append(position)
            match.play(seen.seat, event)
        seed += 1
        print(f"\r{len(found)} of {many} positions", end="", flush=True)
    print()
    return found


def loss(position: Position, search: Asked, seed: int) -> float:
    """What the mixture of a search loses there, in shares of the win."""
    player = SearchPlayer(Budget(search.simulations), search.style)
    events, weights = player.mixture(position.sight, Random(seed))
    shares: Any = np.array(weights, float) / sum(weights)
    worth = position.worth
    return max(worth.values()) - sum(
        share * worth[event] for event, share in zip(events, shares, strict=True)
    )


def measure(positions: list[Position], search: str, seeds: int) -> str:
    """A line of what ``search`` loses: the mean with its interval of 95 %, and the time of a choice."""
    asked = search_of(positions[0].sight.game, search)
    began = time.process_time()
    lost = np.array(
        [loss(one, asked, 1000 * k + at) for k in range(seeds) for at, one in enumerate(positions)]
    )
    took = (time.process_time() - began) / len(lost)
    mixed = np.array([one.mixed for one in positions] * seeds)
    parts = [
        f"{1000 * lost[which].mean():.2f} {words}"
        for words, which in (("chosen together", mixed), ("in turn", ~mixed))
        if which.any()
    ]
    margin = 1.96 * lost.std() / len(lost) ** 0.5
    return (
        f"{search:34s} {1000 * lost.mean():6.2f} ± {1000 * margin:.2f} thousandths ({', '.join(parts)}),"
        f" {1000 * took:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="a game whose Master searches, such as command-dice")
    parser.add_argument("search", nargs="+", help="simulations, and what differs: 1538,pure=0.7")
    parser.add_argument("--deep", default="400000", help="the deep search")
    parser.add_argument("--positions", type=int, default=250)
    parser.add_argument("--seeds", type=int, default=2, help="searches of each kind in each position")
    asked = parser.parse_args()
    game = throwdown.load(asked.game)
    warm(game)
    positions = positions_of(game, asked.positions, search_of(game, asked.deep))
    for search in asked.search:
        print(measure(positions, search, asked.seeds), flush=True)


if __name__ == "__main__":
    main()
