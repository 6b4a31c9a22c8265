"""The 17 cards of KA'DICE!, and which of them five dice show (KA-1).

Five dice are written as one number: the octal digit n - 1 counts the dice that show n, so that
``0o020300`` is 3 3 3 and 5 5. Adding two such numbers puts dice together.
"""

from __future__ import annotations

from ...kernel.contract import rule

SEATS, DICE, FACES, CARDS = 8, 5, 6, 17
WHOLE_DECK = (1 << CARDS) - 1

# Cards; Single Pair n is card n - 1
THREE, TEN, TWENTY_FIVE, TWO_PAIRS, SMALL, FULL_HOUSE, EVENS, ODDS, FOUR, LARGE, KADICE = range(6, 17)

_EACH = 0o111111  # the lowest bit of every digit
_ODD_FACES, _EVEN_FACES = 0o070707, 0o707070
FIVE_ALIKE = 5


@rule
def one(face: int) -> int:
    """A die that shows ``face`` (1 to 6)."""
    return 1 << 3 * (face - 1)


@rule
def sum_of(dice: int) -> int:
    total = 0
    for face in range(1, FACES + 1):
        total += (dice >> 3 * (face - 1) & 7) * face
    return total


@rule
def all_alike(dice: int) -> bool:
    """KA-9: five of a kind."""
    return dice & dice >> 2 & _EACH != 0


@rule
def shown_by(dice: int) -> int:
    """The set of cards whose combination the five ``dice`` show."""
    bit0, bit1, bit2 = dice & _EACH, dice >> 1 & _EACH, dice >> 2 & _EACH
    return of_a_kind(bit0, bit1, bit2) | straights(bit0 | bit1 | bit2, bit1 | bit2) | sums(dice)


@rule
def of_a_kind(bit0: int, bit1: int, bit2: int) -> int:
    """Pairs, three, four, two pairs, full house; five alike count wherever fewer do (KA-1)."""
    pairs = bit1 | bit2
    if pairs == 0:
        return 0
    threes = bit1 & bit0 | bit2
    two = pairs & pairs - 1 != 0
    cards = 0
    for card in range(FACES):
        cards |= (pairs >> 3 * card & 1) << card
    if two or bit2 != 0:
        cards |= 1 << TWO_PAIRS
    if threes != 0:
        cards |= 1 << THREE
        if two or bit2 & bit0 != 0:
            cards |= 1 << FULL_HOUSE
    if bit2 != 0:
        cards |= 1 << FOUR
    return cards


@rule
def straights(present: int, pairs: int) -> int:
    """Straights; a large one is also a small one. Five different without one are a KA'DICE."""
    four = present & present >> 3 & present >> 6 & present >> 9
    if four == 0:
        return 1 << KADICE if pairs == 0 else 0
    return 1 << SMALL | 1 << LARGE if four & present >> 12 else 1 << SMALL


@rule
def sums(dice: int) -> int:
    """10 or Under, 25 or Over, All Evens, All Odds."""
    total = sum_of(dice)
    cards = 0
    if total <= 10:
        cards |= 1 << TEN
    if total >= 25:
        cards |= 1 << TWENTY_FIVE
    if dice & _ODD_FACES == 0:
        cards |= 1 << EVENS
    if dice & _EVEN_FACES == 0:
        cards |= 1 << ODDS
    return cards


@rule
def takes_any(card: int, shown: int) -> int:
    """How many cards the owner of ``card`` may eliminate unmatched with dice that show ``shown``."""
    if shown >> card & 1:
        if card == KADICE:
            return SEATS - 1
        if card in (EVENS, ODDS):
            return 1
        if card in (FOUR, LARGE):
            return 2
    return 0
