"""The record of a match of Command Dice, its options, and what its numbers mean."""

from __future__ import annotations

from enum import IntEnum

from ...kernel.contract import record, rule

SEATS, COLOURS, LINE, HAND = 2, 3, 3, 4
FULL_POOL = (4, 3, 2)  # CD-1: red, white, blue
CARDS = 24  # card = suit * 6 + value - 1; suits clubs, diamonds, hearts, spades
WHOLE_DECK = (1 << CARDS) - 1
VICTORIES = 3  # CD-17
PAST = 8  # rounds whose totals the record keeps for the score card
NOBODY = -1


class Phase(IntEnum):
    COLOUR, DEAL, COMMIT, ROLL, ALLOCATE, OVER = range(6)


COLOUR, DEAL, COMMIT, ROLL, ALLOCATE, OVER = (int(phase) for phase in Phase)

# Events
PICK = 0  # + red * 12 + white * 3 + blue
CARD = 60  # + card
SWORDS = 84  # + swords shown by the die that is due
RED, BLACK = 91, 92  # the colour that seat 0 is dealt
STRIKE = 93  # + slot * 16 + set of rolled dice
STOP = 141
EVENTS = 142
MOST_SWORDS = RED - SWORDS

OPTIONS = record(
    ("red_swords", "i4", 6),
    ("white_swords", "i4", 6),
    ("blue_swords", "i4", 6),
    ("tie_card", "i4"),
    ("waste_is_judged", "i4"),
)

STATE = record(
    ("phase", "i4"),
    ("rounds", "i4"),
    ("turns", "i4"),
    ("closed", "i4"),  # 1: this turn is played out, 2: the round too; cleared by the next card dealt
    ("red_seat", "i4"),  # CD-4: the RED player
    ("lead", "i4"),  # who acts first this turn
    ("roller", "i4"),  # who rolls or allocates now
    ("alone", "i4"),  # CD-15: the player of a last turn alone, or NOBODY
    ("deck", "i4"),  # bit set of the cards left
    ("line", "i4", LINE),  # card + 1, 0 for a gap
    ("dealt", "i4"),
    ("victories", "i4", SEATS),
    ("score", "i4", SEATS),  # this round
    ("won", "i4", SEATS),  # bit set of the cards defeated this round
    ("pool", "i4", (SEATS, COLOURS)),
    ("ready", "i4", SEATS),
    ("picked", "i4", (SEATS, COLOURS)),  # secret until both are ready
    ("hand", "i4", SEATS),  # dice chosen this turn, once revealed
    ("colour", "i4", (SEATS, HAND)),
    ("swords", "i4", (SEATS, HAND)),  # -1 before the roll
    ("struck", "i4", (SEATS, HAND)),  # slot + 1 that the die was spent on
    ("taken", "i4", LINE),  # card + 1 that the roll in hand has defeated, by its place in the line
    ("past", "i4", (SEATS, PAST)),
    ("weight", "i4", (COLOURS, MOST_SWORDS)),  # faces of a die that show so many swords
    ("tie_card", "i4"),
    ("card_by_card", "i4"),  # CD-10: how waste is judged
)


@rule
def value_of(card: int) -> int:
    return card % 6 + 1


@rule
def is_red(card: int) -> bool:
    """Diamonds and hearts are the middle suits."""
    return 6 <= card < 18
