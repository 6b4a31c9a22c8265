"""Endings of Duello with one or two target dice each, solved."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import throwdown
from throwdown.bots import sight, warming
from throwdown.bots.player import loops_of
from throwdown.bots.search import Budget, SearchPlayer, Style, Thoughts
from throwdown.games.duello import endgame, knowledge, solving
from throwdown.games.duello.record import IDLE
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.rng import generator


@pytest.fixture(scope="module")
def duello() -> Game:
    return throwdown.load("duello").compile(players=True)


def ending(
    game: Game,
    targets: str | tuple[str, str],
    stocks: tuple[str, str],
    wrong: tuple[str, str] = ("", ""),
    number: int = 1,
    seed: int = 1,
) -> Match:
    """A match in which each has these target and stock dice, and has been told so much "wrong", in the round
    of that number."""
    match = game.match(seed=seed)
    s: Any = match.state[0]
    s.rounds = number
    for seat in range(2):
        s.targets[seat] = len(targets[seat])
        for name, dice in (("target", targets[seat]), ("stock", stocks[seat]), ("wrong", wrong[seat])):
            s[name][seat] = [dice.count(str(value)) for value in range(1, 7)]
        s.stocks[seat] = len(stocks[seat])
    return match


def told_right(match: Match, seat: int) -> Match:
    """``seat`` has been answered "right"."""
    s: Any = match.state[0]
    s.right[seat] = s.target[1 - seat]
    return match


def shot(match: Match, seat: int, iterations: int = 200) -> float:
    """The share of a shot in the mixture of ``seat``."""
    events, shares = Thoughts(match.game, 64).solve(sight(match, seat), generator(1), iterations)
    texts = match.texts(seat, events.tolist())
    return float(dict(zip(texts, shares / shares.sum(), strict=True))["shoot"])


def test_who_knows_the_target_shoots_du7(duello):
    match = told_right(ending(duello, "12", ("345", "123")), 0)
    assert shot(match, 0) > 0.95


def test_who_is_known_shoots_while_there_is_a_chance_du10(duello):
    match = told_right(ending(duello, "12", ("3456", "12")), 1)
    assert shot(match, 0) > 0.95


def test_with_nothing_ruled_out_and_much_to_ask_nobody_shoots_blindly_du4(duello):
    match = ending(duello, "12", ("123456", "123456"))
    assert shot(match, 0) < 0.5


def test_a_last_value_is_shot_at_du5(duello):
    match = ending(duello, "12", ("2", "2"), wrong=("13456", ""))
    assert shot(match, 0) > 0.95


def test_other_dice_under_the_other_cup_get_the_same_answer_du25(duello):
    here, there = (ending(duello, targets, ("1256", "2345")) for targets in ("12", "16"))
    assert shot(here, 0) == shot(there, 0)


def test_compiled_and_interpreted_come_to_the_same_mixture(duello):
    match = ending(duello, "12", ("15", "24"))
    found = []
    for solve in (loops_of(duello).heuristics.solve, endgame.solve):
        events, shares = np.zeros(4, np.int32), np.zeros(4)
        solve(match.seen(0)[0], 0, generator(1), 4, events, shares)
        found.append((events.tolist(), shares.tolist()))
    assert found[0][0] == found[1][0]
    assert found[0][1] == pytest.approx(found[1][1])


@pytest.mark.parametrize("is_last", [True, False])
def test_what_one_wins_by_the_dice_left_the_other_loses_du12_du13_du14(is_last):
    for mine, theirs, stock, stocks in product(range(3), range(3), range(4), range(4)):
        won = endgame.worth(mine, theirs, stock, stocks, is_last)
        assert won + endgame.worth(theirs, mine, stocks, stock, is_last) == pytest.approx(1.0)
    assert endgame.worth(1, 0, 0, 5, is_last) == 1.0
    assert endgame.worth(0, 0, 2, 1, is_last) == 1.0


# Dice under the cups, of the stocks, those that were told "wrong", and the number of the round.
ENDINGS = [
    ("12", ("3345", "1125"), ("", ""), 3),
    ("12", ("123456", "123456"), ("", ""), 2),
    ("12", ("1256", "345"), ("3", "16"), 2),
    ("12", ("2", "4466"), ("13", ""), 3),
    (("1", "25"), ("3344", "1126"), ("", ""), 3),
    (("13", "25"), ("3456", "112"), ("", ""), 3),
    (("44", "25"), ("34", "11"), ("", "5"), 2),
]


@pytest.mark.parametrize(("targets", "stocks", "wrong", "number"), ENDINGS)
def test_best_responses_to_masters_ending_win_less_than_a_thousandth_each(
    duello, targets, stocks, wrong, number
):
    """Rerolls of both are in it."""
    match = ending(duello, targets, stocks, wrong, number)
    tree, strategy, _ = solving.solve(duello, match.seen(0), 0)
    math = duello.part(Path(endgame.__file__))
    won = [math.ranges.result(tree, strategy.copy(), seat, True) for seat in range(2)]
    assert 0 <= sum(won) / 2 < 1e-3
    value = math.ranges.result(tree, strategy, 0, False)
    assert value == pytest.approx(-math.ranges.result(tree, strategy, 1, False))


def hands_by_hand(match: Match, hunter: int) -> dict[tuple[int, ...], float]:
    """The targets, as sorted values, that the answers to ``hunter`` allow, and their probabilities."""
    s: Any = match.state[0]
    found: dict[tuple[int, ...], float] = defaultdict(float)
    for dice in product(range(6), repeat=int(s.targets[1 - hunter])):
        left = list(dice)
        for value in range(6):
            for _ in range(s.right[hunter, value]):
                if value in left:
                    left.remove(value)
                else:
                    left.append(-1)
        if len(left) == len(dice) - s.right[hunter].sum() and not any(s.wrong[hunter, each] for each in left):
            found[tuple(sorted(dice))] += 1.0
    total = sum(found.values())
    return {dice: many / total for dice, many in found.items()}


@pytest.mark.parametrize(
    ("targets", "stocks", "wrong", "right"),
    [
        ("12", ("345", "112"), ("", ""), ("", "")),
        (("13", "25"), ("3345", "1126"), ("6", ""), ("", "")),
        (("13", "25"), ("3345", "1126"), ("", "4"), ("2", "3")),
        (("11", "5"), ("1245", "16"), ("", "6"), ("", "1")),
    ],
)
def test_hands_and_what_aims_and_shots_tell_are_as_counted_over_all_dice_du4_du5_du7(
    targets, stocks, wrong, right
):
    """The classes of hands, their probabilities, and those of answers and of hits."""
    match = ending(throwdown.load("duello"), targets, stocks, wrong)
    s: Any = match.state[0]
    for seat in range(2):
        s.right[seat] = [right[seat].count(str(value)) for value in range(1, 7)]
    draft = endgame.sketch(s, endgame.TWO, 1)
    moves = draft.moves
    for hunter in range(2):
        known = moves.known[draft.public[0].known[hunter]]
        weights = np.zeros(moves.chances.shape[1])
        knowledge.starts(known, weights)
        counted = np.zeros(len(weights))
        for dice, chance in hands_by_hand(match, hunter).items():
            s.target[1 - hunter] = [dice.count(value) for value in range(6)]
            counted[endgame.own_hand(s, 1 - hunter, pair_of(moves, draft))] += chance
        assert weights == pytest.approx(counted)
        for row in range(known.shot, known.shot + known.shots):
            hits = weights @ moves.chances[row]
            assert hits.sum() == pytest.approx(1.0)
        for act in moves.acts[known.act : known.act + known.acts]:
            reached = np.zeros(len(weights))
            for result in moves.results[act.result : act.result + act.results]:
                shift = moves.shifts[result.shift]
                for step in moves.steps[shift.first : shift.first + shift.many]:
                    reached[step.before] += step.chance
            assert reached[weights > 0] == pytest.approx(1.0)


def pair_of(moves: knowledge.Moves, draft: endgame.Draft) -> np.ndarray:
    """What both hunters know at first, KNOWN[2]."""
    return moves.known[[draft.public[0].known[hunter] for hunter in range(2)]]


def test_an_aim_at_all_that_the_stock_shows_finds_as_often_as_dice_do_du5():
    """Two target dice: both are found where they are different values of the four asked about, one where one
    alone is or both are equal."""
    match = ending(throwdown.load("duello"), ("13", "25"), ("1234", "1"))
    draft = endgame.sketch(match.state[0], 0, 0)
    moves = draft.moves
    known = moves.known[draft.public[0].known[0]]
    weights = np.zeros(knowledge.HANDS)
    knowledge.starts(known, weights)
    act = moves.acts[known.act + known.acts - 1]
    found = defaultdict(float)
    for result in moves.results[act.result : act.result + act.results]:
        shift = moves.shifts[result.shift]
        for step in moves.steps[shift.first : shift.first + shift.many]:
            found[int(moves.known[result.known].unfound)] += weights[step.before] * step.chance
    assert found == pytest.approx({0: 12 / 36, 1: (4 + 16) / 36, 2: 4 / 36})


def test_spare_dice_that_are_rolled_again_show_new_values_as_often_as_dice_do_du3():
    """Three spare dice of a hunter whose stock lacks four values."""
    match = ending(throwdown.load("duello"), "12", ("33334", "1"))
    draft = endgame.sketch(match.state[0], 1, 1)
    moves = draft.moves
    known = moves.known[draft.public[0].known[0]]
    assert (known.stocked, known.absent, known.spare, known.rerolls) == (2, 4, 3, 1)
    news = np.zeros(8)
    knowledge.new_values(known, news)
    counted = [len(set(dice) & {0, 1, 4, 5}) for dice in product(range(6), repeat=3)]
    assert news[:4] == pytest.approx([counted.count(many) / 216 for many in range(4)])


def test_who_has_few_dice_and_two_targets_to_find_rolls_again_du3(duello):
    """Both lack all but one value, and have spare dice."""
    match = ending(duello, ("13", "25"), ("334", "112"), number=3)
    shares = dict(zip(*declared(match, 0), strict=True))
    assert shares["reroll"] > 0.9


def test_nobody_rolls_again_after_ten_turns_without_an_aim_or_a_shot_du3(duello):
    match = ending(duello, ("13", "25"), ("334", "112"), number=3)
    s: Any = match.state[0]
    s.idle = IDLE
    assert set(declared(match, 0)[0]) == {"aim", "shoot"}


def test_who_is_left_with_two_turns_aims_first_du9(duello):
    """The other has shot, missed both, and has more stock, so that one die of its target must go: five values
    to ask about find one far more often than two that are named."""
    match = ending(duello, ("13", "25"), ("12345", "111111"), number=3)
    s: Any = match.state[0]
    s.shot[1], s.further[0] = 1, 2
    s.waiting = 1
    texts, shares = declared(match, 0)
    assert dict(zip(texts, shares, strict=True))["aim"] > 0.99


def test_what_does_not_fit_is_not_solved(duello):
    match = ending(duello, ("13", "25"), ("123456", "123456"))
    assert not loops_of(duello).is_solved(match.seen(0))


def declared(match: Match, seat: int) -> tuple[list[str], list[float]]:
    """The declarations of Master in words, and their probabilities."""
    events, shares = solving.solution(match.game, match.seen(seat), seat, generator(1))
    return match.texts(seat, events.tolist()), shares.tolist()


def test_master_plays_endings_alike_whatever_lies_under_the_other_cup_du25(duello):
    here, there = (sight(ending(duello, targets, ("1256", "2345")), 0) for targets in ("12", "16"))
    player = SearchPlayer(Budget(1), Style(solved=60, best=True))
    mixture = player.mixture(here, Random(1))
    assert mixture == player.mixture(there, Random(1))
    assert sum(mixture[1]) == pytest.approx(1.0)


def test_an_ending_is_among_the_choices_that_players_are_made_ready_with(duello):
    """Else the first ending at a table would wait for the compiler, some 14 seconds."""
    tried = islice(warming.choices(duello), warming.WALKED)
    assert any(loops_of(duello).is_solved(seen.state) for seen in tried)


def test_a_master_plays_an_ending_by_its_mixture(duello):
    match = told_right(ending(duello, "12", ("345", "123")), 0)
    chosen = SearchPlayer(Budget(1), Style(solved=100)).choose(sight(match, 0), Random(1))
    assert match.texts(0, [chosen]) == ["shoot"]
