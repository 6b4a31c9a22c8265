"""The two decks, the record of the game, and its events (KD-1, KD-2, KD-14 to KD-20)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...kernel.contract import record
from .duels.hands import HANDS
from .duels.register import DUEL_FIELDS, DUEL_OPTIONS, FACTS
from .duels.table import DUEL_EVENTS, SEATS


class Kind(IntEnum):
    """The kinds of Kadoova cards; the first four are the Permanent Upgrades, one of each."""

    SIDE_WAGER, DEEP_POCKETS, GLORY_HOUND, THICK_SKIN, \
    BET_WIN, BET_LOSE, EXTRA_SELF, EXTRA_OTHER, LESS_SELF, LESS_OTHER, \
    REMATCH, VIKING, GUNS, PICKPOCKET, TOLL, DOUBLE, COLD, NOPE, WINDFALL, TAX = range(20)  # fmt: skip


KINDS, UPGRADES = len(Kind), 4
SIDE_WAGER, DEEP_POCKETS, GLORY_HOUND, THICK_SKIN = range(UPGRADES)
BET_WIN, BET_LOSE, EXTRA_SELF, EXTRA_OTHER, LESS_SELF, LESS_OTHER = range(UPGRADES, 10)
REMATCH, VIKING, GUNS, PICKPOCKET, TOLL, DOUBLE, COLD, NOPE, WINDFALL, TAX = range(10, KINDS)

HIGH, LOW, CHOICE, LEFT, RIGHT, ALL = range(6)  # KD-7: how the opponent is found
WAYS = (HIGH, LOW, CHOICE, LEFT, RIGHT)  # of a duel of two
DUEL_CARDS = [(each.number, how) for each in FACTS for how in ((ALL,) if each.is_for_all else WAYS)]
DUEL_KINDS = len(DUEL_CARDS)
CARD_DUELS, CARD_HOWS = np.array(DUEL_CARDS).T.copy()
FIRST_CARDS = np.array([CARD_DUELS.tolist().index(each.number) for each in FACTS])  # of each duel
CARD_OPTIONS = {each.number: f"{each.key}_cards" for each in FACTS if not each.is_for_all}


class Phase(IntEnum):
    DEALING, DUELING, DRAWING, CHOOSING, WINDOW, COLD_FEET, BUYING, OVER, ACCUSED = range(9)


DEALING, DUELING, DRAWING, CHOOSING, WINDOW, COLD_FEET, BUYING, OVER, ACCUSED = (
    int(phase) for phase in Phase
)

OPENING, TURN, FINAL = range(3)  # what the duel is for
BEFORE, AFTER, ANY = 1, 2, 3  # windows; ANY is "on your turn" (KD-5)

PLAYS = 32  # more than all hands together
STEPS = 10  # stakes by the hundred

# Events, after those of the duels
CARD = DUEL_EVENTS  # + kind: dealt
DRAW = CARD + KINDS  # + duel card
CHOOSE = DRAW + DUEL_KINDS  # + seat
PLAY_BET_WIN = CHOOSE + SEATS  # + seat * STEPS + hundreds - 1
PLAY_BET_LOSE = PLAY_BET_WIN + SEATS * STEPS
PLAY_ON = PLAY_BET_LOSE + SEATS * STEPS  # + kind * SEATS + seat
BUY_EXTRA = PLAY_ON + KINDS * SEATS
BUY_LESS = BUY_EXTRA + 1
KEEP = BUY_LESS + 1
CAUGHT = KEEP + 1  # + seat
ADMIT = CAUGHT + SEATS
DENY = ADMIT + 1
EVENTS = DENY + 1

OPTIONS = record(
    ("timing", "i4"),
    ("two_seats", "i4"),
    ("cheating", "i4"),
    ("charges", "i4"),
    ("lose_bets", "i4"),
    ("extra_dice", "i4", 3),
    ("goal", "i4"),
    ("most_turns", "i4"),
    ("card_counts", "i4", KINDS - UPGRADES),
    *((name, "i4", len(WAYS)) for name in CARD_OPTIONS.values()),
    ("all_cards", "i4", len(FACTS) - len(CARD_OPTIONS)),
    ("deep_pockets", "i4"),
    ("glory_hound", "i4"),
    ("side_wager", "i4"),
    ("thick_skin", "i4"),
    ("stake_most", "i4"),
    ("buy_back", "i4"),
    ("pickpocket", "i4"),
    ("pickpocket_window", "i4"),
    ("highway_toll", "i4"),
    ("double_down", "i4"),
    ("windfall", "i4"),
    ("windfall_window", "i4"),
    ("tax_day", "i4"),
    ("tax_day_from", "i4"),
    ("tax_day_window", "i4"),
    ("pace_base", "i4"),
    ("pace_die", "i4"),
    ("viking_time", "i4"),
    *HANDS,
    *DUEL_OPTIONS,
    ("blind_factor", "i4"),
)

STATE = record(
    *DUEL_FIELDS,
    ("phase", "i1"),
    ("purpose", "i1"),
    ("turns", "i4"),
    ("short", "i1"),  # 1: the two-player variant (KD-10)
    ("last_by", "i1"),  # who started the last round, or NOBODY (KD-9)
    ("last_left", "i1"),  # turns left in it
    ("champion", "i1"),  # who won the Quick Draw for the game, or NOBODY
    ("hand", "i1", (SEATS, KINDS)),
    ("held", "i1", SEATS),
    ("upgrades", "i1", SEATS),  # bit set of kinds
    ("deck", "i1", KINDS),  # to a seat: all cards that it has not seen
    ("deck_count", "i2"),
    ("discard", "i1", KINDS),
    ("dealing", "i1"),  # to whom the next card goes
    ("duel_cards", "i1", DUEL_KINDS),
    ("duel_count", "i2"),
    ("duel_copies", "i1", DUEL_KINDS),  # the whole Duel deck
    ("drawn", "i1"),  # the Duel card in play, or NOBODY
    ("how", "i1"),
    ("first_opponent", "i1"),  # before Cold Feet
    ("challenged", "i1"),  # bit set: challenged in this duel so far
    ("by_bets", "i4", SEATS),  # what of the score came from bets
    ("by_cards", "i4", SEATS),  # and from other cards
    ("saved", "i4", (3, SEATS)),  # scores, by bets, by cards before the duel, for Rematch
    ("window", "i1"),
    ("passed", "i1"),
    ("pending", "i1"),  # place of the played card that waits to take effect, or NOBODY
    ("nopes", "i1"),  # Nopes on it
    ("plays", "i1"),
    ("played_kind", "i1", PLAYS),
    ("played_by", "i1", PLAYS),
    ("played_on", "i1", PLAYS),
    ("played_stake", "i2", PLAYS),
    ("played_void", "i1", PLAYS),
    ("staked", "i4", SEATS),
    ("doubled", "i1"),  # bit set: Double Down in effect
    ("given_extra", "i1", SEATS),  # dice cards from others, not bought off
    ("given_less", "i1", SEATS),
    ("kept", "i1"),  # bit set: has done with buying back
    ("rematches", "i4"),  # of this turn
    ("change", "i4", SEATS),  # what the last settlement brought
    ("accuser", "i1"),  # KD-12: who says that ``accused`` was caught cheating; NOBODY
    ("accused", "i1"),
    ("cleared", "i1"),  # bit set: who has been cleared of it in this duel
    ("drew", "i1"),  # the seats that drew for the duel before a dispute about it
    ("fits", "i1", KINDS),  # the window of each kind; 0: none
    ("cheating", "i1"),
    ("charges", "i1"),  # 1: a charge holds at once
    ("lose_bets", "i1"),  # 1: bets to lose in every duel
    ("goal", "i4"),
    ("most_turns", "i4"),
    ("deep_pockets", "i1"),
    ("glory_hound", "i4"),
    ("side_wager", "i4"),
    ("stake_most", "i4"),
    ("buy_back", "i4"),
    ("pickpocket", "i4"),
    ("highway_toll", "i4"),
    ("double_down", "i4"),
    ("windfall", "i4"),
    ("tax_day", "i4"),
    ("tax_day_from", "i4"),
)
