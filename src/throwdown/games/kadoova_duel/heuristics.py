"""Kadoova Duel: how good an event looks, for the greedy player.

Worth is in points ahead of the others, as far as they can be foreseen by the :mod:`.forecast` of each duel,
less what a card would be worth in hand. As hands are filled after every duel, a card that seldom serves is
in the way, and better played for little than kept.
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .between_turns import outlook, settled, turns_to_come
from .cards import (
    ADMIT,
    BEFORE,
    BET_LOSE,
    BET_WIN,
    BUY_EXTRA,
    BUY_LESS,
    CAUGHT,
    CHOOSE,
    COLD,
    DENY,
    DOUBLE,
    DUELING,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    KEEP,
    LESS_OTHER,
    NOPE,
    PICKPOCKET,
    PLAY_BET_LOSE,
    PLAY_BET_WIN,
    PLAY_ON,
    REMATCH,
    STEPS,
    TAX,
    TOLL,
    UPGRADES,
    VIKING,
    WINDFALL,
)
from .duels.foresight import is_solvable as is_solvable_duel
from .duels.foresight import solve, worth_in_duel
from .duels.register import has_winner
from .duels.table import DUEL_EVENTS, NOBODY, SEATS, count_of, is_in
from .forecast import (
    COVERS,
    GAINS,
    chance_at_first,
    chance_of,
    weight_of_others,
    worth_of_chance,
    worth_of_dice,
    worth_of_win,
)
from .former import before, outlook_before
from .judge import LEARNED_FROM, SIGNS, describe, is_judged
from .opponents import leader
from .scoring import ALONE

__all__ = [
    "LEARNED_FROM",
    "LOOKS",
    "LOOKS_BEFORE",
    "SIGNS",
    "TRUST_BEFORE",
    "before",
    "describe",
    "is_judged",
    "is_solvable",
    "outlook",
    "outlook_before",
    "settled",
    "solve",
    "worth",
]

LOOKS = 200  # all of them: the best of a few choices that are drawn plays cards that should be kept
LOOKS_BEFORE, TRUST_BEFORE = 1, 0.25  # the former rule of thumb held most cards to be worth nothing
MISTAKE = 1250.0  # what no player should do costs as much as a duel
# What a card in hand is worth beyond the one that would be drawn in its place, from BET_WIN to TAX
WORTH_IN_HAND = np.array(
    [-140.0, -140.0, -250.0, -250.0, -100.0, -475.0, 1520.0, -60.0,
     -250.0, -250.0, 0.0, -160.0, -60.0, 625.0, -60.0, -60.0]
)  # fmt: skip
TURNS_OF_USE = 4.0  # to come, in which a card in hand is worth all of that; with fewer it is worth less
RISK = 0.8  # how much of its stake a bet is better for who is a standard deviation behind
A_TURN = 1800.0  # standard deviation of what a turn adds to a lead, in points


@rule
def worth(s, seat, a):
    """Points ahead of the others that ``a`` seems to bring ``seat``."""
    if a < DUEL_EVENTS:
        return worth_in_duel(s, seat, a)
    if a >= ADMIT:
        return 0.0 if a == DENY else -MISTAKE
    if a >= CAUGHT:
        return -1.0
    if a >= BUY_EXTRA:
        return worth_of_purchase(s, seat, a)
    if a >= PLAY_ON:
        return worth_of_card(s, seat, (a - PLAY_ON) // SEATS, (a - PLAY_ON) % SEATS)
    if a >= PLAY_BET_LOSE:
        return worth_of_bet(s, seat, BET_LOSE, a - PLAY_BET_LOSE)
    if a >= PLAY_BET_WIN:
        return worth_of_bet(s, seat, BET_WIN, a - PLAY_BET_WIN)
    return 0.01 * s.score[a - CHOOSE]  # the leader has most to lose


@rule
def worth_in_hand(s, kind):
    """What a card is worth in hand; nothing in the last turn, once its duel is over."""
    turns = turns_to_come(s) - (0.0 if s.window == BEFORE else 1.0)
    return WORTH_IN_HAND[kind - UPGRADES] * min(1.0, turns / TURNS_OF_USE)


@rule
def worth_of_bet(s, seat, kind, bet):
    stake = 100.0 * (bet % STEPS + 1)
    return effect_of_bet(s, seat, kind, bet // STEPS, seat, stake) - worth_in_hand(s, kind)


@rule
def worth_of_card(s, seat, kind, on):
    if kind == NOPE:
        return worth_of_nope(s, seat)
    tie = 0.01 * s.score[on] if kind == PICKPOCKET else 0.0  # rather from the leader
    return effect(s, seat, kind, on, seat, 0.0) + tie - worth_in_hand(s, kind)


@rule
def worth_of_nope(s, seat):
    """Void what hurts, and save one's own cards from a Nope."""
    place = s.pending
    by, stake = s.played_by[place], 1.0 * s.played_stake[place]
    bring = effect(s, seat, s.played_kind[place], s.played_on[place], by, stake)
    if s.nopes % 2:
        return bring - worth_in_hand(s, NOPE)
    if by == seat:
        return -MISTAKE
    return -bring - worth_in_hand(s, NOPE)


@rule
def worth_of_purchase(s, seat, a):
    """Pay where the dice are worth more."""
    if a == KEEP:
        return 0.0
    return worth_of_dice(s, seat, seat, 1 if a == BUY_LESS else -1) - s.buy_back


@rule
def effect(s, seat, kind, on, by, stake):
    """Points ahead of the others that a card of ``kind`` brings ``seat``, played ``on`` a seat and ``by``
    one; ``stake`` is that of a bet."""
    if kind <= BET_LOSE:
        return effect_of_bet(s, seat, kind, on, by, stake)
    if kind <= LESS_OTHER:
        return effect_of_dice(s, seat, kind, on)
    if kind == GUNS:
        return worth_of_dice(s, seat, by, 1) if is_in(s.duelists, seat) else 0.0
    if kind == REMATCH:
        return effect_of_rematch(s, seat)
    if kind == VIKING:
        return effect_of_viking(s, seat, on)
    if kind == DOUBLE:
        chance = chance_of(s, by, by, 0)
        return as_seen(s, seat, by, chance * GAINS[s.duel] - (1.0 - chance) * s.double_down)
    if kind == COLD:
        return -worth_of_chance(s, chance_of(s, seat, seat, 0)) if by == seat else 0.0
    return effect_of_money(s, seat, kind, on, by)


@rule
def as_seen(s, seat, by, points):
    """What ``points`` of seat ``by`` are to ``seat``."""
    return points if by == seat else -weight_of_others(s) * points


@rule
def effect_of_money(s, seat, kind, on, by):
    """Pickpocket, Highway Toll, Windfall, Tax Day (KD-20)."""
    total = 0.0
    for other in range(s.seats):
        total += as_seen(s, seat, other, money(s, other, kind, on, by))
    return total


@rule
def money(s, seat, kind, on, by):
    """The points that such a card gives ``seat`` at once."""
    if kind == TAX:
        return -1.0 * s.tax_day if s.score[seat] >= s.tax_day_from else 0.0
    if kind == WINDFALL:
        return 1.0 * s.windfall if seat == by else 0.0
    if kind == PICKPOCKET:
        return 1.0 * s.pickpocket * (int(seat == by) - int(seat == on))
    if kind == TOLL:
        if seat == by:
            return 1.0 * s.highway_toll * (count_of(s.duelists) - 1)
        return -1.0 * s.highway_toll if is_in(s.duelists, seat) else 0.0
    return 0.0


@rule
def effect_of_bet(s, seat, kind, on, by, stake):
    """The stake by the odds, and the better the further its player is behind."""
    chance = chance_of(s, on, on, 0)
    if kind == BET_LOSE:
        chance = 1.0 - chance
    return as_seen(s, seat, by, stake * (2.0 * chance - 1.0 + RISK * behind(s, by)))


@rule
def behind(s, seat):
    """How far ``seat`` is behind the best of the others, in standard deviations of what is to come, at most
    1; ahead it is negative."""
    best = s.score[(seat + 1) % s.seats]
    for other in range(s.seats):
        if other != seat:
            best = max(best, s.score[other])
    return min(1.0, max(-1.0, (best - s.score[seat]) / (A_TURN * np.sqrt(turns_to_come(s)))))


@rule
def effect_of_dice(s, seat, kind, on):
    """A die more or less of ``on``, who pays to be rid of one that another gave where that costs less."""
    dice = 1 if kind in (EXTRA_SELF, EXTRA_OTHER) else -1
    lost = -worth_of_dice(s, on, on, dice)
    if kind in (EXTRA_OTHER, LESS_OTHER) and lost > s.buy_back:
        return as_seen(s, seat, on, -1.0 * s.buy_back)
    if is_in(s.duelists, seat):
        return worth_of_dice(s, seat, on, dice)
    return 0.02 * lost if on == leader(s) else -0.02 * lost


@rule
def effect_of_viking(s, seat, on):
    """A duelist covers the dice of another, and whoever watches those of the leader."""
    if is_in(s.duelists, seat):
        return COVERS[s.duel] * (1.0 + weight_of_others(s)) / 2.0
    return 5.0 if on == leader(s) else -5.0


@rule
def effect_of_rematch(s, seat):
    """The duel to come in the place of what it has brought, with the bets and the cards that are undone
    (KD-17)."""
    total = worth_of_new_duel(s, seat)
    for other in range(s.seats):
        total -= as_seen(s, seat, other, brought(s, other))
    return total


@rule
def worth_of_new_duel(s, seat):
    """What the duel was worth to ``seat`` before any card."""
    if not has_winner(s.duel):
        return 0.0
    chance = chance_at_first(s) if is_in(s.duelists, seat) else 0.0
    if s.opponent != NOBODY and seat == s.opponent:
        chance = 1.0 - chance
    return worth_of_chance(s, chance) - weight_of_others(s) * worth_of_win(s)


@rule
def brought(s, seat):
    """What the duel that is over brings ``seat``, and its cards and bets."""
    points = 1.0 * s.gain[seat] + s.score[seat] - s.saved[0, seat]
    if is_in(s.doubled, seat):
        points += s.gain[seat] if s.winner == seat else -s.double_down
    if s.winner == seat and s.challenger == seat:
        points += ALONE
    for place in range(s.plays):
        if s.played_by[place] == seat and s.played_void[place] == 0:
            points += won_by_bet(s, place)
    return points


@rule
def won_by_bet(s, place):
    """What the card at ``place`` brings as a bet."""
    kind = s.played_kind[place]
    if kind != BET_WIN and kind != BET_LOSE:
        return 0.0
    is_right = (s.played_on[place] == s.winner) == (kind == BET_WIN)
    return 1.0 * s.played_stake[place] if is_right else -1.0 * s.played_stake[place]


@rule
def is_solvable(s):
    return s.phase == DUELING and is_solvable_duel(s)
