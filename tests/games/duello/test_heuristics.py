"""Duello: how good choices look."""

from __future__ import annotations

from random import Random

import numpy as np

import throwdown
from throwdown.games.duello.heuristics import rate_all, worth
from throwdown.games.duello.record import AIM, REROLL, SHOOT

SETS = {AIM, REROLL, SHOOT}


def test_sets_of_dice_rated_all_at_once_are_worth_what_each_of_them_is():
    """Of dice for an aim, for a reroll and of values that a shot can name (DU-3, DU-4, DU-7)."""
    rng, seen = Random(3), set[int]()
    for seed in range(6):
        match = throwdown.load("duello").match(seed=seed)
        while not match.over:
            seat = match.awaited[0]
            events = match.legal_events(seat)
            s = match.seen(seat)[0]
            if s.phase in SETS:
                asked = np.array(rng.sample(events, min(len(events), 12)), np.int32)
                worths = np.zeros(len(asked))
                rate_all(s, seat, asked, worths)
                assert worths.tolist() == [worth(s, seat, int(event)) for event in asked]
                seen.add(int(s.phase))
            match.play(seat, rng.choice(events))
    assert seen == SETS
