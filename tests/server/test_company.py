"""People at a table beside the game: reactions, pauses by consent, and what the host may do."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from tests.server.people import Guest as Browser
from tests.server.rooms import listener, make, served
from tests.server.serving import Serving
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.room import company
from throwdown.server.room.requests import hear
from throwdown.server.storage.bus import Notice
from throwdown.server.table import records, tables
from throwdown.server.timing.patience import Patience
from throwdown.server.wire import Play, React
from throwdown.server.wire.forms import Mute, Pausing, PersonOnSeat

ADA, NILS, WATCHER = 0, 1, -1
GUESTS = (Guest("ada", "Ada"), Guest("nils", "Nils"))
IRIS = Guest("iris", "Iris")


async def test_a_reaction_is_told_to_all_and_one_in_ten_seconds_is_enough(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        told: dict[int, list[dict[str, Any]]] = {ADA: [], NILS: [], WATCHER: []}
        viewers = {seat: listener(room, seat, heard) for seat, heard in told.items()}
        for seat, word in ((ADA, "Ouch"), (ADA, "Ouch"), (WATCHER, "Ouch"), (NILS, "You lose")):
            await room.ask(partial(hear, room, viewers[seat], React(word), 0.0))
        for seat in (ADA, NILS, WATCHER):
            shown = [(one["seat"], one["word"]) for one in told[seat] if one["t"] == "reaction"]
            assert shown == [(ADA, "Ouch")]
        refused = {seat: [one["why"] for one in told[seat] if one["t"] == "refused"] for seat in told}
        assert refused[ADA] == ["one reaction in 10 seconds is enough"]
        assert refused[WATCHER] == ["you do not sit at this table"]
        assert refused[NILS][0].startswith("unknown reaction 'You lose'; known are Good luck, ")


async def test_what_is_said_through_another_process_is_told_here_but_not_to_who_muted_it(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        told: dict[int, list[dict[str, Any]]] = {ADA: [], NILS: []}
        for seat, heard in told.items():
            listener(room, seat, heard)
        reacted = Notice("another", room.record.id, seat=NILS, word="Ouch")
        for muted in (False, True):
            await room.ask(partial(room.company.mute, GUESTS[ADA], Mute(NILS, muted)))
            room.hall.hear(reacted)
            await room.ask(partial(room.company.mutes, GUESTS[ADA]))
        shown = {seat: sum(one["t"] == "reaction" for one in heard) for seat, heard in told.items()}
        assert shown == {ADA: 1, NILS: 2}
        await room.ask(partial(room.change, lambda table: company.set_chat(table, GUESTS[ADA], True)))
        elsewhere = room.record.copy()
        line = tables.Line(1, NILS, "nils", "Nils", "hello", 0.0)
        elsewhere.lines = [line, msgspec.structs.replace(line, n=2, guest="iris", name="Iris")]
        version = room.version

        def save(connection: Connection) -> None:
            records.save_table(connection, elsewhere, version)

        await room.hall.store.write(save)
        room.hall.hear(Notice("another", room.record.id))
        await room.ask(partial(room.company.mutes, GUESTS[ADA]))
        await room.ask(partial(room.company.mutes, GUESTS[ADA]))
        read = {
            seat: [line["n"] for one in heard if one["t"] == "chat" for line in one["lines"]]
            for seat, heard in told.items()
        }
        assert read == {ADA: [2], NILS: [1, 2]}


async def test_a_host_who_stays_away_is_followed_by_whoever_has_been_here_longest(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2, host_wait=0.05) as room:
        listener(room, NILS, [])
        room.post(room.refresh)
        async with asyncio.timeout(10):
            while room.record.host != "nils":
                await asyncio.sleep(0.02)


def test_a_host_whom_the_admin_removes_is_host_no_longer() -> None:
    ada, nils = Guest("ada", "Ada"), Guest("nils", "Nils")
    table = tables.new_table("command-dice", {}, 2, ada, tables.Terms(listed=False, pace="quick"))
    tables.sit(table, nils, 1)
    table.phase = tables.PLAYING
    company.vacate(table, PersonOnSeat(0))
    assert table.host == "nils"
    with pytest.raises(Refusal, match="only the host does that"):
        company.remove(table, ada, PersonOnSeat(1))
    company.vacate(table, PersonOnSeat(1))
    assert table.host == "", "whoever comes is host after a while"


async def test_clocks_stand_once_all_have_agreed_to_a_pause_and_run_on_as_they_were(tmp_path: Path) -> None:
    now = [1000.0]
    patience = Patience("clock", bank=600)
    async with served(tmp_path, "command-dice", 2, patience=patience, clock=lambda: now[0]) as room:
        room.post(room.refresh)
        now[0] += 100
        await room.ask(partial(room.company.pause, GUESTS[ADA], Pausing(True)))
        assert (room.record.pausing, room.timekeeping.is_paused) == ([ADA], False)
        await room.ask(partial(room.company.pause, GUESTS[NILS], Pausing(True)))
        assert room.timekeeping.is_paused
        now[0] += 5000
        viewer = listener(room, ADA, told := [])
        assert room.playing
        event = room.playing.match.legal_events(ADA)[0]
        await room.ask(partial(hear, room, viewer, Play(1, event, len(room.playing.match.log)), 0.0))
        assert told[-1]["why"] == "the table pauses: go on first"
        await room.ask(partial(room.company.pause, GUESTS[NILS], Pausing(False)))
        assert room.record.pausing == []
        assert room.timekeeping.left(ADA) == pytest.approx(500)


async def test_a_bot_plays_on_for_somebody_removed_until_whoever_comes_next_takes_the_seat(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        listener(room, NILS, [])
        with pytest.raises(Refusal, match="only the host"):
            await room.ask(
                partial(room.change, lambda table: company.remove(table, GUESTS[NILS], PersonOnSeat(ADA)))
            )
        with pytest.raises(Refusal, match="no other person sits on seat 0"):
            await room.ask(
                partial(room.change, lambda table: company.remove(table, GUESTS[ADA], PersonOnSeat(ADA)))
            )
        await room.ask(
            partial(room.change, lambda table: company.hand_over(table, GUESTS[ADA], PersonOnSeat(NILS)))
        )
        await room.ask(
            partial(room.change, lambda table: company.remove(table, GUESTS[NILS], PersonOnSeat(ADA)))
        )
        seat = room.record.seats[ADA]
        assert (seat.kind, seat.guest, seat.bot) == (tables.BOT, "", "greedy")
        with pytest.raises(Refusal, match="the host has removed you"):
            await room.ask(partial(room.change, lambda table: tables.sit(table, GUESTS[ADA], ADA)))
        with pytest.raises(Refusal, match="cannot change seats while a match is being played"):
            await room.ask(partial(room.change, lambda table: tables.sit(table, GUESTS[NILS], ADA)))
        watcher = listener(room, WATCHER, told := [])
        watcher.guest = IRIS
        assert room.record.code, "whoever comes next finds the table by its code"
        await room.ask(partial(room.change, lambda table: tables.sit(table, IRIS, ADA)))
        assert (watcher.plays, room.bot_on(ADA), room.record.freed, room.record.code) == (ADA, "", [], "")
        assert told[-1]["people"][ADA]["name"] == "Iris"
        with pytest.raises(Refusal, match="cannot sit down while a match is being played"):
            await room.ask(partial(room.change, lambda table: tables.sit(table, Guest("bo", "Bo"), NILS)))
        assert room.playing
        while ADA not in room.playing.match.awaited:
            await make(room, NILS, room.playing.match.legal_events(NILS)[0])
        event = room.playing.match.legal_events(ADA)[0]
        await room.ask(partial(hear, room, watcher, Play(1, event, len(room.playing.match.log)), 0.0))
        assert [one["t"] for one in told if one.get("request") == 1] == ["done"]


async def test_a_match_without_clocks_is_paused_too_and_then_no_bot_plays(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2, grace=0.05) as room:
        viewer = listener(room, ADA, told := [])
        for seat, wanted in ((ADA, True), (ADA, False), (ADA, True), (NILS, True)):
            await room.ask(partial(room.company.pause, GUESTS[seat], Pausing(wanted)))
        assert room.record.stands
        assert room.playing
        before = len(room.playing.match.log)
        await asyncio.sleep(0.3)
        assert (room.stand_ins, len(room.playing.match.log)) == (set(), before)
        event = room.playing.match.legal_events(ADA)[0]
        await room.ask(partial(hear, room, viewer, Play(1, event, before), 0.0))
        assert told[-1]["why"] == "the table pauses: go on first"
        room.hall.forget(room)
        room.close(1001)
        again = await room.hall.room(room.record.id)
        await again.ask(again.refresh)
        assert again.record.stands, "a server that begins anew finds it so"
        await again.ask(partial(again.company.pause, GUESTS[NILS], Pausing(False)))
        async with asyncio.timeout(20):
            while again.stand_ins != {ADA, NILS}:  # nobody looks on
                await asyncio.sleep(0.02)


async def test_the_host_lets_bots_move_at_another_pace_in_the_middle_of_a_match(sqlite: str) -> None:
    server = Serving(sqlite, grace=60).start()
    async with Browser(server) as ada, Browser(server) as nils:
        table = await ada.open(bots={"1": "greedy"}, pace="human")
        async with ada.live(table) as line:
            await line.phase("playing")
            await line.turn()
            asked = f"/api/tables/{table}/pace"
            assert (await nils.post(asked, pace="quick")).json()["why"] == "only the host does that"
            refused = await ada.post(asked, pace="fast")
            assert (refused.status_code, refused.json()["why"]) == (
                400,
                "unknown pace 'fast'; known are human, quick",
            )
            assert (await ada.post(asked, pace="quick")).json()["pace"] == "quick"
            await line.until(lambda one: one["t"] == "table" and one["pace"] == "quick")
            await line.play()
            await line.turn()
    assert server.stop() == (0, "")


async def test_the_host_sends_watchers_away_and_closes_the_table_after_the_match(sqlite: str) -> None:
    server = Serving(sqlite, grace=60).start()
    async with Browser(server) as ada, Browser(server) as nils, Browser(server) as watcher:
        table = await ada.open()
        await nils.post(f"/api/tables/{table}/sit", seat=1)
        async with watcher.live(table) as line:
            await line.next("table")
            assert (await watcher.post(f"/api/tables/{table}/watchers", allowed=False)).status_code == 403
            told = await ada.post(f"/api/tables/{table}/watchers", allowed=False)
            assert told.json()["unwatched"]
            assert await line.closed() == 4404
        async with watcher.live(table) as line:
            assert await line.closed() == 4404
        async with nils.live(table) as line, ada.live(table) as own, nils.live(table) as again:
            closing = f"/api/tables/{table}/close"
            await line.turn()
            assert "after it" in (await ada.post(closing)).json()["why"]
            assert (await again.turn()) == line.legal, "one person at two devices"
            played = again.request(again.legal[-1])
            assert (await line.play())["t"] == "done"
            refused = await again.ask(played)
            assert (refused["t"], "moved on" in refused["why"]) == ("refused", True)
            await own.ask({"t": "resign", "request": 1})
            await own.phase("over")
            assert (await nils.post(closing)).json()["why"] == "only the host does that"
            assert (await ada.post(closing)).status_code == 204
            assert [await each.closed() for each in (line, own, again)] == [4404] * 3
        for person in (ada, nils):
            gone = await person.http.get(f"/api/tables/{table}")
            assert (gone.status_code, "closed, by its host" in gone.text) == (410, True)
            assert (await person.http.get("/api/me/tables")).json() == []
            assert table in (await person.http.get("/api/me/matches")).text, "what was played stays"
        async with nils.live(table) as line:
            assert await line.closed() == 4404
    assert server.stop() == (0, "")


async def test_people_write_before_their_match_and_who_wants_to_be_forgotten_has_written_nothing(
    sqlite: str,
) -> None:
    server = Serving(sqlite, grace=60, seed_wait=60).start()  # the match does not begin meanwhile
    async with Browser(server) as ada, Browser(server) as nils:
        table = await ada.open(chat=True, seats=2, game="kadice")
        async with ada.live(table) as line:
            assert (await line.next("chat"))["lines"] == []
            await line.send({"t": "say", "text": "Come in"})
            assert (await line.next("chat"))["lines"][0]["text"] == "Come in"
        await nils.post(f"/api/tables/{table}/sit", seat=1)
        async with nils.live(table) as other:
            assert [one["text"] for one in (await other.next("chat"))["lines"]] == ["Come in"]
            await other.send({"t": "say", "text": "I am here"})
            await other.next("chat")
            assert (
                await ada.post(f"/api/tables/{table}/stand")
            ).status_code == 200  # nothing was finished here
            assert (await ada.post("/api/me/matches/forget")).status_code == 200
            erased = await other.next("chat")
            assert (erased["whole"], [one["text"] for one in erased["lines"]]) == (True, ["I am here"])
    assert server.stop() == (0, "")
