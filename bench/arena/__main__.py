"""``python -m bench arena``: throws a second, towers, and how soon a throw is seen."""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.arena.frames import frames_a_second
from bench.report import report
from bench.timing import Result
from throwdown.arena.attitude import generator
from throwdown.arena.hand import SPREAD, Steadiness, Throw, perturbed
from throwdown.arena.throwing import fling
from throwdown.arena.towers import stands_for
from throwdown.kernel.throwing import BARE

THROWS = 600
ROLLS = 5
FLICKS = 150
LIMIT = 120.0  # seconds to look for throws in
DUELS = ("axe-vs-daggers", "chicken", "day-at-the-beach", "horse-shoes", "pineapple-vs-fish")
HAND = {"aim": 1.0, "strength": 60.0}
ASKEW = {"x": 0.002, "y": 0.0015}  # towers so built fall in the end


def main() -> None:
    results = [throws_a_second(), *true_tower(), *asyncio.run(flick_to_pose())]
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as port:
        results += frames_a_second(f"http://127.0.0.1:{port}")
    report("arena", {"The arena": results})


def throws_a_second() -> Result:
    """A die from the hand over the table to rest, in processor seconds of one core; the best of some runs."""
    rng = generator(1)
    thrown = [perturbed(Throw(aim=0.0, strength=40.0), SPREAD[Steadiness.STEADY], rng) for _ in range(THROWS)]
    rates: list[float] = []
    for _ in range(ROLLS):
        began = time.process_time()
        for throw in thrown:
            fling(BARE, throw)
        rates.append(THROWS / (time.process_time() - began))
    return Result("a die to rest, one core", max(rates), "throws/s", target=450.0)


def true_tower() -> list[Result]:
    began = time.process_time()
    stands = stands_for(BARE, "dc" * 12, seconds=20.0)
    speed = 20.0 / (time.process_time() - began)
    return [
        Result("12 dice and 12 cards stand for 20 simulated seconds", float(stands), "", target=1.0),
        Result("that tower, against real time", speed, "times"),
    ]


async def flick_to_pose() -> list[Result]:
    """From sending a throw or a placing over the loopback to its poses being there, in milliseconds."""
    waits: list[float] = []
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as port:
        end = time.monotonic() + LIMIT
        for duel in cycle(DUELS):
            if len(waits) >= FLICKS or time.monotonic() > end:
                break
            waits += await _one_match(f"127.0.0.1:{port}", duel, end)
    waits.sort()
    p99 = waits[min(len(waits) - 1, round(0.99 * len(waits)))]
    return [
        Result(f"flick to first pose, median of {len(waits)}", statistics.median(waits), "ms"),
        Result("flick to first pose, p99", p99, "ms", target=150.0, at_most=True),
    ]


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """A server in a thread; its port."""
    import uvicorn

    from throwdown.server.app import make_app
    from throwdown.server.run import listen
    from throwdown.server.settings import Settings
    from throwdown.server.storage.store import Store

    settings = Settings(
        host="127.0.0.1", port=0, database=f"sqlite:///{folder}/bench.db", messages_a_second=10_000,
        messages_at_once=10_000, seed_wait=0.1,
    )  # fmt: skip
    listening = listen(settings.host, settings.port)
    app = make_app(settings, Store(settings.database))
    config = uvicorn.Config(app, ws="websockets-sansio", lifespan="on", access_log=False, log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()


async def _one_match(address: str, duel: str, end: float) -> list[float]:
    """Throw a duel against a bot; the wait for each throw's poses."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=20) as http:
        await _patiently(http)
        wishes = {"game": duel, "seats": 2, "values": {"throws": "thrown"},
                  "bots": {"1": "random"}, "pace": "quick"}  # fmt: skip
        made = (await http.post("/api/tables", json=wishes)).json()["id"]
        headers = {"cookie": f"throwdown={http.cookies['throwdown']}"}
        url = f"ws://{address}/api/tables/{made}/live"
        async with connect(url, additional_headers=headers, max_size=None) as socket:
            return await _play(socket, end)


async def _patiently(http: httpx.AsyncClient) -> None:
    for _ in range(100):
        try:
            await http.get("/api/me")
            return
        except httpx.ConnectError:
            await asyncio.sleep(0.1)


async def _play(socket: ClientConnection, end: float) -> list[float]:
    waits: list[float] = []
    arena: dict[str, object] = {}
    sent, flicked = 0, 0.0
    async for heard in _messages(socket, end):
        if heard["t"] == "arena":
            if flicked and heard.get("flight"):
                waits.append(1000 * (time.perf_counter() - flicked))
                flicked = 0.0
            arena = heard
        elif heard["t"] == "table" and heard["phase"] == "over":
            break
        elif heard["t"] == "steps":
            scene, n = heard["steps"][-1].get("scene") or {}, heard["steps"][-1]["n"]
            choices = [choice["event"] for choice in scene.get("choices", [])]
            if not choices:
                continue
            sent += 1
            play = {"t": "play", "request": sent, "event": choices[-1], "after": n}
            if arena.get("event", -1) in choices:
                play |= {"event": arena["event"], "hand": ASKEW if arena.get("tower") else HAND}
                flicked = time.perf_counter()
            await socket.send(json.dumps(play))
    return waits


async def _messages(socket: ClientConnection, end: float) -> AsyncIterator[dict[str, Any]]:
    """What is heard, message by message: one frame may hold several, a line each."""
    while time.monotonic() < end:
        async with asyncio.timeout(20):
            text = await socket.recv()
        for line in text.splitlines():
            yield json.loads(line)


if __name__ == "__main__":
    main()
