"""Who rolls when: gates, beats and gaps (KD-18, KD-21).

Before every beat of a race, every throw and every die of a tower stands a gate. Whoever is due presses
(in simulated time nobody need), and while Viking Invasions may be laid, everybody else lays one,
passes, or passes for the whole duel.
"""

from __future__ import annotations

from ....kernel.contract import rule
from .register import allows_viking, is_fought_in_rounds, is_race, is_slapped_for
from .table import (
    ASIDE,
    BANG,
    GATE,
    LIVE,
    PACE,
    PASS,
    PRESS,
    ROLL,
    SEATS,
    SIMULATED,
    TARGET,
    THROW,
    TIE,
    count_of,
    is_in,
)


@rule
def is_racing(s):
    return is_race(s.duel) or s.breaking == 1


@rule
def is_live(s):
    """Whether each press rolls at once and nobody waits for anybody."""
    return s.timing == LIVE and is_racing(s)


@rule
def is_slapped(s):
    """KD-D10: a live draw is won with the slap, not with the roll that matches."""
    return s.timing == LIVE and (s.breaking == 1 or is_slapped_for(s.duel))


@rule
def is_battle(s):
    """A round of War!, in which each press rolls but all wait for the last."""
    return is_fought_in_rounds(s.duel) and s.breaking == 0


@rule
def has_cards(s):
    """Whether Viking Invasions may be laid at the gates of this duel."""
    return s.plain == 0 and s.breaking == 0 and allows_viking(s.duel)


@rule
def open_gate(s, pressers):
    s.pressers = 0 if s.timing == SIMULATED else pressers
    s.waited = 0
    s.stage = GATE
    if waiting(s) == 0:
        close_gate(s)


@rule
def waiting(s):
    """Who may act at the gate."""
    mask = s.pressers
    if has_cards(s):
        mask |= ((1 << s.seats) - 1) & ~s.aside
    return mask & ~s.waited


@rule
def legal_at_gate(s, seat, events):
    if is_in(s.matched, seat):
        events[0], events[1] = BANG, TIE
        return min(2, count_of(s.matched))
    if is_in(s.pressers, seat):
        events[0], events[1] = PRESS, TIE
        return 2 if may_be_level(s) else 1
    if is_live(s):
        events[0] = ASIDE
        return 1
    events[0], events[1] = PASS, ASIDE
    return 2


@rule
def may_be_level(s):
    """KD-21: presses that were made at the same moment roll in one beat, where the roll itself may win."""
    if not is_live(s) or is_slapped(s):
        return False
    for seat in range(SEATS):
        if is_in(s.racers, seat) and s.covered[seat] > 0:
            return False
    return True


@rule
def at_gate(s, seat, a):
    """``seat`` presses, passes, or passes for this duel; the gate closes once nobody is waited for."""
    if a == PRESS and (is_live(s) or is_battle(s)):
        press_at_once(s, seat)
        return
    s.waited |= 1 << seat
    if a == ASIDE:
        s.aside |= 1 << seat
    if not is_live(s) and waiting(s) == 0:
        close_gate(s)


@rule
def press_at_once(s, seat):
    """In live races and in War! the press of ``seat`` rolls at once; with covered dice it lifts one cover
    (KD-18)."""
    if s.covered[seat] > 0:
        s.covered[seat] -= 1
        return
    if is_battle(s):
        s.waited |= 1 << seat
    begin_rolls(s, 1 << seat)


@rule
def close_gate(s):
    if not is_racing(s):
        s.stage = THROW
        return
    rolling = beat(s)
    while rolling == 0:
        rolling = beat(s)
    begin_rolls(s, rolling)


@rule
def beat(s):
    """Who rolls next: all at once and the covered not (paced), or whoever is due first (simulated)."""
    rolling = 0
    first = soonest(s)
    for seat in range(SEATS):
        if not is_in(s.racers, seat):
            continue
        if s.timing == SIMULATED:
            rolling |= int(s.due[seat] == first) << seat
        elif s.covered[seat] > 0:
            s.covered[seat] -= 1
        else:
            rolling |= 1 << seat
    return rolling


@rule
def soonest(s):
    first = 2**30
    for seat in range(SEATS):
        if is_in(s.racers, seat):
            first = min(first, s.due[seat])
    return first


@rule
def begin_rolls(s, rolling):
    s.rolling = rolling
    s.stage = ROLL
    for seat in range(SEATS):
        if is_in(rolling, seat):
            s.rolled[seat] = 0


@rule
def start_race(s):
    """All racers start together."""
    for seat in range(SEATS):
        s.due[seat] = 0
    go_on(s, s.racers)


@rule
def go_on(s, rolled):
    """The next beat; in simulated time those who have just ``rolled`` first need a time."""
    if s.timing == SIMULATED:
        s.pacing = rolled
        s.stage = PACE
    else:
        open_gate(s, s.racers)


@rule
def pace(s, seat, step):
    """KD-21: the next roll of ``seat`` comes after 70 to 130 hundredths of its usual time."""
    dice = 1 if s.breaking else s.count[seat]
    s.due[seat] += (s.pace_base + s.pace_die * dice) * (70 + 5 * step) // 100
    s.pacing &= ~(1 << seat)
    if s.pacing == 0:
        open_gate(s, s.racers)


@rule
def cover(s, target):
    """KD-18: the dice of ``target`` lie under a card: for 3 seconds, or for one roll or throw."""
    if s.timing == SIMULATED and is_racing(s):
        s.due[target] += s.viking_time
    else:
        s.covered[target] += 1


@rule
def ask_targets(s, dice):
    """Grey dice are rolled for target numbers."""
    s.targets = dice
    s.stage = TARGET
