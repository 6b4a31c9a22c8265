"""DARDZ: the pack, the hands, the draws and the points piles (DZ-1, DZ-6, DZ-8, DZ-16)."""

from __future__ import annotations

from ...kernel.contract import rule
from .state import (
    ACTION_COPIES,
    ACTIONS,
    CARD,
    CHECK,
    DRAW,
    GOLDEN,
    HAND,
    KINDS,
    NOBODY,
    NUMBER_COPIES,
    ON_THE_TABLE,
    WHOLE_PACK,
)


@rule
def kind_of(card):
    return card // 6


@rule
def number_of(kind):
    """The number on a card, a golden 7 included; 0 for an action card."""
    if kind < GOLDEN:
        return kind + 1
    return 7 if kind == GOLDEN else 0


@rule
def copies_of(s, kind):
    """DZ-1, DZ-2: six of each number, some of the 7s golden; three of each action card."""
    if kind >= ACTIONS:
        return ACTION_COPIES
    if kind == GOLDEN:
        return s.golden_sevens
    return NUMBER_COPIES - s.golden_sevens if kind == 6 else NUMBER_COPIES


@rule
def gather_pack(s):
    """All ninety cards shuffled: undrawn, and none of them known."""
    for kind in range(KINDS):
        s.left[kind] = copies_of(s, kind)
    s.pile_left = WHOLE_PACK


@rule
def clear_table(s):
    """The first card of a round clears what the round before has left."""
    s.closed = 0
    s.rounds += 1
    s.turns = 0
    s.where[:] = 0
    s.hand[:] = 0
    s.held[:] = 0
    s.pile[:] = 0
    s.loot[:] = 0
    s.scored[:] = 0
    s.moved[:] = 0
    s.fresh[:] = 0
    s.thrown = s.shown = s.picked = 0
    s.last_toss = NOBODY
    s.ten = NOBODY
    s.still = 0
    s.passes = 0
    for side in range(s.sides):
        s.opening[side] = s.score[side]


@rule
def owe(s, seat, cards):
    s.due[seat] += cards
    s.owed += cards


@rule
def fill_hands(s):
    """DZ-16: every short hand is filled."""
    for seat in range(s.seats):
        owe(s, seat, HAND - s.held[seat])


@rule
def begin_draws(s):
    """DZ-8: from the player on turn to the left; DZ-18: an empty draw pile gives nothing."""
    if s.owed == 0 or s.pile_left == 0:
        end_draws(s)
        return
    s.fresh[:] = 0
    s.drawer = s.turn
    skip_to_drawer(s)
    s.phase = DRAW


@rule
def end_draws(s):
    s.due[:] = 0
    s.owed = 0
    s.step = s.then


@rule
def skip_to_drawer(s):
    while s.due[s.drawer] == 0:
        s.drawer = s.drawer + 1 if s.drawer + 1 < s.seats else 0


@rule
def legal_cards(s, events, weights):
    n = 0
    for kind in range(KINDS):
        if s.left[kind]:
            events[n], weights[n] = CARD + kind, s.left[kind]
            n += 1
    return n, s.pile_left


@rule
def draw_card(s, kind):
    """The copies of a kind are numbered as they come, so that each card can be followed."""
    if s.closed:
        clear_table(s)
    seat = s.drawer
    card = kind * 6 + copies_of(s, kind) - s.left[kind]
    s.left[kind] -= 1
    s.pile_left -= 1
    put_in_hand(s, seat, card)
    s.fresh[seat] += 1
    s.due[seat] -= 1
    s.owed -= 1
    if s.owed == 0 or s.pile_left == 0:
        end_draws(s)
    else:
        skip_to_drawer(s)


@rule
def put_in_hand(s, seat, card):
    s.hand[seat, s.held[seat]] = card + 1
    s.held[seat] += 1
    s.where[card] = 1 + seat


@rule
def take_from_hand(s, seat, slot):
    """The card that lay in ``slot``; those after it close up."""
    card = s.hand[seat, slot] - 1
    for k in range(slot, HAND - 1):
        s.hand[seat, k] = s.hand[seat, k + 1]
    s.hand[seat, HAND - 1] = 0
    s.held[seat] -= 1
    s.where[card] = ON_THE_TABLE
    return card


@rule
def slot_of(s, seat, kind):
    """The first slot with a card of ``kind``, or NOBODY."""
    for slot in range(s.held[seat]):
        if kind_of(s.hand[seat, slot] - 1) == kind:
            return slot
    return NOBODY


@rule
def numbers_in(s, seat):
    """Bit set of the numbers in a hand."""
    mask = 0
    for slot in range(s.held[seat]):
        mask |= 1 << number_of(kind_of(s.hand[seat, slot] - 1))
    return mask & ~1


@rule
def put_on_pile(s, seat, card):
    s.where[card] = 11 + seat
    s.pile[seat] += 1
    s.loot[seat] += s.worth[kind_of(card)]
    s.moved[seat] += 1
    s.stirred = 1


@rule
def move_number(s, seat, number):
    """DZ-8: all cards of that number go from a hand to its owner's points pile; returns how many."""
    many = 0
    for slot in range(s.held[seat] - 1, -1, -1):
        if number_of(kind_of(s.hand[seat, slot] - 1)) == number:
            put_on_pile(s, seat, take_from_hand(s, seat, slot))
            many += 1
    return many


@rule
def move_all(s, number):
    """DZ-8: everybody moves; then the piles are counted, then as many cards are drawn."""
    s.moved[:] = 0
    s.picked = number
    for seat in range(s.seats):
        owe(s, seat, move_number(s, seat, number))
    s.step = CHECK
