"""Hints as they are asked for and read: by taps on a phone, by keys on a desk, by two people who agree."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import throwdown
from tests.browser.person import DESK, PHONE, Person
from tests.browser.test_lessons import SETTLED
from tests.browser.test_pages import overflow, shoot, sized, small_targets
from throwdown.bots import warm

Sit = Callable[..., Person]
Lay = Callable[..., str]
SMALL = ((320, 568), (844, 390))  # a small phone, and one on its side
LONG = 90_000  # milliseconds in which the process is started and counts


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The server, and the processes that count, find the games compiled."""
    for key in ("command-dice", "con-person"):
        warm(throwdown.load(key))


def hint(page: Page):
    return page.get_by_role("region", name="Hint")


def covered(page: Page) -> list[str]:
    """The own pieces of which the hint covers a part."""
    script = """panel => [...document.querySelectorAll('.rail .own button.piece')]
        .filter(one => {
            const [piece, hint] = [one, panel].map(each => each.getBoundingClientRect())
            return piece.left < hint.right && piece.right > hint.left
                && piece.top < hint.bottom && piece.bottom > hint.top
        })
        .map(one => one.dataset.piece)"""
    names: list[str] = hint(page).evaluate(script)
    return names


# How many lines are laid out, whenever that changes: one that is may leave the list as it is counted on.
LAID = """() => {
  window.laid = []
  const note = () => laid.push(document.querySelectorAll('button.line[aria-pressed=true]').length)
  const watched = { subtree: true, attributes: true, attributeFilter: ['aria-pressed'] }
  new MutationObserver(note).observe(document.querySelector('.hint'), watched)
}"""


def test_a_hint_tells_its_terms_lays_a_choice_out_and_marks_the_match(lay: Lay, sit: Sit) -> None:
    table = lay("command-dice", {1: "greedy"})
    ada = sit("Ada", table, pace="at once", **sized(PHONE))
    page = ada.page
    ada.sit_down()
    ada.wait_for_turn()
    page.get_by_role("button", name="Hint", exact=True).click()
    terms = page.get_by_role("dialog", name="A hint for this choice?")
    expect(terms).to_contain_text("What is hidden stays hidden")
    shoot(page, "hint-terms")
    terms.get_by_role("button", name="I choose alone").click()
    expect(hint(page)).to_have_count(0)
    expect(page.get_by_role("banner")).not_to_contain_text("with hints")
    page.get_by_role("button", name="Hint", exact=True).click()
    terms.get_by_role("button", name="Show the hint").click()
    best = hint(page).get_by_role("button", name=re.compile(r"\d+ percent, between \d+ and \d+")).first
    expect(best).to_be_visible(timeout=LONG)
    expect(page.get_by_role("banner")).to_contain_text("with hints")
    expect(hint(page)).to_contain_text(re.compile(r"Why “.+”\? \S.*\."))
    page.evaluate(LAID)
    best.click()
    page.wait_for_function("laid.length > 0")
    assert page.evaluate("laid[0]") == 1
    assert overflow(page) <= 0
    assert [one for one in small_targets(page) if "data-piece" not in one] == []
    shoot(page, "hint")
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0
        for part in (
            best,
            page.get_by_role("button", name="Close the hint"),
            page.locator("[data-key=main]"),
        ):
            expect(part).to_be_in_viewport(ratio=1)
        assert covered(page) == [], "what the hint is about stays in sight"
    page.locator("[data-key=main]:not(:disabled)").click()
    expect(hint(page)).to_have_count(0)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name="Score and log", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("asked for a hint. The match is marked")


def test_a_hint_is_asked_for_and_gone_through_by_keys(lay: Lay, sit: Sit) -> None:
    ada = sit("Ada", lay("command-dice", {1: "greedy"}), pace="at once", **sized(DESK))
    page = ada.page
    ada.sit_down()
    ada.wait_for_turn()
    ada.press("h")
    page.get_by_role("button", name="Show the hint").focus()
    ada.press("Enter")
    first = hint(page).get_by_role("button", name=re.compile("percent, between")).first
    expect(first).to_be_focused(timeout=LONG)
    expect(hint(page).get_by_role("status")).to_contain_text("The hint is ready.")
    first_group = hint(page).locator("h3").first.inner_text()
    assert first_group in ("Too close to call: take any", "Best"), "whatever came first at first"
    buttons, panel = page.locator(".acts button").all(), hint(page).bounding_box()
    assert panel
    assert all((box := one.bounding_box()) and box["y"] >= panel["y"] + panel["height"] for one in buttons)
    page.evaluate(LAID)
    ada.press("ArrowDown", "Enter")
    page.wait_for_function("laid.length > 0")
    assert page.evaluate("laid[0]") == 1
    shoot(page, "hint-desk")
    ada.press("Escape")
    expect(hint(page)).to_have_count(0)
    with ada.acting():
        ada.press("Enter")
    page.goto(f"{ada.address}/learn/command-dice")
    page.wait_for_selector(SETTLED)
    ada.press("h")  # in a lesson hints are free: no terms, and no mark
    expect(first).to_be_focused(timeout=LONG)
    expect(page.get_by_role("banner")).not_to_contain_text("with hints")
    shoot(page, "hint-lesson-desk")
    wanted = hint(page).get_by_role("button", name=re.compile("2 dice: white die.* and blue die.*percent"))
    expect(wanted).to_have_count(1)  # what the coach asks for, however it ranks
    hint(page).get_by_role("button", name=re.compile("4 dice.*percent")).first.click()
    expect(page.locator(".coach")).to_contain_text("Two dice are enough here")
    expect(hint(page)).to_have_count(0)


def test_among_two_people_both_agree_first_and_the_other_sees_who_asked(lay: Lay, sit: Sit) -> None:
    table = lay("command-dice")
    ada, nils = (sit(name, table, pace="at once", **sized(PHONE)) for name in ("Ada", "Nils"))
    for person in (ada, nils):
        person.sit_down()
    for person, ask in ((ada, "Ask for hints"), (nils, "Agree to hints")):
        person.wait_for_turn()
        expect(person.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
        person.page.get_by_role("button", name="More").click()
        person.page.get_by_role("button", name=ask).click()
        expect(person.page.get_by_role("button", name="No more hints")).to_be_visible()
        person.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
    ada.page.get_by_role("button", name="Hint", exact=True).click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Nils will see that you asked")
    ada.page.get_by_role("button", name="Show the hint").click()
    expect(hint(ada.page)).to_be_visible()
    expect(nils.page.get_by_role("banner")).to_contain_text("with hints")
    expect(nils.page.locator(".ticker")).to_contain_text("asked for a hint")
    nils.page.get_by_role("button", name="More").click()
    nils.page.get_by_role("button", name="No more hints").click()
    expect(ada.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def test_a_hint_of_a_game_of_bids_tells_how_often_master_makes_each_and_a_bid_is_lowered_die_by_die(
    lay: Lay, sit: Sit
) -> None:
    """Con-Person (KD-D4) with five dice each, where Master goes by a strategy that was worked out."""
    table = lay("con-person", {1: "greedy"}, values={"dice": 5})
    ada = sit("Ada", table, pace="at once", **sized(DESK))
    ada.sit_down()
    ada.wait_for_turn()
    page = ada.page
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the hint").click()
    lines = hint(page).get_by_role("button", name=re.compile(r"\d+ percent of the time"))
    expect(lines.first).to_be_visible(timeout=LONG)
    expect(hint(page)).to_contain_text("How often Master chooses each.")
    lines.last.click()
    expect(lines.last).to_have_attribute("aria-pressed", "true")
    shoot(page, "hint-strategy")
    ada.press("Escape")
    while (back := page.locator("[data-key=back]")).count():
        back.click()  # what the hint has laid out, die by die
    page.locator("[data-piece=number-3]").click()
    expect(back).to_have_text("Take back")
    page.locator("[data-piece=more]").click(click_count=3)
    expect(page.locator("[data-key=main]")).to_have_text("Bid four threes")
    page.get_by_role("button", name="One less").click()
    expect(page.locator("[data-key=main]")).to_have_text("Bid three threes")
    ada.press("Escape")
    expect(page.locator("[data-key=main]")).to_have_text("Bid two threes")
