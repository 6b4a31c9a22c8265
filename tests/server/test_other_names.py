"""Nobody but a game knows its rules: one that calls everything otherwise is played at a real table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tests.other_names
from tests.server.people import Guest, Line, Message
from tests.server.serving import Serving

FOLDER = Path(tests.other_names.__file__).parent
DASH, DECLINE, SPEND, HURL, INNER, OUTER, PAST = range(7)
HAND = {"aim": 0.5, "strength": 55.0}
VALUES = {"starter": "stopwatch", "hurling": "arm", "haggling": 30}


class Player:
    """Hears all that is told to a seat, answers pings, and asks."""

    def __init__(self, line: Line) -> None:
        self.line = line

    async def listen(self) -> None:
        while True:
            message = await self.line.hear()
            if message["t"] == "ping":
                await self.line.send({"t": "pong", "number": message["number"]})

    async def heard(self, kind: str, is_it: Callable[[Message], Any] = bool) -> Message:
        """The first message of that kind that ``is_it``, heard already or to come."""
        while True:
            for message in self.line.heard:
                if message["t"] == kind and is_it(message):
                    return message
            await asyncio.sleep(0.02)

    async def makes(self, event: int, **more: Any) -> Message:
        """What is answered to ``event``, asked for once it may be."""
        while event not in self.line.legal:
            await asyncio.sleep(0.02)
        wish = {**self.line.request(event), **more}
        await self.line.send(wish)
        done = asyncio.create_task(self.heard("done", lambda it: it["request"] == wish["request"]))
        refused = asyncio.create_task(self.heard("refused", lambda it: it["request"] == wish["request"]))
        first, rest = await asyncio.wait((done, refused), return_when=asyncio.FIRST_COMPLETED)
        rest.pop().cancel()
        return first.pop().result()


async def test_a_game_with_names_of_its_own_races_has_windows_and_throws_at_a_table(sqlite):
    server = Serving(sqlite, grace=30.0, games=[str(FOLDER)]).start()
    async with Guest(server) as ada, Guest(server) as nils:
        table = await ada.open(game="other-names", seats=2, values=VALUES)
        await nils.post(f"/api/tables/{table}/sit", seat=1)
        async with ada.live(table) as line, nils.live(table) as other, asyncio.timeout(60):
            one, two = Player(line), Player(other)
            listening = [asyncio.create_task(each.listen()) for each in (one, two)]
            for each in (line, other):
                await each.seed()
            await they_race(one, two)
            await they_have_a_window(one, two)
            outcome = await they_throw(two)
            for task in listening:
                task.cancel()
        transcript = (await ada.http.get(f"/api/tables/{table}/matches/1/transcript")).text
        checked = (await ada.http.post("/api/verify", json={"text": transcript})).json()
    assert outcome in (INNER, OUTER, PAST)
    assert "[Presses" in transcript
    assert any("every throw comes out again" in each for each in checked["checked"])
    assert server.stop()[0] == 0


async def they_race(one: Player, two: Player) -> None:
    """Nils dashes first, and everybody is told so."""
    begun = await one.heard("race", lambda race: race.get("begins", 0.0) >= 0)
    assert begun["seats"] == [0, 1]
    await asyncio.sleep(begun.get("begins", 0.0) + 0.5)
    assert (await two.makes(DASH))["t"] == "done"
    verdict = await one.heard("verdict")
    assert (verdict["first"], verdict["slap"]) == ([1], True)


async def they_have_a_window(one: Player, two: Player) -> None:
    """It is open for as long as the game says, in its words; whoever holds no coin passes."""
    clock = await two.heard("clock", lambda clock: clock.get("whole"))
    assert (clock["whole"], clock["lasts"], clock.get("idle", False)) == (30.0, "this deal", False)
    assert (await one.heard("clock", lambda clock: clock.get("idle")))["lasts"] == "this deal"
    assert (await two.makes(SPEND))["t"] == "done"
    assert (await two.heard("clock", lambda clock: clock.get("idle")))["lasts"] == "this deal"


async def they_throw(two: Player) -> int:
    """At the mat of the game, which says what event of CHANCE a report of the arena is; the last event."""
    mat = await two.heard("arena", lambda arena: arena.get("event", -1) == HURL)
    assert (mat["mat"], mat["rings"], mat["labels"]) == ("slab", [0.05, 0.11], ["in", "out"])
    assert mat["covered"] == "Fog lies over the slab."
    refused = await two.makes(HURL, hand={"strength": 101.0})
    assert "the strength of a throw is 0 to 100: 101" in refused["why"]
    assert (await two.makes(HURL, hand=HAND))["t"] == "done"
    await two.heard("arena", lambda arena: arena.get("flight"))
    await two.heard("table", lambda table: table["phase"] == "over")
    event = two.line.events[max(two.line.events)][1]
    assert event is not None
    return event
