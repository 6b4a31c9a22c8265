"""Sets at one table: who plays, who sits out, what is carried on, what the sheet says (DU-17 to DU-22)."""

from __future__ import annotations

import random

import httpx

from tests.server.people import Guest, Line
from tests.server.serving import Serving
from throwdown.kernel import series, transcript


def plan(kind: str, count: int, **more: object) -> dict[str, object]:
    return {"kind": kind, "count": count, **more}


async def play_match(line: Line, rng: random.Random) -> None:
    """One match to its end: whatever is legal; a bot plays the rest."""
    await line.phase("playing")
    while line.table["phase"] == "playing":
        if line.legal:
            await line.play(rng)
        else:
            await line.hear()


async def next_match(line: Line) -> None:
    before = line.table.get("match", 1)
    assert (await line.ask({"t": "rematch", "request": 900 + before}))["t"] == "done"
    await line.until(lambda message: message["t"] == "table" and message.get("match", 1) == before + 1)
    line.legal = []
    await line.seed()


async def test_a_set_goes_on_from_match_to_match_until_somebody_has_won_it(server: Serving) -> None:  # DU-17
    rng = random.Random(1)
    async with Guest(server) as ann:
        wishes = plan("target score", 16, stake=2)
        table = await ann.open(game="duello", bots={"1": "random"}, plan=wishes)
        async with ann.live(table) as line:
            await line.seed()
            games = 0
            while True:
                await play_match(line, rng)
                games += 1
                sheet = line.table["series"]
                assert sheet["title"] == "First to 16 points"
                assert sheet["played"] == games
                assert [int(row[-1]) for row in sheet["rows"]] == sheet["totals"]
                mine = (await ann.http.get("/api/me/tables")).json()
                is_next = not sheet.get("over")
                assert [one["next_game"] for one in mine] == [games + 1] * is_next, "a set is not forgotten"
                if sheet.get("over"):
                    break
                await next_match(line)
            mine, theirs = sheet["totals"]
            assert max(mine, theirs) >= 16
            assert sheet["winners"] == [int(theirs > mine)]
            assert sheet["paid"] == [2 * (mine - theirs), 2 * (theirs - mine)]
            text = (await ann.http.get(f"/api/tables/{table}/matches/{games}/transcript")).text
            read = transcript.read(text)
            assert "First to 16 points" in " ".join(read.verify())
            assert read.in_set is not None
            assert read.in_set.series.number == games - 1
            won = series.result_of(read.match, read.in_set.lineup)
            assert read.in_set.series.add(won).totals == sheet["totals"]


async def test_in_a_round_robin_two_play_and_the_third_looks_on(server: Serving) -> None:  # DU-18
    rng = random.Random(2)
    async with Guest(server) as ann:
        table = await ann.open(
            game="duello", seats=3, bots={"1": "random", "2": "random"}, plan=plan("round robin", 1)
        )
        async with ann.live(table) as line:
            await line.seed()
            met: list[tuple[int, ...]] = []
            while not line.table.get("series", {}).get("over"):
                if met:
                    await next_match(line)
                await line.phase("playing")
                met.append(tuple(line.table["lineup"]))
                assert len(line.table["people"]) == 3
                if 0 not in met[-1]:
                    assert not line.legal
                await play_match(line, rng)
            assert sorted(met[:3]) == [(0, 1), (0, 2), (1, 2)]
            seen_from = await ann.http.get(f"/api/tables/{table}/matches/1/replay", params={"seat": 0})
            assert seen_from.status_code == 200
            names = [person["name"] for person in line.table["people"]]
            for number, pair in enumerate(met, 1):
                told = (await ann.http.get(f"/api/tables/{table}/matches/{number}/played")).json()
                assert [person["name"] for person in told["people"]] == [names[seat] for seat in pair]
                assert told["you"] == (pair.index(0) if 0 in pair else -1)


async def test_who_sits_out_cannot_play(server: Serving) -> None:  # DU-18
    async with Guest(server) as ann, Guest(server) as ben, Guest(server) as cia:
        table = await ann.open(game="duello", seats=3, plan=plan("round robin", 1))
        for seat, guest in ((1, ben), (2, cia)):
            assert (await guest.post(f"/api/tables/{table}/sit", seat=seat)).status_code == 200
        async with ann.live(table) as first, ben.live(table) as second, cia.live(table) as third:
            for line in (first, second, third):
                await line.seed()
            for line in (first, second, third):
                await line.phase("playing")
            lines = [first, second, third]
            idle = lines[next(seat for seat in range(3) if seat not in first.table["lineup"])]
            answer = await idle.ask(idle.request(1))
            assert (answer["t"], answer["why"]) == ("refused", "you sit this match out")


async def told(guest: Guest, table: str, match: int) -> dict[str, httpx.Response]:
    """What is told of a match outside its table."""
    paths = {
        what: f"/api/tables/{table}/matches/{match}/{what}" for what in ("transcript", "replay", "account")
    }
    begin = {"begin": "false"}
    return {what: await guest.http.get(path, params=begin) for what, path in paths.items()}


def headers_of(text: str, *names: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(tuple(f"[{name} " for name in names))]


async def test_chips_go_on_from_match_to_match_and_no_secret_does(server: Serving) -> None:  # DU-23, DU-24
    rng = random.Random(3)
    async with Guest(server) as ann, Guest(server) as nils:
        table = await ann.open(
            game="duello", bots={"1": "random"}, values={"wagering": True}, plan=plan("number of games", 2)
        )
        async with ann.live(table) as line:
            await line.seed()
            assert (await line.next("table"))["series"]["chips"] == [100, 100]
            await play_match(line, rng)
            chips = line.table["series"]["chips"]
            assert sum(chips) <= 200
            first = await told(nils, table, 1)
            assert [answer.status_code for answer in first.values()] == [200, 200, 200]
            await next_match(line)
            await line.phase("playing")
            assert [answer.status_code for answer in (await told(nils, table, 2)).values()] == [409, 409, 409]
            again = await told(nils, table, 1)
            assert all(again[what].content == first[what].content for what in first)
            await play_match(line, rng)
            dice = ("Secret", "Commitment", "Seeds")
            second = headers_of((await told(nils, table, 2))["transcript"].text, *dice)
            assert len(second) == len(dice)
            assert not set(second) & set(headers_of(first["transcript"].text, *dice))
            text = (await ann.http.get(f"/api/tables/{table}/matches/2/transcript")).text
            read = transcript.read(text)
            assert read.match.values["chips"][:2] == chips
            assert read.in_set is not None
            assert read.in_set.carried is not None
            assert list(read.in_set.carried.chips) == chips
            assert read.verify()
            assert read.match.values["first-bettor"] == 1


async def refused(guest: Guest, **wishes: object) -> tuple[int, str]:
    answer: httpx.Response = await guest.post("/api/tables", game="duello", **wishes)
    return answer.status_code, answer.json()["why"]


async def test_a_set_that_cannot_be_is_refused_with_the_reason(server: Serving) -> None:  # DU-17, DU-18
    async with Guest(server) as ann:
        assert await refused(ann, plan=plan("target score", 0)) == (
            400,
            "target score is 0: needs a whole number from 1 to 99999",
        )
        assert await refused(ann, plan=plan("round robin", 1), seats=2) == (
            400,
            "a set of Duello by round robin is for 3 to 8 players, not 2",
        )
