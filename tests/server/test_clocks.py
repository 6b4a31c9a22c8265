"""The clocks of seats: whose runs, what is left of it, and what happens when a time is up. The seconds of
service are made here, so that days pass at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.rooms import listener, served
from throwdown.kernel.match import Match
from throwdown.server.api.company import _days_off
from throwdown.server.api.people import running
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.room.requests import hear
from throwdown.server.room.room import Room
from throwdown.server.settings import Settings
from throwdown.server.storage import uptime
from throwdown.server.storage.bus import Bus
from throwdown.server.storage.store import Store
from throwdown.server.table import tables
from throwdown.server.timing import clocks
from throwdown.server.timing.patience import DAY, HOUR, Patience, checked, short, terms
from throwdown.server.wire import Play
from throwdown.server.wire.forms import DaysOff

ADA, NILS, IRIS = range(3)
TEN_MINUTES = Patience("clock", bank=600, increment=5)
TWO_DAYS = Patience("days", hours=48, vacation=7)


class Day:
    """Seconds of service as a test has them."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def timed(
    folder: Path, patience: Patience, people: int = 2, game: str = "command-dice", **more: Any
) -> AsyncIterator[tuple[Room, Day]]:
    day = Day()
    settings = {"human_pace": (0.0, 0.0), **more}
    async with served(folder, game, people, patience=patience, clock=day, **settings) as room:
        await until(lambda: room.timekeeping.state is not None)
        yield room, day


async def choose(room: Room, seat: int, told: list[dict[str, Any]], late: float = 0.0) -> dict[str, Any]:
    """Let the person on ``seat`` make a legal choice, which takes ``late`` seconds to arrive; the answer."""
    viewer = next((one for one in room.audience.viewers if one.plays == seat), None) or listener(
        room, seat, told
    )
    match = matched(room)
    known = room.match().known_to(seat)  # a page knows of no choice in secret
    request = Play(len(match.log) + 1, match.legal_events(seat)[0], known)
    await room.ask(lambda: hear(room, viewer, request, asyncio.get_running_loop().time() - late))
    return next(message for message in reversed(told) if message["t"] in ("done", "refused"))


def times_told(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The clocks as they were last told, by seat."""
    return next(message["seats"] for message in reversed(told) if message["t"] == "times")


def matched(room: Room) -> Match:
    assert room.playing
    return room.playing.match


def left(room: Room, seat: int) -> float:
    state = room.timekeeping.state
    assert state
    return round(clocks.left_of(state.seats[seat], room.record.patience, room.hall.uptime.now()), 1)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.01)


async def test_the_clocks_of_all_who_are_awaited_run_each_on_its_own_and_a_choice_brings_its_increment(
    tmp_path,
):
    async with timed(tmp_path, TEN_MINUTES) as (room, day):
        told: list[dict[str, Any]] = []
        assert (left(room, ADA), left(room, NILS)) == (600, 600)
        day.now += 60
        assert (await choose(room, ADA, told))["t"] == "done"
        day.now += 60
        assert (left(room, ADA), left(room, NILS)) == (545, 480)


async def test_others_are_not_told_who_still_thinks_over_a_choice_in_secret(tmp_path):
    async with timed(tmp_path, TEN_MINUTES) as (room, day):
        told: dict[int, list[dict[str, Any]]] = {ADA: [], NILS: []}
        for seat, heard in told.items():
            listener(room, seat, heard)
        day.now += 60
        await choose(room, ADA, told[ADA])
        own, others = (times_told(told[seat])[ADA] for seat in (ADA, NILS))
        assert (own["left"], "runs" in own) == (545, False)
        assert (others["left"], "runs" in others) == (540, True)
        for seat in (ADA, NILS):
            told_of = running(room.record, seat, frozenset(), room)
            assert (told_of.awaited, told_of.left) == (((NILS,), 540) if seat == ADA else ((ADA, NILS), 540))


async def test_that_a_time_was_up_is_told_with_the_choice_that_a_bot_made_in_secret(tmp_path):
    async with timed(tmp_path, TWO_DAYS) as (room, day):
        viewer = listener(room, ADA, told := [])
        await room.ask(lambda: room.timekeeping.change(partial(_days_off, seat=ADA, wish=DaysOff(3))))
        room.tell_table()
        room.show(viewer, 0)
        many = len(told)
        day.now += 2 * DAY + 1
        await room.ask(room.timekeeping.ring)
        await until(lambda: matched(room).awaited == (ADA,))
        assert [one.what for one in room.record.changes] == ["late"], "it is saved"
        assert told[many:] == [], "not even the moment is told"
        await room.ask(lambda: room.timekeeping.change(partial(_days_off, seat=ADA, wish=DaysOff(0))))
        assert (await choose(room, ADA, told))["t"] == "done"
        last = [message for message in told if message["t"] == "table"][-1]
        assert [(one["seat"], one["what"]) for one in last["changes"]] == [(NILS, "late")]


async def test_all_are_told_how_the_clocks_stand_once_all_have_chosen_in_secret(tmp_path):
    async with timed(tmp_path, TWO_DAYS) as (room, day):
        told: dict[int, list[dict[str, Any]]] = {ADA: [], NILS: []}
        for seat, heard in told.items():
            listener(room, seat, heard)
        for _ in range(12):  # choices in secret, and of one alone after them
            day.now += 60
            for seat in matched(room).awaited:
                await choose(room, seat, told[seat])
            if matched(room).over:
                break
            ada, nils = (times_told(told[seat]) for seat in (ADA, NILS))
            assert ada == nils
            awaited = matched(room).awaited
            told_of = running(room.record, NILS, frozenset(), room)
            soonest = left(room, NILS if NILS in awaited else ADA)
            assert (told_of.awaited, told_of.left) == (awaited, soonest)


async def test_the_way_of_a_choice_to_the_server_is_nobodys_time(tmp_path):
    async with timed(tmp_path, TEN_MINUTES) as (room, day):
        day.now += 10
        await choose(room, ADA, [], late=0.4)
        assert left(room, ADA) == pytest.approx(595.4, abs=0.15)


async def test_a_bot_makes_the_choice_of_whoever_has_no_time_left_and_the_match_goes_on(tmp_path):
    async with timed(tmp_path, TEN_MINUTES) as (room, day):
        told: list[dict[str, Any]] = []
        day.now += 601
        assert (await choose(room, ADA, told))["why"] == "your time was up: a bot makes this choice"
        await room.ask(room.timekeeping.ring)
        await until(lambda: len(matched(room).log) > 5)
        assert {0, 1} <= {entry.seat for entry in matched(room).log}
        assert not matched(room).over


async def test_whose_time_is_up_loses_a_match_of_two_where_the_table_has_it_so(tmp_path):
    async with timed(tmp_path, Patience("clock", bank=60, late="match")) as (room, day):
        told: list[dict[str, Any]] = []
        await choose(room, NILS, told)
        day.now += 61
        await room.ask(room.timekeeping.ring)
        await until(lambda: room.record.phase == tables.OVER)
        assert room.record.result == "won by 1, 0 0, seat 0 ran out of time"
        assert matched(room).scene(NILS).now.note == "{0} ran out of time."
        saved = await room.hall.store.read(lambda connection: clocks.load(connection, room.record.match_id))
        assert saved is None, "nothing is due at a match that is over"


async def test_among_three_a_bot_has_the_seat_of_whose_time_was_up_to_the_end(tmp_path):
    patience = Patience("clock", bank=60, late="match")
    async with timed(tmp_path, patience, 3, "kadice") as (room, day):
        first = matched(room).awaited[0]
        day.now += 61
        await room.ask(room.timekeeping.ring)
        await until(lambda: matched(room).awaited[0] != first)
        assert room.record.handed == [first]
        viewer = listener(room, first, told := [])
        await room.ask(lambda: hear(room, viewer, Play(1, 0, len(matched(room).log)), 0.0))
        assert "a bot has your seat to the end" in told[-1]["why"]


async def test_over_days_each_choice_has_its_own_time_and_days_off_stop_the_clock(tmp_path):
    async with timed(tmp_path, TWO_DAYS) as (room, day):
        told: list[dict[str, Any]] = []
        day.now += 40 * HOUR
        await choose(room, ADA, told)
        await room.ask(lambda: room.timekeeping.change(lambda s, now: clocks.take_off(s, NILS, 3, now)))
        day.now += 2 * DAY
        assert left(room, NILS) == 8 * HOUR
        await room.ask(lambda: room.timekeeping.change(lambda s, now: clocks.come_back(s, NILS, now)))
        state = room.timekeeping.state
        assert state
        assert state.seats[NILS].vacation == 5, "the day that was not used is given back"
        day.now += 7 * HOUR
        await choose(room, NILS, told)
        assert {left(room, seat) for seat in (ADA, NILS)} == {48 * HOUR}


async def test_days_off_last_as_much_longer_as_the_table_pauses(tmp_path):
    async with timed(tmp_path, TWO_DAYS) as (room, day):

        async def off(seat: int, days: int) -> None:
            await room.ask(lambda: room.timekeeping.change(partial(_days_off, seat=seat, wish=DaysOff(days))))

        await off(ADA, 2)
        day.now += DAY
        await room.ask(lambda: room.timekeeping.change(clocks.pause))
        day.now += 5 * DAY
        await off(NILS, 1)  # taken in the pause: the day begins when it ends
        await room.ask(lambda: room.timekeeping.change(clocks.go_on))
        assert (left(room, ADA), left(room, NILS)) == (48 * HOUR, 24 * HOUR)
        day.now += DAY
        assert (left(room, ADA), left(room, NILS)) == (48 * HOUR, 24 * HOUR)
        day.now += HOUR
        assert (left(room, ADA), left(room, NILS)) == (47 * HOUR, 23 * HOUR)
        for days, why in ((6, "6 days off cannot be taken: 5 are left"), (-1, "-1 days off cannot be taken")):
            with pytest.raises(Refusal, match=why):
                await off(ADA, days)
        await off(ADA, 5)
        with pytest.raises(Refusal, match="1 days off cannot be taken: none are left"):
            await off(ADA, 1)
        day.now += 5 * DAY
        assert left(room, ADA) == 47 * HOUR
        day.now += 47 * HOUR + 1
        await room.ask(room.timekeeping.ring)
        await until(lambda: any(entry.seat == ADA for entry in matched(room).log))


async def test_a_table_that_nobody_looks_at_is_opened_when_a_time_is_up(tmp_path):
    async with timed(tmp_path, TWO_DAYS) as (room, day):
        hall = room.hall
        hall.forget(room)
        room.close(1001)
        day.now += 2 * DAY + 1
        await hall._ring()
        again = await hall.room(room.record.id)
        await until(lambda: any(entry.seat in (ADA, NILS) for entry in matched(again).log))


async def test_clocks_stand_while_no_server_runs(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    async with timed(tmp_path, TEN_MINUTES) as (room, day):
        day.now += 100
        await choose(room, ADA, [])
        table, seconds = room.record.id, day.now
    hall = Hall(Settings(database=url, compile_aside=False), Store(url), Bus(None))
    hall.uptime.now = lambda: seconds  # as it was when the other server ended
    again = await hall.room(table)
    assert (left(again, ADA), left(again, NILS)) == (505, 500)
    await hall.stop()


def test_seconds_of_service_are_those_between_beats_while_somebody_serves(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    with store.writing.begin() as connection:
        assert uptime.add(connection, 5000.0, starts=True) == 0.0
        assert uptime.add(connection, 5004.0, starts=False) == 4.0
        assert uptime.add(connection, 9000.0, starts=False) == 4.0, "the computer slept, or nobody served"
        assert uptime.add(connection, 9005.0, starts=True) == 4.0, "a server alone has just begun"
        assert uptime.add(connection, 9010.0, starts=False) == 9.0
    asyncio.run(store.close())


@pytest.mark.parametrize(
    ("patience", "why"),
    [
        (Patience("weeks"), "unknown patience 'weeks'; known are live, clock, days"),
        (Patience("clock"), "bank is 0: needs 30 to 14400"),
        (Patience("clock", bank=60, hours=12), "hours has no meaning where patience is 'clock': 12"),
        (Patience("days", hours=11), "hours is 11: needs 12 to 168"),
        (Patience("days", hours=12, late="never"), "unknown end of time 'never'; known are turn, match"),
        (Patience(grace=1), "grace is 1: needs 5 to 86400"),
    ],
)
def test_what_a_table_cannot_have_agreed_is_refused_and_quoted(patience, why):
    with pytest.raises(Refusal, match=why):
        checked(patience)


def test_what_is_agreed_about_time_is_told_in_sentences():
    assert short(TEN_MINUTES) == "10 minutes + 5 seconds each"
    assert short(TWO_DAYS) == "2 days a choice"
    assert terms(TEN_MINUTES, 2, 60).startswith(
        "Each seat has 10 minutes for the match, and 5 seconds more after each choice. When the time is up"
    )
    lost = Patience("days", hours=36, late="match")
    assert terms(lost, 2, 60) == "Each choice may take 36 hours. Whose time is up loses the match."
    assert terms(lost, 3, 60).endswith("leaves the seat to a bot to the end of the match.")
    assert terms(Patience(), 2, 60) == "A bot plays on 1 minute after somebody left, until they are back."
