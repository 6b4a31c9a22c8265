"""What a seat may not know, and what it may suppose instead (DU-25)."""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from ...kernel.rng import below
from .record import DECLARE, EVENTS, REROLLS, ROLL, SAY_REROLL, SHOOT, SHOOTS, acts, hunter_of
from .sets import sample
from .turns import legal_declarations


@rule
def hide(s, seat):
    """DU-25: targets that have not been shown; declarations and shots until all have made theirs."""
    for other in range(s.seats):
        if other == seat:
            continue
        if not s.shown[other]:
            s.target[other] = 0
        if s.phase == DECLARE:
            s.declared[other] = 0
        if s.phase == SHOOT and s.declared[other] == SHOOTS:
            s.named[other] = 0


@rule
def guess(s, seat, rng):
    for other in range(s.seats):
        if other != seat and s.alive[other]:
            if not s.shown[other]:
                guess_target(s, other, rng)
            if not s.waiting >> other & 1:
                guess_choice(s, other, rng)


@rule
def guess_target(s, seat, rng):
    """As many dice as have been rolled under the cup, fitting what aims have told (DU-5)."""
    many = s.targets[seat]
    if s.phase == ROLL and not s.closed:
        many -= s.due[seat, 0]
    hunter = hunter_of(s, seat)
    sample(s.right[hunter], s.wrong[hunter], many, rng, s.target[seat])


@rule
def guess_choice(s, seat, rng):
    """What ``seat`` has chosen already: any declaration, or a shot that fits what its aims have told."""
    if s.phase == DECLARE and acts(s, seat):
        events = np.empty(EVENTS, np.int32)
        said = events[below(rng, legal_declarations(s, seat, events))]
        s.declared[seat] = said - SAY_REROLL + REROLLS
    if s.phase == SHOOT and s.declared[seat] == SHOOTS:
        many = s.targets[s.aims_at[seat]]
        sample(s.right[seat], s.wrong[seat], many, rng, s.named[seat])
