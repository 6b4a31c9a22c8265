"""What strangers may send: refused with a reason, and without harm to the match."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.hostile import TEXT, frame
from tests.server.people import Guest, Line, level
from tests.server.serving import Serving


@asynccontextmanager
async def table_for_two(server: Serving) -> AsyncIterator[tuple[Line, Line, Guest, Guest]]:
    """A match in which both seats are to choose in secret."""
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        async with ann.live(table) as first, ben.live(table) as second:
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            await first.turn()
            await second.turn()
            yield first, second, ann, ben


async def refusal(line: Line, message: Any, *, of: int = 0) -> str:
    """Why ``message`` is refused; the match is then seen to be as it was, and goes on."""
    before = dict(line.events)
    answer = await line.ask(message if of or isinstance(message, str | bytes) else json.dumps(message))
    assert answer["t"] == "refused"
    assert answer["request"] == of
    await line.send({"t": "sync"})
    await line.next("events")
    assert line.events == before
    assert (await line.play())["t"] == "done"
    return answer["why"]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("{", "cannot read the message '{'"),
        ("hello", "cannot read the message 'hello': JSON is malformed"),
        ("[]", "expected `object`, got `array`"),
        ("{}", "missing required field `t`"),
        ('{"t":"cheat"}', "invalid value 'cheat'"),
        ('{"t":"play","request":1}', "missing required field `event`"),
        ('{"t":"play","request":1,"event":"R2","after":0}', "expected `int`, got `str`"),
        (
            '{"t":"play","request":99999999999999999999,"event":0,"after":0}',
            "expected `int` <= 9007",
        ),
        ('{"t":"seed","seed":"xyz"}', "hexadecimal"),
        ('{"t":"seed","seed":"' + "a" * 65 + '"}', "hexadecimal"),
        (b"\x00\x01", "not bytes"),
    ],
)
async def test_an_unreadable_message_is_refused_with_its_beginning_quoted(
    server: Serving, message: str | bytes, why: str
) -> None:
    async with table_for_two(server) as (first, *_):
        assert why in await refusal(first, message)


async def test_an_event_that_is_not_legal_is_refused_with_the_legal_ones(server: Serving) -> None:
    async with table_for_two(server) as (first, *_):
        illegal = next(event for event in range(200) if event not in first.legal)
        assert "legal are" in await refusal(first, first.request(illegal, 41), of=41)


@pytest.mark.parametrize(
    ("event", "why"),
    [(-1, "expected `int` >= 0"), (2**62, "expected `int` <="), (10_000, "illegal event 10000")],
)
async def test_an_event_that_is_no_event_is_refused(server: Serving, event: int, why: str) -> None:
    async with table_for_two(server) as (first, *_):
        assert why in await refusal(first, first.request(event, 42), of=42 if event == 10_000 else 0)


async def test_whoever_is_not_awaited_is_refused(server: Serving) -> None:
    async with table_for_two(server) as (first, second, *_):
        chosen = first.legal[0]
        assert (await first.play())["t"] == "done"
        answer = await first.ask(first.request(chosen, 43))
        assert answer["t"] == "refused"
        ben = second.table["people"][1]["name"]
        assert f"waiting for {ben}" in answer["why"] or "moved on" in answer["why"]
        assert (await second.play())["t"] == "done"


async def test_a_watcher_cannot_play_for_anybody(server: Serving) -> None:
    async with table_for_two(server) as (first, *_), Guest(server) as eve:
        async with eve.live(first.table["id"]) as watcher:
            await watcher.next("events")
            assert watcher.legal == []
            resign, rematch = {"t": "resign", "request": 2}, {"t": "rematch", "request": 3}
            for message in (first.request(), resign, rematch, {"t": "seed", "seed": "aa"}):
                answer = await watcher.ask(message)
                assert answer["t"] == "refused"
                assert "you do not sit" in answer["why"]
        assert (await first.play())["t"] == "done"


async def test_a_rematch_comes_after_a_match(server: Serving) -> None:
    async with table_for_two(server) as (first, *_):
        answer = await first.ask({"t": "rematch", "request": 5})
        assert (answer["t"], "after a match" in answer["why"]) == ("refused", True)
        assert (await first.play())["t"] == "done"


async def test_who_has_left_a_finished_match_finds_its_table_once_a_rematch_is_asked_for(
    server: Serving,
) -> None:
    async with table_for_two(server) as (first, second, *guests):
        await first.ask({"t": "resign", "request": 1})
        for line in (first, second):
            await line.phase("over")
        for guest in guests:
            assert (await guest.http.get("/api/me/tables")).json() == []
        assert (await first.ask({"t": "rematch", "request": 2}))["t"] == "done"
        for guest in guests:
            [table] = (await guest.http.get("/api/me/tables")).json()
            assert (table["phase"], table["rematch"]) == ("over", [first.table["you"]])


async def test_a_foreign_cookie_is_nobody(server: Serving) -> None:
    async with table_for_two(server) as (first, _, ann, __):
        body, _, seal = ann.cookie.removeprefix("throwdown=").rpartition(".")
        for forged in (f"{body}.{'0' * len(seal)}", f"{body[:-2]}AA.{seal}", "x", ".", ""):
            async with Line(server, first.table["id"], f"throwdown={forged}") as line:
                assert "you" not in line.table or line.table["you"] == -1
                assert "you do not sit" in (await line.ask(first.request()))["why"]


async def test_a_choice_made_on_an_older_table_is_refused(server: Serving) -> None:
    async with table_for_two(server) as (first, second, *_):
        old = first.request(first.legal[0], 44)
        await first.play()
        await second.play()
        await level(first, second)
        answer = await first.ask(old)
        assert "moved on" in answer["why"]


async def test_the_other_seats_choice_in_between_does_not_make_a_choice_old(server: Serving) -> None:
    async with table_for_two(server) as (first, second, *_):
        old = first.request(first.legal[0], 45)
        await second.play()
        assert (await first.ask(old))["t"] == "done"


async def test_an_oversized_message_closes_that_connection_alone(server: Serving) -> None:
    async with table_for_two(server) as (first, second, ann, _):
        await first.send(json.dumps({"t": "seed", "seed": "a" * 5000}))
        assert await first.closed() == 1009
        assert (await second.play())["t"] == "done"
        async with ann.live(first.table["id"]) as again:
            assert (await again.play())["t"] == "done"


async def test_a_flood_is_refused_then_cut_off_and_the_match_goes_on(sqlite: str) -> None:
    server = Serving(sqlite, messages_a_second=20, messages_at_once=30, grace=60).start()
    try:
        async with table_for_two(server) as (first, second, *_):
            wish = frame(TEXT, json.dumps(first.request(0)).encode())
            first.socket.transport.write(wish * 2000)  # together, as they arrive where a machine is busy
            assert await first.closed() == 1008
            refused = [message for message in first.heard if message["t"] == "refused"]
            assert any("too many messages: at most 20 a second" in one["why"] for one in refused)
            assert (await second.play())["t"] == "done"
    finally:
        server.stop()


async def test_a_page_of_another_site_is_refused(server: Serving) -> None:
    async with table_for_two(server) as (first, _, ann, __):
        table = first.table["id"]
        evil = {"Origin": "https://evil.example"}
        answer = await ann.http.post("/api/tables", json={"game": "command-dice"}, headers=evil)
        assert answer.status_code == 403
        assert "https://evil.example" in answer.json()["why"]
        async with connect(
            first.url, additional_headers={"Cookie": ann.cookie, **evil}, proxy=None
        ) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
        assert closed.value.rcvd.reason == "this server's own pages only, not https://evil.example"
        own = await ann.http.get(f"/api/tables/{table}", headers={"Origin": server.http})
        assert own.status_code == 200


async def test_a_table_that_is_not_there_is_said_so(server: Serving) -> None:
    async with Guest(server) as ann:
        answer = await ann.http.get("/api/tables/nowhere")
        assert (answer.status_code, answer.json()["why"]) == (404, "there is no table 'nowhere'")
        for name in ("nowhere", "🎲" * 40):  # a frame that closes holds 123 bytes of the reason
            async with ann.live(name) as line:
                assert await line.closed() == 4404
        with pytest.raises(
            InvalidStatus
        ) as refused:  # before it is a WebSocket, and without a line in the log
            await ann.live("x" * 3000).__aenter__()
        assert refused.value.response.status_code == 414


@pytest.mark.parametrize(
    ("wish", "status", "why"),
    [
        ({"game": "chess"}, 404, "this server has no game 'chess'"),
        ({"game": "command-dice", "seats": 5}, 400, "not 5"),
        ({"game": "command-dice", "values": {"colour": 1}}, 400, "unknown option 'colour'"),
        ({"game": "command-dice", "values": {"red-swords": [9, 9, 9, 9, 9, 9]}}, 400, "red-swords is [9"),
        ({"game": "command-dice", "pace": "warp"}, 400, "unknown pace 'warp'"),
        ({"game": "command-dice", "bots": {"1": "oracle"}}, 400, "unknown bot 'oracle'"),
        ({"game": "command-dice", "bots": {"0": "greedy"}}, 409, "seat 0 is taken"),
        ({"game": "command-dice", "bots": {"7": "greedy"}}, 400, "there is no seat 7"),
        ({"game": "command-dice", "cheat": True}, 400, "cheat"),
        ({"game": 3}, 400, "game"),
        ({}, 400, "game"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(
    server: Serving, wish: dict[str, Any], status: int, why: str
) -> None:
    async with Guest(server) as ann:
        answer = await ann.post("/api/tables", **wish)
        assert answer.status_code == status, answer.text
        assert why in answer.json()["why"]


async def test_a_request_too_large_or_not_json_is_refused(server: Serving) -> None:
    async with Guest(server) as ann:
        large = await ann.http.post("/api/tables", json={"game": "x" * 100_000})
        too_long = "what came with POST '/api/tables' is too long: at most 65536 bytes are read"
        assert (large.status_code, large.json()["why"]) == (413, too_long)
        transcript = await ann.post("/api/verify", text="x" * 1_100_000)
        assert (transcript.status_code, f"at most {2**20} bytes" in transcript.json()["why"]) == (413, True)
        wrong = await ann.post("/api/join", kode="AB")
        said = """cannot do POST '/api/join': data: object missing required field `code` in '{"kode":"AB"}'"""
        assert (wrong.status_code, wrong.json()["why"]) == (400, said)
        broken = await ann.http.post("/api/tables", content="{", headers={"content-type": "application/json"})
        assert broken.status_code == 400
        cut = "cannot read the JSON that came with POST '/api/tables': input data was truncated"
        assert broken.json()["why"] == cut
        empty = await ann.http.post("/api/tables")
        assert (empty.status_code, empty.json()["why"]) == (
            400,
            "nothing came with POST '/api/tables': it needs JSON",
        )


async def test_an_address_or_a_method_that_is_not_there_is_said_so(server: Serving) -> None:
    async with Guest(server) as ann:
        nowhere = await ann.http.get("/api/nowhere")
        assert nowhere.status_code == 404
        assert nowhere.json()["why"] == "nothing answers GET '/api/nowhere': there is no such address"
        delete = await ann.http.delete("/api/join")
        assert delete.status_code == 405
        assert delete.json()["why"].startswith("nothing answers DELETE '/api/join': that address takes ")
        assert "POST" in delete.headers["allow"]


async def test_somebody_without_a_cookie_is_told_where_to_get_one(server: Serving) -> None:
    async with Guest(server) as ann:
        ann.http.cookies.clear()
        answer = await ann.post("/api/tables", game="command-dice")
        assert answer.status_code == 401
        assert "/api/me" in answer.json()["why"]


async def test_seats_are_refused_to_those_who_may_not_have_them(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        path = f"/api/tables/{table}"
        for sent, status, why in [
            (ben.post(f"{path}/sit", seat=0), 409, "seat 0 is taken by"),
            (ben.post(f"{path}/sit", seat=2), 400, "there is no seat 2"),
            (ben.post(f"{path}/sit", seat=-1), 400, "there is no seat -1"),
            (ben.post(f"{path}/stand"), 403, "you do not sit"),
            (ben.post(f"{path}/bot", seat=1, kind="greedy"), 403, "only the host"),
            (ann.post(f"{path}/bot", seat=0, kind="greedy"), 409, "seat 0 is taken by"),
        ]:
            answer = await sent
            assert (answer.status_code, why in answer.json()["why"]) == (status, True), answer.text


async def test_names_are_bounded(server: Serving) -> None:
    async with Guest(server) as ann:
        for name in ("", "   ", "x" * 25, "a\x00b", "\u202eevil"):
            answer = await ann.http.put("/api/me", json={"name": name, "colour": 0})
            assert answer.status_code == 400
        assert (await ann.http.put("/api/me", json={"name": "Ann", "colour": 8})).status_code == 400
