"""Any sequence of what people and strangers may do at a table over its WebSockets, drawn by Hypothesis.

``THROWDOWN_CAMPAIGN=50 pytest tests/server/test_conversations.py`` draws fifty times as many.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed

from tests.server.hostile import KINDS, VALUES
from tests.server.people import Guest, Line, Message
from tests.server.serving import KEY, Serving
from throwdown.kernel.contract import SPECTATOR
from throwdown.server.storage.store import Store
from throwdown.server.table import playing, records
from throwdown.server.wire import id_text

LARGER = int(os.environ.get("THROWDOWN_CAMPAIGN", "1"))
SEQUENCES, STEPS = 4 * LARGER, 30
TABS = 6  # at once

chance = st.integers(0, 2**16)
whom = st.integers(0, 3)  # two who may sit, one who looks on, and somebody without a cookie
garbage = st.one_of(
    st.text(max_size=30),
    st.binary(max_size=30),
    st.fixed_dictionaries(
        {"t": st.sampled_from(KINDS)},
        optional={
            name: st.sampled_from(VALUES)
            for name in ("request", "event", "after", "seed", "match_id", "number")
        },
    ),
)


class Tab(Line):
    """One page of somebody, which notes what it learned of each match, and from which seat."""

    def __init__(self, guest: Guest | None, server: Serving, table: str, *, raw: bool) -> None:
        super().__init__(server, table, guest.cookie if guest else "", raw=raw)
        self.raw = raw
        self.learned: dict[tuple[str, int], tuple[int, int, int | None, bool]] = {}

    async def hear(self) -> Message:
        message = await super().hear()
        if message["t"] == "events":
            you, in_play = self.table.get("you", -1), self.table["phase"] == "playing"
            for n, seat, event in message["events"]:
                known = self.learned.get((message["match_id"], n))
                if known is None or known[3]:
                    self.learned[message["match_id"], n] = (you, seat, event, in_play)
        return message

    async def is_answered(self) -> None:
        """The table itself answers, after all that was said before."""
        await self.send({"t": "sync"})
        await self.next("table")


class Conversation(RuleBasedStateMachine):
    """A table, its pages, and anything that may be sent through them."""

    server: ClassVar[Serving]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.tabs: list[Tab] = []
        self.closed: list[Tab] = []
        self.do(self.open_table())

    def do(self, act: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(act)

    async def open_table(self) -> None:
        self.guests = [await Guest(self.server).__aenter__() for _ in range(3)]
        self.table = await self.guests[0].open()

    def tab(self, which: int) -> Tab:
        return self.tabs[which % len(self.tabs)]

    async def answered(self, tab: Tab) -> None:
        """The tab's table answers, or its connection was ended, which is another answer."""
        try:
            await tab.is_answered()
        except ConnectionClosed:
            self.tabs.remove(tab)
            self.closed.append(tab)

    @initialize(second=st.sampled_from(["person", "person", "bot", "nobody"]))
    def begins(self, second: str) -> None:
        """Most tables have two seats taken and their pages open, so that a match is played."""
        if second == "person":
            self.sits_or_stands(1, 1, "sit")
            self.opens_a_page(1, True)
        elif second == "bot":
            self.puts_a_bot(0, "random")
        self.opens_a_page(0, True)
        self.opens_a_page(2, True)
        if second != "nobody":
            self.do(self.tabs[0].phase("playing"))

    @precondition(lambda self: self.tabs)
    @rule()
    def all_ask_for_another(self) -> None:
        """Every page asks for a rematch, which is one where a match is over and its players are here."""
        for which in range(len(self.tabs)):
            if which < len(self.tabs):
                self.sends(which, {"t": "rematch", "request": 0})

    @precondition(lambda self: len(self.tabs) < TABS)
    @rule(who=whom, raw=st.sampled_from([True, True, False]))
    def opens_a_page(self, who: int, raw: bool) -> None:
        async def opened() -> None:
            tab = Tab(self.guests[who] if who < 3 else None, self.server, self.table, raw=raw)
            self.tabs.append(await tab.__aenter__())
            await self.answered(tab)

        self.do(opened())

    @precondition(lambda self: self.tabs)
    @rule(which=chance, abruptly=st.booleans())
    def closes_a_page(self, which: int, abruptly: bool) -> None:
        tab = self.tab(which)
        self.tabs.remove(tab)
        self.closed.append(tab)
        if abruptly:
            tab.socket.transport.abort()
        self.do(tab.__aexit__(None, None, None))

    @rule(
        who=st.integers(0, 2),
        seat=st.sampled_from([0, 1, 1, 2, -1]),
        what=st.sampled_from(["sit", "sit", "stand"]),
    )
    def sits_or_stands(self, who: int, seat: int, what: str) -> None:
        answer = self.do(self.guests[who].post(f"/api/tables/{self.table}/{what}", seat=seat))
        assert answer.status_code in (200, 400, 403, 409), answer.text

    @rule(who=st.integers(0, 2), kind=st.sampled_from(["random", "", "none"]))
    def puts_a_bot(self, who: int, kind: str) -> None:
        answer = self.do(self.guests[who].post(f"/api/tables/{self.table}/bot", seat=1, kind=kind))
        assert answer.status_code in (200, 400, 403, 409), answer.text

    @precondition(lambda self: self.tabs)
    @rule(choices=st.lists(chance, min_size=1, max_size=6), number=st.integers(1, 3000))
    def make_legal_choices(self, choices: list[int], number: int) -> None:
        """Whoever may choose does, on every page, with numbers that may have been used before."""

        async def made(tab: Tab, choice: int, number: int) -> None:
            await self.answered(tab)
            if tab.legal and tab in self.tabs:
                await tab.send(tab.request(tab.legal[choice % len(tab.legal)], number))
                await self.answered(tab)

        for k, choice in enumerate(choices):
            for tab in list(self.tabs):
                self.do(made(tab, choice, number + k))

    @precondition(lambda self: self.tabs)
    @rule(
        which=chance,
        what=st.sampled_from(
            ["seed", "rematch", "rematch", "resign", "waive", "hurry", "showing", "pong", "sync"]
        ),
        number=st.integers(0, 30),
        other=st.booleans(),
    )
    def asks_for_something(self, which: int, what: str, number: int, other: bool) -> None:
        wish: Message = {"t": what, "request": number, "after": number, "seconds": number, "number": number}
        wish |= {"seed": f"{number:02x}", "match_id": "0" * 16 if other else ""}
        self.sends(which, wish)

    @precondition(lambda self: self.tabs)
    @rule(which=chance, what=garbage)
    def sends_garbage(self, which: int, what: Message | str | bytes) -> None:
        self.sends(which, what)

    def sends(self, which: int, what: Message | str | bytes) -> None:
        tab = self.tab(which)

        async def sent() -> None:
            await tab.send(what)
            await self.answered(tab)

        self.do(sent())

    def teardown(self) -> None:
        self.do(self.end())
        self.runner.close()

    async def end(self) -> None:
        """Every page is answered still; then what each of them learned is held against what is saved."""
        for tab in list(self.tabs):
            await self.answered(tab)
        for tab in self.tabs:
            await tab.__aexit__(None, None, None)
        for guest in self.guests:
            assert (await guest.http.get(f"/api/tables/{self.table}")).status_code == 200
            await guest.http.aclose()
        database = self.server.settings["database"]
        store = Store(database, "" if database.startswith("sqlite") else KEY)
        for tab in (*self.tabs, *self.closed):
            for match in sorted({match for match, _ in tab.learned}):
                await self.holds(store, tab, match)
        await store.close()

    async def holds(self, store: Store, tab: Tab, match: str) -> None:
        """What the tab learned of the match is its log, and nothing but what its seat may know while it is
        played."""
        number = int(match, 16)
        record = await store.read(lambda connection: records.load_match(connection, number))
        rows = await store.read(lambda connection: records.load_events(connection, number))
        assert record is not None
        whole = playing.resume(record, rows)
        assert id_text(whole.record.id) == match
        for (of, n), (you, seat, event, in_play) in tab.learned.items():
            if of == match:
                assert seat == rows[n - 1].seat
                assert event in (None, rows[n - 1].event)
                knows = bool(whole.witnesses[n - 1] >> (you if you >= 0 else SPECTATOR) & 1)
                if in_play:
                    assert (event is not None) == knows, (n, you, rows[n - 1])


def test_whatever_is_said_the_table_answers_and_tells_each_seat_what_it_may_know(database: str) -> None:
    serving = Serving(database, grace=600, seed_wait=0.02).start()
    Conversation.server = serving
    run_state_machine_as_test(
        Conversation,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=LARGER == 1,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert serving.stop() == (0, "")
