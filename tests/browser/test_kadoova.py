"""Kadoova Duel in a real browser: four seats with three bots at beats, and live duels between two people."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import LIT, MAIN, PHONE, Person

Sit = Callable[..., Person]
MOVES = 3_000  # more than any game here takes
BUTTON = ".acts button:not(:disabled):not([data-key=back])"
STATE = """document.querySelector('.now')?.innerText
  + [...document.querySelectorAll('[data-piece]')].map((one) => one.ariaLabel).join()
  + [...document.querySelectorAll('.acts button')].map((one) => one.innerText).join()"""


def open_table(person: Person, key: str, bots: int = 0, **radios: str) -> str:
    """A table of ``key`` with so many greedy bots that move quickly; ``radios`` are options by name."""
    page = person.page
    page.goto(f"{person.address}/new/{key}")
    expect(page.locator("main h2").first).to_be_visible()
    for _ in range(max(0, bots - 1)):
        page.get_by_role("group", name="How many play").get_by_role("button", name="More").click()
    for seat in range(3, bots + 2):
        page.get_by_role("button", name=f"Seat {seat}: person, change").click()
    if not bots:
        page.get_by_role("button", name=re.compile("Seat 2: bot")).click()
    page.get_by_role("radio", name="Quickly").click()
    for value, choice in radios.items():
        page.locator(f"[data-value={value}]").get_by_role("radio", name=choice).click()
    page.locator("button.main:visible", has_text="Open the table").click()
    page.wait_for_url("**/t/*")
    return page.url


def act(person: Person) -> None:
    """Pass for the whole duel, else pass, else what the table proposes, else tap what is lit."""
    page = person.page
    before = page.evaluate(STATE)
    for name in ("Pass for this duel", "Pass", "Let it pass", "Call the con"):
        button = page.locator(BUTTON, has_text=re.compile(f"^{name}$"))
        if button.count():
            button.click()
            break
    else:
        while not page.locator(f"{MAIN}, {BUTTON}").count():
            page.locator(LIT).first.click()
        page.locator(f"{MAIN}, {BUTTON}").last.click()
    page.wait_for_function(f"before => ({STATE}) !== before", arg=before)


def play_out(person: Person) -> None:
    for _ in range(MOVES):
        person.page.wait_for_selector(f"{LIT}, {MAIN}, {BUTTON}", timeout=60_000)
        if person.is_over():
            return
        act(person)
    raise AssertionError(f"no end in sight: {person.title}")


def phone(sit: Sit, name: str) -> Person:
    person = sit(name, viewport={"width": PHONE[0], "height": PHONE[1]}, reduced_motion="reduce")
    person.show_at_once()
    return person


def test_four_seats_with_three_bots_play_to_10000_at_beats(sit: Sit) -> None:
    ada = phone(sit, "Ada")
    open_table(ada, "kadoova-duel", bots=3)
    play_out(ada)
    ada.page.get_by_role("button", name="See the result").click()
    expect(ada.page.locator("main h1")).to_have_text(re.compile("^(You win|.* wins)"))


@pytest.mark.parametrize("key", ["quick-draw", "plague-doctor"])
def test_two_people_race_live(sit: Sit, key: str) -> None:
    ada, nils = phone(sit, "Ada"), phone(sit, "Nils")
    open_table(ada, key, timing="live")
    code = ada.code()
    nils.page.goto(f"{nils.address}/j/{code}")
    for _ in range(MOVES):
        for person in (ada, nils):
            button = person.page.locator(f"{MAIN}, {BUTTON}")
            if button.count() and not person.is_over():
                button.last.click()
        if ada.is_over() and nils.is_over():
            break
        ada.page.wait_for_timeout(20)
    expect(ada.now).to_contain_text("won")
