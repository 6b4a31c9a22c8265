"""The buzzer of a refereed table, a phone each, judged as a race online: who is far, lies or drops out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.people import Guest, Message
from tests.server.serving import Serving
from throwdown.kernel import transcript
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.presses import BUZZER
from throwdown.server.beside.buzzers import LATE, TOO_EARLY
from throwdown.server.beside.referee import MOST_EVENTS
from throwdown.server.races.presses import QUOTA
from throwdown.server.table.audience import NO_SUCH_TABLE

PATIENCE = 15.0
SHORT, LONG = 0.8, 2.5  # seconds that are counted in
FAR = 0.18  # seconds of a far phone's way to the server
SOON = 0.001  # seconds between two presses of which the first shall arrive first
MANY = 6  # pings: one that a busy machine held up is not in their middle half
REACTION = 0.5  # seconds after Go in which nobody is too fast
NAMES = ("Ada", "Nils", "Maya")
LISTS = ("here", "yours", "seats", "early", "out", "first", "presses")
OMITTED: Message = {"begins": 0.0, "margin": 0.0, "why": "", **{key: [] for key in LISTS}}  # of a message


@pytest.fixture
def near(sqlite):
    """A server that takes pings at their word, as behind a proxy."""
    serving = Serving(sqlite, trusted_proxies=("127.0.0.1",), race_count=SHORT).start()
    yield serving
    serving.stop()


class Phone:
    """A screen at the buzzer; ``delay`` seconds are added to its way, each way, and ``holds`` to its answers
    to pings alone. A ``dead`` one answers none."""

    def __init__(self, socket: ClientConnection, delay: float = 0.0, holds: float = 0.0) -> None:
        self.socket = socket
        self.delay, self.holds = delay, holds
        self.dead = False
        self.now: Message = {}
        self.refused: list[str] = []
        self.pings = 0
        self.told = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        async for text in self.socket:
            for message in map(json.loads, str(text).split("\n")):
                self.pings += message["t"] == "ping"
                if message["t"] == "ping" and not self.dead:
                    self.later(2 * self.delay + self.holds, t="pong", number=message["number"])
                elif message["t"] == "refused":
                    self.refused.append(message["why"])
                elif message["t"] == "buzzer":
                    self.now = {**OMITTED, **message}
                self.told.set()

    def later(self, seconds: float, **message: Any) -> None:
        def send() -> None:
            task = asyncio.ensure_future(self.socket.send(json.dumps(message)))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

        asyncio.get_running_loop().call_later(seconds, send)

    async def until(self, wanted: Callable[[], Any]) -> None:
        """Wait until what this phone was told is as wanted."""
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                self.told.clear()
                await self.told.wait()

    async def measured(self) -> None:
        """Wait until this phone was pinged so often that its line is known even on a busy machine."""
        await self.until(lambda: self.pings > MANY)

    async def stage(self, stage: str) -> Message:
        await self.until(lambda: self.now.get("stage") == stage)
        return self.now

    async def begin(self, *seats: int) -> None:
        """Begin a count, once it is known who is here; returns when it has begun, with Go in ``begins`` s."""
        await self.until(lambda: {*seats} <= {*self.now["here"]})
        self.later(0, t="begin", seats=seats)
        await self.until(lambda: self.now["stage"] == "count" and self.now["begins"] > 0)


class Round:
    """A match that is refereed, its guests by seat, and the phones that are at its buzzer."""

    def __init__(self, server: Serving, table: Guest, at: str, stack: AsyncExitStack) -> None:
        self.server, self.table, self.at = server, table, at
        self._stack = stack

    async def phone(self, seat: int, delay: float = 0.0, holds: float = 0.0) -> Phone:
        """A phone at the buzzer that holds ``seat``; -1: a screen that lies on the table."""
        guest = await self._stack.enter_async_context(Guest(self.server))
        if seat >= 0:
            (await guest.post(f"{self.at}/hold", seat=seat)).raise_for_status()
        url = f"{self.server.ws}{self.at}/buzzer"
        socket = await connect(url, additional_headers={"Cookie": guest.cookie}, proxy=None)
        phone = Phone(await self._stack.enter_async_context(socket), delay, holds)
        listening = asyncio.create_task(phone.listen())
        self._stack.callback(listening.cancel)
        await phone.until(lambda: phone.now)
        return phone

    async def played(self) -> str:
        """The transcript of the match, played to its end with the app's dice."""
        now = await self.until(bool)
        for _ in range(MOST_EVENTS):
            if now["result"]:
                break
            seat, choices = now["acting"], now["scene"].get("choices")
            entry = {"seat": seat, "text": choices[0]["text"]} if choices and not now["due"] else {}
            made = await self.table.post(f"{self.at}/{'enter' if entry else 'roll'}", after=0, **entry)
            now = made.raise_for_status().json()
        return (await self.table.http.get(f"/api/tables/{now['id']}/matches/1/transcript")).text

    async def until(self, is_so: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The table as soon as that is so."""
        after = 0
        while not is_so(seen := (await self.table.http.get(f"{self.at}?after={after}")).json()):
            after = seen["revision"]
        return seen


@asynccontextmanager
async def a_table(server: Serving, game: str = "kadoova-duel", seats: int = 3) -> AsyncIterator[Round]:
    """A match beside a box, its buzzer open."""
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(Guest(server))
        people = [{"name": name, "colour": k} for k, name in enumerate(NAMES[:seats])]
        begun = await table.post("/api/beside/referee", game=game, people=people, values={})
        at = f"/api/beside/referee/{begun.raise_for_status().json()['id']}"
        opened = (await table.http.post(f"{at}/buzzer")).raise_for_status().json()
        assert (opened["buzzer"], opened["races"]) == (True, True)
        yield Round(server, table, at, stack)


async def test_a_press_that_arrives_first_but_was_made_later_loses_and_its_times_are_kept_kd21(near):
    async with a_table(near, "quick-draw", 2) as table:
        ada, nils = await table.phone(0), await table.phone(1, delay=FAR)
        await ada.measured()
        await nils.measured()
        await nils.begin(0, 1)
        go = nils.now["begins"] + REACTION
        await asyncio.sleep(go + FAR)  # if the machine wakes this late, both presses are late alike
        ada.later(0, t="press", seat=0)
        nils.later(SOON, t="press", seat=1)
        await ada.stage("told")
        await ada.until(lambda: len(ada.now["presses"]) == 2)
        await nils.until(lambda: nils.now == {**ada.now, "yours": [1]})
        first, second = ada.now["presses"]
        assert (first["seat"], second["seat"], ada.now["first"]) == (1, 0, [1])
        assert second["arrived"] < first["arrived"]
        assert first["counts"] < second["counts"]
        for press in (first, second):
            assert press["counts"] == pytest.approx(press["arrived"] - press["credited"], abs=0.11)
        assert ada.now["margin"] == pytest.approx(second["counts"] - first["counts"], abs=0.11)
        (early,) = (await table.until(lambda seen: seen["buzzed"]))["buzzed"]
        assert early["first"] == [1], "saved as soon as it is said"
        ada.later(0, t="close")
        kept = {what: ada.now[what] for what in ("first", "presses")}
        closed = await table.until(lambda seen: not seen["buzzer"])
        assert closed["buzzed"] == [{"n": 0, **kept}]
        is_told_in_its_transcript(await table.played())


def is_told_in_its_transcript(text: str) -> None:
    """What was judged at the buzzer is in the transcript, and times that do not add up are refused."""
    told = transcript.read(text)
    assert "1 round at the buzzer is as it was judged." in told.verify()
    (judged,) = json.loads(told.one(BUZZER))
    press = judged["presses"][0]
    forgeries = {
        "credited is not": {**judged, "presses": [{**press, "credited": press["credited"] + 5}]},
        "there is no event 9999": {**judged, "n": 9999},
        "seat 0 first, and seat 1 pressed": {**judged, "first": [0], "presses": [press]},
        "seat -1 first, and seat -1 pressed": {**judged, "first": [-1], "presses": [{**press, "seat": -1}]},
    }
    header = next(line for line in text.splitlines() if line.startswith(f"[{BUZZER}"))
    for reason, forged in forgeries.items():
        other = text.replace(header, f"[{BUZZER} {json.dumps(json.dumps([forged]))}]")
        with pytest.raises(BadTranscript, match=reason):
            transcript.read(other).verify()


async def test_who_holds_answers_to_pings_back_is_credited_no_more_than_the_connection_shows_kd21(sqlite):
    serving = Serving(sqlite, race_count=SHORT).start()
    async with a_table(serving) as table:
        ada, liar = await table.phone(0), await table.phone(1, holds=0.35)
        await ada.begin(0, 1)
        go = ada.now["begins"] + REACTION
        await asyncio.sleep(go)
        ada.later(0, t="press", seat=0)
        liar.later(0.1, t="press", seat=1)
        await ada.stage("told")
        await ada.until(lambda: len(ada.now["presses"]) == 2)
        assert ada.now["first"] == [0]
        claimed = next(press for press in ada.now["presses"] if press["seat"] == 1)
        assert claimed["measured"] > 100, "its pings claim so much"
        assert claimed["credited"] < 50
    assert serving.stop()[0] == 0


async def test_a_false_start_does_not_count_is_told_to_all_and_costs_nothing_kd21(near):
    async with a_table(near) as table:
        ada, nils = await table.phone(0), await table.phone(1)
        ada.later(0, t="press", seat=0)
        await ada.until(lambda: ada.refused == ["no count is on"])
        await ada.begin(0, 1)
        go = ada.now["begins"]
        for _ in range(3):
            ada.later(0, t="press", seat=0)
        await nils.until(lambda: nils.now["early"] == [0])
        await ada.until(lambda: ada.refused[1:] == [TOO_EARLY] * 3)
        assert nils.now["stage"] == "count", "the count goes on"
        ada.later(go + REACTION, t="press", seat=0)
        told = await nils.stage("told")
        assert (told["first"], told["margin"]) == ([0], 0.0)
        assert told["presses"][0]["credited"] <= QUOTA


async def test_who_was_first_without_a_match_is_out_and_whoever_pressed_next_is_first(near):
    async with a_table(near) as table:
        ada, nils, maya = [await table.phone(seat) for seat in range(3)]
        await ada.begin(0, 1, 2)
        go = ada.now["begins"] + REACTION
        nils.later(go, t="press", seat=1)
        await ada.stage("told")  # whoever presses next does so after this, however busy the machine
        ada.later(0, t="press", seat=0)
        maya.later((QUOTA + LATE) / 1000 + SOON, t="press", seat=2)
        await maya.until(lambda: maya.refused == ["too late: somebody else was first"])
        assert maya.now["first"] == [1]
        maya.later(0, t="go-on")
        await nils.until(lambda: nils.now["first"] == [0])
        assert (nils.now["out"], nils.now["stage"]) == ([1], "told")
        maya.later(0, t="go-on")
        await nils.stage("run")
        nils.later(0, t="press", seat=1)
        await nils.until(lambda: nils.refused == ["pressed already"])
        maya.later(0, t="press", seat=2)
        await nils.until(lambda: nils.now["first"] == [2])
        assert nils.now["out"] == [0, 1]
        seen = await table.until(lambda seen: len(seen["buzzed"]) == 3)
        assert [judged["first"] for judged in seen["buzzed"]] == [[1], [0], [2]]
        assert seen["buzzer"], "nobody has closed it"


async def test_a_phone_that_drops_out_in_the_count_stops_it_and_after_go_the_others_go_on(sqlite):
    serving = Serving(sqlite, race_count=LONG).start()
    async with a_table(serving) as table:
        ada, nils = await table.phone(0), await table.phone(1)
        await ada.begin(0, 1)
        await nils.socket.close()
        stopped = await ada.stage("set")
        assert stopped["why"] == "Nils: no line. The count is stopped."
        assert stopped["here"] == [0]
        nils = await table.phone(-1)  # the same table gets a screen for whoever has no phone
        await ada.begin(0, 1)
        nils.dead = True  # its line is open, and nobody answers
        stopped = await ada.stage("set")
        assert stopped["why"] == "Nils: no line. The count is stopped."
        nils.dead = False
        await ada.begin(0, 1)
        go = ada.now["begins"] + REACTION
        ada.later(go, t="press", seat=0)
        await ada.stage("told")
        await nils.socket.close()
        await ada.until(lambda: ada.now["here"] == [0])
        assert (ada.now["stage"], ada.now["first"]) == ("told", [0])
    assert serving.stop()[0] == 0


async def test_a_screen_on_the_table_stands_in_for_whoever_has_no_phone_here(near):
    async with a_table(near) as table:
        ada = await table.phone(0)
        assert (ada.now["here"], ada.now["yours"]) == ([0], [0])
        ada.later(0, t="begin", seats=[0, 1])
        missing = "Nils can press nowhere: neither their phone nor a screen on the table is at the buzzer"
        await ada.until(lambda: ada.refused)
        assert ada.refused == [missing]
        ada.later(0, t="begin", seats=[0, 9])
        await ada.until(lambda: len(ada.refused) == 2)
        assert ada.refused[1] == "two or more of the 3 who play race, each once, not [0, 9]"
        tablet = await table.phone(-1)
        assert (tablet.now["here"], tablet.now["yours"]) == ([0, 1, 2], [1, 2])
        await tablet.begin(0, 1)
        go = tablet.now["begins"] + REACTION
        maya = await table.phone(2)
        assert maya.now["yours"] == [], "nothing moves under fingers"
        tablet.later(go, t="press", seat=0)
        tablet.later(go + 0.05, t="press", seat=1)
        told = await ada.stage("told")
        ada.later(0, t="press", seat=0)
        await ada.until(lambda: len(ada.now["presses"]) == 2)
        assert told["first"] == [1]
        assert tablet.refused == ["this screen has no area for seat 0"]
        ada.later(0, t="halt")
        await maya.until(lambda: maya.now["yours"] == [2])
        await tablet.until(lambda: tablet.now["yours"] == [1])


async def test_what_a_stranger_sends_is_refused_and_a_buzzer_that_is_not_open_lets_nobody_in(near):
    async with a_table(near) as table:
        ada = await table.phone(0)
        for message in ("x" * 30, '{"t":"press","seat":-1}', '{"t":"go-on"}'):
            await ada.socket.send(message)
        await ada.socket.send(b"\0")
        await ada.until(lambda: len(ada.refused) == 4)
        assert ada.refused[0].startswith("cannot read the message 'xxxxxxxxxx")
        assert '\'{"t":"press","seat":-1}\'' in ada.refused[1]
        assert ada.refused[2] == "it is not said yet who was first"
        ada.later(0, t="close")
        await table.until(lambda seen: not seen["buzzer"])
        async with connect(f"{near.ws}{table.at}/buzzer", proxy=None) as late:
            with pytest.raises(ConnectionClosed):
                await late.recv()
        assert late.close_code == NO_SUCH_TABLE
