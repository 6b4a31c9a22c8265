"""``python -m bench fair``: what fair dice cost. Two programs play Command Dice at one table with and without
them, alternating, on one server process over the loopback; it prints choices a second and their time."""

from __future__ import annotations

import asyncio
import tempfile
import time

from rich.console import Console

from bench.timing import Result, median, table
from tests.fair.test_served import two
from tests.server.serving import Serving

ROUNDS, CHOICES = 5, 60


async def choices(server: Serving, *, fair: bool) -> list[float]:
    """The time of each of so many choices, from the request to its answer, in milliseconds."""
    times: list[float] = []
    async with two(server, length=256, fair=fair) as sitting:
        await sitting.begin()
        while len(times) < CHOICES:
            mover = await sitting.mover()
            if mover is None:
                break
            began = time.perf_counter()
            answer = await mover.ask(mover.request(sitting.rng.choice(mover.legal)))
            times.append(1000 * (time.perf_counter() - began))
            while mover.n < answer["n"]:
                await mover.hear()
    return times


async def measure() -> list[Result]:
    with tempfile.TemporaryDirectory() as folder:
        server = Serving(f"sqlite:///{folder}/games.db", grace=3600, seed_wait=5).start()
        try:
            found: dict[bool, list[list[float]]] = {True: [], False: []}
            await choices(server, fair=True)  # one that does not count
            for _ in range(ROUNDS):
                for fair in (True, False):
                    found[fair].append(await choices(server, fair=fair))
        finally:
            server.stop()
    results: list[Result] = []
    for fair, name in ((False, "sealed dice"), (True, "fair dice")):
        rounds = found[fair]
        rate = median([1000 * len(times) / sum(times) for times in rounds])
        results.append(Result(f"{name}: choices of one table", rate, "a second"))
        results.append(
            Result(f"{name}: time of a choice, p50", median([median(times) for times in rounds]), "ms")
        )
        worst = [sorted(times)[int(0.95 * len(times))] for times in rounds]
        results.append(Result(f"{name}: time of a choice, p95", median(worst), "ms"))
    return results


def main() -> None:
    Console().print(table("What fair dice cost", asyncio.run(measure())))


if __name__ == "__main__":
    main()
