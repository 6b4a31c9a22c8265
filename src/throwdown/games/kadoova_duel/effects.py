"""Playing Kadoova cards and what they do (KD-13, KD-15 to KD-20)."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import (
    BEFORE,
    BET_LOSE,
    BET_WIN,
    BUY_EXTRA,
    BUY_LESS,
    COLD,
    COLD_FEET,
    DOUBLE,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    KEEP,
    LESS_OTHER,
    NOPE,
    PICKPOCKET,
    PLAY_BET_LOSE,
    PLAY_BET_WIN,
    PLAY_ON,
    REMATCH,
    STEPS,
    TAX,
    TOLL,
    WINDFALL,
    WINDOW,
)
from .duels.play import clear_duel
from .duels.table import NOBODY, SEATS, is_in
from .windows import everybody, open_window


@rule
def play_event(s, seat, a):
    """A card is laid by its event; returns its place among the cards played."""
    if a >= PLAY_ON:
        return lay(s, seat, (a - PLAY_ON) // SEATS, (a - PLAY_ON) % SEATS, 0)
    if a >= PLAY_BET_LOSE:
        bet = a - PLAY_BET_LOSE
        return lay(s, seat, BET_LOSE, bet // STEPS, 100 * (bet % STEPS + 1))
    bet = a - PLAY_BET_WIN
    return lay(s, seat, BET_WIN, bet // STEPS, 100 * (bet % STEPS + 1))


@rule
def lay(s, seat, kind, on, stake):
    place = s.plays
    s.hand[seat, kind] -= 1
    s.held[seat] -= 1
    s.played_kind[place] = kind
    s.played_by[place] = seat
    s.played_on[place] = on
    s.played_stake[place] = stake
    s.played_void[place] = 0
    s.staked[seat] += stake
    s.plays += 1
    return place


@rule
def play_in_window(s, seat, a):
    """KD-13, KD-20: a card waits until all have let it pass; a Nope waits likewise."""
    place = play_event(s, seat, a)
    if s.played_kind[place] == NOPE:
        s.nopes += 1
    else:
        s.pending = place
        s.nopes = 0
    s.passed = 1 << seat


@rule
def resolve(s):
    """All have let it pass. A Noped card is void, a Noped Nope restores it."""
    place = s.pending
    nopes = s.nopes
    for k in range(nopes):
        s.played_void[place + 1 + k] = int((nopes - k) % 2 == 0)
    open_window(s, s.window)
    if nopes % 2:
        s.played_void[place] = 1
        s.staked[s.played_by[place]] -= s.played_stake[place]
    else:
        take_effect(s, place)


@rule
def take_effect(s, place):
    kind, by, on = s.played_kind[place], s.played_by[place], s.played_on[place]
    if EXTRA_SELF <= kind <= LESS_OTHER:
        change_dice(s, kind, on)
    elif kind == GUNS:
        s.guns[by] += 1
    elif kind == DOUBLE:
        s.doubled |= 1 << by
    elif kind == TOLL:
        collect_toll(s, by)
    elif kind == PICKPOCKET:
        gain(s, by, take_from(s, on, s.pickpocket, by))
    elif kind == WINDFALL:
        gain(s, by, s.windfall)
    elif kind == TAX:
        collect_tax(s, by)
    elif kind == COLD:
        s.phase = COLD_FEET
    elif kind == REMATCH:
        rematch(s, place)


@rule
def gain(s, seat, points):
    """What a card brings, or costs, at once."""
    s.score[seat] += points
    s.by_cards[seat] += points


@rule
def change_dice(s, kind, on):
    """KD-16: a grey die more, or a die laid aside; what another gives may be bought off."""
    if kind in (EXTRA_SELF, EXTRA_OTHER):
        s.extra[on] += 1
        s.given_extra[on] += kind == EXTRA_OTHER
    else:
        s.less[on] += 1
        s.given_less[on] += kind == LESS_OTHER


@rule
def take_from(s, victim, points, by):
    """KD-14: Thick Skin holds against another's card; returns what was taken."""
    if victim != by and is_in(s.thick, victim):
        points = min(points, s.thick_limit)
    gain(s, victim, -points)
    return points


@rule
def collect_toll(s, by):
    """KD-20: each opponent in this duel pays."""
    for seat in range(SEATS):
        if seat != by and is_in(s.duelists, seat):
            gain(s, by, take_from(s, seat, s.highway_toll, by))


@rule
def collect_tax(s, by):
    """KD-20: everybody who has so much, the player of the card too."""
    for seat in range(s.seats):
        if s.score[seat] >= s.tax_day_from:
            take_from(s, seat, s.tax_day, by)


@rule
def hand_back(s, place):
    """A played card returns to its player's hand."""
    by, kind = s.played_by[place], s.played_kind[place]
    s.hand[by, kind] += 1
    s.held[by] += 1
    s.staked[by] -= 0 if s.played_void[place] else s.played_stake[place]


@rule
def rematch(s, place):
    """KD-17: the duel never was. Back to just after the opponent was named."""
    s.discard[REMATCH] += 1
    for k in range(s.plays):
        if k != place:
            hand_back(s, k)
    clear_plays(s)
    for seat in range(SEATS):
        s.score[seat], s.by_bets[seat], s.by_cards[seat] = (
            s.saved[0, seat],
            s.saved[1, seat],
            s.saved[2, seat],
        )
    s.rematches += 1
    challenge(s, s.first_opponent)


@rule
def clear_plays(s):
    """No card lies beside the duel any more."""
    forget_plays(s, 0)
    s.doubled = 0
    for seat in range(SEATS):
        s.staked[seat] = s.given_extra[seat] = s.given_less[seat] = 0


@rule
def challenge(s, opponent):
    """The opponent is named (NOBODY: all duel): the cards before the duel."""
    clear_duel(s)
    s.opponent = s.first_opponent = opponent
    s.challenged = 0 if opponent == NOBODY else 1 << opponent
    s.cleared = 0
    s.duelists = everybody(s) if opponent == NOBODY else 1 << s.challenger | 1 << opponent
    for seat in range(SEATS):
        s.saved[0, seat], s.saved[1, seat], s.saved[2, seat] = (
            s.score[seat],
            s.by_bets[seat],
            s.by_cards[seat],
        )
    open_window(s, BEFORE)


@rule
def replace_opponent(s, seat):
    """KD-20, Cold Feet: ``seat`` duels instead; bets of or on either and dice of the leaver go back."""
    leaver = s.opponent
    s.opponent = seat
    s.challenged |= 1 << seat
    s.duelists = 1 << s.challenger | 1 << seat
    s.doubled &= ~(1 << leaver)
    s.extra[leaver] = s.less[leaver] = s.given_extra[leaver] = s.given_less[leaver] = 0
    kept = 0
    for place in range(s.plays):
        if is_off(s, place, leaver, seat):
            hand_back(s, place)
        else:
            move_play(s, place, kept)
            kept += 1
    forget_plays(s, kept)
    s.phase = WINDOW


@rule
def is_off(s, place, leaver, newcomer):
    """Whether Cold Feet gives this card back; a void one stays where it is."""
    if s.played_void[place]:
        return False
    kind, by, on = s.played_kind[place], s.played_by[place], s.played_on[place]
    if kind in (BET_WIN, BET_LOSE):
        changing = 1 << leaver | 1 << newcomer
        return is_in(changing, by) or is_in(changing, on)
    return EXTRA_SELF <= kind <= LESS_OTHER and on == leaver


@rule
def move_play(s, place, to):
    s.played_kind[to] = s.played_kind[place]
    s.played_by[to] = s.played_by[place]
    s.played_on[to] = s.played_on[place]
    s.played_stake[to] = s.played_stake[place]
    s.played_void[to] = s.played_void[place]


@rule
def forget_plays(s, kept):
    for k in range(kept, s.plays):
        s.played_kind[k] = s.played_by[k] = s.played_on[k] = s.played_stake[k] = s.played_void[k] = 0
    s.plays = kept


@rule
def discard_plays(s):
    """KD-13: used cards are discarded after the duel."""
    for k in range(s.plays):
        s.discard[s.played_kind[k]] += 1
    clear_plays(s)


@rule
def owes_nothing(s):
    """The seats that have nothing to buy off."""
    mask = 0
    for seat in range(SEATS):
        if s.given_extra[seat] + s.given_less[seat] == 0:
            mask |= 1 << seat
    return mask


@rule
def legal_purchases(s, seat, events):
    """KD-16: be rid of what another gave, for 200 each."""
    n = 0
    if s.given_extra[seat] > 0:
        events[n] = BUY_EXTRA
        n += 1
    if s.given_less[seat] > 0:
        events[n] = BUY_LESS
        n += 1
    events[n] = KEEP
    return n + 1


@rule
def purchase(s, seat, a):
    if a == BUY_EXTRA:
        s.extra[seat] -= 1
        s.given_extra[seat] -= 1
    elif a == BUY_LESS:
        s.less[seat] -= 1
        s.given_less[seat] -= 1
    if a != KEEP:
        gain(s, seat, -s.buy_back)
    if a == KEEP or s.given_extra[seat] + s.given_less[seat] == 0:
        s.kept |= 1 << seat
