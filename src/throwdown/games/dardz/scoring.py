"""DARDZ: the end of a round and of the game (DZ-17 to DZ-23)."""

from __future__ import annotations

from ...kernel.contract import rule
from .state import (
    ACTION,
    DRAWS,
    FINISH,
    LAST_ROUND,
    LUCKY_PILE,
    LUCKY_ROLL,
    OFF_NEXT,
    OFF_TEN,
    OFF_WIN,
    PAST,
    PICK,
    READY,
    TEN,
    edge_score,
    gain,
    lowest_bit,
    side_of,
)
from .tosses import end_game, open_deal, open_toss, win_round


@rule
def check_piles(s):
    """DZ-17: the round ends at once when a player has ten cards or more; else, and where the players have to
    call their ten cards, the draws follow."""
    most, tied = 0, 0
    for seat in range(s.seats):
        if s.pile[seat] > most:
            most, tied = s.pile[seat], 0
        if s.pile[seat] == most:
            tied |= 1 << seat
    if most < TEN or s.announce_ten:
        s.step = DRAWS
    elif tied & (tied - 1):
        open_toss(s, OFF_TEN, tied, 1)
    else:
        win_round(s, lowest_bit(tied))


@rule
def callers(s):
    """DZ-17: bit set of the seats that may call their ten cards now; not while an action card is played."""
    mask = 0
    if s.announce_ten and (s.phase == ACTION or s.phase == READY or s.phase == PICK):
        for seat in range(s.seats):
            if s.pile[seat] >= TEN:
                mask |= 1 << seat
    return mask


@rule
def score_round(s):
    """DZ-19, DZ-20: every pile is one change, in the order of the seats; then the Lucky Losers."""
    s.due[:] = 0
    s.owed = 0
    lucky = 0
    for seat in range(s.seats):
        side = side_of(s, seat)
        before = s.score[side]
        gain(s, seat, s.loot[seat])
        s.scored[seat] = s.score[side] - before
        if s.pile[seat] <= LUCKY_PILE:
            lucky |= 1 << seat
    if lucky:
        open_toss(s, LUCKY_ROLL, lucky, 2)
    else:
        s.step = FINISH


@rule
def finish_round(s):
    """DZ-21, DZ-22."""
    remember(s)
    best = edge_score(s, True)
    if best >= s.target or s.rounds == LAST_ROUND:
        decide_game(s, best)
        return
    last = players_with(s, edge_score(s, False), s.seats)
    if last & (last - 1):
        open_toss(s, OFF_NEXT, last, 1)
    else:
        open_deal(s, lowest_bit(last))


@rule
def decide_game(s, best):
    """DZ-22; DZ-24: for a team its first seat tosses."""
    tied = players_with(s, best, s.sides)
    if tied & (tied - 1):
        open_toss(s, OFF_WIN, tied, 1)
    else:
        end_game(s, lowest_bit(tied))


@rule
def players_with(s, points, seats):
    """Bit set of those among the first ``seats`` seats whose score is ``points``."""
    mask = 0
    for seat in range(seats):
        if s.score[side_of(s, seat)] == points:
            mask |= 1 << seat
    return mask


@rule
def remember(s):
    """Keep what the round has brought; when there are more rounds than places the oldest goes."""
    place = s.rounds - 1
    if place >= PAST:
        place = PAST - 1
        for side in range(s.sides):
            for k in range(place):
                s.past[side, k] = s.past[side, k + 1]
    for side in range(s.sides):
        s.past[side, place] = s.score[side] - s.opening[side]
