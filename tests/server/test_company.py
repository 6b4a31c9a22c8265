"""People at a table beside the game: reactions, pauses by consent, and what the host may do."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import Guest as Browser
from tests.server.rooms import listener, served
from tests.server.serving import Serving
from throwdown.server import company, tables
from throwdown.server.errors import Refusal
from throwdown.server.identity import Guest
from throwdown.server.patience import Patience
from throwdown.server.wire import Play, React

ADA, NILS, WATCHER = 0, 1, -1
GUESTS = (Guest("ada", "Ada"), Guest("nils", "Nils"))


async def test_a_reaction_is_told_to_all_and_one_in_ten_seconds_is_enough(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        told: dict[int, list[dict[str, Any]]] = {ADA: [], NILS: [], WATCHER: []}
        viewers = {seat: listener(room, seat, heard) for seat, heard in told.items()}
        for seat, word in ((ADA, "Ouch"), (ADA, "Ouch"), (WATCHER, "Ouch"), (NILS, "You lose")):
            await room.ask(partial(room.hear, viewers[seat], React(word), 0.0))
        for seat in (ADA, NILS, WATCHER):
            shown = [(one["seat"], one["word"]) for one in told[seat] if one["t"] == "reaction"]
            assert shown == [(ADA, "Ouch")]
        refused = {seat: [one["why"] for one in told[seat] if one["t"] == "refused"] for seat in told}
        assert refused[ADA] == ["one reaction in 10 seconds is enough"]
        assert refused[WATCHER] == ["you do not sit at this table"]
        assert refused[NILS][0].startswith("unknown reaction 'You lose'; known are Good luck, ")


async def test_clocks_stand_once_all_have_agreed_to_a_pause_and_run_on_as_they_were(tmp_path: Path) -> None:
    now = [1000.0]
    patience = Patience("clock", bank=600)
    async with served(tmp_path, "command-dice", 2, patience=patience, clock=lambda: now[0]) as room:
        room.post(room.refresh)
        now[0] += 100
        await room.ask(partial(room.company.pause, GUESTS[ADA], True))
        assert (room.record.pausing, room.timekeeping.is_paused) == ([ADA], False)
        await room.ask(partial(room.company.pause, GUESTS[NILS], True))
        assert room.timekeeping.is_paused
        now[0] += 5000
        viewer = listener(room, ADA, told := [])
        assert room.playing
        event = room.playing.match.legal_events(ADA)[0]
        await room.ask(partial(room.hear, viewer, Play(1, event, len(room.playing.match.log)), 0.0))
        assert told[-1]["why"] == "the table pauses: go on first"
        await room.ask(partial(room.company.pause, GUESTS[NILS], False))
        assert room.record.pausing == []
        assert room.timekeeping.left(ADA) == pytest.approx(500)


async def test_a_bot_plays_on_for_a_person_whom_the_host_removed(tmp_path: Path) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        listener(room, NILS, [])
        with pytest.raises(Refusal, match="only the host"):
            await room.ask(partial(room.change, lambda table: company.remove(table, GUESTS[NILS], ADA)))
        with pytest.raises(Refusal, match="no other person sits on seat 0"):
            await room.ask(partial(room.change, lambda table: company.remove(table, GUESTS[ADA], ADA)))
        await room.ask(partial(room.change, lambda table: company.hand_over(table, GUESTS[ADA], NILS)))
        await room.ask(partial(room.change, lambda table: company.remove(table, GUESTS[NILS], ADA)))
        seat = room.record.seats[ADA]
        assert (seat.kind, seat.guest, seat.bot) == (tables.BOT, "", "greedy")
        fresh = room.record.copy()
        fresh.phase, fresh.seats[ADA] = tables.WAITING, tables.Seat()
        with pytest.raises(Refusal, match="the host has removed you"):
            tables.sit(fresh, GUESTS[ADA], ADA)


async def test_watchers_are_sent_away_and_kept_away_where_the_host_has_it_so(sqlite: str) -> None:
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
        async with nils.live(table) as line:
            await line.phase("playing")
        assert "after it" in (await ada.post(f"/api/tables/{table}/close")).json()["why"]
    assert server.stop() == (0, "")
