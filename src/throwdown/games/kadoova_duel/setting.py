"""The options and table values that a match keeps in its record."""

from __future__ import annotations

from ...kernel.contract import rule


@rule
def set_tables(s, options):
    s.timing = options.timing
    s.steadiness = options.steadiness
    s.cheating = options.cheating
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
    set_throw_tables(s, options)
    set_tower_tables(s, options)


@rule
def set_race_tables(s, options):
    s.pace_base = options.pace_base
    s.pace_die = options.pace_die
    s.viking_time = options.viking_time
    s.spaces[:] = options.track


@rule
def set_throw_tables(s, options):
    s.axe_rings[:] = options.axe_rings
    s.chicken_bands[:] = options.chicken_bands
    for row in range(4):
        s.axe_throws[row, :] = options.axe_throws[4 * row : 4 * row + 4]
        s.chicken_throws[row, :] = options.chicken_throws[7 * row : 7 * row + 7]
        s.horse_throws[row, :] = options.horse_throws[11 * row : 11 * row + 11]


@rule
def set_tower_tables(s, options):
    s.beach_falls[:] = options.beach_falls
    s.pineapple_falls[:] = options.pineapple_falls
    s.off_mat = options.off_mat
    s.blind_factor = options.blind_factor
