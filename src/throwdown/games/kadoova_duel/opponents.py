"""Duel cards and whom they name (KD-2, KD-7)."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import (
    ALL,
    CARD_DUELS,
    CARD_HOWS,
    CARD_OPTIONS,
    CHOICE,
    DRAW,
    DUEL_KINDS,
    FIRST_CARDS,
    HIGH,
    LEFT,
    RIGHT,
    WAYS,
)
from .duels.register import is_two_player
from .duels.table import NOBODY
from .duels.verbs import spelled_out


@rule
def duel_of(card):
    """The duel of a Duel card."""
    return CARD_DUELS[card]


@rule
def how_of(card):
    """How a Duel card finds the opponent."""
    return CARD_HOWS[card]


@rule
def shuffle_duels(s):
    """The whole Duel deck; KD-10: one copy of each duel, for two players."""
    s.duel_count = 0
    for card in range(DUEL_KINDS):
        s.duel_cards[card] = s.duel_copies[card]
        s.duel_count += s.duel_cards[card]


@rule
def one_of_each(s):
    for duel in range(FIRST_CARDS.shape[0]):
        first = FIRST_CARDS[duel]
        if is_two_player(duel):
            keep_first(s, first)
        else:
            s.duel_copies[first] = 1


@rule
def keep_first(s, first):
    """One copy of a duel of two, by the first way that the deck has."""
    found = False
    for card in range(first, first + len(WAYS)):
        s.duel_copies[card] = int(not found and s.duel_copies[card] > 0)
        found = found or s.duel_copies[card] > 0
    if not found:
        s.duel_copies[first + CHOICE] = 1


@rule
def stock_duels(s, options):
    """KD-2: the copies of each duel by how the opponent is found."""
    stock_each(s, options)
    kind = 0
    for duel in range(FIRST_CARDS.shape[0]):
        if not is_two_player(duel):
            s.duel_copies[FIRST_CARDS[duel]] = options.all_cards[kind]
            kind += 1
    if s.short:
        one_of_each(s)
    shuffle_duels(s)


@rule
def stock(s, duel, copies):
    for how in range(len(WAYS)):
        s.duel_copies[FIRST_CARDS[duel] + how] = copies[how]


def _stock_each(s, options):
    """The copies of each duel of two."""


stock_each = spelled_out(
    _stock_each, [f"stock(s, {duel}, options.{name})" for duel, name in CARD_OPTIONS.items()], stock=stock
)


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
