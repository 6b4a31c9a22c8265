"""Somebody else chooses for a seat in the middle of a match: the log, the transcript and histories say so."""

from __future__ import annotations

from typing import Any

import pytest

import throwdown
from tests.server.people import Guest
from tests.server.serving import Serving
from throwdown.kernel import transcript
from throwdown.kernel.errors import BadTranscript
from throwdown.server.table import changes, tables


async def of(guest: Guest) -> tuple[str, float]:
    """What a guest's only match in the history says: whether the seat changed hands, and the share."""
    [one] = (await guest.http.get("/api/me/matches")).json()
    return one["changed"], one["share"]


def marks(table: dict[str, Any]) -> list[tuple[int, str]]:
    return [(one["seat"], one["what"]) for one in table.get("changes", ())]


async def test_a_match_that_somebody_was_removed_from_is_no_loss_of_theirs_and_no_win_of_who_came(
    sqlite: str,
) -> None:
    server = Serving(sqlite, grace=60).start()
    async with Guest(server) as ann, Guest(server) as bea, Guest(server) as cleo:
        await bea.http.put("/api/me", json={"name": "Bea the Removed", "colour": 1})
        table = await ann.open()
        at = f"/api/tables/{table}"
        assert (await bea.post(f"{at}/sit", seat=1)).status_code == 200
        async with ann.live(table) as line, bea.live(table) as other:
            await line.phase("playing")
            for each in (line, other):
                await each.play()
            names = [(await one.http.get("/api/me")).json()["name"] for one in (ann, bea, cleo)]
            assert (await ann.post(f"{at}/remove", seat=1)).status_code == 200
            told = (await cleo.post(f"{at}/sit", seat=1)).json()
            assert marks(told) == [(1, "removed"), (1, "taken")]
            await line.send({"t": "resign", "request": 9})
            await line.phase("over")
        assert [await of(each) for each in (ann, bea, cleo)] == [("", 0), ("removed", -1), ("taken", -1)]
        text = (await ann.http.get(f"{at}/matches/1/transcript")).text
        read = transcript.read(text)
        assert f'[Changed "{told["changes"][0]["n"]}:1 removed, ' in text
        removed, taken = (said for said in read.verify() if said.startswith("After event"))
        assert removed.endswith(f"whoever played as {names[1]} was removed, and a bot played on.")
        assert taken.endswith(f"somebody else took the seat of {names[1]}.")
        assert (await cleo.http.post("/api/me/matches/forget")).json() == {"matches": 1}
        assert names[1] in (await ann.http.get(f"{at}/matches/1/transcript")).text
        assert (await bea.http.post("/api/me/matches/forget")).json() == {"matches": 1}
        assert names[1] not in (await ann.http.get(f"{at}/matches/1/transcript")).text
    assert server.stop() == (0, "")


async def test_what_a_bot_chose_for_somebody_away_is_told_when_they_are_back(sqlite: str) -> None:
    server = Serving(sqlite, grace=0.2).start()
    async with Guest(server) as ann, Guest(server) as bea:
        table = await ann.open()
        assert (await bea.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
        async with ann.live(table) as line:
            async with bea.live(table):
                await line.phase("playing")
            await line.until(lambda one: one["t"] == "table" and marks(one) == [(1, "bot")])
            await line.play()
            async with bea.live(table) as other:
                await line.until(lambda one: one["t"] == "table" and marks(one) == [(1, "bot"), (1, "back")])
                await other.send({"t": "resign", "request": 1})
                await line.phase("over")
        assert await of(bea) == ("", 0), "who was away has lost all the same"
        text = (await ann.http.get(f"/api/tables/{table}/matches/1/transcript")).text
        assert any(" a bot chose for " in each for each in transcript.read(text).verify())
    assert server.stop() == (0, "")


def test_changes_stay_in_the_order_of_the_match_and_a_removal_is_kept_after_many_others() -> None:
    table = tables.TableRecord(id="x", game="command-dice", values={}, seats=[], host="ann", lineup=[0, 1])
    for n in range(0, 2 * changes.MOST, 2):
        changes.bot_chooses(table, 1, n)
        changes.is_back(table, 1, n + 1)
    assert len(table.changes) == changes.MOST
    table.seats = [tables.Seat(tables.PERSON, one) for one in ("ann", "bea")]
    later = table.copy()
    later.seats[1] = tables.Seat(tables.BOT)
    changes.note(table, later, 3)  # by a process that knows of event 3 alone
    last = later.changes[-1]
    assert (last.what, last.guest, last.n) == ("removed", "bea", table.changes[-1].n)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1:0 bot, 2:0 gone", "'2:0 gone' is no change: one is written 'event:seat what', with bot, back"),
        ("1:7 bot", "'1:7 bot' is of seat 7, and 2 play"),
        ("2:0 bot, 1:0 back", "'1:0 back' is not between event 2 and event "),
        ("999999:0 bot", "'999999:0 bot' is not between event 0 and event "),
    ],
)
def test_a_transcript_with_changes_that_cannot_have_been_is_refused(text: str, why: str) -> None:
    match = throwdown.load("command-dice").match(seed=1)
    while not match.over:
        match.play(seat := match.awaited[0], match.legal_events(seat)[0])
    with pytest.raises(BadTranscript, match=why):
        transcript.read(match.transcript(Changed=text)).verify()
