"""Which cards a roll of Command Dice may take, and with which dice (CD-8 to CD-10)."""

from __future__ import annotations

from ...kernel.contract import rule
from .state import HAND, LINE, MOST_SWORDS, STOP, STRIKE, value_of


@rule
def legal_strikes(s, events):
    n = 0
    for slot in range(LINE):
        n = strikes_on(s, slot, events, n)
    if s.struck[s.roller].any():  # CD-9: having defeated one, they may stop
        events[n] = STOP
        n += 1
    return n


@rule
def strikes_on(s, slot, events, n):
    """CD-10: every set of free dice that reaches the card with the least excess.

    Over the whole roll none does where all cards taken could be had together for fewer swords.
    """
    need = least_reach(s, slot)
    if need == 0:
        return n
    # Before anything is taken the least reach is the fewest swords, and all ways need not be counted.
    if not s.card_by_card and s.taken.any() and spent_swords(s) + need != fewest_swords(s, slot):
        return n
    for dice in range(1, 1 << s.hand[s.roller]):
        if reach(s, dice) == need and is_first_of_its_kind(s, dice):
            events[n] = STRIKE + slot * 16 + dice
            n += 1
    return n


@rule
def least_reach(s, slot):
    """The fewest swords that reach the card in ``slot``; 0 if none do or there is no card."""
    if s.line[slot] == 0:
        return 0
    value = value_of(s.line[slot] - 1)
    best = 0
    for dice in range(1, 1 << s.hand[s.roller]):
        swords = reach(s, dice)
        if swords >= value and (best == 0 or swords < best):
            best = swords
    return best


@rule
def spent_swords(s):
    """The swords that the roller has put on cards of this roll."""
    total = 0
    for die in range(s.hand[s.roller]):
        if s.struck[s.roller, die]:
            total += s.swords[s.roller, die]
    return total


@rule
def fewest_swords(s, slot):
    """CD-10: the fewest swords of the whole roll that take what it has taken and the card in ``slot``.

    Card by card: bit k of ``able`` says whether the set k of dice takes all cards so far, each with dice of
    its own.
    """
    sets = 1 << s.hand[s.roller]
    able = 1  # no dice take no cards
    for other in range(LINE):
        card = s.line[slot] if other == slot else s.taken[other]
        if card:
            before, able = able, 0
            for dice in range(1, sets):
                if swords_of(s, dice) >= value_of(card - 1):
                    rest = sets - 1 & ~dice
                    for others in range(sets):
                        if before >> others & 1 and others & rest == others:
                            able |= 1 << (dice | others)
    fewest = HAND * MOST_SWORDS
    for dice in range(sets):
        if able >> dice & 1:
            fewest = min(fewest, swords_of(s, dice))
    return fewest


@rule
def swords_of(s, dice):
    """The swords of a set of dice, spent or not."""
    total = 0
    for die in range(s.hand[s.roller]):
        if dice >> die & 1:
            total += s.swords[s.roller, die]
    return total


@rule
def reach(s, dice):
    """The swords of a set of dice; 0 if one of them is spent or shows none (CD-10)."""
    total = 0
    for die in range(s.hand[s.roller]):
        if dice >> die & 1:
            if s.struck[s.roller, die] or s.swords[s.roller, die] <= 0:
                return 0
            total += s.swords[s.roller, die]
    return total


@rule
def is_first_of_its_kind(s, dice):
    """Of sets that differ only in which of two like dice they take, the one with the earlier dice."""
    me = s.roller
    for die in range(1, s.hand[me]):
        for twin in range(die):
            left_out = dice >> die & 1 and not dice >> twin & 1 and not s.struck[me, twin]
            if left_out and are_alike(s, twin, die):
                return False
    return True


@rule
def are_alike(s, die, other):
    """Whether two dice of the roller have the same colour and show the same."""
    colour, swords = s.colour[s.roller], s.swords[s.roller]
    return colour[die] == colour[other] and swords[die] == swords[other]


@rule
def can_strike(s):
    for slot in range(LINE):
        if least_reach(s, slot):
            return True
    return False
