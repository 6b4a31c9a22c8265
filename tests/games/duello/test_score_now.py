"""DU-14, DU-21: the plate of whoever leads tells what the game would score now."""

from __future__ import annotations

import random

import pytest

import throwdown
from throwdown.games.duello import ending


@pytest.mark.parametrize("seats", [2, 4])
def test_the_plate_of_whoever_leads_tells_what_the_game_would_score_now_du14(seats):
    """What is told is what the rules would decide by after the last round."""
    match = throwdown.load("duello").match(seats=seats, seed=seats)
    rng, told = random.Random(seats), 0
    while not match.over:
        view = match.view(0)
        leaders = ending.best(view, True)
        for plate in match.scene(0).plates:
            if plate.line.startswith("now "):
                assert leaders == 1 << plate.seat
                points = ending.lead_of(view, leaders)
                assert plate.line == f"now {points} {'point' if points == 1 else 'points'}"
                told += 1
        seat = rng.choice(match.awaited)
        match.play(seat, rng.choice(match.legal_events(seat)))
    assert told > 0
