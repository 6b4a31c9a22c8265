"""Every refusal that comes from a rule names its clause."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import throwdown
from tests.figures import claims_of
from tests.figures.claims import match_by_lot
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Match

GAMES = [game.key for game in throwdown.all_games()]
CLAUSE = re.compile(r"\([A-Z]{2}-[A-Z]?\d+(?:, [A-Z]{2}-[A-Z]?\d+)*\); legal are ")
LONGEST = 250
MATCHES = 3


def moment(view: Any) -> tuple[int, int]:
    """What is to be done: the phase, and in a duel its stage."""
    return getattr(view, "phase", 0), getattr(view, "stage", 0)


def is_meant(match: Match, seat: int, text: str) -> bool:
    """Whether the text is that of a legal event with its words in another order."""
    return sorted(text.split()) in [sorted(each.split()) for each in match.legal(seat)]


def refusals(key: str, matches: int) -> Iterator[tuple[str, str]]:
    """(what was said, the refusal): what was legal at such a moment of another turn, or at any other moment,
    and is not now."""
    game = throwdown.load(key)
    said: dict[tuple[int, int], set[str]] = defaultdict(set)
    for seed in range(matches):
        match, rng = match_by_lot(game, claims_of(key), seed, is_compiled=True), random.Random(seed)
        while not match.over and len(match.log) < LONGEST:
            seat = rng.choice(match.awaited)
            legal = match.legal(seat)
            if seat != CHANCE:
                if moment(match.view(seat)) not in said:
                    for unreadable in ("²", "9" * 5000):
                        yield unreadable, refused(match, seat, unreadable)
                known = said[moment(match.view(seat))]
                wrong = sorted(known - set(legal))
                others = sorted(set[str]().union(*said.values()) - known - set(legal))
                for text in rng.sample(wrong, min(2, len(wrong))) + rng.sample(others, min(1, len(others))):
                    if not is_meant(match, seat, text):
                        yield text, refused(match, seat, text)
                known |= set(legal)
            match.play(seat, rng.choice(match.legal_events(seat)))


def refused(match: Match, seat: int, text: str) -> str:
    with pytest.raises(IllegalEvent) as error:
        match.play(seat, text)
    return str(error.value)


@pytest.mark.parametrize("key", GAMES)
def test_a_refusal_of_what_the_game_has_names_the_clause_that_forbids_it(key):
    without = {text: words[:200] for text, words in refusals(key, MATCHES) if not CLAUSE.search(words)}
    assert without == {}
