"""Hints at a table: who may ask, what everybody is told, and how the match is marked."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import throwdown
from tests.server.hint_times import MOST, processor_time
from tests.server.rooms import listener, make, served
from throwdown.kernel import transcript
from throwdown.server.archive import finished, history
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.room.requests import hear
from throwdown.server.table import playing
from throwdown.server.teaching import lessons
from throwdown.server.teaching.lesson_hints import Place
from throwdown.server.wire import Hint, NoHint
from throwdown.server.wire.forms import Hinting
from throwdown.server.work.advisers import AT_A_STRETCH

ADA, NILS, WATCHER = 0, 1, -1
GUESTS = (Guest("ada", "Ada"), Guest("nils", "Nils"))
Told = list[dict[str, Any]]


@pytest.fixture(autouse=True, scope="module")
def _ready() -> None:
    throwdown.load("command-dice").compile(players=True)


async def told_until(told: Told, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first message that is wanted, once it is told."""
    async with asyncio.timeout(120):
        while True:
            for message in told:
                if wanted(message):
                    return message
            await asyncio.sleep(0.02)


def kind(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["t"] == name


async def test_a_hint_is_refined_until_the_choice_is_made_and_the_match_is_marked(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 1, bots=("greedy",), pace="human") as room:
        ada, watcher = listener(room, ADA, told := []), listener(room, WATCHER, seen := [])
        assert room.playing
        match, n = room.playing.match, room.playing.n
        await room.ask(partial(hear, room, watcher, Hint(1, n), 0.0))
        assert seen[-1]["why"] == "you do not sit at this table"
        await room.ask(partial(hear, room, ada, Hint(2, n), 0.0))
        assert await told_until(told, kind("done"))
        marks = [one["hinted"] for one in seen if one["t"] == "table" and one.get("hinted")]
        assert marks[-1] == [{"n": n, "seat": ADA}]
        first = await told_until(told, kind("advice"))
        assert processor_time(os.getpid()) < MOST  # with all that its process loads before
        legal = match.legal_events(ADA)
        assert first["n"] == n
        assert 2 <= len(first["lines"]) <= 4
        assert first["lines"][0]["close"]
        assert first["why"].endswith(".")
        assert all(one["event"] in legal and 0 <= one["chance"] <= 1 for one in first["lines"])
        better = await told_until(
            told, lambda one: one["t"] == "advice" and one["playouts"] > first["playouts"]
        )
        assert better["lines"][0]["doubt"] < first["lines"][0]["doubt"]
        assert len(room.hall.advisers) == 1
        await make(room, ADA, legal[0])
        assert len(room.hall.advisers) == 0
        many = len(told)
        await room.ask(partial(hear, room, ada, Hint(3, n), 0.0))
        assert told[many]["t"] == "refused"
        await room.ask(partial(room.act, playing.resign(ADA)))
        found = await room.hall.store.read(partial(finished.whole, table=room.record.id, number=1))
        text = finished.transcript_of(found).decode()
        assert f'[Hints "{n}:0"]' in text
        assert "Played with hints: Ada asked once." in transcript.read(text).verify()
        listed = await room.hall.store.read(partial(history.of_guest, guest="ada"))
        assert [match.hinted for match in listed] == [True]


async def test_a_hint_in_a_lesson_is_counted_once_for_everybody_and_costs_nothing(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 1, bots=("greedy",), pace="human") as room:
        game, hints = throwdown.load("command-dice"), room.hall.lesson_hints
        place = Place("command-dice", "first", 2)
        first = await hints.advice("Ada's address", game, place)
        legal = lessons.sight_at(game, "first", 2).legal
        assert first.lines[0].close
        assert all(line.event in legal for line in first.lines)
        assert first.why.endswith(".")
        async with asyncio.timeout(120):
            while not (last := await hints.advice("Ada's address", game, place)).done:
                await asyncio.sleep(0.02)
        assert last.playouts > first.playouts
        assert len(room.hall.advisers) == 0
        for _ in range(2 * int(AT_A_STRETCH)):  # what is known is told to anybody, as often as they ask
            assert await hints.advice("Nils's address", game, place) == last
        with pytest.raises(Refusal, match="there is nothing for you to choose just now"):
            await hints.advice("Nils's address", game, Place("command-dice", "first", 9))
        assert room.record.hinted == []


async def test_the_process_is_started_before_a_hint_is_asked_for_where_one_may_be(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2, hints_ahead=True) as room:
        counter = room.hall.advisers._counters[0]
        listener(room, ADA, [])
        await room.settle()
        assert counter._process is None
        for guest in GUESTS:
            await room.ask(partial(room.hints.agree, guest, Hinting(True)))
        async with asyncio.timeout(60):
            while counter._process is None:
                await asyncio.sleep(0.02)
        assert room.hall.advisers._counters[1]._process is None


async def test_the_process_is_started_when_somebody_takes_a_lesson(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        room.hall.lesson_hints.expect(throwdown.load("command-dice"))
        async with asyncio.timeout(60):
            while room.hall.advisers._counters[0]._process is None:
                await asyncio.sleep(0.02)


async def test_among_several_people_all_have_to_agree_and_anybody_takes_it_back(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        ada = listener(room, ADA, told := [])
        assert room.playing
        n = room.playing.n
        await room.ask(partial(hear, room, ada, Hint(1, n), 0.0))
        assert told[-1]["why"].startswith("hints are off at this table")
        for guest, wanted, hinting, on in (
            (ADA, True, [ADA], False), (NILS, True, [ADA, NILS], True),
            (NILS, False, [ADA], False), (NILS, True, [ADA, NILS], True),
        ):  # fmt: skip
            await room.ask(partial(room.hints.agree, GUESTS[guest], Hinting(wanted)))
            table = [one for one in told if one["t"] == "table"][-1]
            assert (table.get("hinting", []), table.get("hints", False)) == (hinting, on)
        await room.ask(partial(hear, room, ada, Hint(2, n), 0.0))
        assert len(room.hall.advisers) == 1
        await room.ask(partial(room.hints.agree, GUESTS[NILS], Hinting(False)))
        assert len(room.hall.advisers) == 0
        with pytest.raises(Refusal, match="you do not sit at this table"):
            await room.ask(partial(room.hints.agree, Guest("iris", "Iris"), Hinting(True)))


async def test_too_many_hints_are_refused_and_one_that_is_not_waited_for_is_dropped(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 1, bots=("greedy",), pace="human") as room:
        ada = listener(room, ADA, told := [])
        assert room.playing
        n = room.playing.n
        for number in range(int(AT_A_STRETCH) + 2):
            await room.ask(partial(hear, room, ada, Hint(number, n), 0.0))
        refused = [one["why"] for one in told if one["t"] == "refused"]
        assert refused[0] == "you have asked for many hints: wait a few seconds before the next"
        assert len(refused) == 2
        assert room.record.hinted == [(n, ADA)]
        await room.ask(partial(hear, room, ada, Hint(99, n), 0.0))
        await room.ask(partial(hear, room, ada, NoHint(), 0.0))
        assert len(room.hall.advisers) == 0
        many = len(told)
        await room.ask(partial(hear, room, ada, Hint(100, n, prepare=True), 0.0))
        assert [one["t"] for one in told[many:]] == ["done"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0:0 1:x", "'1:x' is no hint: one is written 'event:seat'"),
        ("999:0", "there is no event 999"),
        ("{end}:0", "seat 0 had nothing to choose after event"),
        ("0:8", "seat 8 had nothing to choose after event 0"),  # chance's own: cards are due
    ],
)
def test_a_transcript_with_hints_that_cannot_have_been_is_refused(text: str, why: str) -> None:
    match = throwdown.load("command-dice").match(seed=1)
    while not match.over:
        match.play(seat := match.awaited[0], match.legal_events(seat)[0])
    told = match.transcript(Hints=text.format(end=len(match.log)))
    with pytest.raises(throwdown.kernel.errors.ThrowdownError, match=why):
        transcript.read(told).verify()
