"""Kadoova Duel: how good an event looked to the former levels, by the rule of thumb that they went by.

Worth is in points, as far as they can be foreseen: what a card brings its player or spares them, and what
it costs those who are ahead.
"""

from __future__ import annotations

import numpy as np

from ...kernel.contract import rule
from .between_turns import outlook_by
from .cards import (
    ADMIT,
    BET_LOSE,
    BET_WIN,
    BUY_EXTRA,
    BUY_LESS,
    CAUGHT,
    CHOOSE,
    COLD,
    DENY,
    DOUBLE,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    KEEP,
    LESS_OTHER,
    LESS_SELF,
    NOPE,
    PICKPOCKET,
    PLAY_BET_LOSE,
    PLAY_BET_WIN,
    PLAY_ON,
    REMATCH,
    STEPS,
    TAX,
    TOLL,
    VIKING,
    WINDFALL,
)
from .duels.foresight import worth_in_duel
from .duels.register import FACTS, allows_guns, carried, has_winner, least_dice
from .duels.skeptic_vs_psychic.foresight import chance_of_first
from .duels.table import DUEL_EVENTS, NOBODY, SEATS, TAKE, count_of, is_in, other
from .opponents import leader
from .windows import fewest_dice

A_WIN = 1250.0  # what a duel is worth, about
AXE, HARE, PINEAPPLE, PLAGUE, SKEPTIC = 0, 5, 6, 7, 8  # numbers of duels
DICE = FACTS[SKEPTIC].dice
SHARES = np.full(len(FACTS), 0.5)  # how often the challenger was taken to win each duel
SHARES[HARE], SHARES[SKEPTIC] = 0.48, 0.68
DIE_WORTHS = np.full(len(FACTS), 0.08)  # what a die more was taken to do to the chance of a win
DIE_WORTHS[PINEAPPLE], DIE_WORTHS[PLAGUE], DIE_WORTHS[SKEPTIC] = 0.0, -0.08, -0.08

PROSPECTS = np.array(
    [
        [0.00078, 0.42, 0.34, 0.72, 0.46, 0.09, 0.68, 1.07, 0.67,
         0.22, 0.76, 0.63, 0.85, 0.14, 0.65, 0.74, 0.61],
        [0.00062, 0.33, 0.31, 0.51, 0.22, 0.23, 0.62, 1.15, 0.62,
         0.23, 0.74, 0.57, 0.74, 0.04, 0.50, 0.46, 0.22],
        [0.00058, 0.38, 0.42, 0.53, 0.33, 0.28, 0.57, 0.85, 0.51,
         0.23, 0.66, 0.63, 0.75, -0.01, 0.61, 0.68, 0.33],
        [0.00057, 0.49, 0.48, 0.55, 0.36, 0.44, 0.58, 0.85, 0.57,
         0.33, 0.75, 0.71, 0.74, -0.04, 0.64, 0.69, 0.40],
    ]
)  # fmt: skip


@rule
def outlook_before(s, seats, values):
    """How a match stood between two turns."""
    outlook_by(s, seats, values, PROSPECTS)


@rule
def before(s, seat, a):
    """Points that ``a`` seems to bring ``seat``."""
    if a < DUEL_EVENTS:
        return worth_in_duel_before(s, seat, a)
    if a >= ADMIT:
        return 0.0 if a == DENY else -A_WIN
    if a >= CAUGHT:
        return -1.0
    if a >= BUY_EXTRA:
        return worth_of_purchase(s, seat, a)
    if a >= PLAY_ON:
        return worth_of_card(s, seat, (a - PLAY_ON) // SEATS, (a - PLAY_ON) % SEATS)
    if a >= PLAY_BET_LOSE:
        bet = a - PLAY_BET_LOSE
        return worth_of_bet(s, BET_LOSE, bet // STEPS, 100 * (bet % STEPS + 1))
    if a >= PLAY_BET_WIN:
        bet = a - PLAY_BET_WIN
        return worth_of_bet(s, BET_WIN, bet // STEPS, 100 * (bet % STEPS + 1))
    return worth_of_opponent(s, a - CHOOSE)


@rule
def worth_of_opponent(s, target):
    """Points that it seems to bring to challenge ``target``: the leader has most to lose."""
    return 0.01 * s.score[target] + (200.0 if has_fewer(s.duel) and s.less[target] else 0.0)


@rule
def has_fewer(duel):
    """Duels in which fewer dice are a drawback."""
    return DIE_WORTHS[duel] >= 0.0


@rule
def worth_of_bet(s, kind, target, stake):
    """The stake, by the odds; a little less, for the card is worth keeping."""
    chance = chance_before(s, target)
    if kind == BET_LOSE:
        chance = 1.0 - chance
    return stake * (2.0 * chance - 1.0) - 20.0


@rule
def worth_of_card(s, seat, kind, on):
    if kind == NOPE:
        return worth_of_nope(s, seat)
    if kind <= LESS_OTHER:
        return worth_of_dice(s, seat, kind, on)
    if kind == REMATCH:
        return worth_of_rematch(s, seat)
    if kind in (VIKING, COLD, DOUBLE, GUNS):
        return worth_in_the_fight(s, seat, kind, on)
    return worth_of_money(s, seat, kind, on)


@rule
def worth_of_money(s, seat, kind, on):
    if kind == PICKPOCKET:
        return s.pickpocket + 0.01 * s.score[on]
    if kind == TOLL:
        return 1.0 * s.highway_toll * (count_of(s.duelists) - 1)
    if kind == WINDFALL:
        return 1.0 * s.windfall
    return worth_of_tax(s, seat)


@rule
def worth_of_tax(s, seat):
    """What the others lose, shared out, less one's own loss."""
    total = 0.0
    for each in range(s.seats):
        if s.score[each] >= s.tax_day_from:
            total += -s.tax_day if each == seat else 0.5 * s.tax_day
    return total - 10.0


@rule
def worth_in_the_fight(s, seat, kind, on):
    chance = chance_before(s, seat)
    if kind == DOUBLE:
        return chance * A_WIN - (1.0 - chance) * s.double_down
    if kind == COLD:
        return A_WIN * (0.45 - chance)
    if kind == GUNS:
        return 0.2 * A_WIN
    if is_in(s.duelists, seat):
        return 0.1 * A_WIN
    return 5.0 if on == leader(s) else -5.0


@rule
def worth_of_dice(s, seat, kind, on):
    """More dice are good, but where one wants to be rid of them."""
    good = 1.0 if (kind in (EXTRA_SELF, EXTRA_OTHER)) == has_fewer(s.duel) else -1.0
    if least_dice(s.duel) > 1:
        good *= 2.0
    if kind in (EXTRA_SELF, LESS_SELF):
        return 0.08 * A_WIN * good
    if is_in(s.duelists, seat):
        return -0.08 * A_WIN * good
    return -15.0 * good if on == leader(s) else -5.0


@rule
def worth_of_rematch(s, seat):
    """A lost duel is worth another try, and a win of the leader worth undoing."""
    if s.winner == seat:
        return -A_WIN
    if is_in(s.duelists, seat) and s.winner != NOBODY:
        return 0.4 * A_WIN
    return 50.0 if s.winner == leader(s) and s.score[s.winner] + s.gain[s.winner] >= s.goal else -50.0


@rule
def worth_of_nope(s, seat):
    """Void what hurts, and save one's own cards from a Nope."""
    place = s.pending
    mine = s.played_by[place] == seat
    if s.nopes % 2:
        return 100.0 if mine else -50.0
    if mine:
        return -500.0
    return harm_of(s, seat, s.played_kind[place], s.played_on[place], s.played_by[place]) - 120.0


@rule
def harm_of(s, seat, kind, on, by):
    """What a card of another costs ``seat``."""
    is_duelist = is_in(s.duelists, seat)
    if kind == REMATCH:
        return A_WIN if s.winner == seat else 0.0
    if kind == TAX:
        return 1.0 * s.tax_day if s.score[seat] >= s.tax_day_from else 0.0
    if kind == PICKPOCKET:
        return 1.0 * s.pickpocket if on == seat else 0.0
    if kind == TOLL:
        return 1.0 * s.highway_toll if is_duelist else 0.0
    if kind in (EXTRA_OTHER, LESS_OTHER) and on == seat:
        return 1.5 * s.buy_back if (kind == LESS_OTHER) == has_fewer(s.duel) else 0.0
    if kind == GUNS:
        return 0.2 * A_WIN if is_duelist else 0.0
    return 0.25 * A_WIN if kind == DOUBLE and is_duelist else 0.0


@rule
def worth_of_purchase(s, seat, a):
    """Pay to be in the duel at all, or where the change hurts."""
    if a == KEEP:
        return 0.0
    if a == BUY_LESS:
        if fewest_dice(s, seat) < least_dice(s.duel):
            return 0.45 * A_WIN - s.buy_back
        return 10.0 if allows_guns(s.duel) else -10.0
    return -10.0 if has_fewer(s.duel) else 0.15 * A_WIN - s.buy_back + 20.0 * s.given_extra[seat]


@rule
def worth_in_duel_before(s, seat, a):
    """The Axe, with more dice added than the other has, was the worse one."""
    if s.duel == AXE and (a == TAKE or a == TAKE + 1):
        return float(carried(s, seat) - carried(s, other(s, seat))) * (-1.0 if a == TAKE else 1.0)
    return worth_in_duel(s, seat, a)


@rule
def chance_before(s, seat):
    """The chance that duelist ``seat`` wins, before the duel."""
    if not has_winner(s.duel) or not is_in(s.duelists, seat):
        return 0.0
    duelists = count_of(s.duelists)
    if duelists != 2 or s.opponent == NOBODY:
        return 1.0 / duelists
    share = chance_of_challenger(s)
    if seat != s.challenger:
        share = 1.0 - share
    ahead = carried(s, seat) - carried(s, other(s, seat))
    return min(0.9, max(0.1, share + DIE_WORTHS[s.duel] * ahead))


@rule
def chance_of_challenger(s):
    """The chance that the challenger of two wins, who takes the better side where it may; of Skeptic vs
    Psychic with other dice than the rulebook's it is worked out."""
    if s.duel != SKEPTIC or (s.dice_begun_with[0] == DICE[0] and s.dice_begun_with[1] == DICE[1]):
        return SHARES[s.duel]
    chance = chance_of_first(s)
    return max(chance, 1.0 - chance)
