"""Lessons on the page, gone through to their end by taps, by keys alone, and by roles and names alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import throwdown
from tests.browser.person import PHONE, Person
from throwdown.lessons import lessons_of

LIT = "button[data-piece].is-selectable"
MAIN = "[data-key=main]:not(:disabled)"
SETTLED = ".coach .now:not(.wait)"
TITLES = {game.key: game.title for game in throwdown.all_games()}
FIRSTS = [game.key for game in throwdown.all_games() if lessons_of(game)]
PRESSES = 40  # more than any step takes


def place(page: Page) -> str:
    return page.locator(".coach .lab").inner_text()


def go_through(page: Page, do: Callable[[Page], None], most: int) -> int:
    """Does ``do`` until the step is another, for each step to the last; returns how many steps there were."""
    for step in range(1, most + 1):
        page.wait_for_selector(SETTLED)
        if page.locator(".coach [data-mood=over]").count():
            return step
        before = place(page)
        for _ in range(PRESSES):
            do(page)
            page.wait_for_timeout(10)
            if place(page) != before:
                break
        else:
            pytest.fail(f"nothing leads on from {before!r}: {page.locator('.coach').inner_text()!r}")
    pytest.fail("the lesson has no end")


def steps_of(page: Page) -> int:
    return int(place(page).split(" of ")[1])


def pressed(page: Page, button: Locator) -> None:
    """A wrong button among several gets an answer, and the next is tried."""
    for each in button.all():
        before = place(page)
        each.click()
        if place(page) != before:
            return


def tap(page: Page) -> None:
    main, lit = page.locator(MAIN), page.locator(LIT)
    if lit.count():
        lit.first.click()
    elif main.count():
        main.click()
    else:
        pressed(page, page.locator(".acts button:not(:disabled):not([data-key=back], [data-key=hint])"))


def type_keys(page: Page) -> None:
    """The focus is on what is lit; Space taps it, Tab leads on, Enter makes the choice."""
    if page.locator(MAIN).count() and not page.locator(LIT).count():
        page.keyboard.press("Enter")
        return
    is_lit = "document.activeElement?.matches('.is-selectable')"
    goal = (
        is_lit
        if page.locator(LIT).count()
        else "document.activeElement?.matches('.acts .btn:not(:disabled, [data-key=hint])')"
    )
    for _ in range(80):
        if page.evaluate(goal):
            break
        page.keyboard.press("Tab")
    before = place(page)
    page.keyboard.press("Space")
    if goal != is_lit and place(page) == before:
        page.keyboard.press("Tab")


def by_names(page: Page) -> None:
    """Only what a screen reader is told: pieces that can be chosen, and buttons by name."""
    ready = page.get_by_role("button", name=re.compile(", can be chosen( again)?$")).first
    acts = page.locator(".acts").get_by_role("button", disabled=False).filter(has_not_text="Hint")
    main = [each for each in acts.all() if each.get_attribute("data-key") == "main"]
    if ready.count():
        ready.click()
    elif main:
        main[0].click()
    else:
        pressed(page, acts)


@pytest.mark.parametrize(("way", "do"), [("taps", tap), ("keys", type_keys), ("names", by_names)])
def test_first_lessons_are_gone_through_to_the_end(
    sit: Callable[..., Person], way: str, do: Callable[[Page], None]
):
    """Each game's first lesson is gone through in one way at least, and one game's in all."""
    ways = ("taps", "keys", "names")
    share = [key for k, key in enumerate(FIRSTS) if key == "duello" or ways[k % len(ways)] == way]
    width, height = PHONE
    ada = sit(
        "Ada", "/", pace="at once", reduced_motion="reduce", viewport={"width": width, "height": height}
    )
    for key in share:
        ada.page.goto(f"{ada.address}/learn/{key}")
        ada.page.wait_for_selector(SETTLED)
        many = steps_of(ada.page)
        assert go_through(ada.page, do, many) == many
        expect(ada.page.get_by_role("button", name="Play a first match")).to_be_enabled()


def test_a_newcomer_is_led_to_a_lesson_answered_kindly_and_finds_the_place_again(sit: Callable[..., Person]):
    width, height = PHONE
    ada = sit(
        "Ada", "/", pace="at once", reduced_motion="reduce", viewport={"width": width, "height": height}
    )
    page = ada.page
    expect(page.get_by_role("link", name="Learn Duello")).to_be_visible()
    page.get_by_role("link", name="Start the lesson").click()
    page.wait_for_selector(SETTLED)
    shoot = page.locator("[data-piece]", has_text="Shoot")
    shoot.click()
    expect(page.get_by_role("status")).to_contain_text("To shoot is to name all five dice.")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator("li.here")).to_contain_text("Five are rolled under a cup")
    page.keyboard.press("Escape")
    tap(page)
    tap(page)
    expect(page.locator(".coach .lab")).to_have_text("Step 2 of 11")
    page.get_by_role("button", name="Back one step").click()
    expect(page.locator(".coach .lab")).to_have_text("Step 1 of 11")
    page.wait_for_selector(SETTLED)
    tap(page)
    tap(page)
    expect(page.locator(".coach .lab")).to_have_text("Step 2 of 11")
    page.get_by_role("link", name="Skip").click()
    expect(page.get_by_role("link", name=re.compile("First lesson.*go on: step 2"))).to_be_visible()
    page.goto(ada.address)
    page.get_by_role("link", name="Go on: step 2").click()
    page.wait_for_selector(SETTLED)
    expect(page.locator(".coach .lab")).to_have_text("Step 2 of 11")


def test_in_the_first_match_after_a_lesson_the_coach_speaks_once_of_each_thing(sit: Callable[..., Person]):
    width, height = PHONE
    begun = "localStorage.setItem('lessons', JSON.stringify({'duello/first': 9}))"
    ada = sit("Ada", "/", pace="at once", script=begun, viewport={"width": width, "height": height})
    page = ada.page
    page.get_by_role("link", name="Go on: step 10").click()
    assert go_through(page, tap, 2) == 2
    page.get_by_role("button", name="Play a first match").click()
    page.wait_for_url("**/t/*")
    tip = page.locator(".tip")
    expect(tip).to_contain_text("Declare in secret.")
    page.reload()
    page.wait_for_selector(LIT)
    expect(tip).to_have_count(0)
