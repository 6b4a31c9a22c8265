"""Kadoova Duel in a real browser: four seats with three bots to a goal, and every duel alone."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.person import LIT, MAIN, PHONE, Person

Sit = Callable[..., Person]
MOVES = 1_000  # more than any game here takes
BUTTON = ".acts button:not(:disabled):not([data-key=back], [data-key=hint])"
RESULT = "See the result"  # it may come while somebody is about to act
PASS = re.compile("^(Pass|Let it pass)$")
TO_PRESS = f"{LIT}, {MAIN}, {BUTTON}"
LETS_PASS = ("Pass for this duel", "Pass", "Let it pass", "Call the con")
TABLE = """document.querySelector('main')?.innerText
  + [...document.querySelectorAll('[data-piece]')].map((one) => one.ariaLabel).join()"""

MOVED_ON = f"([before, open]) => document.querySelector(open) || ({TABLE}) !== before"


Lay = Callable[..., str]


def at_a_table(sit: Sit, lay: Lay, key: str, bots: int, **values: int) -> Person:
    """Ada on a phone at a table of ``key`` with so many greedy bots that move quickly, races at beats."""
    at = lay(key, seats=bots + 1, bots=dict.fromkeys(range(1, bots + 1), "greedy"), values=values)
    size = {"width": PHONE[0], "height": PHONE[1]}
    ada = sit("Ada", at, pace="at once", viewport=size, reduced_motion="reduce")
    ada.sit_down()
    return ada


def act(person: Person) -> None:
    """Let what can be let pass pass, else tap what is lit until there is a button, and press it."""
    page = person.page
    for name in LETS_PASS:
        button = page.locator(f"main {BUTTON}", has_text=re.compile(f"^{name}$"))
        if button.count():
            button.click(timeout=1_000)
            return
    while not page.locator(f"{MAIN}, {BUTTON}").count():
        page.locator(LIT).first.click(timeout=1_000)
    page.locator(f"{MAIN}, {BUTTON}").filter(has_not_text=RESULT).last.click(timeout=1_000)


def play_out(person: Person) -> None:
    """Play to the end. She may wait long while others duel, but the table may never stand still."""
    page = person.page
    for _ in range(MOVES):
        before = page.evaluate(TABLE)
        while not page.locator(TO_PRESS).count():
            page.wait_for_function(MOVED_ON, arg=[before, TO_PRESS])
            before = page.evaluate(TABLE)
        if person.is_over():
            return
        try:
            act(person)
            page.wait_for_function(f"before => ({TABLE}) !== before", arg=before, timeout=5_000)
        except Late:  # somebody else was quicker, and the button is gone: look again
            continue
    raise AssertionError(f"no end in sight: {person.title}")


def test_four_seats_with_three_bots_play_to_a_goal_with_races_at_beats_kd21(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, "kadoova-duel", bots=3, goal=4000)
    play_out(ada)
    ada.page.get_by_role("button", name=RESULT).click()
    expect(ada.page.locator("main h1")).to_have_text(re.compile(r"^(You win|Greedy( \w+)? wins)"))


def test_a_pass_that_is_kept_cannot_be_made_again_until_the_window_closes_kd13(sit: Sit, lay: Lay) -> None:
    lines: list[WebSocketRoute] = []
    frozen: list[bool] = []  # from then on only this test tells the page of the window

    def route(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda text: None if frozen else line.send(text))

    ada = sit("Ada", "/icon.svg", pace="at once", reduced_motion="reduce")
    ada.page.route_web_socket(re.compile("/live$"), route)
    ada.page.goto(f"{ada.address}{lay('kadoova-duel', seats=2, bots={1: 'greedy'})}")
    ada.sit_down()
    to_pass = ada.page.locator(f"{MAIN}, {BUTTON}").filter(has_text=PASS)
    for _ in range(MOVES):
        ada.page.wait_for_selector(TO_PRESS)
        if to_pass.count():
            break
        with contextlib.suppress(Late):  # the table has gone on, and the button is gone: look again
            act(ada)
    expect(ada.page.get_by_role("button", name="Pass for this duel")).to_be_enabled()  # the clock has come
    frozen.append(True)
    button = ada.page.get_by_role("button", name=PASS)
    for passed in (True, False):
        clock = {"t": "clock", "left": 20, "whole": 20, "passed": passed}
        lines[-1].send(json.dumps(clock))
        expect(ada.page.get_by_role("status").filter(has_text="You passed.")).to_have_count(int(passed))
        expect(button).to_be_enabled(enabled=not passed)


@pytest.mark.parametrize(
    "duel",
    [
        "class-warfare",
        "con-person",
        "hare-vs-tortoise",
        "plague-doctor",
        "quick-draw",
        "skeptic-vs-psychic",
        "war",
    ],
)
def test_a_duel_is_played_alone_to_its_end(sit: Sit, lay: Lay, duel: str) -> None:
    ada = at_a_table(sit, lay, duel, bots=1)
    play_out(ada)
    expect(ada.now).to_contain_text("won")
