"""Windows in which anybody may play Kadoova cards, and which cards fit (KD-13 to KD-20)."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import (
    AFTER,
    ALL,
    ANY,
    BEFORE,
    BET_LOSE,
    BET_WIN,
    CAUGHT,
    COLD,
    DOUBLE,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    KINDS,
    LESS_OTHER,
    LESS_SELF,
    NOPE,
    PICKPOCKET,
    PLAY_BET_LOSE,
    PLAY_BET_WIN,
    PLAY_ON,
    REMATCH,
    STEPS,
    TAX,
    TOLL,
    VIKING,
    WINDFALL,
    WINDOW,
)
from .duels.gate import has_cards
from .duels.play import can_be_covered, dice_of_role
from .duels.register import (
    allows_extra,
    allows_guns,
    allows_less,
    carried,
    greys_used,
    has_winner,
    least_dice,
)
from .duels.table import BID, GATE, NOBODY, PASS, SEATS, count_of, is_in


@rule
def set_windows(s, options):
    """When each kind may be played; an option's choices are before, after, on your turn."""
    for kind in (BET_WIN, BET_LOSE, EXTRA_SELF, EXTRA_OTHER, LESS_SELF, LESS_OTHER, GUNS, TOLL, DOUBLE, COLD):
        s.fits[kind] = BEFORE
    s.fits[REMATCH] = AFTER
    s.fits[PICKPOCKET] = options.pickpocket_window + 1
    s.fits[WINDFALL] = options.windfall_window + 1
    s.fits[TAX] = options.tax_day_window + 1


@rule
def open_window(s, window):
    s.window = window
    s.phase = WINDOW
    s.passed = 0
    s.pending = NOBODY
    s.nopes = 0


@rule
def everybody(s):
    return (1 << s.seats) - 1


@rule
def legal_in_window(s, seat, events):
    """Pass, or play a card that fits; while a card waits to take effect, let it or Nope it."""
    events[0] = PASS
    if s.pending != NOBODY:
        if s.hand[seat, NOPE] == 0:
            return 1
        events[1] = PLAY_ON + NOPE * SEATS + seat
        return 2
    n = 1
    for kind in range(BET_WIN, KINDS):
        if s.hand[seat, kind] > 0 and is_open(s, seat, kind):
            n = ways(s, seat, kind, events, n)
    return legal_charges(s, events, n)


@rule
def is_open(s, seat, kind):
    """KD-5: "on your turn" is any window, for the challenger alone: see :func:`legal_on_turn`, too."""
    if s.fits[kind] == ANY:
        return seat == s.challenger
    return s.fits[kind] == s.window


@rule
def legal_charges(s, events, n):
    """KD-12, where the table has asked for it: somebody is said to be caught cheating."""
    if s.cheating and s.window == AFTER:
        for seat in range(SEATS):
            if is_in(s.duelists & ~s.forfeits & ~s.cleared, seat):
                events[n] = CAUGHT + seat
                n += 1
    return n


@rule
def ways(s, seat, kind, events, n):
    """All the ways in which ``seat`` may play a card of ``kind`` now."""
    if kind <= BET_LOSE:
        return bets(s, seat, kind, events, n)
    if is_on_other(kind):
        for target in range(s.seats):
            if target != seat and may_aim(s, kind, target):
                events[n] = PLAY_ON + kind * SEATS + target
                n += 1
        return n
    if may_play(s, seat, kind):
        events[n] = PLAY_ON + kind * SEATS + seat
        n += 1
    return n


@rule
def is_on_other(kind):
    """Kinds that are played on another player."""
    return kind in (EXTRA_OTHER, LESS_OTHER, PICKPOCKET, VIKING)


@rule
def bets(s, seat, kind, events, n):
    """KD-15: by the hundred, never more in all than one has."""
    if not has_winner(s.duel):
        return n
    most = min(s.stake_most, s.score[seat] - s.staked[seat]) // 100
    first = PLAY_BET_WIN if kind == BET_WIN else PLAY_BET_LOSE
    for target in range(s.seats):
        if is_in(s.duelists, target) and may_bet(s, seat, kind, target):
            for step in range(most):
                events[n] = first + target * STEPS + step
                n += 1
    return n


@rule
def may_bet(s, seat, kind, target):
    """KD-15: a duelist never on their own loss, which the win of another also is."""
    if kind == BET_WIN:
        return target == seat or not is_in(s.duelists, seat)
    return target != seat and (s.lose_bets == 1 or count_of(s.duelists) == 2)


@rule
def may_aim(s, kind, target):
    if kind == PICKPOCKET:
        return True
    if not is_in(s.duelists, target):
        return False
    if kind == EXTRA_OTHER:
        return has_grey(s)
    return allows_less(s.duel) and most_dice(s, target) > 0


@rule
def has_grey(s):
    """KD-16: whether a grey die is left for an Extra."""
    if not allows_extra(s):
        return False
    used = greys_used(s)
    for seat in range(SEATS):
        used += s.extra[seat]
    return used < 4


@rule
def most_dice(s, seat):
    """The dice of a duelist whose role is not chosen yet, at most."""
    return max(dice_of_role(s, True), dice_of_role(s, False)) + carried(s, seat)


@rule
def fewest_dice(s, seat):
    return min(dice_of_role(s, True), dice_of_role(s, False)) + carried(s, seat)


@rule
def may_play(s, seat, kind):
    """Kinds that are played on oneself or on nobody."""
    if kind in (REMATCH, WINDFALL, TAX):
        return True
    if kind == NOPE or not is_in(s.duelists, seat):
        return False
    if kind == EXTRA_SELF:
        return has_grey(s)
    if kind == LESS_SELF:
        return allows_less(s.duel) and fewest_dice(s, seat) > least_dice(s.duel)
    if kind == GUNS:
        return allows_guns(s.duel)
    if kind == DOUBLE:
        return has_winner(s.duel) and not is_in(s.doubled, seat)
    if kind == COLD:
        return seat == s.opponent and substitutes(s) != 0
    return True  # Highway Toll


@rule
def substitutes(s):
    """KD-20: who may take the place of the challenged; nobody in an All Duel."""
    if s.how == ALL:
        return 0
    return everybody(s) & ~s.challenged & ~(1 << s.challenger)


@rule
def legal_on_turn(s, seat, events, n):
    """KD-5: cards "on your turn" during the duel, where the challenger is due at a gate or to bid; not to be
    Noped."""
    if seat != s.challenger or s.plain or s.breaking or (s.stage != GATE and s.stage != BID):
        return n
    for kind in (PICKPOCKET, WINDFALL, TAX):
        if s.fits[kind] == ANY and s.hand[seat, kind] > 0:
            n = ways(s, seat, kind, events, n)
    return n


@rule
def legal_vikings(s, seat, events, n):
    """KD-18: at a gate of the duel, on the dice of another."""
    if s.stage != GATE or s.hand[seat, VIKING] == 0 or not has_cards(s):
        return n
    for target in range(s.seats):
        if target != seat and can_be_covered(s, target):
            events[n] = PLAY_ON + VIKING * SEATS + target
            n += 1
    return n
