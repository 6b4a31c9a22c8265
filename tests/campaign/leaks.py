"""Random states of every game: no byte that leaves for a viewer changes with what that viewer may not
know."""

from __future__ import annotations

import random
import time

from tests.campaign.counts import Counts
from tests.campaign.history import Broken
from throwdown.conformance.secrets import is_secret, leaks
from throwdown.kernel.game import all_games
from throwdown.kernel.match import Match

OTHERS = 2  # secrets that each is compared with
LONGEST = 300  # choices of a match


def look(match: Match, seat: int, event: int, rng: random.Random) -> None:
    """Compare what leaves after ``event``, about to be made, with what would leave after others."""
    others = [other for other in match.legal_events(seat) if other != event]
    for viewer, other in leaks(match, seat, event, rng.sample(others, min(OTHERS, len(others)))):
        raise Broken(
            f"{match.game.key}, {match.seats} seats, event {len(match.log)}: "
            f"viewer {viewer} can tell {event} of seat {seat} from {other}"
        )


def looked_at(states: int, seed: int) -> Counts:
    """So many states of all games by turns, each with a secret choice or die of its own: what leaves for
    those who may not know it is compared with what would leave had it been another. Raises
    :class:`Broken`."""
    began = time.monotonic()
    rng = random.Random(seed)
    games = all_games()
    done = matches = 0
    while done < states:
        game = games[matches % len(games)]
        match = game.match(rng.randint(*game.seats), seed=rng.randrange(1 << 30))
        matches += 1
        for _ in range(LONGEST):
            if match.over:
                break
            seat = rng.choice(match.awaited)
            event = rng.choice(match.legal_events(seat))
            match.play(seat, event)
        fresh = match.replay(0)
        for entry in match.log:
            if is_secret(fresh, *entry):
                done += 1
                look(fresh, *entry, rng)
            fresh.extend([entry])
    return Counts(done=done, matches=matches, seconds=time.monotonic() - began)
