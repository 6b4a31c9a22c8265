"""The mailbox of a table: what an act that fails leaves undone."""

from __future__ import annotations

import asyncio

import pytest

from throwdown.server.errors import Refusal
from throwdown.server.room.mailbox import Mailbox


async def test_after_an_act_that_failed_no_other_begins_on_what_it_left() -> None:
    done: list[str] = []

    def close(error: Exception) -> None:
        done.append(str(error))
        mailbox.refuse()
        mailbox.close()

    mailbox = Mailbox("a table", close, lambda: done.append("ended"))

    async def fails() -> None:
        await asyncio.sleep(0)
        raise OSError("disk full")

    async def plays() -> None:
        done.append("played")

    mailbox.post(fails)
    asked = asyncio.create_task(mailbox.ask(plays))
    mailbox.post(plays)
    with pytest.raises(Refusal, match="reloaded"):
        await asked
    await asyncio.sleep(0.01)
    assert done == ["disk full", "ended"]
    with pytest.raises(Refusal, match="reloaded"):
        await mailbox.ask(plays)


@pytest.mark.parametrize("steps", range(4))
async def test_an_act_that_attends_ends_when_its_mailbox_is_closed_at_any_step(steps: int) -> None:
    ended = asyncio.Event()
    mailbox = Mailbox("a table", lambda _: None, ended.set)

    async def attends() -> None:
        await mailbox.attend(lambda: False, 60.0)

    async def nothing() -> None:
        pass

    mailbox.post(attends)
    await asyncio.sleep(0.01)
    mailbox.post(nothing, at_once=True)
    for _ in range(steps):
        await asyncio.sleep(0)
    mailbox.close()
    async with asyncio.timeout(5):
        await ended.wait()
