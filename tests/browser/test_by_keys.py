"""The pages around a match by keyboard alone: the order of seats, a replay, a check, a result."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

import throwdown
from tests.browser.person import FOCUSED, PHONE, Person

Sit = Callable[..., Person]
Lay = Callable[..., str]
PHONED: dict[str, Any] = {"viewport": {"width": PHONE[0], "height": PHONE[1]}, "reduced_motion": "reduce"}
# Whether something else is drawn over the middle of what has the focus.
COVERED = """() => { const one = document.activeElement, box = one.getBoundingClientRect()
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  return !there || !(one.contains(there) || there.contains(one)) }"""


def test_the_order_of_seats_is_set_by_keys_and_the_focus_goes_with_who_is_moved(sit: Sit) -> None:
    ada = sit("Ada", "/icon.svg", **PHONED)
    request, at = ada.context.request, ada.address
    request.get(f"{at}/api/me")
    wishes = {"game": "duello", "seats": 4, "bots": {"2": "regular", "3": "novice"}}
    table = request.post(f"{at}/api/tables", data=wishes).json()["id"]
    ada.page.goto(f"{at}/t/{table}")
    ada.page.get_by_text("Order of seats").wait_for()
    ada.tab_to(lambda label: label == "Order of seats")
    assert not ada.page.evaluate(COVERED)
    ada.press("Enter")
    ada.tab_to(lambda label: label == "Move Novice one seat up")
    for seat in ("3", "2"):
        ada.press("Enter")
        expect(ada.page.get_by_role("status").filter(has_text="Novice")).to_have_text(
            f"Novice: seat {seat} of 4."
        )
        expect(ada.page.get_by_role("button", name="Move Novice one seat up")).to_be_focused()
    expect(ada.page.locator(".chairs b")).to_have_text(["You", "Novice", "Open seat", "Regular"])


def test_a_transcript_is_checked_by_keys_and_the_verdict_is_what_is_read_next(sit: Sit) -> None:
    match = throwdown.load("command-dice").match(seats=2, seed=7)
    ada = sit("Ada", "/verify", **PHONED)
    ada.tab_to(lambda label: label == "The transcript")
    changed = '[Changed "1:0 removed, 1:0 taken, 1:0 removed, 1:0 taken"]\n'
    ada.page.keyboard.insert_text(changed + match.transcript())
    ada.tab_to(lambda label: label == "Check it")
    ada.press("Enter")
    verdict = ada.page.get_by_role("heading", name="The match was played by the rules.")
    expect(verdict).to_be_focused()
    expect(verdict).to_be_in_viewport()
    expect(ada.page.locator(".checks li")).to_have_count(7)  # of what was changed each sentence stands twice


def test_a_result_is_read_and_its_replay_is_followed_by_keys(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("command-dice", bots={1: "greedy"}), pace="at once", **PHONED)
    page = ada.page
    ada.sit_down()
    ada.wait_for_turn()
    ada.take_turn()
    ada.wait_for_turn()
    ada.tab_to(lambda label: label == "More")
    ada.press("Enter")
    for _ in range(2):
        ada.tab_to(lambda label: bool(re.match("Resign|Yes", label)))
        ada.press("Enter")
    page.get_by_role("button", name="See the result").wait_for()
    ada.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Greedy wins"))).to_be_focused()
    ada.tab_to(lambda label: label == "Review")
    ada.press("Enter")
    steps = page.get_by_role("slider")
    steps.wait_for()
    for key, step in (("ArrowRight", "step 2"), ("ArrowRight", "step 3"), ("ArrowLeft", "step 2")):
        ada.press(key)
        expect(steps).to_have_attribute("aria-valuetext", re.compile(f"{step} of"))
    ada.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    ada.press("End")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Rules").click()
    search = page.get_by_role("searchbox")
    search.press_sequentially("a die")
    expect(search).to_have_value("a die")


def test_the_focus_goes_from_a_link_to_the_heading_of_its_page_and_from_a_choice_to_the_own_side(
    sit: Sit,
) -> None:
    ada = sit("Ada", "/", **PHONED)
    ada.tab_to(lambda label: "Fewer dice strike first" in label)
    ada.press("Enter")
    heading = ada.page.get_by_role("heading", name="Command Dice", level=1)
    expect(heading).to_be_focused()
    ada.tab_to(lambda label: label.startswith("Play now"))
    ada.press("Enter")
    ada.wait_for_turn()
    expect(heading).to_be_focused()
    ada.tab_to(lambda label: label.startswith("white die"))
    ada.press(" ")
    ada.tab_to(lambda label: label == "Ready with 1 die")
    ada.press("Enter")
    expect(ada.page.get_by_role("region", name="Your side")).to_be_focused()
    for _ in range(20):
        ada.page.wait_for_timeout(100)
        assert ada.page.evaluate(FOCUSED) == "Your side"


def test_rules_that_come_late_give_the_focus_back_to_what_opened_them(sit: Sit) -> None:
    ada = sit("Ada", "/new/command-dice", **PHONED)
    held: list[Route] = []
    ada.page.route("**/api/games/command-dice/rules", lambda route: held.append(route))
    ada.tab_to(lambda label: label == "Rules")
    ada.press("Enter")
    expect(ada.page.get_by_role("dialog", name="Rules")).to_contain_text("One moment.")
    held.pop().continue_()
    expect(ada.page.get_by_role("dialog", name="Rules of Command Dice")).to_be_visible()
    ada.press("Escape")
    expect(ada.page.get_by_role("button", name="Rules")).to_be_focused()


def test_what_is_to_be_done_first_at_a_table_is_read_aloud_once_it_is_there(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("command-dice", bots={1: "greedy"}), **PHONED)
    ada.sit_down()
    ada.wait_for_turn()
    opening = ada.page.locator(".now + p[aria-live]")
    expect(opening).to_contain_text("Choose 1 to 4 dice, in secret. Fewer dice act first.")
    expect(opening).to_be_empty()
