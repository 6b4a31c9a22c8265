"""The pages as they look and weigh: screenshots to be looked at, accessibility, targets, first load."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.person import DESK, MAIN, PHONE, Person

Sit = Callable[..., Person]
Lay = Callable[..., str]
SHOTS = Path(__file__).parent / "shots"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SMALL_PHONE = (360, 740)
FIRST_LOAD = 200_000  # bytes over the wire, fonts included
TOUCH = 44  # pixels


def sized(size: tuple[int, int]) -> dict[str, Any]:
    return {"viewport": {"width": size[0], "height": size[1]}}


def looks(page: Page) -> Iterator[str]:
    """The page at both sizes by day and by evening, one after another; yields the look's name."""
    for device, (width, height) in (("phone", PHONE), ("desk", DESK)):
        page.set_viewport_size({"width": width, "height": height})
        for light in ("light", "dark"):
            page.emulate_media(color_scheme=light, reduced_motion="reduce")
            page.wait_for_timeout(120)
            yield f"{device}-{light}"


def shoot(page: Page, name: str) -> None:
    """Write the page's screenshots, and find nothing serious wrong with it in any of its looks."""
    SHOTS.mkdir(exist_ok=True)
    for look in looks(page):
        page.screenshot(path=str(SHOTS / f"{name}-{look}.png"))
        assert serious(page) == [], f"{name} {look}"
        assert overflow(page) <= 0, f"{name} {look} is wider than the screen"


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical, each with the first element it is about."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]} ({one['nodes'][0]['failureSummary']})"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def small_targets(page: Page) -> list[str]:
    """Buttons and links that are less than 44 pixels wide or high, once what moves has come to rest."""
    return page.evaluate(
        """async (least) => {
          const ends = (one) => one.effect?.getComputedTiming().endTime
          const moving = document.getAnimations().filter((one) => ends(one) < 5000)
          await Promise.allSettled(moving.map((one) => one.finished))
          return [...document.querySelectorAll('button, a')].flatMap((one) => {
            const box = one.getBoundingClientRect()
            const isSeen = box.width > 0 && getComputedStyle(one).visibility !== 'hidden'
            const isSmall = Math.min(box.width, box.height) < least - 0.5
            return isSeen && isSmall ? [`${one.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`] : []
          })
        }""",
        TOUCH,
    )


def fits_a_small_phone(page: Page) -> None:
    page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    page.wait_for_timeout(120)
    assert overflow(page) <= 0
    assert page.evaluate("document.documentElement.scrollHeight") <= SMALL_PHONE[1]
    assert small_targets(page) == []


def test_a_page_whose_files_are_gone_after_an_update_of_the_server_is_loaded_anew(sit: Sit) -> None:
    ada = sit("Ada", "/")
    page, gone = ada.page, [True]

    def former(route: Route) -> None:
        if gone:
            route.fulfill(status=404)
        else:
            route.continue_()

    def newer(route: Route) -> None:
        gone.clear()
        route.fulfill(body="a newer page")

    page.route("**/assets/Puzzles*.js", former)
    page.route(f"{ada.address}/", newer, times=1)
    with page.expect_event("load"):
        page.get_by_role("link", name="Puzzles").click()
    expect(page.locator("main")).to_contain_text("Today’s puzzle")
    ada.errors.clear()  # that the file was not found


def test_every_page_looks_as_it_should_and_axe_finds_nothing_serious(sit: Sit) -> None:
    ada = sit("Ada", "/", **sized(PHONE))
    page = ada.page
    expect(page.locator("a.box")).to_have_count(5)
    shoot(page, "1-lobby")

    page.locator("a.box", has_text="Command Dice").click()
    page.get_by_role("button", name="Play now").wait_for()
    shoot(page, "2-game")
    ada.open_options()
    page.get_by_text("House values").click()
    shoot(page, "2-new-table")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    ada.open_table()
    page.get_by_role("img", name=re.compile("Table code")).wait_for()
    shoot(page, "3-waiting")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert small_targets(page) == []

    page.get_by_role("button", name="Seat a bot").click()
    ada.wait_for_turn()
    shoot(page, "4-table")
    fits_a_small_phone(page)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("searchbox")).to_be_visible()
    shoot(page, "5-rules")
    page.keyboard.press("Escape")
    for _ in range(3):
        ada.lit.first.click()
    expect(page.locator(MAIN)).to_have_text("Ready with 3 dice")
    shoot(page, "6-secret-choice")


NAMELESS = "[...document.querySelectorAll('[role=group]:not([aria-label])')].map((one) => one.dataset.zone)"


@pytest.mark.parametrize(
    ("game", "name"), [("dardz", "Hand"), ("duello", "Signs to declare"), ("kadice", "Turns")]
)
def test_what_shows_no_title_on_the_table_is_named_for_a_screen_reader(
    sit: Sit, lay: Lay, game: str, name: str
) -> None:
    ada = sit("Ada", lay(game, bots={1: "greedy"}), pace="at once")
    ada.sit_down()
    assert ada.wait_for_turn()
    expect(ada.page.get_by_role("group", name=name, exact=True).last).to_be_visible()
    assert ada.page.evaluate(NAMELESS) == []


OUTLINE = """one => { const style = getComputedStyle(one)
  return style.outlineStyle === 'none' ? 'none' : `${style.outlineWidth} ${style.outlineStyle}` }"""


def test_in_forced_colours_buttons_and_what_can_be_chosen_have_lines(sit: Sit, lay: Lay) -> None:
    """No shadow is drawn there, and shadows alone tell buttons from words, and lit pieces from others."""
    ada = sit("Ada", lay("duello", bots={1: "greedy"}), pace="at once", forced_colors="active")
    assert ada.page.get_by_role("button", name="Sit down as").evaluate(OUTLINE) == "2px solid"
    ada.sit_down()
    ada.wait_for_turn()
    assert ada.lit.first.evaluate(OUTLINE) == "2px solid"
    ada.lit.last.click()
    assert ada.page.locator("button.is-selected").evaluate(OUTLINE) == "5px double"
    others = ada.page.locator("[data-piece]:not(.is-selectable, .is-selected, .card)").all()
    assert {one.evaluate(OUTLINE) for one in others} == {"none"}
    assert ada.page.get_by_role("button", name="Hint").evaluate(OUTLINE) == "1px solid"
    ada.press("Tab")
    assert ada.page.locator(":focus").evaluate(OUTLINE) == "3px solid"


def test_dice_tumble_and_land_on_what_was_rolled(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("command-dice", bots={1: "greedy"}), **sized(PHONE))
    page = ada.page
    ada.sit_down()
    rolled = page.locator(".rail [data-zone^=hand] [data-piece]")
    SHOTS.mkdir(exist_ok=True)
    for _ in range(5):  # a turn in which no card is within reach is over at once
        ada.wait_for_turn()
        for _ in range(2):
            ada.lit.last.click()
        page.locator(MAIN).click()
        page.wait_for_selector(".rail .cube", state="attached")
        page.screenshot(path=str(SHOTS / "7-tumble-phone-light.png"))
        expect(page.locator(".cube")).to_have_count(0)
        with suppress(AssertionError):
            expect(rolled).to_have_count(2, timeout=2000)
            break
    expect(rolled).to_have_count(2)
    for die in rolled.all():
        expect(die).to_have_attribute("aria-label", re.compile(r"\d swords?"))
    shoot(page, "8-roll")


def test_a_match_ends_on_a_result_that_can_be_reviewed_and_checked(sit: Sit, lay: Lay) -> None:
    at = lay("command-dice", bots={1: "random"})
    ada = sit("Ada", at, pace="at once", **sized(PHONE), reduced_motion="reduce")
    page = ada.page
    ada.sit_down()
    ada.wait_for_turn()
    ada.take_turn()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign the match").click()
    page.get_by_role("button", name="See the result").click()
    shoot(page, "9-result")
    page.get_by_role("link", name="Review").click()
    page.get_by_label("Step of the match").wait_for()
    shoot(page, "10-replay")
    page.go_back()
    page.get_by_role("button", name="See the result").click()
    page.locator("summary", has_text="Check dice").click()
    page.get_by_role("link", name="Check every roll").click()
    expect(page.locator("main h1")).to_have_text("The dice were fair.")
    shoot(page, "11-check")
    link = page.get_by_role("link", name="Save the transcript").get_attribute("href")
    saved = page.request.get(f"{ada.address}{link}").text()
    page.goto(f"{ada.address}/verify")
    page.get_by_label("The transcript").fill(saved.replace("0: ", "1: ", 1))
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".why")).to_contain_text("Line ")
    ada.errors.clear()  # the browser tells of every refusal
    page.get_by_label("The transcript").fill(saved)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("main h1")).to_have_text("The dice are those of the seal.")
    shoot(page, "12-check-a-transcript")


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_the_first_load_is_light(sit: Sit, lay: Lay, where: str) -> None:
    """A watcher with reduced motion, so that no stage is fetched aside."""
    at = "/"
    if where == "table":
        at = lay("command-dice", bots={1: "greedy"})
        sit("Ada", at, **sized(PHONE)).sit_down()
    fresh = sit("Nils", "/icon.svg", **sized(PHONE), reduced_motion="reduce")
    sent: list[int] = []

    def finished(event: dict[str, int]) -> None:
        sent.append(event["encodedDataLength"])

    session: Any = fresh.context.new_cdp_session(fresh.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.loadingFinished", finished)
    fresh.page.goto(f"{fresh.address}{at}")
    fresh.page.wait_for_selector("a.box" if where == "lobby" else "[data-piece]")
    fresh.page.wait_for_load_state("networkidle")
    assert len(sent) > 4
    assert sum(sent) < FIRST_LOAD, f"{where}: {sum(sent)} bytes in {len(sent)} answers"
