"""KA'DICE! in a real browser: two who play to the end, eight at one table, conditions that are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.person import DESK, LIT, MAIN, PHONE, Person

Sit = Callable[..., Person]
Lay = Callable[..., str]
MOVES = 2_000  # more than any game here takes
PATIENCE = 90_000  # milliseconds: seven bots move in between, at first with rules not yet compiled
ENABLED = ":not(:disabled)"
BUTTON = f".acts button{ENABLED}:not([data-key=back], [data-key=hint])"
DICE = ".rail [data-zone^=dice-] button.is-selectable"


def size(of: tuple[int, int]) -> dict[str, int]:
    return {"width": of[0], "height": of[1]}


def at_a_table(
    sit: Sit, lay: Lay, seats: int, cards: int, device: tuple[int, int] = PHONE, **more: Any
) -> Person:
    """Ada at a table with so many seats, all but hers with a greedy bot that moves quickly; so many cards
    each."""
    bots = dict.fromkeys(range(1, seats), "greedy")
    at = lay("kadice", seats=seats, bots=bots, values={"cards-each": cards})
    ada = sit("Ada", at, pace="at once", viewport=size(device), reduced_motion="reduce", **more)
    ada.sit_down()
    return ada


# What is said and what lies on the table: it changes with every move
STATE = """document.querySelector('.now')?.innerText + [...document.querySelectorAll('[data-piece]')]
  .map((one) => one.ariaLabel).join()"""


def wait_for_choice(person: Person) -> bool:
    """Wait until something can be chosen; False when the game is over."""
    person.page.wait_for_selector(f"{LIT}, {MAIN}, {BUTTON}", timeout=PATIENCE)
    return not person.is_over()


def act(person: Person) -> None:
    """What the table proposes, else hold a die, else the last button."""
    page = person.page
    if not page.locator(MAIN).count() and page.locator(DICE).count():
        page.locator(DICE).first.click()
        if not page.locator(f"{MAIN}, {BUTTON}").count():  # a last turn: dice are changed, not held
            page.locator("[data-key=back]").click()
    before = page.evaluate(STATE)
    page.locator(f"{MAIN}, {BUTTON}").last.click()
    page.wait_for_function(f"before => ({STATE}) !== before", arg=before)


def play_out(person: Person, seen: Callable[[], None] = lambda: None) -> None:
    for _ in range(MOVES):
        if not wait_for_choice(person):
            return
        seen()
        act(person)
    raise AssertionError(f"no end in sight: {person.title}")


def result(person: Person) -> Locator:
    person.page.get_by_role("button", name="See the result").click()
    return person.page.locator("main h1")


def test_two_play_to_the_end_by_tapping(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 2, cards=3, has_touch=True)
    play_out(ada)
    expect(result(ada)).to_have_text(re.compile("^(You win|Greedy wins)"))
    expect(ada.page.locator(".why .who")).to_have_count(2)


def overflow(person: Person) -> list[int]:
    """How many pixels the page, and the cloth in it, are too tall and too wide."""
    return person.page.evaluate(
        """[document.documentElement, document.querySelector('.cloth')].flatMap((one) =>
             [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth])"""
    )


def check_table(person: Person) -> None:
    """Eight seats in sight without scrolling; every active card with its condition drawn."""
    assert max(overflow(person)) <= 1, overflow(person)
    page = person.page
    assert page.locator(".tile").count() == 7
    for strip in page.locator(".tile .strip").all():
        assert strip.locator("svg :is(rect, circle)").count() >= 5, strip.get_attribute("aria-label")


def test_eight_play_to_the_end_on_a_phone_seven_of_them_bots(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 8, cards=1, has_touch=True)
    looked: list[str] = []

    def look() -> None:
        check_table(ada)
        looked.append(ada.title)

    play_out(ada, look)
    expect(result(ada)).to_have_text(re.compile(r"^(You win|Greedy( \w+)? wins)"))
    expect(ada.page.locator(".why .who")).to_have_count(8)


def test_eight_fit_a_desk_and_the_score_pad_counts_their_cards(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 8, cards=17, device=DESK)
    for _ in range(6):
        assert wait_for_choice(ada)
        check_table(ada)
        act(ada)
    expect(ada.page.locator(".pad .scorecard tbody th")).to_have_count(8)
    expect(ada.page.locator(".hub [data-zone=hub]")).to_contain_text("Round")


def test_what_the_dice_match_is_proposed_and_can_be_taken_back(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 4, cards=17)
    page = ada.page
    for _ in range(MOVES):
        assert wait_for_choice(ada)
        takes_all = "Your KA'DICE takes" in ada.now.inner_text()  # whatever they match (KA-0)
        is_proposed = page.locator(".tile .strip.is-selected").count() and ada.title.endswith("hold dice.")
        if is_proposed and not takes_all:
            break
        act(ada)
    expect(page.locator(MAIN)).to_have_text(re.compile("^Eliminate "))
    expect(ada.now).to_contain_text("matches")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".tile .strip.is-right.is-selectable").first).to_be_visible()
    page.locator(DICE).first.click()
    expect(page.locator(".tile .strip.is-selected")).to_have_count(0)
    expect(page.locator(MAIN)).to_have_text(re.compile("^Hold \\d$"))


def test_a_turn_is_played_by_keyboard_alone(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 2, cards=17, device=DESK)
    page = ada.page
    for _ in range(5):
        assert wait_for_choice(ada)
        before = page.evaluate(STATE)
        for digit in "12345":
            if not page.locator(MAIN).count() and not page.locator(f".twin{ENABLED}").count():
                ada.press(digit)
        if not page.locator(f"{MAIN}, {BUTTON}").count():  # a last turn: dice are changed, not held
            ada.press("Escape")
        if not page.locator(MAIN).count():
            ada.tab_to(lambda label: label.startswith(("Hold", "Roll", "End")))
        ada.press("Enter")
        page.wait_for_function(f"before => ({STATE}) !== before", arg=before)
    assert not ada.errors
