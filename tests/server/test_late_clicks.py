"""A click that comes late, or twice, over a real server: it is about who and what the page showed, and never
about what came after."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.people import Guest, Line
from tests.server.serving import Serving

GONE = "match '{}' is no longer the table's: nothing was done"


async def called(guest: Guest, name: str) -> None:
    assert (await guest.http.put("/api/me", json={"name": name, "colour": 1})).status_code == 200


@asynccontextmanager
async def playing(server: Serving, *guests: Guest, **wishes: object) -> AsyncIterator[tuple[str, list[Line]]]:
    """The path of a table at which these play, the first its host, and their connections."""
    host, *others = guests
    at = f"/api/tables/{await host.open(seats=len(guests), **wishes)}"
    for seat, each in enumerate(others, 1):
        assert (await each.post(f"{at}/sit", seat=seat)).status_code == 200
    lines = [each.live(at.rpartition("/")[2]) for each in guests]
    async with asyncio.TaskGroup() as group:
        for line in lines:
            group.create_task(line.__aenter__())
    try:
        for line in lines:
            await line.phase("playing")
        yield at, lines
    finally:
        for line in lines:
            await line.__aexit__(None, None, None)


async def another_match(lines: list[Line]) -> tuple[str, str]:
    """End the match and play another at the same table: the ids of the two."""
    before = lines[0].table["match_id"]
    await lines[0].send({"t": "resign", "request": 1})
    for line in lines:
        await line.phase("over")
    for line in lines:
        await line.send({"t": "rematch", "request": 2})
    for line in lines:
        await line.until(lambda one: one["t"] == "table" and one["phase"] == "playing")
    after = lines[0].table["match_id"]
    assert before != after
    return before, after


async def test_who_is_removed_made_host_or_muted_is_who_was_shown_and_not_who_sits_there_since(
    server: Serving,
) -> None:
    async with Guest(server) as ann, Guest(server) as bea, Guest(server) as cleo:
        for guest, name in ((ann, "Ann"), (bea, "Bea"), (cleo, "Cleo")):
            await called(guest, name)
        at = f"/api/tables/{await ann.open()}"
        assert (await bea.post(f"{at}/sit", seat=1)).status_code == 200
        assert (await bea.post(f"{at}/stand")).status_code == 200
        late = [("remove", {}), ("host", {}), ("muted", {"muted": True})]
        for what, more in late:
            answer = await ann.post(f"{at}/{what}", seat=1, name="Bea", **more)
            why = "'Bea' no longer sits on seat 1, nobody does: nothing was done"
            assert (answer.status_code, answer.json()["why"]) == (409, why)
        assert (await cleo.post(f"{at}/sit", seat=1)).status_code == 200
        for what, more in late:
            answer = await ann.post(f"{at}/{what}", seat=1, name="Bea", **more)
            why = "'Bea' no longer sits on seat 1, 'Cleo' does: nothing was done"
            assert (answer.status_code, answer.json()["why"]) == (409, why)
        people = (await ann.http.get(at)).json()["people"]
        assert [(one["name"], bool(one.get("host"))) for one in people] == [("Ann", True), ("Cleo", False)]
        assert (await ann.http.get(f"{at}/muted")).json() == {"seats": []}
        assert (await ann.post(f"{at}/muted", seat=1, name="Cleo", muted=True)).json() == {"seats": [1]}
        assert (await ann.post(f"{at}/remove", seat=1, name="Cleo")).status_code == 200
        again = await ann.post(f"{at}/remove", seat=1, name="Cleo")
        assert again.json()["why"].startswith("'Cleo' no longer sits on seat 1"), "clicked twice"


async def test_a_pause_hints_and_a_choice_back_are_of_the_match_that_was_shown_and_of_no_later_one(
    server: Serving,
) -> None:
    async with Guest(server) as ann, Guest(server) as bea, playing(server, ann, bea) as (at, lines):
        before, after = await another_match(lines)
        asked = [
            ("pause", {"wanted": True}),
            ("hints", {"wanted": True}),
            ("ask", {"what": "end", "wanted": True}),
            ("ask", {"what": "take back", "wanted": True}),
        ]
        for what, wish in asked:
            answer = await bea.post(f"{at}/{what}", **wish, match_id=before)
            assert (answer.status_code, answer.json()["why"]) == (409, GONE.format(before))
        table = (await ann.http.get(at)).json()
        assert [table.get(each) for each in ("pausing", "hinting", "asking", "hints")] == [None] * 4
        for what in ("pause", "hints"):
            assert (await bea.post(f"{at}/{what}", wanted=True, match_id=after)).status_code == 204
        table = (await ann.http.get(at)).json()
        assert [table.get(each) for each in ("pausing", "hinting")] == [[1], [1]]


async def test_a_day_off_that_is_clicked_twice_is_taken_once(server: Serving) -> None:
    patience = {"kind": "days", "hours": 24, "vacation": 5}
    async with (
        Guest(server) as ann,
        Guest(server) as bea,
        playing(server, ann, bea, patience=patience) as (
            at,
            lines,
        ),
    ):
        match = lines[0].table["match_id"]
        first, second = await asyncio.gather(
            *(ann.post(f"{at}/days-off", days=1, left=5, match_id=match) for _ in range(2))
        )
        assert sorted((first.status_code, second.status_code)) == [204, 409]
        [why] = [each.json()["why"] for each in (first, second) if each.status_code == 409]
        assert why == "4 days off are left by now, not 5: nothing was done"
        answer = await ann.post(f"{at}/days-off", days=1, left=4, match_id="0123456789abcdef")
        assert answer.json()["why"] == GONE.format("0123456789abcdef")


async def test_a_seat_that_is_moved_up_by_two_quick_clicks_is_not_moved_back(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as bea:
        for guest, name in ((ann, "Ann"), (bea, "Bea")):
            await called(guest, name)
        at = f"/api/tables/{await ann.open(game='kadice', seats=3)}"
        assert (await bea.post(f"{at}/sit", seat=1)).status_code == 200
        wish = {"order": [1, 0, 2], "names": ["Ann", "Bea", ""]}
        answers = [await ann.post(f"{at}/order", **wish) for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 409]
        assert answers[1].json()["why"] == "who sits where has changed since: nothing was done"
        people = (await ann.http.get(at)).json()["people"]
        assert [one.get("name", "") for one in people] == ["Bea", "Ann", ""]
