"""What people at a table ask of each other: a choice back, and an end before the end."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.rooms import listener, make, served
from throwdown.kernel.log import AGREE, TAKE_BACK
from throwdown.kernel.match import Entry
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.room import company
from throwdown.server.room.agreements import BACK, END
from throwdown.server.room.room import Room
from throwdown.server.table import playing, records
from throwdown.server.table.tables import Asking
from throwdown.server.timing.patience import Patience
from throwdown.server.wire.forms import PersonOnSeat, Wanted

ADA, NILS = 0, 1
GUESTS = (Guest("ada", "Ada"), Guest("nils", "Nils"))


async def say(room: Room, seat: int, what: str, wanted: bool = True) -> None:
    await room.ask(partial(room.agreements.say, GUESTS[seat], Wanted(what, wanted)))


async def answer(room: Room, seat: int, asked: Asking | None, wanted: bool = True) -> None:
    """Answer that question, whatever is asked by now."""
    assert asked
    wish = Wanted(asked.what, wanted, asked.seat, asked.n, room.match_id)
    await room.ask(partial(room.agreements.say, GUESTS[seat], wish))


async def choose(room: Room, seat: int, which: int = 0) -> None:
    assert room.playing
    await make(room, seat, room.playing.match.legal_events(seat)[which])


def times_asked(told: list[dict[str, Any]]) -> list[int]:
    """How many times in a row was asked, as it was told."""
    asked = [one["asking"].get("again", 1) for one in told if one["t"] == "table" and one.get("asking")]
    return [times for k, times in enumerate(asked) if k == 0 or asked[k - 1] != times]


def log_of(room: Room) -> list[Entry]:
    assert room.playing
    return room.playing.match.log


async def test_a_choice_is_asked_back_refused_and_granted_and_clocks_are_as_they_were(tmp_path: Path) -> None:
    now, patience = [1000.0], Patience("clock", bank=600, increment=10)
    async with served(tmp_path, "command-dice", 2, patience=patience, clock=lambda: now[0]) as room:
        listener(room, NILS, told := [])
        listener(room, ADA, [])
        room.post(room.refresh)
        await say(room, ADA, END, wanted=False)
        with pytest.raises(Refusal, match="cannot be taken back: no choice was made there since"):
            await say(room, ADA, BACK)
        now[0] += 30
        await choose(room, ADA)
        begun = len(log_of(room))
        now[0] += 50
        await say(room, ADA, BACK)
        assert (room.record.asking is not None, len(log_of(room))) == (True, begun)
        await say(room, NILS, BACK, wanted=False)
        assert (room.record.asking, len(log_of(room))) == (None, begun)
        await say(room, ADA, BACK)
        assert times_asked(told) == [1, 2]
        await answer(room, NILS, room.record.asking)
        assert log_of(room)[begun:] == [Entry(ADA, TAKE_BACK)]
        assert room.record.asking is None
        assert [room.timekeeping.left(seat) for seat in (ADA, NILS)] == [pytest.approx(570)] * 2
        await choose(room, ADA)
        await say(room, ADA, BACK)
        assert times_asked(told)[-1] == 3  # of the next choice too: that is remembered
        await choose(room, NILS)
        assert room.record.asking is None  # who goes on playing has said no


async def test_who_asks_for_a_choice_of_their_own_at_the_same_moment_agrees_to_nothing(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        for seat in (ADA, NILS):
            listener(room, seat, [])
        await choose(room, ADA)
        before = len(log_of(room))
        await say(room, ADA, BACK)
        with pytest.raises(Refusal, match="Ada asks to take a choice back: answer that first"):
            await say(room, NILS, BACK)
        await say(room, ADA, BACK)  # from another page of hers
        assert (len(log_of(room)), room.record.asking and room.record.asking.agreed) == (before, [ADA])
        await answer(room, NILS, room.record.asking)
        assert log_of(room)[before:] == [Entry(ADA, TAKE_BACK)]


async def test_an_answer_is_to_the_question_that_was_shown_and_to_no_later_one(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        for seat in (ADA, NILS):
            listener(room, seat, [])
        await say(room, ADA, END)
        shown = room.record.asking
        for seat in (ADA, NILS):
            await choose(room, seat)
        await say(room, ADA, END)
        for wanted in (True, False):
            with pytest.raises(Refusal, match="that is asked no more"):
                await answer(room, NILS, shown, wanted)
        assert (room.record.phase, room.record.asking is not None) == ("playing", True)
        wish = Wanted(END, True, match_id="0123456789abcdef")
        with pytest.raises(Refusal, match="no longer the table's"):
            await room.ask(partial(room.agreements.say, GUESTS[NILS], wish))
        await answer(room, NILS, room.record.asking)
        assert room.record.phase == "over"


async def test_bots_agree_and_three_choices_back_are_enough(tmp_path: Path) -> None:
    """By the last of their choices, for by the first one match of fifty is over before the fourth request."""
    async with served(
        tmp_path, "kadice", 1, bots=("greedy",), pace="human", human_pace=(900.0, 900.0)
    ) as room:
        listener(room, ADA, [])
        match = room.playing
        assert match
        while ADA not in match.match.awaited:
            await choose(room, NILS, -1)
        for _ in range(3):
            while not _is_last(room, ADA):
                await choose(room, match.match.awaited[0], -1)
            before = len(match.match.log)
            await say(room, ADA, BACK)
            assert match.match.log[before:] == [Entry(ADA, TAKE_BACK)]
        while not _is_last(room, ADA):
            await choose(room, match.match.awaited[0], -1)
        with pytest.raises(Refusal, match="3 choices taken back are enough"):
            await say(room, ADA, BACK)
        with pytest.raises(Refusal, match="only bots play against you"):
            await say(room, ADA, END)


def _is_last(room: Room, seat: int) -> bool:
    return log_of(room)[-1].seat == seat and log_of(room)[-1].event >= 0


async def test_all_agree_to_end_and_the_match_counts_as_its_game_says(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        for seat in (ADA, NILS):
            listener(room, seat, [])
        await say(room, NILS, END)
        with pytest.raises(Refusal, match="something else is being asked"):
            await say(room, ADA, BACK)
        await say(room, ADA, END)
        assert (room.record.phase, room.record.result) == ("over", "drawn by 0 1, 0 0, all agreed to end")
        assert log_of(room)[-1] == Entry(ADA, AGREE)


async def test_a_choice_in_secret_is_not_told_by_what_becomes_of_a_question(tmp_path: Path) -> None:
    """Both choose dice in secret (CD-6): that one has done so is nobody's business before both have."""
    async with served(tmp_path, "command-dice", 2) as room:
        listener(room, NILS, [])
        listener(room, ADA, told := [])
        await say(room, ADA, END)
        heard = len(told)
        await choose(room, NILS)
        assert [one for one in told[heard:] if one["t"] == "table"] == []
        assert room.agreements.asking is not None
        await choose(room, ADA)
        assert room.record.asking is None


async def test_an_offer_of_a_draw_holds_through_a_restart_and_ends_when_its_maker_is_removed(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        listener(room, ADA, [])
        listener(room, NILS, [])
        await say(room, NILS, END)
        room.hall.forget(room)
        room.close(1001)
        room = await room.hall.room(room.record.id)
        listener(room, ADA, told := [])
        listener(room, NILS, [])
        await room.ask(room.refresh)
        assert (room.agreements.asking is not None, log_of(room)[-1].event >= 0) == (True, True)
        await room.ask(
            partial(room.change, lambda table: company.remove(table, GUESTS[ADA], PersonOnSeat(NILS)))
        )
        assert room.record.asking is None
        with pytest.raises(Refusal, match="only bots play against you"):
            await say(room, ADA, END)
        assert [one for one in told if one["t"] == "table"][-1]["people"][NILS]["free"]


async def test_a_match_goes_on_from_its_log_with_what_was_taken_back(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        for seat in (ADA, NILS):
            listener(room, seat, [])
        await choose(room, ADA)
        await say(room, ADA, BACK)
        room.hall.forget(room)
        room.close(1001)  # another server goes on while an answer is waited for
        room = await room.hall.room(room.record.id)
        for seat in (ADA, NILS):
            listener(room, seat, [])
        await answer(room, NILS, room.record.asking)
        match = room.playing
        assert match
        snapshot = match.last_snapshot()
        assert snapshot
        saved = await room.hall.store.read(partial(records.load_events, match=match.record.id))
        for rows, start in ((saved, None), (saved[snapshot.n :], snapshot)):
            again: Any = playing.resume(match.record, rows, start).match
            assert (again.state.tobytes(), again.log) == (match.match.state.tobytes(), match.match.log)
            again.play(ADA, "R1")
            assert again.to_take_back(ADA)[0] == len(again.log)
