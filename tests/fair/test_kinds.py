"""Fair dice in every kind of match: thrown by hand, raced for, in sets, and with choices taken back."""

from __future__ import annotations

import asyncio
import json

from tests.fair import second
from tests.fair.sitting import Two, finished, two
from tests.server.racers import Racer
from tests.server.serving import Serving
from throwdown.kernel import transcript


async def holds(sitting: Two, number: int = 1) -> int:
    """How many events of a match that is over were drawn again, by both implementations; every seat has
    opened every roll."""
    told = await sitting.told(number)
    rolls = told["fair"]["rolls"]
    assert rolls
    assert all(all(roll["links"]) for roll in rolls), number
    for line in sitting.lines:
        await line.listen()
        assert [one["roll"] for one in line.rolls] == list(range(1, len(rolls) + 1))
    assert "replaced" not in " ".join(await sitting.verified(number))
    return second.check(told)


async def test_the_way_a_die_leaves_the_hand_is_drawn_with_the_links_of_both_kd22(server: Serving) -> None:
    async with two(server, game="chicken", values={"throws": "thrown"}) as sitting:
        await sitting.begin()
        await sitting.play()
        await holds(sitting)
        seeds = second.opened(await sitting.told())
        throws = json.loads(transcript.read(await sitting.transcript()).one("Throws"))
        assert throws
        for number, hand in throws.items():
            seed = second.seed_of(int(number), seeds)
            assert hand["seed"] == second.ticket(seed, int(number), 2**62)


async def test_rolls_of_a_live_race_are_opened_press_by_press_kd21(server: Serving) -> None:
    wishes = {"game": "quick-draw", "values": {"timing": "live"}}
    async with two(server, **wishes) as sitting:
        await sitting.begin()
        async with asyncio.timeout(60):
            await asyncio.gather(*(Racer(line).race() for line in sitting.lines))
        assert await holds(sitting) >= 2


async def test_each_match_of_a_set_has_chains_of_its_own_du17(server: Serving) -> None:
    plan = {"kind": "number of games", "count": 3}
    async with two(server, game="duello", plan=plan) as sitting:
        await sitting.begin()
        tips = set()
        for number in (1, 2, 3):
            await sitting.play()
            await holds(sitting, number)
            tips |= {line.chain[0] for line in sitting.lines}
            if number < 3:
                await sitting.next_match(number + 1)
        assert len(tips) == 6


async def test_a_choice_that_opened_no_roll_is_taken_back_and_the_dice_still_hold(server: Serving) -> None:
    async with two(server) as sitting:
        await sitting.begin()
        mover = await sitting.mover()
        assert mover
        before = mover.n
        assert (await mover.ask(mover.request()))["t"] == "done"
        asker = sitting.lines.index(mover)
        at, wish = f"/api/tables/{sitting.table}/ask", {"what": "take back", "wanted": True}
        asked = await sitting.guests[asker].post(at, **wish)
        assert asked.status_code == 204, asked.text
        told = await mover.until(lambda message: message["t"] == "table" and "asking" in message)
        question = {"seat": told["asking"]["seat"], "n": told["asking"].get("n", 0)}
        answered = await sitting.guests[1 - asker].post(at, **wish, **question)
        assert answered.status_code == 204, answered.text
        while mover.n < before + 2:
            await mover.hear()
        await sitting.play(8)
        await finished(sitting)
        assert await holds(sitting)
