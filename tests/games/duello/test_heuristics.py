"""Duello: how good choices look."""

from __future__ import annotations

from random import Random

import numpy as np

import throwdown
from throwdown.games.duello.heuristics import all_odds, best_share, rate_all, worth
from throwdown.games.duello.record import AIM, REROLL, SHOOT, TARGET, VALUES

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


def test_who_has_shot_and_knows_of_dice_that_are_gone_has_no_odds_left():
    """Of five dice that seat 1 knew one was hit, and seat 0 still plays on (DU-9)."""
    s, odds = throwdown.load("duello").match(seed=0).seen(0)[0], np.ones((VALUES, TARGET + 1))
    s.right[1], s.targets[0] = (2, 1, 0, 1, 0, 1), 4
    all_odds(s, 1, odds)
    assert not odds.any()
    assert best_share(s, 1) == 0.0
