"""What strangers send to stop the server: refused early, within bounds, and nobody else waits."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

import throwdown
from tests.server.people import Guest, Line
from tests.server.serving import Serving
from tests.server.watchdog import HELD, longest
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import NAME_LENGTH, checked_name, is_legible
from throwdown.server.limits import Open, household
from throwdown.server.room.room import VIEWERS
from throwdown.server.table.audience import BACKLOG_BYTES, TOO_SLOW, Backlog, Viewer
from throwdown.server.web.front import Names
from throwdown.server.work.heavy import QUEUE_EACH, Heavy


@pytest.fixture(scope="module")
def stranger(report: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose event loop is watched, with its usual limits for WebSockets."""
    database = f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.db'}"
    serving = Serving(
        database, watched=str(report), frames_a_second=120, frames_at_once=1000, messages_at_once=500
    ).start()
    with httpx.Client(base_url=serving.http, timeout=60) as client:
        client.get("/api/me")
    report.write_text("")
    yield serving
    assert serving.stop() == (0, "")


def file_of(text: str) -> dict[str, str]:
    return {"name": "mine.toml", "text": text}


@pytest.mark.parametrize(
    "text",
    [
        *("a." * 30_000 + "a=1", "x = {" + "a." * 10_000 + "a=1}", "x = " + "[" * 30_000, "x = [\n" * 5000),
        *("x = " + "9" * 20_000, "[[a]]\nb.c.d.e.f.g.h.i.j=1\n" * 1200, "'''" * 9000, '"""\\' * 7000),
    ],
)
def test_a_file_of_values_that_would_take_the_parser_long_is_refused(stranger, report, text):
    with httpx.Client(base_url=stranger.http, timeout=60) as client:
        answer = client.post("/api/games/command-dice/values/read", json=file_of(text))
        assert (answer.status_code, "mine.toml" in answer.json()["why"]) == (400, True)
    assert longest(report)[0] < HELD, longest(report)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 400),
        ("/api/tables/%00/link", 400),
        ("/api/games/command-dice/values?name=%00", 400),
        ("/" + "a" * 900, 404),
        ("/" + "a" * 5000, 414),
        ("/api/tables/AAAAAAAAAAAAAAAAAAAAAA/matches/99999999999999999999999/transcript", 404),
        ("/api/tables/AAAAAAAAAAAAAAAAAAAAAA/matches/" + "9" * 600 + "/replay", 404),
        ("/api/tables/" + "é" * 70, 404),
        ("/%ff%fe", 200),
        ("/" + "../" * 200, 200),
    ],
)
def test_an_address_that_cannot_be_is_refused_and_no_failure(stranger, path, status):
    with httpx.Client(base_url=stranger.http, timeout=60) as client:
        assert client.get(path).status_code == status


@pytest.mark.parametrize("body", [b'{"code":"\xff"}', b'{"\xc3":1}', b'{"code":"\xed\xa0\x80"}'])
def test_a_body_that_is_not_utf_8_is_refused_and_no_failure(stranger, body):
    with httpx.Client(base_url=stranger.http, timeout=60) as client:
        answer = client.post("/api/join", content=body)
        assert (answer.status_code, "UTF-8" in answer.json()["why"]) == (400, True)


@pytest.mark.parametrize("body", ['{"game":' + "[" * 30_000, '{"values":{"a":' + "[" * 30_000, '"\\ud800"'])
def test_a_body_that_is_nested_without_end_is_refused(stranger, body):
    with httpx.Client(base_url=stranger.http, timeout=60) as client:
        client.get("/api/me")
        assert client.post("/api/tables", content=body).status_code == 400
        unknown = '{"code":"x","more":' + "[" * 30_000
        assert client.post("/api/join", content=unknown).status_code == 400


async def test_pings_are_limited_and_the_loop_is_never_held(stranger: Serving, report: Path) -> None:
    async with Guest(stranger) as ann:
        table = await ann.open()
        reader, writer = await asyncio.open_connection("127.0.0.1", stranger.port)
        writer.write(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        ended = 0
        for _ in range(3000):
            writer.write(b"\x89\x80\0\0\0\0" * 1000)
            try:
                async with asyncio.timeout(20):
                    await writer.drain()
                await asyncio.sleep(0.01)
            except ConnectionError:
                ended += 1
                break
        writer.close()
        assert ended, "three million pings were answered"
    assert longest(report)[0] < HELD, longest(report)


@pytest.mark.parametrize("frame", [b"\x01\x80\0\0\0\0", b"\x81\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"])
async def test_a_flood_of_empty_frames_ends_the_connection(stranger, report, frame):
    async with Guest(stranger) as ann:
        table = await ann.open()
        async with connect(f"{stranger.ws}/api/tables/{table}/live", proxy=None) as line:
            line.transport.write((frame + b"\x00\x80\0\0\0\0" * 3) * 1500)
            async with asyncio.timeout(20):
                await line.wait_closed()
            assert line.close_code in (1008, 1002, 1006)
    assert longest(report)[0] < HELD, longest(report)


async def test_messages_that_are_nested_without_end_are_refused_and_the_next_is_heard(stranger):
    async with Guest(stranger) as ann:
        table = await ann.open()
        async with ann.live(table) as line:
            for message in ('{"t":"play","x":' + "[" * 4000, "[" * 4000):
                assert (await line.ask(message))["t"] == "refused"


async def test_whoever_does_not_read_is_cut_off_at_a_number_of_bytes() -> None:
    never, both = asyncio.Event(), Backlog(10 * BACKLOG_BYTES)

    async def send(_message: object) -> None:
        await never.wait()

    viewer = Viewer(None, False, send, both)
    pump = asyncio.create_task(viewer.pump())
    for _ in range(40):
        viewer.send(b"x" * 100_000)
        await asyncio.sleep(0)
        assert both.size <= 2 * BACKLOG_BYTES
    assert viewer.closing == TOO_SLOW
    pump.cancel()
    await asyncio.gather(pump, return_exceptions=True)
    viewer.drop()
    assert both.size == 0


async def test_all_who_do_not_read_together_hold_no_more_than_is_set() -> None:
    never, both = asyncio.Event(), Backlog(300_000)

    async def send(_message: object) -> None:
        await never.wait()

    viewers = [Viewer(None, False, send, both) for _ in range(20)]
    pumps = [asyncio.create_task(viewer.pump()) for viewer in viewers]
    for _ in range(9):
        for viewer in viewers:
            viewer.send(b"x" * 10_000)
        await asyncio.sleep(0)
    assert both.size <= 300_000 + 20 * 11_000  # one message always goes to whoever has read all
    assert any(viewer.closing for viewer in viewers)
    for pump in pumps:
        pump.cancel()


async def test_an_answer_is_made_once_and_each_address_has_a_queue_of_its_own() -> None:
    heavy, made = Heavy(), list[int]()

    def make() -> bytes:
        time.sleep(0.05)
        made.append(1)
        return b"long answer" * 1000

    answers = await asyncio.gather(*(heavy.answer("here", "key", make) for _ in range(50)))
    assert len(set(answers)) == len(made) == 1
    waiting = [asyncio.create_task(heavy.run("here", lambda: time.sleep(0.05))) for _ in range(QUEUE_EACH)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="too many long answers"):
        await heavy.run("here", make)
    assert await heavy.run("elsewhere", lambda: 7) == 7
    await asyncio.gather(*waiting)
    heavy.stop()


async def test_who_is_cut_off_keeps_the_turn_of_the_address_until_the_thread_is_free() -> None:
    heavy, running, at_once = Heavy(), list[int](), list[int]()

    def work() -> None:
        running.append(1)
        at_once.append(len(running))
        time.sleep(0.05)
        running.pop()

    asking = [asyncio.create_task(heavy.run("here", work)) for _ in range(4)]
    await asyncio.sleep(0.02)
    asking[0].cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    assert at_once == [1, 1, 1, 1]
    heavy.stop()


async def test_replays_that_are_asked_at_once_hold_neither_the_loop_nor_the_pages(stranger, report):
    async with Guest(stranger) as ann:
        table = await ann.open(game="dardz", bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            while line.n < 100 and line.table.get("phase") != "over":
                assert (await line.play(random.Random(line.n)))["t"] == "done"
            if line.table["phase"] != "over":
                await line.send({"t": "resign", "request": 1})
            await line.phase("over")
        match = f"/api/tables/{table}/matches/1"
        ann.http.timeout = httpx.Timeout(120)
        transcript = (await ann.http.get(f"{match}/transcript")).text
        kinds = [f"{match}/replay", f"{match}/replay?seat=0", f"{match}/dice", f"{match}/transcript"]
        asked = [asyncio.create_task(ann.http.get(kind)) for kind in kinds * 10]
        asked += [asyncio.create_task(ann.post("/api/verify", text=transcript)) for _ in range(20)]
        await asyncio.sleep(0)
        assert (await ann.http.get("/", headers={"accept": "text/html"})).status_code in (200, 503)
        assert not all(task.done() for task in asked), "a page waited for every replay"
        answers = await asyncio.gather(*asked)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 5
        plain = await ann.http.get(kinds[0], headers={"accept-encoding": "gzip;q=0"})
        assert (plain.content, "content-encoding" in plain.headers) == (answers[0].content, False)
        assert answers[0].headers["content-encoding"] == "gzip"
    assert longest(report)[0] < HELD, longest(report)


def long_transcript(many: int) -> str:
    """One whose check takes long: a choice is taken back again and again."""
    match = throwdown.load("command-dice").match(seed=1)
    return f"{match.transcript().rstrip()}\n" + "0: R1\n0: takes back\n" * many


async def test_transcripts_that_take_long_to_check_keep_nobody_from_what_else_is_made(sqlite: str) -> None:
    text = long_transcript(20_000)
    server = Serving(sqlite, trusted_proxies=["127.0.0.0/8"]).start()
    async with Guest(server) as ann:
        ann.http.timeout = httpx.Timeout(60)
        table = await ann.open()
        strangers = [{"X-Forwarded-For": f"9.9.9.{k}"} for k in range(1, 4)]
        checks = [
            asyncio.create_task(ann.http.post("/api/verify", json={"text": text}, headers=stranger))
            for stranger in strangers
        ]
        await asyncio.sleep(0.5)
        assert (await ann.http.get(f"/api/tables/{table}/qr.svg")).status_code == 200
        assert not any(check.done() for check in checks), "the code waited for a check"
        stopped = await asyncio.to_thread(server.stop)
        assert {check.status_code for check in await asyncio.gather(*checks)} == {503}, "a stop waited"
    assert stopped == (0, "")


def test_a_count_by_address_takes_a_subscribers_network_for_one() -> None:
    both = Open(2, 3)
    assert [both.enter("a"), both.enter("a"), both.enter("a"), both.enter("b"), both.enter("c")] == [
        *(True, True, False, True, False)
    ]
    both.leave("a")
    assert both.enter("c")
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2::9") != household("2001:db8:1:3::9")
    assert (household("::ffff:10.0.0.1"), household("10.0.0.1")) == ("10.0.0.1", "10.0.0.1")


def asked(server: Serving, **headers: str) -> httpx.Response:
    with httpx.Client(base_url=server.http, timeout=60) as client:
        return client.get("/api/games", headers=headers)


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        *(
            ("127.0.0.1:80", True),
            ("[::1]:8000", True),
            ("localhost", True),
            ("box.local", True),
            ("box", True),
        ),
        *(("games.example", True), ("a.b.example", True), ("b.example", False), ("evil.example", False)),
        *(("games.example.evil.example", False), ("", False), ("games.example/x", False), ("a@box", False)),
        *(("box:65536", False), ("[ffff]", False), ("[:::::]", False), ("[1.2.3.4]", False)),
    ],
)
def test_names_that_the_public_net_has_must_be_allowed(host: str, is_ours: bool) -> None:
    assert Names(["games.example", "*.b.example"]).allows(host) == is_ours


def test_a_foreign_host_is_refused_and_not_repeated(stranger: Serving) -> None:
    answer = asked(stranger, Host="evil.example")
    assert (answer.status_code, "evil" in answer.text) == (421, False)


async def test_only_a_trusted_proxys_headers_count(sqlite: str, stranger: Serving) -> None:
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example", "X-Forwarded-For": "9.9.9.9"}
    behind = Serving(sqlite, trusted_proxies=["127.0.0.0/8"], allowed_hosts=["games.example"]).start()
    async with Guest(behind) as ann, Guest(stranger) as ben:
        table = await ann.open()
        link = (await ann.http.get(f"/api/tables/{table}/link", headers=told)).json()["url"]
        assert link == f"https://games.example/t/{table}"
        secure = (await ann.http.get("/api/me", headers=told)).headers["set-cookie"]
        assert "secure" in secure.lower()
        other = await ben.open()
        link = (await ben.http.get(f"/api/tables/{other}/link", headers=told)).json()["url"]
        assert link == f"{stranger.http}/t/{other}"
    assert behind.stop() == (0, "")


def test_a_trusted_proxy_may_use_an_idle_connection_again_and_a_strangers_is_ended(sqlite, stranger):
    behind = Serving(sqlite, trusted_proxies=["127.0.0.0/8"]).start()
    with (
        closing(HTTPConnection("127.0.0.1", behind.port, timeout=20)) as proxy,
        closing(HTTPConnection("127.0.0.1", stranger.port, timeout=20)) as other,
    ):
        for line in (proxy, other):
            line.request("GET", "/healthz")
            assert line.getresponse().read() == b"ok\n"
        time.sleep(6)  # a stranger's is ended after five seconds
        proxy.request("GET", "/healthz")
        assert proxy.getresponse().read() == b"ok\n"
        assert is_ended(other.sock)
    assert behind.stop() == (0, "")


def is_ended(line: socket.socket) -> bool:
    """Whether the server has ended the connection, at once or after what was sent."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


async def test_one_address_opens_so_many_connections_and_tables_and_no_more(sqlite: str) -> None:
    server = Serving(sqlite, connections_each=6, tables_at_once=3, tables_an_hour=0, reads_a_second=0,
                     reads_at_once=20, sockets_a_guest=2).start()  # fmt: skip
    async with Guest(server) as ann:
        opened = [await ann.post("/api/tables", game="command-dice") for _ in range(5)]
        assert [answer.status_code for answer in opened] == [*(201, 201, 201), *(429, 429)]
        table = opened[0].json()["id"]
        async with ann.live(table), ann.live(table), ann.live(table) as third:
            assert await third.closed() == TOO_SLOW
        sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(9)]
        for each in sockets[-3:]:
            each.settimeout(20)
            assert is_ended(each)
        for each in sockets:
            each.close()
        statuses = [(await ann.http.get("/api/games")).status_code for _ in range(30)]
        assert (statuses[0], statuses[-1]) == (200, 429)
    assert server.stop() == (0, "")


async def test_two_hundred_who_watch_from_one_address_hold_nobody_up(sqlite: str) -> None:
    server = Serving(
        sqlite, messages_a_second=1, messages_at_once=60, frames_each_a_second=1, frames_each_at_once=900
    ).start()
    async with Guest(server) as ann, AsyncExitStack() as stack:
        table = await ann.open()
        own = await stack.enter_async_context(ann.live(table))
        watching = [await stack.enter_async_context(Line(server, table)) for _ in range(VIEWERS)]
        async with Line(server, table) as one_too_many:
            assert await one_too_many.closed() == TOO_SLOW
        async with ann.live(table) as again:
            assert (await again.next("table"))["you"] == 0, "who sits at a table always comes back to it"
        while own.table.get("watchers", 0) < VIEWERS:
            await own.hear()
        assert sum(message["t"] == "table" for message in own.heard) < VIEWERS / 4
        for line in watching:
            await line.send({"t": "sync", "after": 0})
        assert "too many requests" in (await watching[-1].next("refused"))["why"]
        for line in watching[:30]:  # each far less than a connection may
            line.socket.transport.write(b"\x89\x80\0\0\0\0" * 50)
        assert await watching[29].closed() == 1008
        assert watching[29].socket.close_reason == "too many frames from your address"
    assert server.stop() == (0, "")


def test_heads_and_bodies_that_do_not_come_are_not_waited_for(sqlite: str) -> None:
    server = Serving(sqlite, head_timeout=0.5, body_timeout=0.5).start()
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: box\r\nX-A: ", b"GET /" + b"a" * 40_000):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
            line.sendall(begun)
            assert not line.recv(1000) or len(begun) > 1000
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"POST /api/join HTTP/1.1\r\nHost: box\r\nContent-Length: 900\r\n\r\n{")
        assert line.recv(1000).startswith(b"HTTP/1.1 408")
    assert server.stop() == (0, "")


@pytest.mark.parametrize(
    "name", ["\u3164", "a\u200bb", "\u202eevil", "a" + "\u0301" * 3, "\u0301a", "a\ufe0eb", "a\u2800"]
)
def test_a_name_with_letters_that_nobody_sees_is_refused(name: str) -> None:
    assert not is_legible(name)
    with pytest.raises(Refusal, match="others could not read this name: "):
        checked_name(name)
    assert all(map(is_legible, ["Zoë", "Łukasz 2", "小明", "ע", "नमस्ते", "🎲 Ann", "I ❤️ dice", "e\u0301"]))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("evil\u202edef", "after 'evil' comes a mark that turns the direction of writing"),
        ("\u3164", "it begins with a letter that cannot be seen"),
        (" ", "a name has one letter at least"),
        ("n" * 30, f"a name has {NAME_LENGTH} letters at most, and '{'n' * 30}' has 30"),
    ],
)
def test_a_name_that_is_refused_is_told_why_without_codes(name: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        checked_name(name)
    assert refusal.value.why.removeprefix("others could not read this name: ") == why


def test_the_front_tells_everything_in_the_shape_of_a_refusal(stranger: Serving) -> None:
    answer = asked(stranger, Host="evil.example")
    assert set(json.loads(answer.text)) == {"why"}
    assert "content-security-policy" in answer.headers
