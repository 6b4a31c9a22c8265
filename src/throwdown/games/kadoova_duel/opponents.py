"""Duel cards and whom they name (KD-2, KD-7)."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import ALL, CHOICE, DRAW, DUEL_KINDS, HIGH, LEFT, PAIRED, RIGHT
from .duels.table import NOBODY, QUICK_DRAW


@rule
def duel_of(card):
    return card // 5 if card < PAIRED else QUICK_DRAW + card - PAIRED


@rule
def how_of(card):
    return card % 5 if card < PAIRED else ALL


@rule
def shuffle_duels(s):
    """The whole Duel deck; KD-10: one copy of each duel, for two players."""
    s.duel_count = 0
    for card in range(DUEL_KINDS):
        s.duel_cards[card] = s.duel_copies[card]
        s.duel_count += s.duel_cards[card]


@rule
def one_of_each(s):
    for card in range(PAIRED, DUEL_KINDS):
        s.duel_copies[card] = 1
    for duel in range(QUICK_DRAW):
        found = False
        for card in range(duel * 5, duel * 5 + 5):
            s.duel_copies[card] = int(not found and s.duel_copies[card] > 0)
            found = found or s.duel_copies[card] > 0
        if not found:
            s.duel_copies[duel * 5 + CHOICE] = 1


@rule
def stock_duels(s, options):
    """KD-2: the copies of each duel by how the opponent is found."""
    stock(s, 0, options.axe_cards)
    stock(s, 1, options.chicken_cards)
    stock(s, 2, options.class_cards)
    stock(s, 3, options.con_cards)
    stock(s, 4, options.beach_cards)
    stock(s, 5, options.hare_cards)
    stock(s, 6, options.pineapple_cards)
    stock(s, 7, options.plague_cards)
    stock(s, 8, options.skeptic_cards)
    for kind in range(DUEL_KINDS - PAIRED):
        s.duel_copies[PAIRED + kind] = options.all_cards[kind]
    if s.short:
        one_of_each(s)
    shuffle_duels(s)


@rule
def stock(s, duel, copies):
    for how in range(5):
        s.duel_copies[duel * 5 + how] = copies[how]


@rule
def legal_draws(s, events, weights):
    n = 0
    for card in range(DUEL_KINDS):
        if s.duel_cards[card] > 0:
            events[n], weights[n] = DRAW + card, s.duel_cards[card]
            n += 1
    return n, s.duel_count


@rule
def named(s):
    """KD-7: the opponent that the card names; NOBODY where all duel or the challenger chooses."""
    if s.how == ALL:
        return NOBODY
    if s.how == CHOICE:
        return 1 - s.challenger if s.seats == 2 else NOBODY
    if s.how == LEFT:
        return (s.challenger + 1) % s.seats
    if s.how == RIGHT:
        return (s.challenger + s.seats - 1) % s.seats
    return furthest(s, 1 if s.how == HIGH else -1)


@rule
def furthest(s, sign):
    """The highest (sign 1) or lowest (-1) score of the others; of the tied the nearest to the left."""
    best = (s.challenger + 1) % s.seats
    for step in range(2, s.seats):
        seat = (s.challenger + step) % s.seats
        if sign * s.score[seat] > sign * s.score[best]:
            best = seat
    return best


@rule
def leader(s):
    """KD-9: the highest score; of the tied the nearest to the challenger's left, the challenger last."""
    best = (s.challenger + 1) % s.seats
    for step in range(2, s.seats + 1):
        seat = (s.challenger + step) % s.seats
        if s.score[seat] > s.score[best]:
            best = seat
    return best
