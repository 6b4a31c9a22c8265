"""Every page that is not a table in play, at every size of screen: nothing is cut off or too small to tap."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.every_size import DRAWN, SIZES
from tests.browser.person import PHONE, Person
from tests.server.serving import Serving

Sit = Callable[..., Person]
Lay = Callable[..., str]
MEASURE = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
PHONED: dict[str, Any] = {"viewport": {"width": PHONE[0], "height": PHONE[1]}, "reduced_motion": "reduce"}
LARGE = 2.0  # times as large as on a desk, at least, everything is on a television
PAGES = {
    "/": "Choose a game",
    "/new/kadoova-duel": "How to play",
    "/me": "No matches yet",
    "/puzzles": "Today’s puzzle",
    "/settings": "Sound and touch",
    "/carry": "no code",
    "/verify": "Check a transcript",
    "/rules/duello": "Duello",
    "/box": "What the app does",
    "/box/first": "Who begins",
    "/box/race": "Count-in",
    "/box/stopwatch": "Stopwatch",
    "/box/clock": "Turn clock",
    "/box/print/dardz": "Paper",
    "/box/sheet/dardz": "Score sheet",
    "/box/begin/referee/kadice": "Referee",
    "/t/nowhere": "There is no table here.",
}


def faults_at_every_size(page: Page, name: str) -> list[str]:
    """What is wrong with the page as it is shown now, each fault with the size that shows it."""
    faults: list[str] = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        faults += [f"{name}, {size}: {words}" for words in page.evaluate(MEASURE)]
    return faults


def test_every_page_shows_all_that_it_says_at_every_size(sit: Sit) -> None:
    ada = sit("Dapper Dormouse", "/", **PHONED)  # the widest word in a newcomer's name
    ada.call_herself()
    faults: list[str] = []
    for path, words in PAGES.items():
        ada.page.goto(ada.address + path)
        expect(ada.page.locator("body")).to_contain_text(words)
        faults += faults_at_every_size(ada.page, path)
    ada.page.goto(ada.address + "/new/duello")
    ada.open_options()
    faults += faults_at_every_size(ada.page, "/new/duello with its options")
    assert not faults, "\n".join(faults)


def test_the_waiting_room_shows_all_that_it_says_at_every_size_to_host_and_guest(
    server: Serving, sit: Sit, lay: Lay
) -> None:
    ada = sit("Ada", "/icon.svg", **PHONED)
    opened = ada.context.request.get(f"{server.http}/api/me")
    assert opened.ok
    wishes = {"game": "duello", "seats": 8, "bots": {str(seat): "regular" for seat in range(2, 8)}}
    table = ada.context.request.post(f"{server.http}/api/tables", data=wishes).json()["id"]
    ada.page.goto(f"{server.http}/t/{table}")
    ada.page.get_by_text("Order of seats").click()
    faults = faults_at_every_size(ada.page, "waiting room")
    nils = sit("Nils", f"/t/{table}", **PHONED)
    expect(nils.page.get_by_role("button", name=re.compile("^Sit down as "))).to_be_visible()
    faults += faults_at_every_size(nils.page, "waiting room of a guest")
    assert not faults, "\n".join(faults)


def test_result_replay_and_check_show_all_that_they_say_at_every_size(sit: Sit, lay: Lay) -> None:
    table = lay("command-dice", bots={1: "greedy"})
    ada = sit("Ada", table, pace="at once", **PHONED)
    page = ada.page
    ada.sit_down()
    ada.wait_for_turn()
    ada.take_turn()
    ada.wait_for_turn()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name=re.compile("Resign")).first.click()
    page.get_by_role("button", name=re.compile("^(Resign|Yes)")).last.click()
    see = page.get_by_role("button", name="See the result")
    rematch = page.get_by_role("button", name="Rematch")
    see.or_(rematch).first.wait_for()
    if see.count():
        see.click()
    rematch.wait_for()
    faults = faults_at_every_size(page, "result")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    faults += faults_at_every_size(page, "result with letters twice as large")
    number = table.removeprefix("/t/")
    for path, words in {
        f"/verify?table={number}&match=1": "The dice were fair",
        "/me": "Head to head",
        f"/replay/{number}/1": "Next turn",
    }.items():
        page.goto(ada.address + path)
        expect(page.locator("body")).to_contain_text(words)
        if not path.startswith("/replay"):
            faults += faults_at_every_size(page, path)
    assert not faults, "\n".join(faults)


def test_on_a_television_every_page_is_larger(sit: Sit) -> None:
    ada = sit("Ada", "/", **PHONED)
    expect(ada.page.locator("a.box")).to_have_count(5)
    heights = []
    for size in ("desk", "television"):
        ada.page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
        box = ada.page.locator("a.box").first.bounding_box()
        heights.append(box["height"] if box else 0)
    assert heights[1] > LARGE * heights[0]
