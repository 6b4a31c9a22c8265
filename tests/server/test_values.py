"""Table values: kept under names, read from files and written to them, in force at a table."""

from __future__ import annotations

import pytest

from tests.server.people import Guest
from tests.server.serving import Serving

PATH = "/api/games/dardz/values"
HOUSE = {"golden-points": 12, "skull-text": "Ouch."}


async def names(guest: Guest, path: str = PATH) -> list[str]:
    return [named["name"] for named in (await guest.http.get(path)).json()]


async def test_values_are_kept_under_a_name_and_chosen_again_later(server: Serving) -> None:
    async with Guest(server) as ann:
        saved = await ann.http.put(PATH, json={"name": "  Saturday  house ", "values": HOUSE})
        assert saved.json() == {"name": "Saturday house", "values": HOUSE, "why": ""}
        assert (await ann.http.get(PATH)).json() == [saved.json()]
        table = await ann.open(game="dardz", values=saved.json()["values"], bots={"1": "greedy"})
        seen = (await ann.http.get(f"/api/tables/{table}")).json()
        assert seen["values"] == HOUSE
        assert seen["options"] == {"Points of a golden 7": "12", "Skull": "Ouch."}


async def test_a_table_says_its_values_as_the_form_of_a_new_table_shows_them(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open(game="duello", values={"wagering": True, "chips": [30] * 8})
        options = (await ann.http.get(f"/api/tables/{table}")).json()["options"]
        assert options["Bets before each turn"] == "Yes"
        assert [words for words in options.values() if "30" in words] == ["30, 30, 30, 30, 30, 30, 30, 30"]


async def test_the_same_name_is_kept_once_and_values_as_published_are_left_out(server: Serving) -> None:
    async with Guest(server) as ann:
        for points in (12, 13):
            values = {"golden-points": points, "target": 150}
            await ann.http.put(PATH, json={"name": "ours", "values": values})
        assert (await ann.http.get(PATH)).json() == [
            {"name": "ours", "values": {"golden-points": 13}, "why": ""}
        ]


async def test_everybody_has_their_own_values_for_each_game(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        await ann.http.put(PATH, json={"name": "ours", "values": HOUSE})
        assert await names(ben) == []
        assert await names(ann, "/api/games/command-dice/values") == []


async def test_values_are_forgotten(server: Serving) -> None:
    async with Guest(server) as ann:
        await ann.http.put(PATH, json={"name": "a & b", "values": HOUSE})
        assert (await ann.http.delete(PATH, params={"name": "a & b"})).status_code == 204
        assert await names(ann) == []
        again = await ann.http.delete(PATH, params={"name": "a & b"})
        assert (again.status_code, again.json()["why"]) == (404, "you keep no values named 'a & b' for DARDZ")


async def test_a_file_is_written_and_read_again(server: Serving) -> None:
    async with Guest(server) as ann:
        file = await ann.post(f"{PATH}/write", name="Saturday", values=HOUSE)
        assert file.text.startswith("# Saturday\n")
        assert "[golden-points]\nvalue = 12\n" in file.text
        read = await ann.post(f"{PATH}/read", name="Saturday.toml", text=file.text)
        assert read.json() == {"name": "Saturday", "values": HOUSE, "why": ""}


async def test_a_wrong_file_is_refused_with_line_and_reason(server: Serving) -> None:
    async with Guest(server) as ann:
        answer = await ann.post(
            f"{PATH}/read", name="ours.toml", text="# ours\n[golden-points]\nvalue = 99\n"
        )
        assert answer.status_code == 400
        why = "ours.toml line 3: golden-points is 99: needs a whole number from 1 to 30"
        assert answer.json()["why"] == why


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("", {}, "values are kept under 1 to 40 printable letters: ''"),
        ("x" * 41, {}, "values are kept under 1 to 40"),
        ("ours", {"golden-points": 0}, "golden-points is 0: needs a whole number from 1 to 30"),
        ("ours", {"gold": 1}, "unknown option 'gold' of dardz"),
    ],
)
async def test_what_the_game_refuses_is_not_kept(
    server: Serving, name: str, values: dict[str, object], why: str
) -> None:
    async with Guest(server) as ann:
        answer = await ann.http.put(PATH, json={"name": name, "values": values})
        assert answer.status_code == 400
        assert why in answer.json()["why"]
        assert await names(ann) == []


async def test_a_guest_keeps_forty_sets_for_a_game_and_no_more(server: Serving) -> None:
    async with Guest(server) as ann:
        for number in range(40):
            assert (await ann.http.put(PATH, json={"name": str(number), "values": {}})).status_code == 200
        answer = await ann.http.put(PATH, json={"name": "one more", "values": {}})
        assert answer.json()["why"] == "you keep 40 sets of values for DARDZ: forget one first"
        assert (await ann.http.put(PATH, json={"name": "0", "values": HOUSE})).status_code == 200


async def test_an_option_for_other_numbers_of_seats_opens_no_table(server: Serving) -> None:
    async with Guest(server) as ann:
        answer = await ann.post("/api/tables", game="dardz", seats=3, values={"teams": True})
        assert (answer.status_code, answer.json()["why"]) == (400, "teams is for 4, 6 or 8 seats, not 3")


async def test_values_are_refused_without_a_cookie(server: Serving) -> None:
    async with Guest(server) as ann:
        ann.http.cookies.clear()
        assert (await ann.http.get(PATH)).status_code == 401
