"""Where a match was won, as it looks and reads once the match is over."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import throwdown
from tests.browser.person import DESK, PHONE, Person
from tests.browser.test_pages import SMALL_PHONE, overflow, serious, shoot, sized, small_targets
from throwdown.bots import warm

Sit = Callable[..., Person]
Lay = Callable[..., str]
LOW_DESK = (1280, 640)  # the rail's pieces shrink here, its controls do not
LONG = 120_000  # milliseconds in which a match is played and counted


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The process that counts finds the game compiled."""
    warm(throwdown.load("command-dice"))


def test_where_a_match_was_won_is_told_and_the_match_is_among_ones_own_until_forgotten(
    lay: Lay, sit: Sit
) -> None:
    table = lay("command-dice", {1: "greedy"})
    ada = sit("Ada", table, pace="at once", **sized(PHONE))
    page = ada.page
    ada.sit_down()
    for _ in range(2):
        ada.wait_for_turn()
        ada.take_turn()
    ada.wait_for_turn()
    account = f"/account/{table.removeprefix('/t/')}/1"
    early = sit("Nils", account)
    expect(early.page.get_by_role("alert")).to_contain_text("is being played")
    early.errors.clear()  # the browser notes every answer that is a refusal
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name=re.compile("Resign")).first.click()
    page.get_by_role("button", name=re.compile("^(Resign|Yes)")).last.click()
    see = page.get_by_role("button", name="See the result")
    see.or_(page.get_by_role("link", name=re.compile("Where it was won"))).first.wait_for()
    if see.count():
        see.click()
    page.request.put(
        f"{ada.address}/api/me", data={"name": "Adeline", "colour": 3}
    )  # it is hers all the same
    page.get_by_role("link", name=re.compile("Where it was won")).click()
    expect(page.get_by_role("heading", name=re.compile("You lost"))).to_be_visible(timeout=LONG)
    expect(page.locator("progress")).to_have_count(0, timeout=LONG)
    expect(
        page.get_by_role("img", name=re.compile("The chance to win by turn. You: .* 0 % at the end"))
    ).to_be_visible()
    shoot(page, "account")
    page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    assert overflow(page) <= 0
    assert small_targets(page) == []
    turn = page.get_by_role("slider")
    turn.focus()
    page.keyboard.press("End")
    expect(turn).to_have_attribute("aria-valuetext", re.compile(r"^At the end: You, 0 %"))
    page.keyboard.press("ArrowUp")
    expect(turn).to_have_attribute("aria-valuetext", re.compile(r"^Before round 1, turn \d"))
    page.get_by_role("radio", name="Table").click()
    rows = page.get_by_role("table", name="The chance to win after each turn").get_by_role("row")
    expect(rows.last).to_contain_text("0 %")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert serious(page) == []
    page.bring_to_front()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(account)
    nils = sit("Nils", account)
    expect(nils.page.get_by_role("heading", name="Ada lost", exact=False)).to_be_visible()
    page.get_by_role("link", name=re.compile("^See it")).last.click()
    expect(page.get_by_role("slider")).not_to_have_value("0")
    expect(page.get_by_text("You 0 % at the end")).to_be_visible()
    page.keyboard.press("ArrowUp")
    begins = re.compile(r"You \d+ % to win, between \d+ and \d+, as this turn begins")
    expect(page.get_by_text(begins)).to_be_visible()
    mattered = page.get_by_role("list", name="The turns that mattered").get_by_role("button")
    assert 1 <= mattered.count() <= 5
    mattered.first.press("Enter")
    page.set_viewport_size({"width": LOW_DESK[0], "height": LOW_DESK[1]})
    assert small_targets(page) == []
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert small_targets(page) == []
    assert serious(page) == []
    shoot(page, "replay-with-chances")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_text(re.compile("practice"))).to_be_visible()
    shoot(page, "practice")
    page.get_by_role("link", name="Leave the table").click()
    expect(page.get_by_role("listitem").filter(has_text="Practice. Your turn.")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="More").click()
    for name in ("Resign", "Resign the match"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name="See the result").click()
    expect(page.get_by_text("Well played.", exact=True)).to_be_visible()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("button", name="Next turn")).to_be_visible()
    expect(page.get_by_role("link", name="Where it was won")).to_have_count(0)
    page.go_back()
    page.go_back()
    page.get_by_role("link", name="Where it was won").click()
    expect(page.get_by_role("radio", name="Table")).to_be_checked()
    page.get_by_role("link", name="Back to the table").click()
    see.or_(page.get_by_role("link", name="Leave the table")).first.wait_for()
    if see.count():
        see.click()
    expect(
        page.get_by_role("img", name=re.compile("The chance to win by turn. You: .* 0 % at the end"))
    ).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("^The account from each side"))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("turns? that mattered$"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play on from here")).first).to_be_visible()
    assert serious(page) == []
    shoot(page, "result-with-chances")
    page.get_by_role("link", name="Leave the table").click()
    page.locator("button.you").click()
    page.get_by_role("link", name="My matches").click()
    expect(page.get_by_role("heading", name="1 match", exact=True)).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Command Dice")).to_contain_text("Lost")
    shoot(page, "my-matches")
    assert small_targets(page) == []
    page.get_by_label("Result").select_option("Won")
    expect(page.get_by_role("heading", name="0 matches")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save all transcripts").click()
    assert download.value.suggested_filename == "throwdown-matches.zip"
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Yes, forget me in 1 match").click()
    expect(page.get_by_role("heading", name="No matches", exact=True)).to_be_visible()


def test_puzzles_are_allowed_and_solved_by_keys_and_their_list_is_found_where_it_was_left(sit: Sit) -> None:
    page = sit("Ada", "/settings", pace="at once", **sized(DESK)).page
    consent = page.get_by_role("radiogroup", name="Puzzles from your matches")
    expect(consent.get_by_role("radio", name="Do not")).to_be_checked()
    consent.get_by_role("radio", name="Allow").click()
    expect(consent.get_by_role("radio", name="Allow")).to_be_checked()
    page.reload()
    expect(consent.get_by_role("radio", name="Allow")).to_be_checked()
    consent.scroll_into_view_if_needed()
    shoot(page, "consent")
    assert overflow(page) <= 0
    assert serious(page) == []
    consent.get_by_role("radio", name="Do not").click()
    expect(page.get_by_role("status").filter(has_text="matches are gone")).to_be_visible()
    page.goto(page.url.replace("/settings", "/puzzles"))
    expect(page.get_by_role("heading", name="Today’s puzzle")).to_be_visible()
    assert serious(page) == []
    shoot(page, "puzzles")
    expect(page.get_by_role("link", name="Solve today’s puzzle")).to_be_visible()
    page.get_by_role("radio", name="Command Dice").click()
    page.get_by_role("link", name="Puzzle 1 new").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(re.compile(r"The rule of thumb takes .* is better by \d+ %"))).to_be_visible()
    solve_by_keys(page)
    expect(page.get_by_role("list", name="The choices and their chances to win")).to_contain_text("yours")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    assert serious(page) == []
    shoot(page, "puzzle-answered")
    page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    assert overflow(page) <= 0
    assert small_targets(page) == []
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=re.compile("Puzzle 1 (right|missed)"))).to_be_visible()
    far = page.get_by_role("link", name=re.compile(r"Puzzle \d+")).last
    far.scroll_into_view_if_needed()
    left = page.evaluate("scrollY")
    assert left > 0
    far.click()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    page.go_back()
    page.wait_for_function("left => scrollY === left", arg=left)  # back where the list was left
    page.reload()
    page.wait_for_function("left => scrollY === left", arg=left)


def solve_by_keys(page: Page) -> None:
    """Choose something with the keyboard alone: pieces as they light up, until the choice can be made."""
    answered = page.get_by_role("link", name="Next puzzle")
    ready = page.locator(".acts button:not(:disabled):not([data-key=hint]):not([data-key=back])")
    lit = page.locator("button.is-selectable:not(.is-selected)")
    for _ in range(12):
        if answered.count():
            return
        (ready if ready.count() else lit).first.press("Enter")
        page.wait_for_function("document.querySelector('.is-selected, .answer')")
    raise AssertionError("nothing could be chosen in twelve presses")


def test_the_matches_of_a_table_that_its_host_has_closed_stay_among_ones_own(sit: Sit) -> None:
    ada = sit("Ada", "/new/command-dice", pace="at once", **sized(PHONE))
    page = ada.page
    page.get_by_role("button", name="Play now").click()
    for names in (("Resign", "Resign the match"), ("Close the table", "Close it")):
        page.get_by_role("button", name="More").click()
        for name in names:
            page.get_by_role("button", name=name, exact=True).click()
        if "Resign" in names:
            page.get_by_role("button", name="See the result").click()
    expect(page.get_by_role("heading", name="This table is closed.")).to_be_visible()
    page.get_by_role("link", name="My matches").click()
    page.get_by_role("link", name="Review").click()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_text("play or pause")).to_be_visible()
    expect(page.get_by_text("hurry the table on")).to_have_count(0)
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("link", name="Where it was won").click()
    expect(page.get_by_text("Command Dice with Regular").first).to_be_visible()
    expect(page.get_by_role("heading", name="No account of this match.")).to_have_count(0)
