"""Fair dice at tables that are served: who is asked, who is replaced, and what goes on after a fault."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.fair import second
from tests.fair.chained import Chained
from tests.fair.sitting import Two, finished, two
from tests.server.conftest import Cluster
from tests.server.people import Guest
from tests.server.serving import Serving


async def withheld(sitting: Two) -> tuple[Chained, Chained]:
    """Both, when the second has been asked for a link and keeps it."""
    ann, ben = sitting.lines
    ben.withholds = True
    await ann.next("table")
    await ann.seed()
    await ben.seed()
    while not ben.asked:
        await ben.hear()
    return ann, ben


async def test_two_people_open_every_roll_and_all_of_it_holds_when_the_match_is_over(server: Serving) -> None:
    async with two(server, length=16) as sitting:
        await sitting.begin()
        await sitting.play(40)
        await finished(sitting)
        told = await sitting.told()
        assert second.check(told) > 50
        rolls = told["fair"]["rolls"]
        assert len(rolls) > 16, "a chain came to its end"
        assert all(all(roll["links"]) for roll in rolls)
        assert [one["roll"] for one in sitting.lines[0].rolls] == list(range(1, len(rolls) + 1))
        assert "replaced" not in " ".join(await sitting.verified())


async def test_a_seat_that_withholds_or_lies_is_replaced_openly_and_not_asked_again(server: Serving) -> None:
    async with two(server) as sitting:
        ann, ben = sitting.lines
        ben.withholds = True
        await sitting.begin()
        await sitting.play(4)
        first, *others = ann.rolls
        assert first["links"][0]
        assert first["links"][1] == ""
        assert first["silent"] == [1]
        assert others
        assert all(one.get("silent", []) == [] and not one["links"][1] for one in others), "asked no more"
        assert len(ben.asked) == 1
        ben.withholds, ben.lies = False, True
        await ben.open(ann.rolls[-1]["roll"])  # late, but it shows that somebody is there
        await sitting.play(6)
        assert len([one for one in ann.rolls if one.get("silent")]) == 2
        await ben.listen()
        assert any("not one of the chain of your seat" in one.get("why", "") for one in ben.heard)
        await finished(sitting)
        assert second.check(await sitting.told())
        replaced = [line for line in await sitting.verified() if "stood in for seat 1" in line]
        assert replaced[0].endswith("which had been asked for its link in 2.")


async def test_a_line_that_is_lost_in_the_midst_of_a_roll_comes_back_and_opens_it(server: Serving) -> None:
    async with two(server) as sitting:
        ann, ben = await withheld(sitting)
        await ben.socket.close()
        again = Chained(server, sitting.table, sitting.guests[1].cookie).keep(chain=ben.chain)
        async with again:
            told = await ann.next("links")
            assert all(told["links"])


async def test_a_device_without_the_chain_says_so_and_nobody_waits_for_it(server: Serving) -> None:
    async with two(server) as sitting:
        ann, ben = await withheld(sitting)
        await ben.send({"t": "link", "roll": 1})
        told = await ann.next("links")
        assert told["links"][1] == ""
        await sitting.play(4)
        assert len(ben.asked) == 1


async def test_what_a_cup_hides_is_not_told_with_its_roll(server: Serving) -> None:
    async with two(server, game="duello") as sitting:
        await sitting.begin()
        ann, _ = sitting.lines
        while not ann.rolls:
            await ann.hear()
        dice = [event for one in ann.rolls for event in one.get("events", ())]
        hidden = [n for n, (seat, event) in ann.events.items() if seat == 8 and event is None]
        assert len(hidden) >= 5, "five dice under the other's cup"
        own = [n for n, (seat, event) in ann.events.items() if seat == 8 and event is not None]
        assert {event["n"] for event in dice}.isdisjoint(hidden)
        assert len(own) > len(dice), "her own dice are hidden from the others"
        await finished(sitting)
        assert second.check(await sitting.told()) >= 10


async def test_programs_alone_have_sealed_dice_and_a_program_among_browsers_is_replaced(
    server: Serving,
) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with Chained(server, table, ann.cookie).keep() as one, ben.live(table) as other:
            await one.next("table")
            await one.seed()
            await other.seed()
            told = await one.next("links")
            assert told["links"][0]
            assert told["links"][1] == ""
            assert "silent" not in told
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        await ben.post(f"/api/tables/{table}/sit", seat=1)
        async with ann.live(table) as one, ben.live(table) as other:
            await one.seed()
            await other.seed()
            await one.phase("playing")
            assert "fair" not in one.table


async def test_fair_dice_are_an_option_off_with_bots_and_never_over_days(server: Serving) -> None:
    async with Guest(server) as ann:
        for wishes, fair in (({}, True), ({"fair": False}, False), ({"bots": {"1": "greedy"}}, False)):
            opened = await ann.http.get(f"/api/tables/{await ann.open(**wishes, seats=2)}")
            told = opened.json()
            assert bool(told.get("fair")) is fair, wishes
        days = {"kind": "days"}
        refused = await ann.post("/api/tables", game="command-dice", fair=True, patience=days)
        assert refused.status_code == 400
        assert "over days" in refused.text


async def test_a_server_that_is_killed_in_the_midst_of_a_roll_comes_to_the_same_dice(tmp_path: Path) -> None:
    games = f"sqlite:///{tmp_path / 'games.db'}"
    server = Serving(games, grace=60, seed_wait=5, link_wait=10.0).start()
    async with two(server) as sitting:
        ann, ben = sitting.lines
        await sitting.begin()
        await sitting.play(3)
        ben.withholds = True
        before = len(ben.asked)
        while len(ben.asked) == before:
            for line in sitting.lines:
                await line.listen()
                if line.legal:
                    await line.send(line.request())
                    line.legal = []
            await asyncio.sleep(0.01)
        asked = ben.asked[-1]
        server.kill()
        for line in sitting.lines:
            await line.closed()
    server.start()
    async with (
        Chained(server, sitting.table, sitting.guests[0].cookie).keep(chain=ann.chain) as one,
        Chained(server, sitting.table, sitting.guests[1].cookie).keep(chain=ben.chain) as other,
    ):
        one.asked, other.asked = [], []
        told = await one.next("links")
        assert (told["roll"], told["n"], told["digest"]) == (asked["roll"], asked["n"], asked["digest"])
        assert all(told["links"])
        await other.next("links")
    server.stop()


async def test_two_processes_open_the_same_rolls(cluster: Cluster) -> None:
    url = cluster.new_database()
    servers = [Serving(url, grace=60, seed_wait=5, link_wait=4.0).start() for _ in range(2)]
    async with two(servers[0], servers[1]) as sitting:
        await sitting.begin()
        await sitting.play(12)
        ann, ben = sitting.lines
        # The two processes tell at their own pace: whoever has been told less hears on.
        while len(ann.rolls) != len(ben.rolls):
            await min(sitting.lines, key=lambda line: len(line.rolls)).hear()
        assert len(ann.rolls) > 3
        assert all(all(one["links"]) for one in ann.rolls)
        assert [one["server"] for one in ben.rolls] == [one["server"] for one in ann.rolls]
        await finished(sitting)
        assert second.check(await sitting.told())
    assert [server.stop() for server in servers] == [(0, "")] * 2
