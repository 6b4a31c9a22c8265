"""Another table like one that was played at: with other options, from its result and from My matches."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.server.serving import Serving


def test_a_table_is_proposed_again_with_its_levels_and_clock_from_my_matches(
    lay: Callable[..., str], sit: Callable[..., Person]
) -> None:
    path = lay("command-dice", bots={1: "sharp"}, patience={"kind": "clock", "bank": 600}, pace="human")
    ada = sit("Ada", path)
    ada.sit_down()
    resign(ada)
    expect(ada.page.get_by_role("link", name="Other options")).to_be_visible()
    ada.page.goto(f"{ada.address}/me")
    ada.page.get_by_role("link", name="Again").click()
    expect(ada.page.get_by_role("radio", name="With a clock")).to_be_checked()
    expect(ada.page.get_by_text("against Sharp, you and one bot")).to_be_visible()
    ada.page.goto(f"{ada.address}/new/command-dice?like={lay_set(lay)}")
    expect(ada.page.get_by_role("radio", name="Some games")).to_be_checked()
    expect(ada.page.get_by_role("textbox", name="How many games")).to_have_value("5")
    assert ada.errors == []


def test_the_next_game_of_a_set_begins_in_the_same_tab_without_a_complaint(
    lay: Callable[..., str], sit: Callable[..., Person]
) -> None:
    ada = sit("Ada", lay("command-dice", bots={1: "novice"}, plan={"kind": "number of games", "count": 2}))
    ada.sit_down()
    resign(ada)
    ada.page.get_by_role("button", name="On to game 2").click()
    expect(ada.page.locator(".bar")).to_contain_text("Game 2")
    ada.page.wait_for_load_state("networkidle")  # what the page of the seats had asked for has come, too
    assert ada.errors == []


def test_a_set_says_how_a_tie_is_settled_who_is_ready_who_is_away_and_who_wins_it_by_the_tie_breaker(
    lay: Callable[..., str], sit: Callable[..., Person]
) -> None:  # DU-17
    path = lay("duello", plan={"kind": "number of games", "count": 2, "tie": "tie-breaker", "stake": 2})
    ada, nils = sit("Ada", path, pace="at once"), sit("Nils", path, pace="at once")
    terms = ada.page.get_by_role("region", name="The game")
    expect(terms).to_contain_text("A tie at the end: one die each; the highest scores 1 point.")
    expect(terms).to_contain_text(
        "who loses the set pays the winner 2 play chips for each point between them."
    )
    ada.sit_down()
    nils.sit_down()
    resign(ada)
    nils.page.get_by_role("button", name="See the result").click()
    nils.page.get_by_role("button", name="On to game 2").click()
    expect(ada.page.get_by_role("status")).to_have_text("Nils is ready for game 2.")
    ada.page.get_by_role("button", name="On to game 2").click()
    expect(nils.page.locator(".bar")).to_contain_text("Game 2")
    resign(nils)
    ada.page.get_by_role("button", name="See the result").click()
    heads, rows = ada.page.locator(".score thead tr"), ada.page.locator(".score tbody tr")
    expect(heads).to_have_text(re.compile(r"Game\s*1\s*2\s*Tie\s*Points"))
    won = re.compile(r"–.*15.*1.*16|15.*–.*1.*16")
    expect(rows.filter(has_text=won)).to_have_count(1)
    expect(ada.page.locator("main h1")).to_have_text(re.compile("^(You win|Nils wins) the set$"))
    expect(ada.page.locator("main .hero")).to_contain_text("Game 2: You win. Nils resigned.")
    nils.page.close()
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.get_by_role("status")).to_contain_text("Nils is away.")
    ada.page.get_by_role("button", name="More").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Mute Nils")


def test_between_two_games_of_a_set_a_lost_server_is_told_and_the_next_game_comes_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    server = Serving(f"sqlite:///{tmp_path / 'games.db'}").start()
    ada = Person("Ada", browser.new_context(), server.http, "/icon.svg")
    request = ada.context.request
    request.get(f"{server.http}/api/me")
    plan = {"kind": "number of games", "count": 2}
    wishes = {"game": "command-dice", "bots": {"1": "novice"}, "plan": plan, "pace": "quick"}
    table = request.post(f"{server.http}/api/tables", data=wishes).json()["id"]
    ada.page.goto(f"{server.http}/t/{table}")
    resign(ada)
    expect(ada.page.get_by_role("button", name="On to game 2")).to_be_visible()
    server.settings["port"] = server.port
    server.kill()
    expect(ada.page.get_by_role("status")).to_have_text("Connection lost. Trying again …")
    ada.page.get_by_role("button", name="On to game 2").click()
    server.start()
    expect(ada.page.locator(".bar")).to_contain_text("Game 2")
    ada.context.close()
    server.stop()


def resign(ada: Person) -> None:
    """Give the match up, and see its result."""
    ada.page.wait_for_selector(".board")
    ada.page.get_by_role("button", name="More").click()
    ada.page.get_by_role("button", name="Resign", exact=True).click()
    ada.page.get_by_role("button", name=re.compile("^Resign the ")).click()
    ada.page.get_by_role("button", name="See the result").click()


def lay_set(lay: Callable[..., str]) -> str:
    """The id of a table of a set of five games."""
    return lay("command-dice", plan={"kind": "number of games", "count": 5}).removeprefix("/t/")
