"""The rules sheet opens at what happens now, clauses lead to each other, and a summary fits on a page."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

import throwdown
from tests.browser.person import PHONE, Person


def test_the_rules_open_at_the_clause_of_what_happens_now_and_lead_on_and_fit_on_a_printed_page(
    sit: Callable[..., Person],
):
    width, height = PHONE
    ada = sit("Ada", "/learn/duello", pace="at once", viewport={"width": width, "height": height})
    page = ada.page
    page.wait_for_selector(".coach .now:not(.wait)")
    page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("li.here")).to_contain_text("declare one of three actions in secret")
    expect(sheet.locator("li.here")).to_be_in_viewport()
    expect(sheet.locator("li.here figure")).to_contain_text("One of the three is declared in secret")
    expect(sheet.get_by_role("figure")).to_have_count(9)
    sheet.get_by_label("Search the rules").fill("With two players this is")
    expect(sheet.get_by_role("status")).to_contain_text("1 of ")
    sheet.get_by_role("button", name="DU-9").click()
    expect(sheet.locator("li.here")).to_contain_text("When both shoot in one turn")
    expect(sheet.locator("li.here")).to_be_focused()
    with page.context.expect_page() as opened:
        sheet.get_by_role("link", name="One page to print").click()
    summary = opened.value
    for game in (each.key for each in throwdown.all_games()):
        summary.goto(f"{ada.address}/rules/{game}")
        expect(summary.locator("li")).not_to_have_count(0)
        pages = len(re.findall(rb"/Type\s*/Page\b", summary.pdf(format="A4")))
        assert pages == 1, f"{game} takes {pages} pages"
