"""How the short game of Kadoova Duel looks to the judge that is learned from searches."""

from __future__ import annotations

import numpy as np

from tests.games.kadoova_duel.staging import chance, everybody_passes, fight_class, opened, rest
from throwdown.bots import sight
from throwdown.bots.levels import MASTER_STYLE
from throwdown.bots.network import Judge
from throwdown.bots.player import loops_of
from throwdown.bots.search import Thoughts
from throwdown.games.kadoova_duel import heuristics
from throwdown.games.kadoova_duel.cards import NOPE, REMATCH, THICK_SKIN
from throwdown.games.kadoova_duel.duels.register import Duel
from throwdown.games.kadoova_duel.duels.table import PASS
from throwdown.games.kadoova_duel.judge import DUELS, OWN, THEIRS
from throwdown.kernel.match import Match
from throwdown.kernel.records import copy_records
from throwdown.kernel.rng import generator

SHORT = {"two-seats": "twelve duels", "timing": "paced"}


def signs_of(match: Match, seat: int) -> np.ndarray:
    signs = np.zeros(heuristics.SIGNS, np.float32)
    heuristics.describe(match.state[0], seat, None, signs)
    return signs


def test_what_one_has_the_other_sees_as_theirs_kd14(table):
    match = opened(table, {0: ["rematch", "nope", "nope"]}, seats=2, scores=[1500, 400], **SHORT)
    match.state["upgrades"][0, 1] = 1 << THICK_SKIN
    own, theirs = (signs_of(match, seat) for seat in range(2))
    assert own[:3].tolist() == (-theirs[:3]).tolist()
    assert own[OWN:THEIRS].tolist() == theirs[THEIRS:DUELS].tolist()
    assert own[THEIRS:DUELS].tolist() == theirs[OWN:THEIRS].tolist()
    assert (own[OWN + REMATCH], own[OWN + NOPE], own[THEIRS + THICK_SKIN]) == (1, 2, 1)
    assert (own[OWN:THEIRS].sum(), theirs[OWN:THEIRS].sum()) == (5, 6)


def test_duels_that_were_fought_do_not_come_again_kd10(table):
    match = opened(table, seats=2, **SHORT)
    assert signs_of(match, 0)[DUELS:].all()
    chance(match, "class-left")
    fight_class(match)
    everybody_passes(match)
    rest(match)
    assert heuristics.settled(match.state[0])
    assert signs_of(match, 0)[DUELS:].argmin() == Duel.CLASS


def test_the_judge_tells_of_the_short_game_alone_kd10(table):
    assert heuristics.is_judged(opened(table, seats=2, **SHORT).state[0])
    assert not heuristics.is_judged(opened(table, seats=2).state[0])


def of_thick_skins() -> Judge:
    """A judge to which nothing counts but who has the Thick Skin."""
    direct, inner = np.zeros(heuristics.SIGNS, np.float32), np.zeros((heuristics.SIGNS, 1), np.float32)
    direct[OWN + THICK_SKIN] = 50.0
    nothing = np.zeros(1, np.float32)
    return Judge(nothing[:0], direct, inner, nothing, nothing)


def expected(match: Match, judge: Judge | None = None) -> float:
    """The share of the win that a short search of seat 0 expects."""
    thoughts = Thoughts(match.game, 1 << 10, loops_of(match.game), judge)
    return thoughts.mean(sight(match, 0), generator(1), 40, MASTER_STYLE.tuning())


def test_searches_ask_the_judge_of_the_short_game_and_the_outlook_of_others_kd10(table):
    short, long = opened(table, seats=2, **SHORT), opened(table, seats=2, timing="paced")
    for match in (short, long):
        match.state["upgrades"][0, 0] = 1 << THICK_SKIN
        match.state["deck"][0, THICK_SKIN] = 0
        match.state["deck_count"] -= 1
        chance(match, "class-left")
    assert expected(short, of_thick_skins()) > 0.99 > 0.9 > expected(short)
    assert expected(long, of_thick_skins()) == expected(long)


def test_the_next_turn_is_found_though_cards_are_dealt_before_it_kd5(table):
    match = opened(table, {0: ["toll"]}, seats=2, **SHORT)
    chance(match, "class-left")
    match.play(0, "toll")
    everybody_passes(match)
    fight_class(match)
    match.play(match.awaited[0], "pass")
    after = copy_records(match.state)
    seat = match.awaited[0]
    match.engine.apply(after, seat, PASS)
    assert not heuristics.settled(after[0])
    assert loops_of(match.game).settle(after, generator(2))
    assert heuristics.settled(after[0])
