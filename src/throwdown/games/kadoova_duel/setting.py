"""The options and table values that a match keeps in its record."""

from __future__ import annotations

from ...kernel.contract import rule
from .duels.setting import set_axe, set_beach, set_chicken, set_hands, set_hare, set_horse, set_pineapple


@rule
def set_tables(s, options):
    s.timing = options.timing
    s.cheating = options.cheating
    s.charges = options.charges
    s.lose_bets = options.lose_bets
    s.extra_duels[:] = options.extra_dice
    s.war_all = options.war_ties
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
    set_race_tables(s, options)
    set_hands(s, options)
    set_axe(s, options)
    set_chicken(s, options)
    set_horse(s, options)
    set_beach(s, options)
    set_pineapple(s, options)
    s.blind_factor = options.blind_factor


@rule
def set_race_tables(s, options):
    s.pace_base = options.pace_base
    s.pace_die = options.pace_die
    s.viking_time = options.viking_time
    set_hare(s, options)
