"""A Duello scores at its end: until then the plate of whoever leads says what that would be now (DU-14, DU-21)."""

from __future__ import annotations

import random

import pytest

import throwdown


@pytest.mark.parametrize("seats", [2, 4])
def test_the_plate_of_whoever_leads_tells_what_the_game_would_score_now_du14(seats):
    match = throwdown.load("duello").match(seats=seats, seed=seats)
    rng, told = random.Random(seats), 0
    while not match.over:
        view = match.view(0)
        ranks = {k: (view.targets[k], view.stocks[k]) for k in range(seats) if view.alive[k]}
        totals = {k: target + stock for k, (target, stock) in ranks.items()}
        top = [k for k, rank in ranks.items() if rank == max(ranks.values())]
        for plate in match.scene(0).plates:
            if not plate.line.startswith("now "):
                continue
            others = [total for k, total in totals.items() if k != plate.seat]
            points = max(1, totals[plate.seat] - max(others, default=0))
            assert [plate.seat] == top
            assert plate.line == f"now {points} {'point' if points == 1 else 'points'}"
            told += 1
        seat = rng.choice(match.awaited)
        match.play(seat, rng.choice(match.legal_events(seat)))
    assert told > 0
