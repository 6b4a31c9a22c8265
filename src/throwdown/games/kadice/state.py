"""The record of a match of KA'DICE!, its events, and what can be read off the table at a glance."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from ...kernel.contract import MAX_SEATS, record, rule
from .cards import CARDS, DICE, one

if TYPE_CHECKING:
    from .view import View

TURNS = 3  # KA-6
ALL_DICE = (1 << DICE) - 1
NOBODY = -1
IN_WAR = MAX_SEATS + 1  # what `taker` says of a card lost in a war (KA-5)
WAR_OVER, ROUND_OVER = 1, 2  # what `closed` says
AT_ONCE = 0  # what `last_player` may say (KA-14)


class Phase(IntEnum):
    """CARDS_DUE and TURNS_DONE last no longer than the event that brings them about."""

    WAR, DRAW, KEEP, ROLL, ACT, GHOST, REVIVE, OVER, CARDS_DUE, TURNS_DONE = range(10)


WAR, DRAW, KEEP, ROLL, ACT, GHOST, REVIVE, OVER, CARDS_DUE, TURNS_DONE = (int(phase) for phase in Phase)

# Events
DIE = 0  # + face - 1
CARD = 6  # + card
CHANGE = 23  # + (face - 1) * 6 + new face - 1
HOLD = 59  # + set of dice: at the end of a turn what is held, at its start what is kept
BONUS = 90  # + set of dice that are held; the rest is rolled at once
ELIMINATE = 121  # + set of seats
EVENTS = 377

OPTIONS = record(("last_player", "i4"), ("most_rounds", "i4"), ("cards_each", "i4"))

STATE = record(
    ("phase", "i4"),
    ("seats", "i4"),
    ("rounds", "i4"),
    ("closed", "i4"),  # a war or a round is over; its dice lie until the next die or card
    ("dealer", "i4"),
    ("turn", "i4"),  # whose turn it is, or NOBODY
    ("roller", "i4"),  # who rolls, or turns up a card
    ("pending", "i4"),  # set of seats still to roll in the war, to turn up a card, or to roll as ghosts
    ("todo", "i4"),  # set of the roller's dice that have not come to rest
    ("lifted", "i4"),  # those of them that still lie as they were, until the first comes to rest
    ("rivals", "i4"),  # KA-3: set of seats still at war
    ("war_card", "i4"),  # card + 1 they fight for; 0 for who deals
    ("war_dice", "i4"),
    ("turned_up", "i4"),  # set of seats that have turned up a card since the last war or round
    ("in_play", "i4"),  # set of seats that have an active card
    ("immune", "i4"),  # set of seats
    ("fallen", "i4"),  # set of seats that lost their last card in a turn of this round (KA-12)
    ("left", "i4", MAX_SEATS),  # turns left in this round, the one in play included
    ("active", "i4", MAX_SEATS),  # card + 1, 0 for none
    ("lost", "i4", MAX_SEATS),  # card + 1 lost last, for the table to show until the next is turned up
    ("falls", "i4"),  # how often somebody has lost the last card
    ("fall", "i4", MAX_SEATS),  # which of these was the seat's last, from 1
    ("fell_in", "i4", MAX_SEATS),  # the round of it
    ("stock", "i4", MAX_SEATS),  # how many cards may still be turned up
    ("deck", "i4", MAX_SEATS),  # set of cards not yet turned up
    ("gone", "i4", MAX_SEATS),  # set of cards discarded
    ("taker", "i1", (MAX_SEATS, CARDS)),  # of a discarded card: 1 + the seat that eliminated it, or IN_WAR
    ("face", "i4", (MAX_SEATS, DICE)),  # 0: not rolled
    ("held", "i4", MAX_SEATS),  # set of dice on the hold card
    ("shifted", "i4", MAX_SEATS),  # whether the shift of this turn or round is used
    ("rolled", "i4"),  # set of dice rolled in this turn (KA-2)
    ("wild", "i4"),  # set of dice that may become any number
    ("changed", "i4"),  # set of dice changed since the last roll
    ("was", "i4", DICE),  # what a changed die showed
    ("bonus", "i4"),  # whether Small Straight's bonus roll may follow
    ("last_player", "i4"),
    ("most_rounds", "i4"),
)


# Sets of seats, a bit for each


@rule
def clockwise(s: View, seat: int) -> int:
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def first_of(s: View, seats: int, seat: int) -> int:
    """The first of a set of seats, clockwise from ``seat`` (which may itself be it)."""
    while not seats >> seat & 1:
        seat = clockwise(s, seat)
    return seat


@rule
def is_one(seats: int) -> bool:
    return seats & seats - 1 == 0


@rule
def how_many(seats: int) -> int:
    count = 0
    while seats:
        seats &= seats - 1
        count += 1
    return count


@rule
def seats_with_cards(s: View) -> int:
    """Who is in the game: all others are ghosts (KA-12)."""
    seats = s.in_play
    for seat in range(s.seats):
        if s.stock[seat]:
            seats |= 1 << seat
    return seats


@rule
def is_decided(s: View) -> bool:
    """KA-14: one player alone has cards."""
    return is_one(seats_with_cards(s))


@rule
def targets_of(s: View, seat: int) -> int:
    """The opponents whose active card is not immune (KA-2)."""
    return s.in_play & ~s.immune & ~(1 << seat)


@rule
def matched_by(s: View, shown: int, seats: int) -> int:
    """Those of a set of seats whose active card is in the set of cards ``shown``."""
    matched = 0
    seat = 0
    while seats:
        if seats & 1 and shown >> s.active[seat] - 1 & 1:
            matched |= 1 << seat
        seats >>= 1
        seat += 1
    return matched


# Dice


@rule
def dice_of(s: View, seat: int) -> int:
    """The dice of ``seat`` as one number, see :mod:`.cards`."""
    dice = 0
    for die in range(DICE):
        dice += one(s.face[seat, die])
    return dice


@rule
def die_sum(s: View, seat: int) -> int:
    total = 0
    for die in range(DICE):
        total += s.face[seat, die]
    return total


# Changes that wars and turns share


@rule
def next_pending(s: View) -> bool:
    """Take the next of the pending seats, clockwise from the dealer; False when there is none."""
    if s.pending == 0:
        return False
    s.roller = first_of(s, s.pending, s.dealer)
    s.pending ^= 1 << s.roller
    return True


@rule
def lose_card(s: View, seat: int, taker: int) -> None:
    """The active card goes to the discard pile, and with it the turns and the held dice (KA-8).

    ``taker`` is 1 + the seat that eliminated it, or IN_WAR.
    """
    s.gone[seat] |= 1 << s.active[seat] - 1
    s.taker[seat, s.active[seat] - 1] = taker
    s.lost[seat] = s.active[seat]
    s.active[seat] = 0
    s.in_play ^= 1 << seat
    s.left[seat] = 0
    s.held[seat] = 0
    if s.stock[seat] == 0:
        s.falls += 1
        s.fall[seat] = s.falls
        s.fell_in[seat] = s.rounds


@rule
def begin_roll(s: View, seat: int, dice: int) -> None:
    """What the dice showed is seen until the first of them comes to rest again."""
    s.phase = ROLL
    s.roller = seat
    s.todo = s.lifted = dice
