"""Odds at hand, held to every case counted by hand: with products of faces, and not with the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import pytest

import throwdown
from throwdown.conformance import Trial
from throwdown.games.duello.odds import rerolls
from throwdown.kernel.match import Match
from throwdown.kernel.odds import Odds, OddsTable, Share, Supposed, share_of

FIVE = ("command-dice", "duello", "kadice", "dardz", "kadoova-duel", "con-person", "hare-vs-tortoise")
FACES = range(1, 7)


def match_at(key: str, asks: str, seed: int = 1, seats: int | None = None) -> tuple[Match, int]:
    """A match of interpreted rules, played at random until somebody can ask that, and their seat."""
    game, rng = throwdown.load(key), Random(seed)
    match = game.match(seats, seed=seed, engine=game.loops(False))
    while not match.over:
        seat = match.awaited[0]
        if match.asks_odds(seat) == asks:
            return match, seat
        match.play(seat, rng.choice(match.legal_events(seat)))
    raise AssertionError(f"nobody could ask {asks!r}")


def tables_of(match: Match, seat: int) -> tuple[OddsTable, ...]:
    odds = match.odds(seat)
    assert isinstance(odds, Odds)
    return odds.tables


def shares(table: OddsTable) -> dict[str, tuple[Share, ...]]:
    return {row.name: row.shares for row in table.rows}


def rolls(dice: int, holds: Callable[[tuple[int, ...]], bool]) -> Fraction:
    """The chance that so many dice show something, counted roll by roll."""
    return Fraction(sum(map(holds, product(FACES, repeat=dice))), 6**dice)


def test_dice_of_a_colour_reach_a_card_as_often_as_their_faces_add_up_to_it():
    match, seat = match_at("command-dice", "Which dice take which card?")
    table = tables_of(match, seat)[0]
    faces = {"red": (0, 0, 1, 1, 1, 2), "white": (0, 1, 1, 1, 2, 2), "blue": (1, 1, 2, 2, 2, 3)}
    values = [int(column.removeprefix("the ")) for column in table.columns]
    for name, dice in {"1 blue": ["blue"], "2 red and 1 white": ["red", "red", "white"]}.items():
        sums = [sum(roll) for roll in product(*(faces[colour] for colour in dice))]
        reached = tuple(share_of(Fraction(sum(s >= v for s in sums), len(sums))) for v in values)
        assert shares(table)[name] == reached


def test_odds_of_interpreted_rules_come_within_seconds_as_few_records_are_played(
    monkeypatch: pytest.MonkeyPatch,
):
    match, seat = match_at("command-dice", "Which dice take which card?")
    played, apply = [0], match.engine.apply

    def counted(*arguments: object) -> None:
        played[0] += 1
        apply(*arguments)

    monkeypatch.setattr(match.engine, "apply", counted)
    assert len(tables_of(match, seat)[0].rows) == 29
    assert played[0] < 1000


def test_what_lies_under_a_cup_is_every_roll_that_fits_all_answers():
    match, seat = match_at("duello", "What can lie under the cup?")
    s = match.state[0]
    s.right[seat] = [0, 2, 0, 0, 0, 0]  # DU-5: two 2s are found, and there is neither a third nor a 5
    s.wrong[seat] = [0, 1, 0, 0, 2, 0]
    fitting = [roll for roll in product(FACES, repeat=5) if roll.count(2) == 2 and roll.count(5) == 0]
    three = Fraction(sum(roll.count(3) >= 2 for roll in fitting), len(fitting))
    under = shares(tables_of(match, seat)[0])
    assert under["3"][1] == share_of(three)
    assert under["2"] == under["5"] == (Share(0.0),) * 3


def test_a_reroll_brings_a_number_as_often_as_single_dice_do_and_whatever_dice_are_counted_alike():
    match, seat = match_at("duello", "What can lie under the cup?")
    reroll = shares(tables_of(match, seat)[1])
    for dice in range(1, 11):
        least = [sum(comb(dice, k) * 5 ** (dice - k) for k in range(n, dice + 1)) for n in (1, 2, 3)]
        name = "1 die" if dice == 1 else f"{dice} dice"
        assert reroll[name] == tuple(share_of(Fraction(ways, 6**dice)) for ways in least)
    chances = Counter[int]()
    for found, chance in rerolls(Supposed(match.engine, match.seen(seat)), seat, 3):
        chances[int(found.record.fresh[seat, 0])] += chance.numerator * 216 // chance.denominator
    assert chances == {0: 125, 1: 75, 2: 15, 3: 1}


def test_the_next_roll_takes_a_card_as_often_as_the_choice_of_what_to_hold_says():
    match, seat = match_at("kadice", "Which card comes with the next roll?")
    table = tables_of(match, seat)[0]
    assert len(table.columns) == 1
    found = shares(table)
    holds = [choice for choice in match.scene(seat).choices if choice.text.startswith("hold ")]
    said = {" ".join(sorted(choice.text.split()[1:])): choice.note for choice in holds}
    assert said
    assert set(said) == set(found)
    for name, note in said.items():
        share = found[name][0].share
        percent = "under 1 %" if share < 0.005 else f"in {100 * share:.0f} %"
        assert (percent if share else "cannot") in note


def test_a_number_is_on_offer_as_often_as_a_die_or_the_sum_of_two_shows_it():
    match, seat = match_at("dardz", "How often does a number come?")
    found = {name: row for table in tables_of(match, seat) for name, row in shares(table).items()}
    for number in range(1, 13):
        offered = [
            rolls(n, lambda dice, k=number: k in dice or k in map(sum, combinations(dice, 2)))
            for n in (1, 2, 3)
        ]
        assert found[str(number)] == tuple(map(share_of, offered))


def test_a_bid_is_true_as_often_as_the_hidden_dice_bring_what_the_own_ones_lack():
    match, seat = match_at("con-person", "How often is a bid true?")
    view, table = match.view(seat), tables_of(match, seat)[0]
    for face in FACES:
        own = view.die[seat].count(face)
        for column, share in zip(table.columns, shares(table)[str(face)], strict=True):
            need = max(0, int(column.removesuffix("+")) - own)
            ways = sum(comb(14, k) * 5 ** (14 - k) for k in range(need, 15))
            assert share.share == pytest.approx(ways / 6**14, abs=1e-12)


def test_hare_and_tortoise_reach_a_space_as_often_as_one_die_or_a_sum_shows_it():
    match, seat = match_at("hare-vs-tortoise", "How often does a roll bring a space?")
    table = tables_of(match, seat)[0]

    def shows(dice: tuple[int, ...], space: int) -> bool:
        return any(space == sum(some) for n in FACES for some in combinations(dice, n))

    for row in table.rows:
        space = int(row.name.partition(": ")[2])
        assert row.shares == tuple(share_of(rolls(n, lambda dice, k=space: shows(dice, k))) for n in (2, 3))


@pytest.mark.parametrize("key", FIVE)
def test_odds_are_counted_from_what_a_seat_may_know_and_change_nothing(key: str):
    game = throwdown.load(key)
    match = game.match(seed=5, engine=game.loops(False))
    counted = 0
    for seat, _ in Trial(game, is_compiled=False).walk(match, 3, 300):
        if seat < match.seats and match.asks_odds(seat) and not counted:
            counted += 1
            before, other = match.state.tobytes(), match.replay()
            other.state[:] = match.seen(seat)  # what is hidden is blank there
            tables = tables_of(match, seat)
            assert tables_of(other, seat) == tables
            assert match.state.tobytes() == before
            for table in tables:
                assert table.rows
                assert all(len(row.shares) == len(table.columns) for row in table.rows)
    assert counted or key == "kadoova-duel"
