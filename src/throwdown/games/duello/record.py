"""What a match of Duello is made of: the record, its events, and the circle of players.

Dice are counted by value: index 0 is a 1, index 5 a 6. ``dice left`` never includes used dice.
"""

from __future__ import annotations

from enum import IntEnum

from ...kernel.contract import MAX_SEATS, record, rule

SEATS = MAX_SEATS
VALUES = 6
TARGET, STOCK = 5, 10  # DU-1
ROUNDS = 3  # DU-11
IDLE = 10  # DU-3: turns without aim or shot before nobody may reroll
CHANGES = 10  # DU-6
RAISES = 3  # DU-24
NOBODY = -1


class Phase(IntEnum):
    ROLL, BET, DECLARE, REROLL, AIM, MIDDLE, SHOOT, TIE, OVER, TURN = range(10)


ROLL, BET, DECLARE, REROLL, AIM, MIDDLE, SHOOT, TIE, OVER, TURN = (int(phase) for phase in Phase)


class Ending(IntEnum):
    """How a game was decided."""

    LAST, ALL_LOST, AFTER_ROUNDS, FOLDED, TIE_BREAK, DRAWN = range(1, 7)


LAST, ALL_LOST, AFTER_ROUNDS, FOLDED, TIE_BREAK, DRAWN = (int(ending) for ending in Ending)

# Events
SAY_REROLL, SAY_AIM, SAY_SHOOT = 0, 1, 2  # declarations
FACE = 3  # + value of the die that is due
INTO = 9  # + value: a stock die goes into the middle
OUT_OF = 15  # + value: it goes back
SATISFIED = 21
CHECK, CALL, FOLD = 22, 23, 24
PICK = 25  # + k: the k-th set of stock dice, the k-th set of values that a shot can name, or k chips
PICKS = 324  # the most sets that ten dice of six values have, the empty one included
STAY = PICK + PICKS  # DU-6: whoever is satisfied lets the dice lie, and waits for the others
EVENTS = STAY + 1

# Declared; 0 is nothing yet
REROLLS, AIMS, SHOOTS = 1, 2, 3

OPTIONS = record(
    ("tie_breaker", "i4"),
    ("wagering", "i4"),
    ("fold_points", "i4"),
    ("drawn_pot", "i4"),
    ("first_bettor", "i4"),
    ("chips", "i4", SEATS),
    ("pot", "i4"),
    ("most_bet", "i4"),
)

STATE = record(
    ("phase", "i4"),
    ("resume", "i4"),  # where the match goes on when the dice that are due have been rolled
    ("waiting", "i4"),  # bit set of the seats that may act; what a seat chose in secret clears its bit
    ("seats", "i4"),
    ("rounds", "i4"),
    ("turns", "i4"),
    ("closed", "i4"),  # 1: the round is played out; cleared by the next die
    ("idle", "i4"),  # DU-3: turns running in which nobody aimed or shot
    ("alive", "i4", SEATS),  # still in the game
    ("folded", "i4"),  # DU-24: bit set of those who gave the game up
    ("aims_at", "i4", SEATS),  # DU-19
    ("target", "i4", (SEATS, VALUES)),  # its owner's secret until it is shown
    ("targets", "i4", SEATS),  # target dice left
    ("shown", "i4", SEATS),
    ("stock", "i4", (SEATS, VALUES)),
    ("stocks", "i4", SEATS),  # stock dice left, those in the hand or in the middle included
    ("forward", "i4", (SEATS, VALUES)),  # in the middle
    ("changes", "i4", SEATS),
    ("satisfied", "i4"),  # DU-6: bit set of those who have given their word
    ("right", "i4", (SEATS, VALUES)),  # DU-5: used at the present target this round
    ("wrong", "i4", (SEATS, VALUES)),
    ("spent", "i4", SEATS),  # used this round at a target that is no longer theirs
    ("gone", "i4", SEATS),  # discarded
    ("declared", "i4", SEATS),  # secret until all have declared
    ("named", "i4", (SEATS, VALUES)),  # secret until all who shoot have named
    ("hits", "i4", (SEATS, VALUES)),
    ("shot", "i4", SEATS),  # has shot this round
    ("further", "i4", SEATS),  # DU-9: turns left to shoot in, this one included; 0: no limit
    ("due", "i4", (SEATS, 2)),  # dice to be rolled: under the cup, in the open
    ("roller", "i4"),
    ("fresh", "i4", (SEATS, VALUES)),  # stock dice rolled last
    ("tied", "i4"),  # bit set of those in the tie-breaker
    ("tie", "i4", SEATS),  # what they rolled, 0 before
    ("winner", "i4"),
    ("ending", "i4"),
    ("score", "i4", SEATS),
    ("chips", "i4", SEATS),
    ("pot", "i4"),
    ("staked", "i4", SEATS),  # this turn
    ("level", "i4"),  # what each must have staked this turn to stay in
    ("raises", "i4"),
    ("bettor", "i4"),
    ("to_answer", "i4"),  # players who have yet to check, call, raise or fold
    ("first_bettor", "i4"),
    ("tie_breaker", "i4"),
    ("wagering", "i4"),
    ("fold_points", "i4"),
    ("drawn_pot", "i4"),
    ("most_bet", "i4"),  # DU-24: the most chips that one bet or raise may name
)


@rule
def left_of(s, seat):
    """The next player to the left who is still in."""
    at = (seat + 1) % s.seats
    while not s.alive[at]:
        at = (at + 1) % s.seats
    return at


@rule
def hunter_of(s, seat):
    """The player still in who aims at ``seat``; NOBODY for one who is out."""
    for other in range(s.seats):
        if s.alive[other] and s.aims_at[other] == seat:
            return other
    return NOBODY


@rule
def acts(s, seat):
    """DU-20: in the game, and has not shot this round."""
    return s.alive[seat] == 1 and s.shot[seat] == 0


@rule
def someone_acts(s):
    for seat in range(s.seats):
        if acts(s, seat):
            return True
    return False


@rule
def total(s, seat):
    """DU-16: stock and target dice left."""
    return s.stocks[seat] + s.targets[seat]


@rule
def in_play(s):
    """How many players are still in."""
    many = 0
    for seat in range(s.seats):
        many += s.alive[seat]
    return many


@rule
def used(s, seat):
    """Dice of ``seat`` used this round, right or wrong."""
    count = s.spent[seat]
    for value in range(VALUES):
        count += s.right[seat, value] + s.wrong[seat, value]
    return count
