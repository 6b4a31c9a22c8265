"""Whoever comes by a link, to any page, with any cookie: they get a name there, and can act."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import throwdown
from tests.browser.person import PHONE, Person
from tests.browser.test_pages import serious
from throwdown.bots.portraits import portraits_of

Sit = Callable[..., Person]
Lay = Callable[..., str]
PHONED: dict[str, Any] = {"viewport": {"width": PHONE[0], "height": PHONE[1]}, "reduced_motion": "reduce"}
LOBBY_SHIFT = 0.05
UNREADABLE = "Others could not read this name: after 'N' comes a letter that cannot be seen."
SHIFTS = """window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())
  if (!entry.hadRecentInput) window.shift += entry.value })
  .observe({ type: 'layout-shift', buffered: true })"""

PLAIN_ADDRESS = """for (const gone of ['clipboard', 'share'])
  Object.defineProperty(navigator, gone, { value: undefined })"""


def test_a_friend_with_a_new_browser_sits_down_by_the_link_and_plays(sit: Sit, lay: Lay) -> None:
    nils = sit("Nils", lay("command-dice", bots={1: "greedy"}), **PHONED)
    expect(nils.page.locator("main h1")).to_contain_text("Command Dice")
    expect(nils.page.get_by_label("Table code")).to_have_count(0)  # the invitation is not the guest's
    nils.sit_down()
    assert nils.wait_for_turn()


def test_the_seat_that_is_offered_has_the_colour_that_whoever_takes_it_gets(sit: Sit, lay: Lay) -> None:
    table = lay("duello", seats=4)
    for guest in [sit(name, table) for name in ("Ada", "Nils", "Iris")]:
        guest.page.reload()  # somebody has taken a seat, and a colour, since
        offered = guest.page.locator(".chairs li", has_text="Your seat").locator("small").inner_text()
        guest.sit_down()
        expect(guest.page.locator(".chairs li", has_text="You").locator("small")).to_have_text(offered)


def test_a_guest_is_told_where_the_game_in_a_minute_is_not_the_one_of_the_table(sit: Sit, lay: Lay) -> None:
    usual = sit("Ada", lay("dardz", seats=2))
    own = sit("Nils", lay("dardz", seats=2, values={"target": 60}))
    for guest in (usual, own):
        expect(guest.page.get_by_text("when somebody has reached 150")).to_be_visible()
    said = "What is otherwise at this table stands above."
    expect(own.page.get_by_text(said)).to_be_visible()
    expect(usual.page.get_by_text(said)).to_have_count(0)


def test_whoever_comes_when_all_seats_are_taken_is_told_so_and_what_can_be_done(sit: Sit, lay: Lay) -> None:
    table = lay("command-dice", seats=2)
    ada, nils, iris = (sit(name, table) for name in ("Ada", "Nils", "Iris"))
    iris.page.get_by_label("Your name at the table").fill("Iris")
    ada.sit_down()
    nils.sit_down()
    for late in (iris, sit("Olga", table)):  # one had the page open, one comes by the link now
        expect(late.page.get_by_text("All seats are taken, so you look on.")).to_be_visible()
        own = late.page.get_by_role("link", name="Open your own table")
        expect(own).to_have_attribute("href", "/new/command-dice")
    expect(nils.page.get_by_text("All seats are taken")).to_have_count(0)


def test_who_may_not_sit_down_under_a_name_is_told_so_beside_the_button(sit: Sit, lay: Lay) -> None:
    lying = {"viewport": {"width": 780, "height": 360}, "reduced_motion": "reduce"}
    nils = sit("Nils", lay("duello", seats=8), **lying)
    nils.page.get_by_label("Your name at the table").fill("N\u3164")
    nils.page.get_by_role("button", name="Sit down as N").click()
    refused = nils.page.get_by_role("alert")
    expect(refused).to_have_text(UNREADABLE)
    expect(refused).to_be_in_viewport(ratio=1)
    assert all("400" in error for error in nils.errors)
    nils.errors.clear()
    nils.sit_down()
    expect(refused).to_have_count(0)


def test_a_forged_cookie_makes_a_new_guest(sit: Sit, lay: Lay) -> None:
    nils = sit("Nils", "/icon.svg", **PHONED)
    forged = "eyJpZCI6ImEifQ.00000000000000000000000000000000"
    nils.context.add_cookies([{"name": "throwdown", "value": forged, "url": nils.address}])
    nils.page.goto(nils.address + lay("command-dice", bots={1: "greedy"}))
    nils.sit_down()
    assert nils.wait_for_turn()


def test_cookies_cleared_while_the_page_is_open_do_not_stop_anybody(sit: Sit, lay: Lay) -> None:
    nils = sit("Nils", lay("command-dice", bots={1: "greedy"}), **PHONED)
    expect(nils.page.get_by_label("Your name at the table")).not_to_have_value("")
    nils.context.clear_cookies()
    nils.sit_down()
    assert nils.wait_for_turn()
    told_of_a_missing_cookie(nils)


def test_a_table_is_opened_after_the_cookies_were_cleared(sit: Sit) -> None:
    ada = sit("Ada", "/new/command-dice", **PHONED)
    ada.open_options()
    ada.call_herself()
    ada.context.clear_cookies()
    ada.page.get_by_role("button", name="Play now").click()
    assert ada.wait_for_turn()
    told_of_a_missing_cookie(ada)
    name = ada.page.evaluate("fetch('/api/me').then((answer) => answer.json()).then((me) => me.name)")
    assert name == "Ada"  # the new guest keeps what this page called her


def told_of_a_missing_cookie(person: Person) -> None:
    """The browser tells of the one refusal after which the page asked again."""
    assert all("401" in error for error in person.errors), person.errors
    person.errors.clear()


def test_two_pages_opened_at_once_are_one_guest(sit: Sit, lay: Lay) -> None:
    """Both ask who they are before either has an answer."""
    nils = sit("Nils", "/icon.svg", **PHONED)
    at = nils.address + lay("command-dice", bots={1: "greedy"})
    held: list[Route] = []
    nils.context.route("**/api/me", lambda route: held.append(route))
    other = nils.context.new_page()
    nils.page.goto(at)
    other.goto(at)
    while len(held) < 2:
        nils.page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    nils.context.unroute("**/api/me")
    nils.sit_down()
    assert nils.wait_for_turn()
    expect(other.locator("button[data-piece].is-selectable").first).to_be_visible()  # her seat in both


@pytest.mark.parametrize("at", ["/verify", "/replay/none/1", "/new/duello", "/"])
def test_every_page_brings_a_name(sit: Sit, at: str) -> None:
    ada = sit("Ada", at, **PHONED)
    ada.page.wait_for_load_state("networkidle")
    assert [cookie["name"] for cookie in ada.context.cookies()] == ["throwdown"]
    ada.errors.clear()  # there is no such replay


def test_an_unknown_table_says_so_and_leads_home(sit: Sit) -> None:
    ada = sit("Ada", "/t/nowhere", **PHONED)
    expect(ada.page.get_by_role("heading", name="There is no table here.")).to_be_visible()
    ada.page.get_by_role("link", name="Back to the lobby").click()
    expect(ada.page.locator("a.box")).to_have_count(5)


def test_a_wrong_code_says_so_beside_its_field(sit: Sit) -> None:
    ada = sit("Ada", "/", **PHONED)
    field = ada.page.get_by_label("Table code")
    expect(field).not_to_have_attribute("placeholder", re.compile("."))
    field.fill("bobab")
    ada.page.get_by_role("button", name="Join").click()
    expect(ada.page.get_by_role("alert")).to_have_text("No table with an open seat has the code BOBAB.")
    ada.page.emulate_media(color_scheme="dark")
    assert serious(ada.page) == []
    assert all("404" in error for error in ada.errors)
    ada.errors.clear()


def test_two_taps_lead_from_the_lobby_to_a_match_against_regular(sit: Sit) -> None:
    ada = sit("Ada", "/", script=SHIFTS, **PHONED)
    expect(ada.page.locator("a.box")).to_have_count(5)
    for line in ada.page.locator("a.box i").all():
        expect(line).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    assert ada.page.evaluate("window.shift") < LOBBY_SHIFT
    ada.page.locator("a.box", has_text="Command Dice").click()
    levels = ada.page.get_by_role("radiogroup", name="Against").get_by_role("radio")
    expect(levels).to_contain_text(["Novice", "Regular", "Sharp", "Master"])
    expect(levels.nth(1)).to_be_checked()
    expect(ada.page.get_by_text(re.compile("Greedy|Random"))).to_have_count(0)
    ada.page.get_by_role("button", name="Play now").click()
    assert ada.wait_for_turn()
    expect(ada.page.locator(".plate", has_text="Regular")).to_have_count(1)


def test_after_a_round_robin_was_looked_at_the_form_has_as_many_seats_as_before(sit: Sit) -> None:
    ada = sit("Ada", "/new/duello")
    ada.open_options()
    chairs = ada.page.locator(".seats > li")
    expect(chairs).to_have_count(2)
    ada.page.get_by_role("radio", name="Round robin").click()
    expect(chairs).to_have_count(3)
    ada.page.get_by_role("radio", name="Some games").click()
    expect(chairs).to_have_count(2)
    ada.page.get_by_role("radio", name="Round robin").click()
    many = ada.page.get_by_role("group", name="How many play")
    many.get_by_role("button").last.click()
    expect(chairs).to_have_count(4)
    said, steps = ada.page.get_by_text(re.compile("to 8\\.")).bounding_box(), many.bounding_box()
    assert said is not None
    assert steps is not None
    assert said["width"] > steps["width"]  # what is said has the room that the steps leave


def test_two_taps_lead_from_the_lobby_to_an_invitation(sit: Sit) -> None:
    ada = sit("Ada", "/", **PHONED)
    ada.page.locator("a.box", has_text="Duello").click()
    expect(ada.page.get_by_role("heading", name="How to play")).to_be_visible()
    ada.page.get_by_role("button", name="Invite a friend").click()
    expect(ada.page.get_by_role("heading", name="Invite your friend.")).to_be_visible()
    expect(ada.page.locator(".foot .main")).to_have_text(re.compile("Share the link|Copy the link"))
    assert re.fullmatch("[A-Z]{5}", ada.code())


def test_the_link_is_copied_at_an_address_without_a_clipboard(sit: Sit) -> None:
    """At the plain address of a local network a browser has neither `navigator.clipboard` nor `share`."""
    ada = sit("Ada", "/new/duello", script=PLAIN_ADDRESS, **PHONED)
    ada.page.get_by_role("button", name="Invite a friend").click()
    ada.page.locator(".foot .main").click()
    expect(ada.page.locator(".foot .main")).to_have_text("Copied")
    link = ada.page.url
    ada.page.goto(f"{ada.address}/verify")
    ada.page.get_by_label("The transcript").focus()
    ada.page.keyboard.press("Control+V")
    expect(ada.page.get_by_label("The transcript")).to_have_value(link)


def test_rules_begin_with_the_aim_and_show_their_tables(sit: Sit) -> None:
    ada = sit("Ada", "/new/kadice", **PHONED)
    ada.page.get_by_role("button", name="Rules").click()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="In a minute")).to_be_visible()
    expect(sheet.locator("table").first.locator("tr")).to_have_count(13)
    assert not re.search(r"\[[SRHP]\]|\|", sheet.inner_text())


def test_play_now_on_kadoova_duel_opens_with_throws_by_hand_kd22(sit: Sit) -> None:
    ada = sit("Ada", "/new/kadoova-duel", **PHONED)
    levels = ada.page.get_by_role("radiogroup", name="Against").get_by_role("radio")
    said = [portrait.line for portrait in portraits_of(throwdown.load("kadoova-duel")).values()]
    expect(levels).to_contain_text(said)
    ada.page.get_by_role("button", name="Play now").click()
    ada.page.wait_for_url("**/t/*")
    at = ada.page.url.rsplit("/", 1)[1]
    values = ada.page.evaluate("id => fetch(`/api/tables/${id}`).then(reply => reply.json())", at)["values"]
    assert values["throws"] == "thrown"
