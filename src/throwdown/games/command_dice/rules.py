"""Command Dice: the rules, and nothing else. Clauses CD-1 to CD-18 are in RULES.md."""

from __future__ import annotations

import numpy as np

from ...kernel.contract import CHANCE, EVERYBODY, rule
from ...kernel.rng import below
from .state import (
    ALLOCATE,
    BLACK,
    CARD,
    CARDS,
    COLOUR,
    COLOURS,
    COMMIT,
    DEAL,
    EVENTS,
    FULL_POOL,
    HAND,
    LINE,
    MOST_SWORDS,
    NOBODY,
    OPTIONS,
    OVER,
    PAST,
    PICK,
    RED,
    ROLL,
    SEATS,
    STATE,
    STOP,
    STRIKE,
    SWORDS,
    VICTORIES,
    WHOLE_DECK,
    is_red,
    value_of,
)
from .strikes import can_strike, legal_strikes

__all__ = [
    "EVENTS",
    "OPTIONS",
    "STATE",
    "apply",
    "awaited",
    "guess",
    "hide",
    "legal",
    "setup",
    "standing",
    "witnesses",
]


@rule
def setup(s, seats, options):
    for face in range(6):
        s.weight[0, options.red_swords[face]] += 1
        s.weight[1, options.white_swords[face]] += 1
        s.weight[2, options.blue_swords[face]] += 1
    s.tie_card = options.tie_card
    s.card_by_card = options.waste_is_judged
    s.red_seat = NOBODY
    s.phase = COLOUR
    begin_round(s)


@rule
def begin_round(s):
    """CD-14: the full deck shuffled, all nine dice in each pool."""
    s.rounds += 1
    s.turns = 0
    s.deck = WHOLE_DECK
    s.score[:] = 0
    s.won[:] = 0
    for seat in range(SEATS):
        for colour in range(COLOURS):
            s.pool[seat, colour] = FULL_POOL[colour]
    begin_turn(s)


@rule
def begin_turn(s):
    """CD-5, and CD-15: who has no dice left sits out the last turn."""
    s.turns += 1
    s.closed = 0
    s.dealt = 0
    s.line[:] = 0
    s.ready[:] = 0
    s.picked[:] = 0
    s.hand[:] = 0
    s.swords[:] = -1
    s.struck[:] = 0
    s.taken[:] = 0
    s.lead = s.roller = s.alone = NOBODY
    for seat in range(SEATS):
        if pool_count(s, 1 - seat) == 0:
            s.alone = seat


@rule
def pool_count(s, seat):
    return s.pool[seat, 0] + s.pool[seat, 1] + s.pool[seat, 2]


@rule
def may_pick(s, seat):
    return s.ready[seat] == 0 and (s.alone == NOBODY or s.alone == seat)


@rule
def awaited(s):
    if s.phase == OVER:
        return 0
    if s.phase == COMMIT:
        return int(may_pick(s, 0)) | int(may_pick(s, 1)) << 1
    if s.phase == ALLOCATE:
        return 1 << s.roller
    return 1 << CHANCE


@rule
def legal(s, seat, events, weights):
    if s.phase == COMMIT:
        return legal_picks(s, seat, events), 0
    if s.phase == ALLOCATE:
        return legal_strikes(s, events), 0
    if s.phase == ROLL:
        return legal_swords(s, events, weights)
    if s.phase == DEAL:
        return legal_cards(s, events), 0
    events[0], events[1] = RED, BLACK
    return 2, 0


@rule
def legal_picks(s, seat, events):
    """CD-6: one to four dice of the pool."""
    n = 0
    pool = s.pool[seat]
    for red in range(pool[0] + 1):
        for white in range(pool[1] + 1):
            for blue in range(pool[2] + 1):
                if 1 <= red + white + blue <= HAND:
                    events[n] = PICK + red * 12 + white * 3 + blue
                    n += 1
    return n


@rule
def legal_cards(s, events):
    n = 0
    for card in range(CARDS):
        if s.deck >> card & 1:
            events[n] = CARD + card
            n += 1
    return n


@rule
def die_due(s):
    """The first die of the roller that has not been rolled."""
    die = 0
    while s.swords[s.roller, die] >= 0:
        die += 1
    return die


@rule
def legal_swords(s, events, weights):
    n = 0
    colour = s.colour[s.roller, die_due(s)]
    for swords in range(MOST_SWORDS):
        if s.weight[colour, swords] > 0:
            events[n], weights[n] = SWORDS + swords, s.weight[colour, swords]
            n += 1
    return n, 6


@rule
def apply(s, seat, a):
    if a == STOP:
        pass_on(s)
    elif a >= STRIKE:
        strike(s, (a - STRIKE) // 16, (a - STRIKE) % 16)
    elif a >= RED:
        s.red_seat = a - RED
        s.phase = DEAL
    elif a >= SWORDS:
        show(s, a - SWORDS)
    elif a >= CARD:
        deal(s, a - CARD)
    else:
        pick(s, seat, a - PICK)


@rule
def deal(s, card):
    """CD-5; the first card of a turn clears what the turn before has left."""
    if s.closed == 2:
        begin_round(s)
    elif s.closed == 1:
        clear_turn(s)
        begin_turn(s)
    s.line[s.dealt] = card + 1
    s.deck ^= 1 << card
    s.dealt += 1
    if s.dealt == LINE:
        s.phase = COMMIT


@rule
def clear_turn(s):
    """CD-11: dice that were not used go back to the pool."""
    for seat in range(SEATS):
        for die in range(s.hand[seat]):
            if s.struck[seat, die] == 0:
                s.pool[seat, s.colour[seat, die]] += 1


@rule
def pick(s, seat, dice):
    s.picked[seat, 0], s.picked[seat, 1], s.picked[seat, 2] = dice // 12, dice // 3 % 4, dice % 3
    s.ready[seat] = 1
    if not may_pick(s, 0) and not may_pick(s, 1):
        reveal(s)


@rule
def reveal(s):
    """CD-6, CD-7: the choices are shown; fewer dice takes the initiative, then the tie card."""
    for seat in range(SEATS):
        for colour in range(COLOURS):
            for _ in range(s.picked[seat, colour]):
                s.colour[seat, s.hand[seat]] = colour
                s.hand[seat] += 1
            s.pool[seat, colour] -= s.picked[seat, colour]
    if s.alone != NOBODY:
        s.lead = s.alone
    elif s.hand[0] == s.hand[1]:
        s.lead = tie_seat(s)
    else:
        s.lead = int(s.hand[1] < s.hand[0])
    s.roller = s.lead
    s.phase = ROLL


@rule
def tie_seat(s):
    """CD-7: the RED or BLACK player, by the card next to the deck."""
    card = s.line[LINE - 1 if s.tie_card else 0] - 1
    return s.red_seat if is_red(card) else 1 - s.red_seat


@rule
def show(s, swords):
    """CD-8: the roller's next die comes to rest."""
    s.swords[s.roller, die_due(s)] = swords
    if s.swords[s.roller, s.hand[s.roller] - 1] >= 0:
        s.phase = ALLOCATE
        if not can_strike(s):
            pass_on(s)


@rule
def strike(s, slot, dice):
    """CD-8, CD-11: the dice are out for the round, the card lies in front of the player."""
    me = s.roller
    for die in range(s.hand[me]):
        if dice >> die & 1:
            s.struck[me, die] = slot + 1
    card = s.line[slot] - 1
    s.taken[slot] = card + 1
    s.line[slot] = 0
    s.won[me] |= 1 << card
    s.score[me] += value_of(card)
    if not can_strike(s):
        pass_on(s)


@rule
def pass_on(s):
    """CD-12: the second player rolls against the cards that are left, if there are any."""
    if s.roller == s.lead and s.alone == NOBODY and s.line.any():
        s.roller = 1 - s.lead
        s.taken[:] = 0
        s.phase = ROLL
    else:
        end_turn(s)


@rule
def end_turn(s):
    """CD-13, CD-15. What lies on the table stays in sight until the next card is dealt."""
    s.closed = 1
    s.roller = NOBODY
    s.phase = DEAL
    if s.alone != NOBODY or s.deck == 0 or (is_spent(s, 0) and is_spent(s, 1)):
        end_round(s)


@rule
def is_spent(s, seat):
    """Whether every die of ``seat`` has been used this round."""
    left = pool_count(s, seat)
    for die in range(s.hand[seat]):
        left += s.struck[seat, die] == 0
    return left == 0


@rule
def end_round(s):
    """CD-16, CD-17."""
    s.closed = 2
    s.deck = WHOLE_DECK
    remember(s)
    winner = round_winner(s)
    if winner != NOBODY:
        s.victories[winner] += 1
        if s.victories[winner] == VICTORIES:
            s.phase = OVER


@rule
def round_winner(s):
    """CD-16: the higher total, then fewer cards, then nobody."""
    if s.score[0] != s.score[1]:
        return int(s.score[1] > s.score[0])
    cards = card_count(s, 0) - card_count(s, 1)
    if cards == 0:
        return NOBODY
    return int(cards > 0)


@rule
def card_count(s, seat):
    count = 0
    for card in range(CARDS):
        count += s.won[seat] >> card & 1
    return count


@rule
def remember(s):
    """Keep the round's totals; when there are more rounds than places the oldest goes."""
    place = s.rounds - 1
    if place >= PAST:
        for k in range(PAST - 1):
            s.past[0, k], s.past[1, k] = s.past[0, k + 1], s.past[1, k + 1]
        place = PAST - 1
    s.past[0, place], s.past[1, place] = s.score[0], s.score[1]


@rule
def hide(s, seat):
    """CD-18: until both have chosen, nothing of the other's choice."""
    if s.phase == COMMIT:
        for other in range(SEATS):
            if other != seat:
                s.picked[other] = 0


@rule
def guess(s, seat, rng):
    """Any choice that the other's pool allows, each equally likely."""
    if s.phase != COMMIT:
        return
    events = np.empty(EVENTS, np.int32)
    for other in range(SEATS):
        if other != seat and s.ready[other]:
            dice = events[below(rng, legal_picks(s, other, events))] - PICK
            s.picked[other, 0], s.picked[other, 1], s.picked[other, 2] = dice // 12, dice // 3 % 4, dice % 3


@rule
def standing(s, points):
    points[0], points[1] = s.victories[0], s.victories[1]


@rule
def witnesses(s, seat, a):
    """A choice of dice is its maker's alone; the reveal tells it to everybody."""
    return 1 << seat if a < CARD else EVERYBODY
