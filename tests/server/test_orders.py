"""A race is judged from facts alone, with no room and no timer, by a clock that the test moves (KD-21)."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from msgspec import json

from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.presses import check_presses
from throwdown.kernel.timing import Judged
from throwdown.server.guests.identity import Guest
from throwdown.server.room.live_races import LiveRaces
from throwdown.server.room.orders import NOBODY, Delay, Facts, Order, Save, Tell
from throwdown.server.table.audience import Viewer
from throwdown.server.table.playing import Playing
from throwdown.server.table.records import MatchRecord
from throwdown.server.table.tables import TableRecord, Terms, new_table
from throwdown.server.wire import Done, Message, Race, Refused, Verdict

LIVE: dict[str, Any] = {"timing": "live"}
ADA, NILS = Guest("ada", "Ada"), Guest("nils", "Nils")


class Table:
    """A match of two whose orders are carried out by hand."""

    def __init__(self, game: str, programs: dict[int, str], viewers: tuple[Viewer, ...] = ()) -> None:
        self.now = 100.0
        self.match: Match = load(game).match(2, seed=4, values=LIVE)
        self.record: TableRecord = new_table(game, LIVE, 2, ADA, Terms(listed=False, pace="quick"))
        names = [ADA.name, NILS.name]
        record = MatchRecord(
            id=1,
            table=self.record.id,
            number=1,
            game=game,
            version=1,
            values={},
            names=names,
            secret="00",
            seeds=["", ""],
            lineup=[0, 1],
        )
        self.playing = Playing(record, self.match)
        self.live_races = LiveRaces(count=3.0, roll=1.0)
        while self.match.game.timing.heat(self.match.truth()) is None:
            seat = self.match.awaited[0]
            self.match.play(seat, self.match.legal_events(seat)[0])
        self.programs, self.viewers = programs, viewers
        self.told: list[Message] = []

    @property
    def facts(self) -> Facts:
        viewers, programs = self.viewers, self.programs
        return Facts(self.now, self.record, "m", self.playing, viewers, programs, NOBODY)

    def carry_out(self, orders: list[Order]) -> None:
        for order in orders:
            if isinstance(order, Tell):
                self.told.append(order.message)
            if isinstance(order, Save):
                self.playing.make(order.make)
                told, verdict = order.saved(self.facts)
                self.carry_out([*told, *([Tell(verdict)] if verdict else [])])

    def until_a_verdict(self) -> Verdict:
        """Move the clock from one time that the race asked for to the next."""
        self.carry_out(self.live_races.look(self.facts))
        while not (verdicts := [each for each in self.told if isinstance(each, Verdict)]):
            at = self.live_races.due
            assert at is not None, "a race that is on waits for something"
            assert at < 1000.0
            self.now = max(self.now, at)
            while orders := self.live_races.ring(self.facts):
                self.carry_out(orders)
            self.carry_out(self.live_races.look(self.facts))
        return verdicts[0]


def test_two_programs_race_to_a_verdict_without_a_room_kd21():
    table = Table("class-warfare", {0: "regular", 1: "regular"})
    verdict = table.until_a_verdict()
    first_told = [each for each in table.told if isinstance(each, Race)]
    assert [each.begins for each in first_told[:2]] == [-1.0, 3.0]
    assert table.now > 103.0
    presses = [press.counts for press in verdict.presses]
    assert presses == sorted(presses)
    assert table.playing.match.log[verdict.n - 1].seat in verdict.first


def near(guest: Guest, seat: int, trip: float = 40.0) -> Viewer:
    """A viewer whose line is known, and short if nothing else is said."""
    viewer = Viewer(guest, False, nowhere)
    viewer.seat = viewer.plays = seat
    for _ in range(8):
        viewer.link.measured(trip)
    return viewer


async def nowhere(_message: Any) -> None:
    raise AssertionError("nobody pumps this viewer")


def test_presses_are_told_to_be_level_only_where_they_were_kd21():
    table = Table("class-warfare", {})
    heat = table.live_races.heat(table.facts)
    assert heat
    table.match.play(0, heat.together)
    n = next(n for n, entry in enumerate(table.match.log, 1) if entry.event == heat.together)
    for counts, level in ((901.9, True), (930.0, False)):
        presses = [Judged(0, 905.0, 5.0, 5.0, 900.0), Judged(1, counts + 5.0, 5.0, 5.0, counts)]
        with nullcontext() if level else pytest.raises(ValueError, match="ms apart, and were not level"):
            check_presses(table.match, json.encode({n: presses}).decode())


def test_who_comes_anew_sees_nothing_sooner_than_whoever_is_farthest_kd21():
    far = near(NILS, 1, 300.0)
    watcher, again = Viewer(None, True, nowhere), Viewer(ADA, True, nowhere)
    again.seat = again.plays = 0
    table = Table("quick-draw", {}, (near(ADA, 0), far, watcher, again))
    for _ in ("before the race", "announced", "counted in"):
        lags = [order for one in (watcher, again) for order in table.live_races.admit(table.facts, one)]
        assert lags == [Delay(watcher, 0.15), Delay(again, 0.15)]
        table.carry_out(table.live_races.look(table.facts))
        table.now += 2.0
    assert [each.begins for each in table.told if isinstance(each, Race)] == [-1.0, 3.0]


def test_a_press_is_answered_when_its_event_is_saved_and_not_before_kd21():
    ada = near(ADA, 0)
    table = Table("quick-draw", {1: "novice"}, (ada,))
    table.carry_out(table.live_races.look(table.facts))
    table.now += 4.0
    heat = table.live_races.heat(table.facts)
    assert heat
    assert table.live_races.heat(table.facts) is heat, "a race is worked out once for each event"
    orders = table.live_races.takes(table.facts, ada, 7, heat.presses[0], table.now)
    assert orders == []
    assert not [each for each in table.told if isinstance(each, Done)]
    table.until_a_verdict()
    assert [each.request for each in table.told if isinstance(each, Done)] == [7]


def test_a_roll_that_is_level_with_a_slap_is_answered_too_kd21():
    viewers = near(ADA, 0), near(NILS, 1)
    table = Table("quick-draw", {}, viewers)
    match, heat = table.match, None
    while not (heat and heat.slaps):
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
        heat = match.game.timing.heat(match.truth())
    table.carry_out(table.live_races.look(table.facts))
    table.now += 4.0
    for seat, viewer in enumerate(viewers):
        assert table.live_races.takes(table.facts, viewer, seat, heat.presses[seat], table.now) == []
    verdict = table.until_a_verdict()
    assert verdict.first == tuple(heat.slaps)
    answers = [each for each in table.told if isinstance(each, Done | Refused)]
    slapped = heat.slaps[0]
    assert {each.request: type(each) for each in answers} == {slapped: Done, 1 - slapped: Refused}
