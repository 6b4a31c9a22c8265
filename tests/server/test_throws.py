"""Dice thrown by hand over the wire: bounds, turns, and a server that is killed in mid-duel (KD-22)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import Guest, Line, Message
from tests.server.serving import Serving

GAME = {"game": "chicken", "seats": 2, "values": {"throws": "thrown"}}
HAND = {"aim": 1.5, "strength": 62.0}


@asynccontextmanager
async def two_at_the_mat(server: Serving) -> AsyncIterator[tuple[Line, Line, Guest]]:
    """The challenged has set the mat, and is to throw."""
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open(**GAME)
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as first, ben.live(table) as second:
            await second.play()
            await second.turn()
            yield first, second, ben


async def throw(line: Line, hand: Message) -> Message:
    """The mat after a throw with that hand."""
    await line.turn()
    n = line.n
    answer = await line.ask({**line.request(), "hand": hand})
    assert answer["t"] == "done"
    while line.n < answer["n"]:
        await line.hear()
    return await mat_after(line, n)


async def mat_after(line: Line, n: int) -> Message:
    """The mat with the first throw after event ``n``, heard already or to come."""

    def shows(message: Message) -> bool:
        return message["t"] == "arena" and message["n"] > n and bool(message.get("flight"))

    heard = next(filter(shows, line.heard), None)
    return heard or await line.until(shows)


def lying(mat: Message) -> list[Message]:
    """The dice on the mat: none where each has fallen off it."""
    return mat.get("bodies", [])


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ({"aim": 26.0, "strength": 50.0}, "the aim of a throw is -25 to 25: 26"),
        ({"aim": 0.0, "strength": 101.0}, "the strength of a throw is 0 to 100: 101"),
        (
            {"aim": 0.0, "strength": 50.0, "aside": -1.0},
            "the place of the hand of a throw is -0.08 to 0.08: -1",
        ),
        ({"aim": float("nan"), "strength": 50.0}, "cannot read the message"),
        ({"aim": 1e999, "strength": 50.0}, "cannot read the message"),
        ({"aim": "left"}, "expected `float`, got `str`"),
    ],
)
async def test_a_hand_that_nobody_has_is_refused_and_nothing_is_thrown(
    server: Serving, hand: dict[str, Any], why: str
) -> None:
    async with two_at_the_mat(server) as (_, second, _):
        before = dict(second.events)
        answer = await second.ask(json.dumps({**second.request(), "hand": hand}))
        assert answer["t"] == "refused"
        assert why in answer["why"]
        await second.send({"t": "sync"})
        await second.next("events")
        assert second.events == before
        assert (await throw(second, HAND))["flight"]


async def test_a_throw_out_of_turn_is_refused(server: Serving) -> None:
    async with two_at_the_mat(server) as (first, second, _):
        press = second.legal[0]
        answer = await first.ask({**first.request(press), "hand": HAND})
        assert answer["t"] == "refused"
        assert "waiting for" in answer["why"]


async def test_both_see_one_throw_and_it_is_small(server: Serving) -> None:
    async with two_at_the_mat(server) as (first, second, _):
        seen = await throw(second, HAND)
        also = await mat_after(first, seen["n"] - 1)
        assert also["flight"] == seen["flight"]
        assert lying(also) == lying(seen)
        assert len(seen["flight"]) < 8192


async def test_the_mat_lies_there_as_it_was_after_the_server_was_killed(tmp_path: Path) -> None:
    server = Serving(f"sqlite:///{tmp_path / 'games.db'}").start()
    async with two_at_the_mat(server) as (_, second, ben):
        await throw(second, HAND)
        mat = await throw(second, {**HAND, "aim": -2.0})
        server.kill()
        again = Serving(server.settings["database"]).start()
        async with ben.live(second.table["id"], server=again) as resumed:
            found = await resumed.next("arena")
            assert lying(found) == lying(mat)
            assert (await throw(resumed, HAND))["flight"]
        again.stop()
