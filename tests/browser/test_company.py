"""People at a table beside the game: they react, agree on a pause, and the host sends away."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.person import PHONE, Person

PHONED: dict[str, Any] = {"viewport": {"width": PHONE[0], "height": PHONE[1]}, "reduced_motion": "reduce"}


def test_reactions_a_pause_by_consent_and_a_host_who_sends_watchers_away(sit: Callable[..., Person]) -> None:
    ada = sit("Ada", "/new/command-dice", **PHONED)
    ada.open_options()
    ada.page.get_by_role("radio", name="With a clock").click()
    path = ada.open_table().removeprefix(ada.address)
    nils = sit("Nils", path, **PHONED)
    nils.sit_down()
    iris = sit("Iris", path, **PHONED)
    for person in (ada, nils, iris):
        person.page.wait_for_selector(".board")
    for person in (ada, nils):
        person.page.get_by_role("button", name="More").click()
    ada.page.get_by_role("button", name="Good luck").click()
    expect(nils.page.locator(".plate [data-tag]", has_text="Good luck")).to_be_visible()
    ada.page.get_by_role("button", name="Ask for a pause").click()
    expect(nils.now).to_contain_text("Ada asked for a pause")
    nils.page.get_by_role("button", name="Agree").click()
    expect(ada.page.locator("[data-clock].runs")).to_have_count(0)
    nils.page.get_by_role("button", name="Go on").click()
    expect(ada.page.locator("[data-clock].runs")).to_have_count(2)

    ada.page.get_by_role("button", name="Shut watchers out").click()
    expect(iris.page.get_by_role("heading", level=1)).to_have_text("You cannot look on here any more.")
    iris.page.reload()
    expect(iris.page.get_by_role("heading", level=1)).to_have_text("The host lets nobody watch this table.")
    ada.page.get_by_role("button", name="Remove", exact=True).click()
    ada.page.get_by_role("button", name="Remove Nils").click()
    expect(ada.page.get_by_text("Nils is removed.")).to_be_visible()
    expect(ada.page.locator(".plate", has_text=re.compile("Greedy"))).to_be_visible()
