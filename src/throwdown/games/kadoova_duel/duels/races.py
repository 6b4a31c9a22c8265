"""The five race duels: how many dice a roll has, what it does, and what the first home wins."""

from __future__ import annotations

from ....kernel.contract import rule
from .table import (
    CLASS,
    DICE,
    GREY,
    HARE,
    PLAGUE,
    QUICK_DRAW,
    SEATS,
    SKEPTIC,
    conclude,
    dock,
    is_in,
    other,
)


@rule
def home(s):
    """The beat's rolls take effect; the set of seats that have now done what wins."""
    if s.duel == PLAGUE and not s.breaking:
        return plague(s)
    done = 0
    for seat in range(SEATS):
        if is_in(s.rolling, seat) and has_won(s, seat):
            done |= 1 << seat
    return done


@rule
def has_won(s, seat):
    if s.breaking or s.duel == QUICK_DRAW:
        return matches(s, seat)
    if s.duel == CLASS:
        return in_class(s, seat)
    if s.duel == HARE:
        return run(s, seat)
    return lay_aside(s, seat)


@rule
def matches(s, seat):
    """KD-D10; with two guns or an Extra die any of them may match (KD-16, KD-19)."""
    for die in range(1 if s.breaking else s.count[seat]):
        if s.die[seat, die] == s.target[0]:
            return True
    return False


@rule
def in_class(s, seat):
    """KD-D3: High wants 15 to 18, Low 3 to 6."""
    total = s.die[seat, 0] + s.die[seat, 1] + s.die[seat, 2]
    return total >= 15 if seat == s.lead else total <= 6


@rule
def run(s, seat):
    """KD-D6: Hare takes space after space, Tortoise one."""
    if seat != s.lead:
        if reaches(s, seat, s.spaces[s.place[seat]]):
            s.place[seat] += 1
        return s.place[seat] == s.track_spaces
    while s.place[seat] < s.track_spaces and reaches(s, seat, s.spaces[s.place[seat]]):
        s.place[seat] += 1
    return s.place[seat] == s.track_spaces


@rule
def reaches(s, seat, space):
    """Whether one die of the roll, or a sum of some, shows ``space``."""
    for some in range(1, 1 << s.count[seat]):
        total = 0
        for die in range(s.count[seat]):
            if some >> die & 1:
                total += s.die[seat, die]
        if total == space:
            return True
    return False


@rule
def lay_aside(s, seat):
    """KD-D11: matching dice are laid aside; the rest move up."""
    kept = 0
    for die in range(s.count[seat]):
        face = s.die[seat, die]
        if is_target(s, seat, face):
            s.spot[seat, s.outs[seat]] = face
            s.outs[seat] += 1
        else:
            s.die[seat, kept] = face
            kept += 1
    s.count[seat] = kept
    return kept == 0


@rule
def is_target(s, seat, face):
    if seat != s.lead:
        return face == s.aimed
    return face == s.target[0] or face == s.target[1] or face == s.target[2]


@rule
def deal_plague(s):
    """KD-D9: own dice, then the grey ones of Extra Dice cards."""
    for seat in range(SEATS):
        own = max(0, 6 - s.less[seat])
        for die in range(s.count[seat]):
            s.hue[seat, die] = seat if die < own else GREY


@rule
def plague(s):
    """KD-D9: the beat's 1s are out, its 6s slide over; then see who has no dice."""
    first, last = s.challenger, s.opponent
    sent_first = sort_out(s, first) if is_in(s.rolling, first) else 0
    sent_last = sort_out(s, last) if is_in(s.rolling, last) else 0
    slide(s, first, last, sent_first)
    slide(s, last, first, sent_last)
    return int(s.count[first] == 0) << first | int(s.count[last] == 0) << last


@rule
def sort_out(s, seat):
    """Close the ranks of the dice kept; the slid ones lie from the far end of the row. Returns how many."""
    kept, sent = 0, 0
    hues = s.hue[seat]
    slid = s.spot[seat]  # the colours that are on their way
    for die in range(s.count[seat]):
        face = s.die[seat, die]
        if face == 1:
            s.outs[seat] += 1
        elif face == 6:
            slid[sent] = hues[die]
            sent += 1
        else:
            s.die[seat, kept] = face
            hues[kept] = hues[die]
            kept += 1
    for die in range(kept, DICE):
        s.die[seat, die] = 0
    s.count[seat] = kept
    return sent


@rule
def slide(s, giver, taker, sent):
    """``sent`` dice of ``giver``, each showing a 6, now lie before ``taker``."""
    for die in range(sent):
        place = s.count[taker]
        s.die[taker, place] = 6
        s.hue[taker, place] = s.spot[giver, die]
        s.spot[giver, die] = 0
        s.count[taker] += 1


@rule
def award_race(s, winner):
    """What the first home wins."""
    loser = other(s, winner)
    if s.duel == CLASS:
        award_class(s, winner, loser)
        return
    s.gain[winner] = 1000
    if s.duel == HARE:
        s.gain[winner] += 100 * (s.track_spaces - s.place[loser])
    elif s.duel == PLAGUE or s.duel == SKEPTIC:
        s.gain[winner] += 100 * s.count[loser]
    conclude(s, winner)


@rule
def award_class(s, winner, loser):
    """KD-D3: High wins 1500 and costs Low 500, Low wins 1000 and costs High 1000."""
    is_high = winner == s.lead
    s.gain[winner] = 1500 if is_high else 1000
    s.gain[loser] = -dock(s, loser, 500 if is_high else 1000)
    conclude(s, winner)
