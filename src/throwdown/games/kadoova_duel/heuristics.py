"""Kadoova Duel: how good an event looks, for the greedy player.

Worth is in points, as far as they can be foreseen: what a card brings its player or spares them, and what
it costs those who are ahead.
"""

from __future__ import annotations

from ...kernel.contract import rule
from .between_turns import outlook, settled
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
    DUELING,
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
from .duels.foresight import chance_of, solve, worth_in_duel
from .duels.foresight import is_solvable as is_solvable_duel
from .duels.register import DIE_WORTHS, allows_guns, least_dice
from .duels.table import DUEL_EVENTS, NOBODY, SEATS, count_of, is_in
from .judge import LEARNED_FROM, SIGNS, describe, is_judged
from .opponents import leader
from .windows import fewest_dice

__all__ = [
    "LEARNED_FROM",
    "SIGNS",
    "TRUST",
    "describe",
    "is_judged",
    "is_solvable",
    "outlook",
    "settled",
    "solve",
    "worth",
]

TRUST = 0.25  # most cards are worth about nothing at once, and hands are filled up: let the search try them
A_WIN = 1250.0  # what a duel is worth, about


@rule
def worth(s, seat, a):
    """Points that ``a`` seems to bring ``seat``."""
    if a < DUEL_EVENTS:
        return worth_in_duel(s, seat, a)
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
    chance = chance_of(s, target)
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
    for other in range(s.seats):
        if s.score[other] >= s.tax_day_from:
            total += -s.tax_day if other == seat else 0.5 * s.tax_day
    return total - 10.0


@rule
def worth_in_the_fight(s, seat, kind, on):
    chance = chance_of(s, seat)
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
def is_solvable(s):
    return s.phase == DUELING and is_solvable_duel(s)
