"""Live races between near and far hands, on simulated links (KD-21)."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable

import pytest

from throwdown.server.races.presses import (
    FASTEST,
    LEVEL,
    QUOTA,
    Link,
    Press,
    Quota,
    Race,
    TooEarly,
    TooFast,
    judge,
)

Way = Callable[[], float]


class Hand:
    """A person: rolls again some time after seeing the last roll, over a line with its own delays."""

    def __init__(self, rng: random.Random, delay: float, jitter: float, tempo: float = 500.0) -> None:
        self.rng = rng
        self.way: Way = lambda: max(0.0, delay + rng.uniform(-jitter, jitter))
        self.tempo = tempo
        self.link = Link()
        for _ in range(20):
            self.link.measured(self.way() + self.way())

    def time(self) -> float:
        return max(self.tempo * 0.5, self.rng.gauss(self.tempo, self.tempo * 0.2))


def run(rng: random.Random, hands: dict[int, Hand]) -> tuple[int, ...]:
    """A Quick Draw to its end; who was first, several for a tie."""
    race = Race({seat: hand.link for seat, hand in hands.items()}, 0.0)
    agenda: list[tuple[float, str, int]] = []

    def goes_on(sent: dict[int, float], seat: int) -> None:
        pressed = sent[seat] + hands[seat].way() + hands[seat].time()
        heapq.heappush(agenda, (pressed + hands[seat].way(), "arrives", seat))

    start = race.start(0.0)
    for seat in hands:
        goes_on(start, seat)
    while True:
        now, what, seat = heapq.heappop(agenda)
        if what == "arrives":
            try:
                heapq.heappush(agenda, (race.ripe_at(race.press(seat, now)) + 0.001, "ripe", seat))
            except TooFast:
                goes_on(dict.fromkeys(hands, now), seat)
        for group in race.due(now):
            matched = [press for press in group if rng.randrange(6) == 0]
            if matched:
                return judge(matched).first
            for press in group:
                goes_on(race.show(press), press.seat)


def wins(near: tuple[float, float], far: tuple[float, float], races: int, **tempo: float) -> list[int]:
    """Races won by near and by far."""
    rng = random.Random(7)
    won = [0, 0]
    for _ in range(races):
        hands = {0: Hand(rng, *near, **tempo), 1: Hand(rng, *far)}
        first = run(rng, hands)
        if len(first) == 1:
            won[first[0]] += 1
    return won


@pytest.mark.parametrize("far", [(150.0, 40.0), (80.0, 20.0), (5.0, 1.0)])
def test_equal_hands_win_equally_often_however_far_they_are(far):
    near_wins, far_wins = wins((5.0, 0.0), far, 2000)
    assert near_wins + far_wins > 1900
    assert 0.47 < near_wins / (near_wins + far_wins) < 0.53


def test_a_quicker_hand_does_win_more_often():
    quick, slow = wins((150.0, 40.0), (5.0, 0.0), 400, tempo=300.0)
    assert quick > 1.3 * slow


def race_of(*delays: float, count: float = 0.0, roll: float = 0.0) -> Race:
    links = {}
    for seat, delay in enumerate(delays):
        links[seat] = Link()
        links[seat].measured(2 * delay)
    return Race(links, 0.0, count, roll)


def test_the_start_is_sent_so_that_all_see_it_together():
    race = race_of(5.0, 150.0)
    assert {seat: at + race.delays[seat] for seat, at in race.start(1000.0).items()} == {0: 1150.0, 1: 1150.0}


def test_the_farther_press_that_was_made_first_is_first_though_it_arrives_later():
    race = race_of(14.0, 38.0)
    maya, you = race.press(0, 4840.0), race.press(1, 4850.0)
    verdict = judge([maya, you])
    assert verdict.first == (1,)
    assert verdict.margin == pytest.approx(14.0)
    assert [press.credited for press in verdict.presses] == [38.0, 14.0]


def test_a_verdict_waits_until_the_farthest_press_can_have_come():
    race = race_of(5.0, 150.0)
    near = race.press(0, 1000.0)
    assert race.due(1000.0) == []
    far = race.press(1, 1100.0)
    assert race.due(race.ripe_at(near)) == [(far,), (near,)]


def test_presses_that_cannot_be_told_apart_are_a_tie():
    race = race_of(5.0, 150.0)
    race.press(0, 1005.0)
    race.press(1, 1150.0 + LEVEL / 2)
    (group,) = race.due(2000.0)
    assert judge(list(group)).first == (0, 1)


def test_presses_faster_than_a_hand_are_not_counted():
    race = race_of(5.0, 5.0)
    with pytest.raises(TooFast, match="seat 0 pressed"):
        race.press(0, 10.0)
    press = race.press(0, 600.0)
    with pytest.raises(TooFast, match="before its roll was seen"):
        race.press(0, 610.0)
    race.due(2000.0)
    race.show(press)
    with pytest.raises(TooFast):
        race.press(0, race.ripe_at(press) + 20.0)


def test_a_press_in_the_count_is_refused_and_costs_neither_credit_nor_time():
    race = race_of(5.0, 150.0, count=3000.0)
    assert race.begins == 3150.0
    for now in range(10, 3080, 30):
        with pytest.raises(TooEarly, match="before the start"):
            race.press(1, float(now))
    press = race.press(1, 3400.0)
    assert (press.credited, press.counts) == (150.0, 3250.0)


def test_no_press_counts_before_the_start_and_one_that_comes_with_it_counts_from_it():
    race = race_of(5.0, 150.0, count=3000.0)
    near, far = race.press(0, race.begins - 10.0), race.press(1, race.begins + 100.0)
    for press in (near, far):
        assert press.counts == race.begins
        assert press.arrived - press.credited == press.counts
        assert press.credited >= 0


def test_no_seat_rolls_again_while_its_dice_are_in_the_air_and_another_does_not_wait_for_it():
    race = race_of(5.0, 5.0, count=3000.0, roll=700.0)
    mine = race.press(0, 3100.0)
    race.due(3500.0)
    race.show(mine)
    landed = race.seen(0)
    assert landed == race.ripe_at(mine) + 5.0 + 700.0
    with pytest.raises(TooFast):
        race.press(0, landed - 200.0)
    assert race.press(1, landed - 200.0).counts == landed - 205.0
    assert race.press(0, landed + 5.0).counts == landed


def test_presses_a_little_too_early_each_time_roll_no_sooner_than_others_kd21():
    race = race_of(5.0, 5.0, count=3000.0, roll=700.0)
    press = race.press(0, 3100.0)
    for _ in range(3):
        race.due(race.ripe_at(press))
        race.show(press)
        landed = race.seen(0)
        press = race.press(0, landed - 50.0)
        assert (press.arrived, press.credited, press.counts) == (landed, 0.0, landed)


def test_hammering_the_button_gains_nothing():
    rng = random.Random(3)
    race = race_of(5.0, 5.0)
    counted, now = 0, 0.0
    while now < 60_000:
        now += rng.uniform(5.0, 15.0)
        try:
            press = race.press(0, now)
        except TooFast:
            continue
        counted += 1
        now = race.ripe_at(press)
        for group in race.due(now):
            race.show(group[0])
    assert counted <= 60_000 / FASTEST


def test_no_clock_of_a_client_is_asked_for():
    assert Press.__struct_fields__ == ("seat", "arrived", "credited", "counts")


def test_credit_is_drawn_from_a_quota_that_refills():
    quota = Quota(0.0)
    assert quota.draw(150.0, 0.0) == 150.0
    assert quota.draw(150.0, 0.0) == QUOTA - 150.0
    assert quota.draw(150.0, 100.0) == 50.0
    assert quota.draw(150.0, 10_000.0) == 150.0


def test_a_line_that_claims_more_than_the_quota_is_credited_the_quota():
    race = race_of(5.0, 900.0)
    assert race.press(1, 3000.0).credited == QUOTA


def test_a_few_stray_pings_do_not_change_the_measure_of_a_line():
    link = Link()
    for trip in [20.0] * 18 + [900.0, 0.0]:
        link.measured(trip)
    assert link.delay == 10.0


def test_pongs_that_are_held_back_gain_nothing_where_the_connection_tells_its_own_trip():
    rng = random.Random(5)
    won = [0, 0]
    for _ in range(2000):
        hands = {0: Hand(rng, 5.0, 0.0), 1: Hand(rng, 5.0, 0.0)}
        for _ in range(20):
            hands[1].link.measured(10.0 + 290.0)
        hands[1].link.acknowledged(10.0)
        first = run(rng, hands)
        if len(first) == 1:
            won[first[0]] += 1
    assert won[1] / sum(won) < 0.53


def test_a_press_that_comes_too_early_starts_the_wait_anew_so_that_hammering_never_rolls():
    race = race_of(5.0, 5.0)
    for now in range(20, 5000, 30):
        with pytest.raises(TooFast):
            race.press(0, float(now))


def test_a_delay_that_rises_during_a_race_is_not_credited():
    links = {0: Link(), 1: Link()}
    links[1].measured(20.0)
    race = Race(links, 0.0)
    for _ in range(20):
        links[1].measured(400.0)
    assert race.press(1, 1000.0).credited == 10.0
