"""Command Dice: how good choices look."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

import throwdown
from throwdown.bots import warm
from throwdown.bots.policies import Policy
from throwdown.games.command_dice.heuristics import (
    BY_ROLL,
    EVERY_CARD,
    KEEP,
    MOST_SHOWN,
    cards_left_by,
    chance_to_act_first,
    find_reach,
    mean_gain,
    rate_all,
    roll,
    worth,
)
from throwdown.games.command_dice.state import COMMIT, NOBODY, PICK
from throwdown.lab.matchup import mirrored

FACES = ((0, 0, 1, 1, 1, 2), (0, 1, 1, 1, 2, 2), (1, 1, 2, 2, 2, 3))  # CD-2
ACE, FOUR, SIX = 0, 3, 5  # of clubs


@pytest.fixture
def s():
    """The first choice of a match, with an ace, a 4 and a 6 in the line."""
    game = throwdown.load("command-dice")
    match = game.match(seed=4)
    record = match.seen(0)[0]
    assert record.phase == COMMIT
    record.line[:] = np.array([ACE, FOUR, SIX]) + 1
    record.deck = (1 << 24) - 1 & ~(1 << ACE | 1 << FOUR | 1 << SIX)
    return record


def of(red, white, blue):
    return red * 12 + white * 3 + blue


@pytest.mark.parametrize("dice", [(1, 0, 0), (0, 2, 1), (2, 1, 1), (0, 2, 2)])
def test_chances_of_swords_are_those_of_all_rolls(s, dice):
    """CD-2: six faces each."""
    shown = np.zeros(MOST_SHOWN + 1)
    roll(s, of(*dice), shown)
    counted = np.zeros(MOST_SHOWN + 1)
    faces = [FACES[colour] for colour in range(3) for _ in range(dice[colour])]
    for rolled in product(*faces):
        counted[sum(rolled)] += 1 / 6 ** sum(dice)
    assert shown == pytest.approx(counted)


def test_on_equal_counts_the_card_says_who_acts_first(s):
    """CD-6, CD-7: of one to four dice of the other, each as likely."""
    s.red_seat = 1  # and the first card is black
    assert [chance_to_act_first(s, 0, count) for count in (1, 2, 3, 4)] == [1.0, 0.75, 0.5, 0.25]
    assert [chance_to_act_first(s, 1, count) for count in (1, 2, 3, 4)] == [0.75, 0.5, 0.25, 0.0]
    s.pool[1] = 2, 0, 0
    assert [chance_to_act_first(s, 0, count) for count in (1, 2, 3)] == [1.0, 0.5, 0.0]
    s.alone = 0
    assert chance_to_act_first(s, 0, 4) == 1.0


def test_the_other_is_taken_to_strike_what_three_of_its_dice_reach(s):
    """CD-12: three dice of the full pool show 3.3 swords on average, which take the ace alone."""
    assert cards_left_by(s, 1) == EVERY_CARD & ~1
    s.pool[1] = 0, 0, 2  # 3.7 swords
    assert cards_left_by(s, 1) == EVERY_CARD & ~1
    s.pool[1] = 0, 3, 2  # 4.3
    assert cards_left_by(s, 1) == EVERY_CARD & ~2


def test_who_can_take_a_card_must_also_where_it_costs_more_than_it_brings(s):
    """CD-9: a blue die always reaches the ace and nothing else, and is worth more in the pool."""
    shown = np.zeros(MOST_SHOWN + 1)
    roll(s, of(0, 0, 1), shown)
    average = 11 / 6
    spent = [min(1.0, 1 / (BY_ROLL * swords + (1 - BY_ROLL) * average)) for swords in (1, 2, 3)]
    expected = sum(
        ways / 6 * (1 - KEEP * average * share) for ways, share in zip((2, 3, 1), spent, strict=True)
    )
    reach = np.zeros(MOST_SHOWN + 1, np.int64)
    find_reach(s, EVERY_CARD, reach)
    assert mean_gain(s, shown, reach) == pytest.approx(expected)
    assert worth(s, 0, PICK + of(1, 0, 0)) > worth(s, 0, PICK + of(0, 0, 1))


def test_dice_are_worth_nothing_in_the_pool_when_the_round_ends_with_the_turn(s):
    """CD-15, and CD-16 where the deck is empty: more dice never gain less then."""
    more = ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 1, 2))
    kept = [worth(s, 0, PICK + of(*dice)) for dice in more]
    s.alone = 0
    alone = [worth(s, 0, PICK + of(*dice)) for dice in more]
    assert alone == sorted(alone)
    assert all(last > before for last, before in zip(alone, kept, strict=True))
    s.alone, s.deck = NOBODY, 0
    assert all(worth(s, 0, PICK + of(*dice)) > before for dice, before in zip(more, kept, strict=True))


def test_swords_reach_the_most_points_of_cards_within_them(s):
    """CD-9: of an ace, a 4 and a 6, and of the ace and the 6 alone."""
    reach = np.zeros(MOST_SHOWN + 1, np.int64)
    find_reach(s, EVERY_CARD, reach)
    assert reach.tolist() == [0, 1, 1, 1, 4, 5, 6, 7, 7, 7, 10, *[11] * 14]
    find_reach(s, 0b101, reach)
    assert reach.tolist() == [0, 1, 1, 1, 1, 1, 6, *[7] * 18]


def test_choices_rated_all_at_once_are_worth_what_each_of_them_is():
    """Of a match played at random: dice (CD-6) and strikes (CD-9), in order and out of it."""
    rng, match = Random(2), throwdown.load("command-dice").match(seed=2)
    for _ in range(16):
        seat = match.awaited[0]
        s, events = match.seen(seat)[0], match.legal_events(seat)
        for asked in (events, rng.sample(events, len(events))):
            worths = np.zeros(len(asked))
            rate_all(s, seat, np.array(asked, np.int32), worths)
            assert worths.tolist() == [worth(s, seat, event) for event in asked]
        match.play(seat, rng.choice(events))


def test_it_wins_four_of_five_matches_against_the_rule_of_thumb_of_former_levels():
    game = throwdown.load("command-dice")
    warm(game)
    score = mirrored(game, Policy(100), Policy(100, former=True), 400)
    assert score.share - score.margin > 0.8
