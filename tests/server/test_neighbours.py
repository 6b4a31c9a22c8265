"""What a process beside others leaves to them: tables that are played there, and the compiling of rules."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.rooms import listener, served
from throwdown.server.room import room as rooms
from throwdown.server.work import compiling
from throwdown.server.work.compiling import CompilingAside


@pytest.mark.parametrize("looks_on", [False, True])
async def test_a_room_that_only_a_request_has_opened_does_not_follow_its_table(
    looks_on: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path, "command-dice", 2) as room:
        if looks_on:
            await room.join(listener(room, 0, []))
        await room.others_here("another process", frozenset({"ada", "nils"}))
        table = room.record.id
        assert await room.hall.room(table) is room
        room.fall_behind()
        await room.ask(nothing)
        assert await room.hall.room(table) is room  # it was asked for a moment ago
        monkeypatch.setattr(rooms, "LINGER", 0.0)
        room.fall_behind()
        async with asyncio.timeout(10):
            while (room in room.hall.rooms()) is not looks_on:
                await asyncio.sleep(0.01)
        assert ((await room.hall.room(table)) is room) is looks_on


async def nothing() -> None:
    """An act that does nothing: what was posted before is done when it is."""


async def test_rules_that_another_process_has_compiled_are_loaded_once_a_table_wants_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept, loaded = set[str](), list[str]()
    monkeypatch.setattr(compiling, "LOOK", 0.01)
    monkeypatch.setattr(compiling, "_is_kept", lambda game: game in kept)
    monkeypatch.setattr(compiling, "_load", loaded.append)
    aside = CompilingAside(nothing)
    aside.want("dardz")
    aside.follow()
    await asyncio.sleep(0.05)
    assert loaded == []
    kept |= {"dardz", "duello"}
    async with asyncio.timeout(10):
        while not loaded:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert loaded == ["dardz"]
    aside.stop()


def test_rules_of_a_game_that_is_gone_are_not_looked_for_in_vain() -> None:
    assert compiling._is_kept("gone-since") is False
