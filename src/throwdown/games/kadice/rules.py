"""KA'DICE!: the rules, and nothing else. Clauses KA-0 to KA-18 are in RULES.md."""

from __future__ import annotations

from ...kernel.contract import CHANCE, EVERYBODY, rule
from .cards import CARDS, DICE, FACES, WHOLE_DECK
from .choices import legal_changes, legal_eliminations, legal_holds, legal_sets
from .rounds import end_ghost_roll, end_round, next_card, next_ghost
from .state import (
    ACT,
    ALL_DICE,
    BONUS,
    CARD,
    CARDS_DUE,
    CHANGE,
    DIE,
    DRAW,
    ELIMINATE,
    EVENTS,
    GHOST,
    HOLD,
    KEEP,
    NOBODY,
    OPTIONS,
    OVER,
    REVIVE,
    STATE,
    WAR,
    begin_roll,
    is_decided,
)
from .turns import begin_act, change, eliminate, end_turn, take_bonus
from .war import begin_war, next_in_war

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
    """KA-4: a war among all for the button."""
    s.seats = seats
    s.last_player = options.last_player
    s.most_rounds = options.most_rounds
    s.rounds = 1
    s.turn = NOBODY
    for seat in range(seats):
        s.deck[seat] = WHOLE_DECK
        s.stock[seat] = options.cards_each
    begin_war(s, 0, (1 << seats) - 1)


# What may happen


@rule
def awaited(s):
    if s.phase == ACT or s.phase == KEEP:
        return 1 << s.turn
    return 0 if s.phase == OVER else 1 << CHANCE


@rule
def legal(s, seat, events, weights):
    if s.phase == ACT:
        n = legal_changes(s, events, 0)
        n = legal_eliminations(s, events, n)
        return legal_holds(s, events, n), 0
    if s.phase == KEEP:
        return legal_sets(s, s.held[seat], HOLD, events, 0), 0
    if s.phase == DRAW or s.phase == REVIVE:
        return legal_cards(s, events), 0
    for k in range(FACES):
        events[k] = DIE + k
    return FACES, 0


@rule
def legal_cards(s, events):
    """Every card that may lie on top; a revived player's one is drawn from all (KA-13)."""
    cards = WHOLE_DECK if s.phase == REVIVE else s.deck[s.roller]
    n = 0
    for card in range(CARDS):
        if cards >> card & 1:
            events[n] = CARD + card
            n += 1
    return n


# What happens


@rule
def apply(s, seat, a):
    if s.phase == ACT:
        act(s, a)
    elif s.phase == KEEP:
        s.held[seat] = a - HOLD
        begin_roll(s, seat, ALL_DICE ^ s.held[seat])
    else:
        clear_table(s)
        if a >= CARD:
            turn_up(s, a - CARD)
        else:
            come_to_rest(s, a - DIE + 1)
    while s.phase >= CARDS_DUE:
        if s.phase == CARDS_DUE:
            next_card(s)
        else:
            end_round(s)


@rule
def act(s, a):
    if a >= ELIMINATE:
        eliminate(s, a - ELIMINATE)
    elif a >= BONUS:
        take_bonus(s, a - BONUS)
    elif a >= HOLD:
        s.held[s.turn] = a - HOLD
        end_turn(s, s.left[s.turn] - 1)
    else:
        change(s, (a - CHANGE) // FACES + 1, (a - CHANGE) % FACES + 1)


@rule
def clear_table(s):
    """What a war or a round has left lies until the next die or card."""
    if s.closed == 0:
        return
    s.closed = 0
    s.turned_up = 0
    s.face[:] = 0


@rule
def turn_up(s, card):
    """KA-4, KA-7; KA-13: a revived player's other cards stay discarded."""
    if s.phase == REVIVE:
        s.deck[s.roller] = 0
        s.gone[s.roller] = WHOLE_DECK ^ 1 << card
    else:
        s.deck[s.roller] ^= 1 << card
        s.stock[s.roller] -= 1
    s.active[s.roller] = card + 1
    s.lost[s.roller] = 0
    s.in_play |= 1 << s.roller
    s.turned_up |= 1 << s.roller
    if s.phase == REVIVE:
        next_ghost(s)
    else:
        s.phase = CARDS_DUE


@rule
def come_to_rest(s, face):
    """The roller's next die."""
    die = 0
    if s.lifted:
        lift(s)
    while not s.todo >> die & 1:
        die += 1
    s.face[s.roller, die] = face
    s.todo ^= 1 << die
    if s.todo:
        return
    if s.phase == WAR:
        next_in_war(s)
    elif s.phase == GHOST:
        end_ghost_roll(s)
    else:
        begin_act(s)


@rule
def lift(s):
    for die in range(DICE):
        if s.lifted >> die & 1:
            s.face[s.roller, die] = 0
    s.lifted = 0


# What a seat may know, and how it stands


@rule
def hide(s, seat):
    """KA-17: nobody knows the order of a deck, and the record holds none; all else is open."""


@rule
def guess(s, seat, rng):
    """Nothing is hidden."""


@rule
def witnesses(s, seat, a):
    return EVERYBODY


@rule
def standing(s, points):
    """Cards left; KA-16: a draw among those who have any."""
    drawn = s.phase == OVER and not is_decided(s)
    for seat in range(s.seats):
        cards = s.stock[seat] + int(s.active[seat] != 0)
        points[seat] = min(cards, 1) if drawn else cards
