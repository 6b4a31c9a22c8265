"""Players made ready: their loops over a game are compiled before anybody waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

import numpy as np

from throwdown.bots.player import GreedyPlayer, Sight, loops_of, sight
from throwdown.bots.policies import compiled
from throwdown.bots.rollouts import Rollouts
from throwdown.bots.search import Budget, SearchPlayer, Style
from throwdown.bots.tree import NOWHERE, boards_for
from throwdown.kernel.chance import Seeded
from throwdown.kernel.compilation import State
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match

MATCHES = 40  # at random, in which a choice that the game solves is looked for
WALKED = 2_000  # choices of them that are looked at


def warm(game: GameFolder) -> None:
    """Compile the game and its players' loops, or load them from the cache: takes a minute, or a moment."""
    game.compilation.reach(State.PLAYERS_READY, partial(_choose_once, game))


def _choose_once(game: GameFolder) -> None:
    """Let all kinds of players make a choice, and one that the game solves, play a match to its end, and
    follow what may be believed of no state at all, so that the loops of players are compiled."""
    loops, seats, rng = loops_of(game), game.seats[0], Random(0)
    match = Match(game, seats, game.check({}, seats), Seeded(0))
    loops.contests(match.state, 1, 0, 0, compiled(()), np.zeros((1, MAX_SEATS), np.int64))
    boards = boards_for(game.rules.STATE)
    loops.follow(match.state[:0], 0, 0, NOWHERE, 0.0, boards, boards.words.numbers, np.zeros(0))
    styles = Style(), Style(solved=1), Style(solved=1, best=True), Style(rollouts=Rollouts(32))
    searching = [SearchPlayer(Budget(simulations=8, nodes=64), style) for style in styles]
    walk = islice(choices(game), WALKED)
    for seen in islice(walk, 1):
        for player in (GreedyPlayer(), GreedyPlayer(at_a_glance=True), *searching):
            player.choose(seen, rng)
    for seen in islice((seen for seen in walk if loops.is_solved(seen.state)), 1):
        for player in searching:
            player.choose(seen, rng)


def choices(game: GameFolder) -> Iterator[Sight]:
    """The choices among several events in matches of which all are made at random."""
    seats, rng = game.seats[0], Random(0)
    for seed in range(MATCHES):
        match = Match(game, seats, game.check({}, seats), Seeded(seed))
        while not match.over:
            seen = sight(match, match.awaited[0])
            if len(seen.legal) > 1:
                yield seen
            match.play(seen.seat, rng.choice(seen.legal))
