"""The view of a match, written by ``python -m throwdown.conformance.views``.

Fields: ``throwdown.games.kadoova_duel.duels.register:DUEL_FIELDS``
"""

from __future__ import annotations

from typing import Protocol


class View(Protocol):
    """What words, scenes and results read of a match: fields of its record as plain numbers and lists."""

    gain: list[int]
    given: list[int]
    score: list[int]
    taken: list[int]
    points: list[int]
    lost: list[int]
    due: list[int]
    reread: list[int]
    rolls: list[int]
    thick_limit: int
    pace_base: int
    pace_die: int
    blind_factor: int
    viking_time: int
    axe_rings: list[int]
    axe_throws: list[list[int]]
    chicken_bands: list[int]
    chicken_throws: list[list[int]]
    bid: int
    bid_list: list[int]
    beach_falls: list[list[int]]
    pineapple_falls: list[list[int]]
    off_mat: int
    felled_far: int
    felled_row: int
    horse_throws: list[list[int]]
    horse_felled: list[list[int]]
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
    thick: int
    extra_duels: list[int]
    extra: list[int]
    less: list[int]
    guns: list[int]
    count: list[int]
    die: list[list[int]]
    rolled: list[int]
    rolling: int
    racers: int
    matched: int
    pacing: int
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
    up: int
    fell: int
    falling: int
    mat_for_both: int
    band_count: int
    bidder: int
    bids: int
    caller: int
    actual: int
    cards_up: int
    place: list[int]
    spaces: list[int]
    track_spaces: int
    off: int
    hue: list[list[int]]
    aimed: int
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
