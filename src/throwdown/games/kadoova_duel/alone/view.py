"""The view of a match, written by ``python -m throwdown.conformance.views``.

Fields: ``throwdown.games.kadoova_duel.alone.fields:FIELDS``
"""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: fields of its record as plain numbers and lists."""

    by_wins: int
    seats: int
    timing: int
    steadiness: int
    duel: int
    plain: int
    challenger: int
    opponent: int
    duelists: int
    stage: int
    lead: int
    forfeits: int
    caught: int
    by_forfeit: int
    winner: int
    gain: list[int]
    given: list[int]
    score: list[int]
    thick: int
    thick_limit: int
    taken: list[int]
    extra_duels: list[int]
    extra: list[int]
    less: list[int]
    guns: list[int]
    count: list[int]
    die: list[list[int]]
    rolled: list[int]
    rolls: list[int]
    rolling: int
    racers: int
    matched: int
    pacing: int
    due: list[int]
    pressers: int
    waited: int
    aside: int
    covered: list[int]
    breaking: int
    disputing: int
    decided: int
    target: list[int]
    targets: int
    outs: list[int]
    thrower: int
    thrown: list[int]
    spot: list[list[int]]
    by_hand: int
    far: int
    knocked: int
    reread: list[int]
    points: list[int]
    lost: list[int]
    up: int
    fell: int
    falling: int
    pace_base: int
    pace_die: int
    blind_factor: int
    viking_time: int
    axe_rings: list[int]
    axe_throws: list[list[int]]
    mat_for_both: int
    chicken_bands: list[int]
    band_count: int
    chicken_throws: list[list[int]]
    bid: int
    bidder: int
    bids: int
    bid_list: list[int]
    caller: int
    actual: int
    cards_up: int
    beach_falls: list[list[int]]
    place: list[int]
    spaces: list[int]
    track_spaces: int
    off: int
    pineapple_falls: list[list[int]]
    off_mat: int
    hue: list[list[int]]
    aimed: int
    dice_begun_with: list[int]
    battle: int
    tied: int
    still: int
    war_all: int
    greys: int
    fresh: int
    grey: list[int]
    spoils: list[list[int]]
    round_winner: list[int]
    lap: int
    felled_far: int
    even_draw: int
    felled_row: int
    horse_throws: list[list[int]]
    horse_felled: list[list[int]]
