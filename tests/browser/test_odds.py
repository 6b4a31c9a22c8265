"""Odds at hand: looked up by a tap or a key, shut off by the host, who also says how fast bots move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import PHONE, Person
from tests.browser.test_pages import shoot, sized


def test_odds_are_looked_up_by_tap_and_by_key_and_the_host_shuts_them_off_and_lets_bots_move_quicker(
    sit: Callable[..., Person],
):
    ada = sit("Ada", "/new/duello", pace="at once", **sized(PHONE))
    page = ada.page
    page.get_by_role("button", name="Play now").click()
    ada.wait_for_turn()
    page.get_by_role("button", name="Odds: What can lie under the cup?").click()
    sheet = page.get_by_role("dialog", name="What can lie under the cup?")
    expect(sheet.get_by_role("row", name="10 dice 84 % 52 % 22 %")).to_be_visible()
    expect(
        sheet.get_by_role("row", name="6 60 % 4651 of 7776 20 % 763 of 3888 4 % 23 of 648")
    ).to_be_visible()
    shoot(page, "odds")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("o")
    expect(sheet.get_by_role("row").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="No more odds").click()
    expect(page.get_by_role("button", name="Let people look odds up")).to_be_visible()
    page.get_by_role("button", name="Quicker bots").click()
    expect(page.get_by_role("dialog")).to_contain_text("Bots move quickly.")
    expect(page.get_by_role("button", name="Slower bots")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("button", name="Odds:")).to_have_count(0)
