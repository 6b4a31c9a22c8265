"""What a window of cards tells to those who look on: nothing of what the others hold (KD-13, KD-23)."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.server.people import Guest as Person
from tests.server.people import Line, Message
from tests.server.rooms import served
from tests.server.serving import Serving
from throwdown.conformance.trial import copy
from throwdown.games.kadoova_duel.duels.table import PASS
from throwdown.kernel.match import Match
from throwdown.server.room.orders import Order, Tell
from throwdown.server.room.room import Room
from throwdown.server.room.windows import Windows
from throwdown.server.table import tables
from throwdown.server.table.audience import Viewer
from throwdown.server.table.playing import Playing

SEATS = 3
ADA, NILS, IRIS = range(SEATS)
WATCHER = -1
HANDS = 8  # other hands that are put into the place of the true ones
Heard = dict[int, list[Message]]


@pytest.fixture
async def room(tmp_path: Any) -> AsyncIterator[Room]:
    """A table of Kadoova Duel with three people, whose first match has begun."""
    async with served(tmp_path, "kadoova-duel", SEATS) as room:
        yield room


def windows_on_the_way(seed: int, many: int) -> Iterator[Match]:
    """Matches that stand at a window of cards, on the way of a walk at random."""
    game = throwdown.load("kadoova-duel")
    match = game.match(seats=SEATS, seed=seed, engine=game.loops(True))
    rng = random.Random(seed)
    while many and not match.over:
        seat = rng.choice(match.awaited)
        legal = match.legal_events(seat)
        if len(match.awaited) == SEATS and PASS in legal and rng.random() < 0.2:
            many -= 1
            yield copy(match)
        match.play(seat, rng.choice(legal))


def other_hands(match: Match, viewer: int) -> Iterator[Match]:
    """The match as it may be for all that ``viewer`` knows: the true one first."""
    yield match
    words = np.array([1, 2, 3, 4 + len(match.log)], np.uint64)
    for _ in range(HANDS):
        other = copy(match)
        other.state[:] = match.seen(viewer)
        other.engine.guess(other.state, viewer, words)
        yield other


def held_open(room: Room, match: Match, passes: list[int]) -> tuple[Heard, float]:
    """What each seat and a watcher hear while the window is open, and how long it stays so.

    ``passes`` pass by hand, one after another; then everybody passes for the duel. All at one moment.
    """
    loop: Any = asyncio.get_running_loop()
    now = loop.time()
    loop.time = lambda: now
    try:
        heard, closes = opened_and_passed(room, match, passes)
    finally:
        del loop.time
    return heard, closes - now


def opened_and_passed(room: Room, match: Match, passes: list[int]) -> tuple[Heard, float]:
    assert room.playing
    room.playing = Playing(room.playing.record, match)
    room.audience.viewers.clear()
    outboxes = {seat: listen(room, seat) for seat in (ADA, NILS, IRIS, WATCHER)}
    windows, facts = Windows(), room.judging.facts
    windows.rng = random.Random(5)
    tell(room, windows.look(facts))
    for seat in passes:
        assert windows.takes(facts, seat, PASS) is not None
        tell(room, windows.look(facts))
    for seat in match.awaited:
        windows.waive(facts, seat)
    tell(room, windows.look(facts))
    heard = {seat: [json.loads(text) for text in texts] for seat, texts in outboxes.items()}
    assert windows.due
    return heard, windows.due


def tell(room: Room, orders: list[Order]) -> None:
    """Tell what windows have ordered to be told; they order nothing else here."""
    for order in orders:
        assert isinstance(order, Tell)
        for viewer in [order.to] if order.to else room.audience.viewers:
            viewer.tell(order.message)


def listen(room: Room, seat: int) -> list[bytes]:
    """Let somebody look on from ``seat``; what is told to them goes into the list."""
    texts: list[bytes] = []

    async def nowhere(_message: Any) -> None:
        raise AssertionError("nobody pumps this viewer")

    viewer = Viewer(None, False, nowhere)
    viewer.plays = seat
    viewer.send = texts.append
    room.audience.viewers.add(viewer)
    return texts


async def test_nothing_that_is_heard_and_no_moment_depends_on_what_another_holds_kd13(room):
    holding_nothing = set()
    for match in windows_on_the_way(seed=3, many=12):
        told, lasted = None, 0.0
        for other in other_hands(match, ADA):
            heard, seconds = held_open(room, other, passes=[NILS])
            holding_nothing.add(heard[NILS][0].get("idle", False))
            if told is None:
                told, lasted = heard, seconds
            assert (heard[ADA], heard[WATCHER]) == (told[ADA], told[WATCHER])
            assert seconds == pytest.approx(lasted, abs=1e-6)
    assert holding_nothing == {True, False}, "the hands must differ in what fits"


async def test_a_pass_is_told_to_nobody_but_its_maker_until_the_window_closes_kd13(room):
    for match in windows_on_the_way(seed=4, many=6):
        before, _ = held_open(room, match, passes=[])
        after, _ = held_open(room, match, passes=[NILS, IRIS])
        assert before[ADA] == after[ADA]
        assert before[WATCHER] == after[WATCHER]


@pytest.mark.parametrize(
    ("people", "values", "whole"), [(3, {}, 20.0), (1, {}, 0.0), (1, {"window-clock": 30}, 30.0)]
)
async def test_against_bots_alone_no_clock_runs_unless_the_table_asks_for_one_kd13(
    room, people, values, whole
):
    room.record = room.record.copy()
    room.record.values = throwdown.load("kadoova-duel").check(values, SEATS)
    for seat in room.record.seats[people:]:
        seat.kind, seat.guest, seat.bot = tables.BOT, "", "greedy"
    match = throwdown.load("kadoova-duel").match(seats=SEATS, seed=3, values=values)
    while PASS not in match.legal_events(ADA) or len(match.awaited) < SEATS:
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
    heard, _ = held_open(room, match, passes=[])
    assert heard[ADA][0].get("whole", 0.0) == whole


@pytest.mark.parametrize(
    ("asked", "events", "granted"),
    [((4.0,), 3, 4.0), ((60.0,), 9, 8.0), ((60.0,), 1, 3.0), ((5.0, 60.0, 60.0), 9, 8.0)],
)
async def test_the_clock_begins_when_the_page_has_shown_what_came_before_within_bounds_kd13(
    room, asked, events, granted
):
    for match in windows_on_the_way(seed=3, many=1):
        assert room.playing
        room.playing = Playing(room.playing.record, match)
        room.audience.viewers.clear()
        heard = listen(room, NILS)
        windows, facts = Windows(), room.judging.facts
        windows.told_until = room.playing.n - events
        assert windows.told_until >= 0
        tell(room, windows.look(facts))
        for seconds in asked:
            tell(room, windows.shows(facts, ADA, seconds))
        tell(room, windows.shows(facts, WATCHER, 60.0))
        clocks = [json.loads(text) for text in heard]
        assert clocks[0]["left"] == clocks[-1]["whole"] == 20.0
        assert clocks[-1]["left"] == pytest.approx(20.0 + granted, abs=0.11)


async def test_a_window_closes_for_those_who_never_answer_when_its_clock_has_run_out_kd13(sqlite):
    serving = Serving(sqlite, grace=30.0).start()
    try:
        async with Person(serving) as ada, Person(serving) as nils:
            id = await ada.open(game="kadoova-duel", seats=2, values={"window-clock": 1}, bots={})
            await nils.post(f"/api/tables/{id}/sit", seat=1)
            async with ada.live(id) as one, nils.live(id) as two:
                for line in (one, two):
                    await line.seed()
                clock, _ = await asyncio.gather(until_window(one), until_window(two))
                assert clock["whole"] == 1.0
                before = len(one.events)
                async with asyncio.timeout(3):
                    await one.next("events")
                assert [seat for _, (seat, _) in sorted(one.events.items())[before:]][:2] == [0, 1]
    finally:
        serving.stop()


async def until_window(line: Line) -> Message:
    """Play on until a window opens; its clock."""
    while (message := await line.hear())["t"] != "clock":
        if line.legal:
            await line.send(line.request())
            line.legal = []
    return message
