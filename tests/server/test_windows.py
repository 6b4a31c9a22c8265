"""What a window of cards tells to those who look on: nothing of what the others hold (KD-13, KD-23)."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.server.people import Guest as Person
from tests.server.people import Line, Message
from tests.server.rooms import make, served
from tests.server.serving import Serving
from throwdown.conformance.trial import copy
from throwdown.games.kadoova_duel.duels.table import PASS
from throwdown.kernel.errors import IllegalEvent
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


@pytest.mark.parametrize(("pace", "bots"), [("human", ("greedy", "regular")), ("quick", ("sharp", "master"))])
async def test_how_long_a_window_stays_open_beside_bots_depends_on_nothing_that_they_hold_kd13(
    tmp_path, pace, bots
):
    async with served(tmp_path, "kadoova-duel", 1, bots=bots, pace=pace) as room:
        held = set[int]()
        for match in windows_on_the_way(seed=3, many=12):
            lasted = [beside_bots(room, other) for other in other_hands(match, ADA)]
            held |= {choosing for choosing, _ in lasted}
            assert [seconds for _, seconds in lasted] == [pytest.approx(lasted[0][1], abs=1e-6)] * len(lasted)
            assert lasted[0][1] > 0.09, "a window that closes at once says that nobody has anything to play"
        assert len(held) > 1, "the hands must differ in what fits"


def beside_bots(room: Room, match: Match) -> tuple[int, float]:
    """How many bots have something to play in the window, and how long it stays open where all let it pass,
    the person at once and they when they have thought."""
    loop: Any = asyncio.get_running_loop()
    now, playing = loop.time(), room.playing
    assert playing
    loop.time = lambda: now
    room.playing = Playing(playing.record, match)
    try:
        windows, facts = Windows(), room.judging.facts
        windows.rng = random.Random(5)
        windows.look(facts)
        windows.waive(facts, ADA)
        windows.look(facts)
        choosing = {seat: windows.ready_in(facts, seat) for seat in (NILS, IRIS) if not windows.holds(seat)}
        took = max([0.0, *(seconds or 0.0 for seconds in choosing.values())])
        later = facts._replace(now=now + took)
        for seat in choosing:
            assert windows.takes(later, seat, PASS) is not None
        windows.look(later)
        assert windows.due
        return len(choosing), windows.due - now
    finally:
        del loop.time
        room.playing = playing


async def test_a_bot_that_has_something_to_play_takes_as_long_as_one_that_has_nothing_kd13(tmp_path):
    """Beside its own pause, which is of fifteen minutes here, nobody would wait for it to choose."""
    rng, pauses = random.Random(2), (900.0, 900.0)
    async with served(tmp_path, "kadoova-duel", 1, bots=("greedy",), pace="human", human_pace=pauses) as room:
        assert room.playing
        match = room.playing.match
        while NILS not in (found := room.judging.in_windows) or not found[NILS].fits:
            seat = rng.choice(match.awaited)
            with suppress(IllegalEvent):  # the window has closed meanwhile
                await make(room, seat, rng.choice(match.legal_events(seat)))
        n = len(match.log)
        assert not room.judging.windows.holds(NILS), "it is to choose"

        async def passed() -> None:
            assert ADA not in found or room.judging.takes_pass(ADA, found[ADA].passing)
            await room.settle()

        await room.ask(passed)
        async with asyncio.timeout(15):
            while not any(entry.seat == NILS for entry in match.log[n:]):
                await asyncio.sleep(0.02)


async def test_who_taps_waits_for_no_pause_of_a_bot_in_a_window_kd13(tmp_path):
    async with served(tmp_path, "kadoova-duel", 1, bots=("greedy", "sharp"), pace="human") as room:
        for match in windows_on_the_way(seed=4, many=3):
            assert room.playing
            room.playing = Playing(room.playing.record, match)
            windows, facts = Windows(), room.judging.facts
            windows.look(facts)
            windows.hurry(facts)
            greedy, sharp = (windows.ready_in(facts, seat) for seat in (NILS, IRIS))
            assert (greedy, sharp) == (0.0, pytest.approx(0.1, abs=0.05)), (
                "a search takes its time, whatever is held"
            )


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
