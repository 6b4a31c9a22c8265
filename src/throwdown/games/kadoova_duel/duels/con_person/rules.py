"""Con-Person (KD-D4): bids on how many dice of a number lie under both covers."""

from __future__ import annotations

from .....kernel.contract import rule
from .....kernel.rng import below
from ..gate import begin_rolls
from ..table import BID, CALL, NOBODY, RAISE, ROLL, conclude, other

__all__ = [
    "choose",
    "clear",
    "guess_dice",
    "hide_dice",
    "is_secret",
    "legal_choices",
    "settle",
    "start",
    "who_chooses",
]


@rule
def clear(s):
    s.bid = s.bidder = s.caller = NOBODY
    s.bids = s.actual = 0
    s.bid_list[:] = 0


@rule
def start(s):
    begin_rolls(s, s.duelists)


@rule
def settle(s):
    s.bid = NOBODY
    s.bidder = s.opponent  # KD-D4: so that the challenger speaks first
    s.stage = BID


@rule
def all_dice(s):
    return s.count[s.challenger] + s.count[s.opponent]


@rule
def legal_choices(s, seat, events):
    """KD-D4: more dice, of any number; a bid of all the dice must be called."""
    n = 0
    least = 0
    if s.bid != NOBODY:
        events[0] = CALL
        n = 1
        least = s.bid // 6 + 1
    for bid in range(6 * least, 6 * all_dice(s)):
        events[n] = RAISE + bid
        n += 1
    return n


@rule
def who_chooses(s):
    return 1 << other(s, s.bidder)


@rule
def choose(s, seat, a):
    if a == CALL:
        call(s, seat)
    else:
        raise_bid(s, seat, a - RAISE)


@rule
def raise_bid(s, seat, bid):
    s.bid = bid
    s.bidder = seat
    s.bid_list[s.bids] = bid + 1
    s.bids += 1


@rule
def call(s, seat):
    """KD-D4: true or exceeded, the bidder wins; else the caller."""
    s.caller = seat
    s.actual = dice_that_show(s, s.bid % 6 + 1)
    winner = s.bidder if s.actual >= s.bid // 6 + 1 else seat
    s.gain[winner] = 1000 + 100 * s.actual
    conclude(s, winner)


@rule
def dice_that_show(s, face):
    n = 0
    for seat in (s.challenger, s.opponent):
        for die in range(s.count[seat]):
            n += s.die[seat, die] == face
    return n


@rule
def is_secret(s):
    """KD-23: whether dice lie hidden now."""
    return not s.breaking and (s.stage == ROLL or s.stage == BID)


@rule
def hide_dice(s, seat):
    if is_secret(s):
        for owner in (s.challenger, s.opponent):
            if owner != seat:
                s.die[owner, :] = 0


@rule
def guess_dice(s, seat, rng):
    if is_secret(s):
        for owner in (s.challenger, s.opponent):
            if owner != seat:
                for die in range(s.rolled[owner]):
                    s.die[owner, die] = below(rng, 6) + 1
