"""Kadoova Duel in a real browser: four seats with three bots to 10,000, and every duel alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from tests.browser.person import LIT, MAIN, PHONE, Person

Sit = Callable[..., Person]
MOVES = 1_000  # more than any game here takes
BUTTON = ".acts button:not(:disabled):not([data-key=back])"
RESULT = "See the result"  # it may come while somebody is about to act
TO_PRESS = f"{LIT}, {MAIN}, {BUTTON}"
LETS_PASS = ("Pass for this duel", "Pass", "Let it pass", "Call the con")
TABLE = """document.querySelector('main')?.innerText
  + [...document.querySelectorAll('[data-piece]')].map((one) => one.ariaLabel).join()"""

MOVED_ON = f"([before, open]) => document.querySelector(open) || ({TABLE}) !== before"


def on_a_phone(sit: Sit) -> Person:
    person = sit("Ada", viewport={"width": PHONE[0], "height": PHONE[1]}, reduced_motion="reduce")
    person.show_at_once()
    return person


def open_table(person: Person, key: str, bots: int) -> None:
    """A table of ``key`` with so many greedy bots that move quickly, races at beats."""
    page = person.page
    page.goto(f"{person.address}/new/{key}")
    expect(page.locator("main h2").first).to_be_visible()
    for _ in range(bots - 1):
        page.get_by_role("group", name="How many play").get_by_role("button", name="More").click()
    for seat in range(3, bots + 2):
        page.get_by_role("button", name=f"Seat {seat}: person, change").click()
    page.get_by_role("radio", name="Quickly").click()
    if key == "kadoova-duel":  # where people sit it is thrown by hand unless somebody says otherwise (KD-22)
        expect(page.get_by_role("radio", name="thrown")).to_be_checked()
        page.get_by_role("radio", name="drawn").click()
    page.locator("button.main:visible", has_text="Open the table").click()
    page.wait_for_url("**/t/*")


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


def test_four_seats_with_three_bots_play_to_10000_with_races_at_beats_kd21(sit: Sit) -> None:
    ada = on_a_phone(sit)
    open_table(ada, "kadoova-duel", bots=3)
    play_out(ada)
    ada.page.get_by_role("button", name=RESULT).click()
    expect(ada.page.locator("main h1")).to_have_text(re.compile(r"^(You win|Greedy( \d)? wins)"))


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
def test_a_duel_is_played_alone_to_its_end(sit: Sit, duel: str) -> None:
    ada = on_a_phone(sit)
    open_table(ada, duel, bots=1)
    play_out(ada)
    expect(ada.now).to_contain_text("won")
