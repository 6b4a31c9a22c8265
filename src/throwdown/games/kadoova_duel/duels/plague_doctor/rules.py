"""Plague Doctor (KD-D9): 1s are out, 6s slide over to the other; the first without dice wins."""

from __future__ import annotations

from .....kernel.contract import rule
from ..gate import start_race
from ..table import DICE, GREY, SEATS, conclude, is_in, other

__all__ = ["award", "clear", "home", "start"]


@rule
def clear(s):
    s.hue[:] = 0


@rule
def start(s):
    """Own dice, then the grey ones of Extra Dice cards."""
    for seat in range(SEATS):
        own = max(0, 6 - s.less[seat])
        for die in range(s.count[seat]):
            s.hue[seat, die] = seat if die < own else GREY
    start_race(s)


@rule
def home(s):
    """The beat's 1s are out, its 6s slide over; then see who has no dice."""
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
def award(s, winner):
    """100 for each die that the other has left."""
    s.gain[winner] = 1000 + 100 * s.count[other(s, winner)]
    conclude(s, winner)
