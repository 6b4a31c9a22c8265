"""The options and table values that a match keeps in its record."""

from __future__ import annotations

from ...kernel.contract import rule
from .duels.hands import set_hands
from .duels.play import set_tables as set_duel_tables


@rule
def set_tables(s, options):
    s.timing = options.timing
    s.cheating = options.cheating
    s.charges = options.charges
    s.lose_bets = options.lose_bets
    s.extra_duels[:] = options.extra_dice
    s.goal = options.goal
    s.most_turns = options.most_turns
    s.deep_pockets = options.deep_pockets
    s.glory_hound = options.glory_hound
    s.side_wager = options.side_wager
    s.thick_limit = options.thick_skin
    s.stake_most = options.stake_most
    s.buy_back = options.buy_back
    s.pickpocket = options.pickpocket
    s.highway_toll = options.highway_toll
    s.double_down = options.double_down
    s.windfall = options.windfall
    s.tax_day = options.tax_day
    s.tax_day_from = options.tax_day_from
    s.pace_base = options.pace_base
    s.pace_die = options.pace_die
    s.viking_time = options.viking_time
    s.blind_factor = options.blind_factor
    set_hands(s, options)
    set_duel_tables(s, options)
