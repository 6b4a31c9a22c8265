"""What a server tells its host: whether it lives, its figures, who plays; and what the host can do."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.conftest import Cluster
from tests.server.people import Guest, Message
from tests.server.serving import KEY, Serving
from tests.server.test_history import finish
from throwdown.server.admin import token_of
from throwdown.server.errors import CannotServe
from throwdown.server.keeping import backups

TOKEN = "a token of the host"
BEARER = {"Authorization": f"Bearer {TOKEN.replace(' ', '-')}"}


def hosted(database: str, **settings: object) -> Serving:
    return Serving(database, admin=TOKEN.replace(" ", "-"), **settings).start()


async def test_health_readiness_and_figures_are_told_and_no_page_lies_beside_them(sqlite: str) -> None:
    server = hosted(sqlite)
    async with Guest(server) as ann:
        table = await finish(ann)
        assert (await ann.http.get("/healthz")).text == "ok\n"
        assert (await ann.http.get("/readyz")).text == "ready\n"
        for path in ("/healthz/more", "/readyz/x", "/metrics/x"):
            assert (await ann.http.get(path)).status_code == 404
        assert (await ann.http.get("/metrics")).status_code == 401
        await ann.http.get("/no/such/page")
        await ann.http.request("BREW", "/healthz")
        await ann.http.get(f"/api/tables/{table}")
        told = (await ann.http.get("/metrics", headers=BEARER)).text
    assert server.stop() == (0, "")
    figures = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
    assert float(figures['throwdown_requests_total{method="GET",route="/healthz",status="200"}']) == 1
    assert float(figures['throwdown_requests_total{method="GET",route="/metrics",status="401"}']) == 1
    assert float(figures["throwdown_events_saved_total"]) > 0
    assert float(figures["throwdown_loop_delay_seconds"]) < 60
    assert 'route="/api/tables/{table}"' in told
    assert table not in told
    assert "no/such/page" not in told
    assert "BREW" not in told


async def test_only_the_host_sees_the_host_page_and_wrong_tokens_are_few(sqlite: str) -> None:
    server = hosted(sqlite)
    async with Guest(server) as ann:
        wrong = [
            (await ann.http.get("/api/admin", headers={"Authorization": "Bearer no"})).status_code
            for _ in range(12)
        ]
        assert wrong == [401] * 10 + [429] * 2
        assert (await ann.http.get("/api/admin", headers=BEARER)).status_code == 200
    server.stop()
    server = Serving(sqlite).start()  # a server without a token
    async with Guest(server) as ann:
        assert (await ann.http.get("/api/admin", headers={"Authorization": "Bearer x"})).status_code == 404
    assert server.stop() == (0, "")


async def test_the_host_sees_who_plays_and_removes_bans_closes_and_says_something(sqlite: str) -> None:
    server = hosted(sqlite)
    async with Guest(server) as host, Guest(server) as ann:
        host.http.headers.update(BEARER)
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.phase("playing")
            seen = (await host.http.get("/api/admin")).json()
            [one] = [each for each in seen["tables"] if each["id"] == table]
            assert (one["phase"], one["seats"][0]["here"]) == ("playing", True)
            [person] = seen["people"]
            assert (person["table"], person["seat"]) == (table, 0)
            assert seen["process"]["memory"] > 2**20
            assert {"name": "rooms", "value": 4000} in seen["limits"]

            await host.http.put("/api/admin/notice", json={"text": "  Closed on  Sunday. "})
            assert (await ann.http.get("/api/house")).json()["notice"] == "Closed on Sunday."
            bad = await host.http.put("/api/admin/notice", json={"text": "a‮b"})
            assert (bad.status_code, "printable" in bad.json()["why"]) == (400, True)

            await host.http.put("/api/admin/drain", json={"wanted": True})
            assert (await ann.http.get("/readyz")).status_code == 503
            refused = await ann.http.post("/api/tables", json={"game": "command-dice"})
            assert (refused.status_code, "about to be stopped" in refused.json()["why"]) == (503, True)
            assert (await line.play())["t"] == "done"
            await host.http.put("/api/admin/drain", json={"wanted": False})

            await host.http.post("/api/admin/bans", json={"who": person["guest"], "days": 1, "why": "rude"})
            assert await line.closed() == 1008
        assert (await ann.http.post("/api/tables", json={"game": "command-dice"})).status_code == 403
        async with ann.live(table) as line:
            assert await line.closed() == 1013
        assert (await host.http.delete(f"/api/admin/bans/{person['guest']}")).status_code == 204
        assert (await host.http.delete("/api/admin/bans/nobody")).status_code == 404
        async with ann.live(table) as line:
            await line.phase("playing")
            removed = await host.http.post(f"/api/admin/tables/{table}/remove", json={"seat": 0})
            assert removed.status_code == 204
            await line.until(lambda message: line.table["people"][0]["kind"] == "bot")
            assert (await host.http.post(f"/api/admin/tables/{table}/close")).status_code == 204
            assert await line.closed() == 4404
        assert (await ann.http.get(f"/api/tables/{table}")).status_code == 410
    assert server.stop() == (0, "")


async def test_a_ban_of_an_address_outlives_the_server(sqlite: str) -> None:
    server = hosted(sqlite, trusted_proxies=("127.0.0.1",))
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as host:
        await host.post("/api/admin/bans", json={"who": "203.0.113.9"}, headers=BEARER)
    server.stop()
    server = hosted(sqlite, trusted_proxies=("127.0.0.1",))
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as some:
        for address, status in (("203.0.113.9", 403), ("203.0.113.8", 200)):
            assert (await some.get("/api/me", headers={"X-Forwarded-For": address})).status_code == status
    server.stop()


async def test_every_request_is_logged_with_an_id_and_no_address_of_a_table(sqlite: str) -> None:
    server = Serving(sqlite, log_form="json", log_level="info").start()
    async with Guest(server) as ann:
        table = await ann.open()
        answer = await ann.http.get(f"/api/tables/{table}")
    _, said = server.stop()
    lines = [json.loads(line) for line in said.splitlines()]
    [line] = [one for one in lines if one["request"] == answer.headers["x-request-id"]]
    assert re.fullmatch(r"[0-9a-f]{16}", line["request"])
    assert (line["level"], line["logger"]) == ("INFO", "throwdown.requests")
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/tables/{table}", 200)
    assert line["ms"] > 0
    assert table not in said


async def test_backups_are_made_from_time_to_time_and_the_oldest_deleted(sqlite: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = folder / "throwdown-20200101-000000.db"
    old.write_text("")
    os.utime(old, (0, 0))
    server = Serving(sqlite, backups=folder, backups_kept=1).start()
    until = time.monotonic() + 60
    while old.exists() and time.monotonic() < until:
        await asyncio.sleep(0.1)
    [made] = backups.made(folder)
    assert made != old
    assert made.stat().st_size > 10_000
    assert not backups.is_due(folder, 1)
    assert server.stop() == (0, "")


def test_a_token_that_could_be_guessed_is_refused(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = token_of(sqlite)
    assert token_of(sqlite) == made
    assert Path(f"{sqlite.removeprefix('sqlite:///')}.admin").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("THROWDOWN_ADMIN", "short")
    with pytest.raises(CannotServe, match="THROWDOWN_ADMIN holds no token"):
        token_of(sqlite)


async def test_several_processes_serve_at_one_address_and_one_that_dies_is_followed_by_another(
    cluster: Cluster, request: pytest.FixtureRequest
) -> None:
    server = Serving(cluster.new_database(), key=KEY, workers=2, log_form="text").start()
    request.addfinalizer(server.kill)  # a process that has children is waited for, also after a failure
    async with Guest(server) as ann, Guest(server) as nils, Guest(server) as ola:
        table = await ann.open()
        async with ann.live(table) as first:
            assert (await nils.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
            async with nils.live(table) as second:
                await second.phase("playing")
                await first.phase("playing")
                for line in (first, second):
                    assert (await line.play())["t"] == "done"
                async with AsyncExitStack() as stack:  # all look on through one process, which counts them
                    looking = [await stack.enter_async_context(ola.live(table)) for _ in range(8)]
                    while first.table.get("watchers", 0) < len(looking):
                        await first.next("table")
        await one_process_has_a_buzzer(ann, nils)
        dead = children(server)[0]
        os.kill(dead, signal.SIGKILL)
        until = time.monotonic() + 60
        while (dead in children(server) or len(children(server)) < 2) and time.monotonic() < until:
            await asyncio.sleep(0.1)
        assert len(children(server)) == 2
    code, said = server.stop()
    assert (code, "came to an end: another begins" in said) == (0, True)


async def one_process_has_a_buzzer(ann: Guest, nils: Guest) -> None:
    """Every screen of a refereed table comes to the process that judges its buzzer, whichever took it."""
    people = [{"name": "Ann"}, {"name": "Nils"}]
    begun = await ann.post("/api/beside/referee", game="command-dice", people=people)
    at = f"/api/beside/referee/{begun.raise_for_status().json()['id']}"
    (await ann.post(f"{at}/hold", seat=0)).raise_for_status()
    (await ann.http.post(f"{at}/buzzer")).raise_for_status()
    async with AsyncExitStack() as stack, asyncio.timeout(30):
        for guest in (ann, *[nils] * 6):
            url = f"{guest.server.ws}{at}/buzzer"
            line = connect(url, additional_headers={"Cookie": guest.cookie}, proxy=None)
            socket = await stack.enter_async_context(line)
            told: list[Message] = []
            while not told:  # one frame may hold several messages, a ping after this one
                heard = map(json.loads, str(await socket.recv()).split("\n"))
                told = [message for message in heard if message["t"] == "buzzer"]
            assert told[-1]["yours"] == [guest is nils], "Ann's phone is known there, and has her area"


def children(server: Serving) -> list[int]:
    """The processes that serve."""
    pid = server.process.pid
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [one for one in map(int, found) if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
