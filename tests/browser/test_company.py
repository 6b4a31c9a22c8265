"""People at a table beside the game: they react, agree on a pause, and the host sends away."""

from __future__ import annotations

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
    ada.page.get_by_role("button", name="Let people write").click()
    ada.page.get_by_role("button", name="Take my last choice back").click()
    refused = ada.page.get_by_role("dialog").get_by_role("alert")
    expect(refused).to_contain_text("cannot be taken back")
    expect(refused.locator("xpath=preceding-sibling::h3[1]")).to_have_text("Ask the others")
    assert all("409" in error for error in ada.errors)
    ada.errors.clear()
    ada.page.get_by_role("button", name="Good luck").click()
    expect(nils.page.locator(".plate [data-tag]", has_text="Good luck")).to_be_visible()
    ada.page.get_by_role("button", name="Ask for a pause").click()
    expect(nils.page.locator("[data-asked=pause]")).to_contain_text("Ada asked for a pause.")
    nils.page.get_by_role("button", name="Close", exact=True).click()
    nils.page.get_by_role("button", name="Pause", exact=True).click()
    expect(ada.page.locator("[data-clock].runs")).to_have_count(0)
    expect(iris.page.locator("[data-asked=pause]")).to_have_text(
        "The table pauses. Whoever sits here can go on."
    )
    nils.page.get_by_role("button", name="Go on").click()
    expect(ada.page.locator("[data-clock].runs")).to_have_count(2)

    ada.page.get_by_role("button", name="Shut watchers out").click()
    expect(iris.page.get_by_role("heading", level=1)).to_have_text("You cannot look on here any more.")
    iris.page.reload()
    expect(iris.page.get_by_role("heading", level=1)).to_have_text("The host lets nobody watch this table.")
    ada.page.get_by_role("button", name="Remove", exact=True).click()
    ada.page.get_by_role("button", name="Remove Nils").click()
    expect(ada.page.get_by_text("Nils is removed.")).to_be_visible()
    expect(ada.page.locator(".plate", has_text="Greedy")).to_be_visible()
    expect(ada.page.get_by_text("Greedy plays on until somebody takes the seat")).to_be_visible()
    bo = sit("Bo", path, **PHONED)
    bo.page.get_by_role("button", name="Play on for Greedy").click()
    expect(ada.page.locator(".plate", has_text="Greedy")).to_have_count(0)
    expect(nils.page.get_by_role("heading", level=1)).to_have_text("You cannot look on here any more.")
    expect(bo.page.locator(".plate", has_text="You")).to_be_visible()


def test_among_several_reactions_clocks_and_who_is_away_are_seen_on_the_smallest_phones(
    sit: Callable[..., Person], lay: Callable[..., str]
) -> None:
    small: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
    path = lay("dardz", seats=3, patience={"kind": "clock", "bank": 600})
    ada, nils, _iris = people = [sit(name, path, **small) for name in ("Ada", "Nils", "Iris")]
    for person in people:
        person.sit_down()
    for person in people:
        person.page.wait_for_selector(".board")
    nils.page.get_by_role("button", name="More").click()
    nils.page.get_by_role("button", name="Good luck").click()
    plate = ada.page.locator(".plate", has=ada.page.locator("b", has_text="Nils"))
    expect(plate.locator("[data-tag]", has_text="Good luck")).to_be_visible()
    expect(plate.get_by_role("timer")).to_be_visible()
    expect(plate.get_by_title("away")).to_have_count(0)
    nils.page.goto("about:blank")
    expect(plate.get_by_title("away")).to_have_count(1)
    expect(plate.get_by_role("timer")).to_be_visible()


def test_a_choice_is_asked_back_refused_and_granted_and_people_write_to_each_other(
    sit: Callable[..., Person],
) -> None:
    ada = sit("Ada", "/new/command-dice", **PHONED)
    ada.open_options()
    ada.page.get_by_role("radiogroup", name="Writing to each other").get_by_role(
        "radio", name="Allowed"
    ).click()
    path = ada.open_table().removeprefix(ada.address)
    nils = sit("Nils", path, **PHONED)
    nils.sit_down()
    for person in (ada, nils):
        person.page.wait_for_selector(".board")
    ada.take_turn()
    other_tab = ada.page.context.new_page()
    other_tab.goto(ada.page.url)
    expect(other_tab.get_by_role("button", name="Take my choice back")).to_be_visible()
    other_tab.close()
    for answer, said in (("Not this time", ""), ("Let Ada choose again", " for the second time in a row")):
        ada.page.get_by_role("button", name="Take my choice back").click()
        expect(nils.page.locator("[data-asked]")).to_contain_text(
            f"Ada asks to take the last choice back{said}."
        )
        aloud = nils.page.get_by_role("status").filter(has_text="Ada asks to take the last choice back")
        expect(aloud).to_have_count(1)
        expect(ada.page.locator("[data-asked]")).to_contain_text("no answer in 60 seconds is a no")
        nils.page.get_by_role("button", name=answer).click()
        expect(ada.page.locator("[data-asked]")).to_have_count(0)
        if answer == "Not this time":
            expect(ada.page.get_by_text("Not everybody agreed. Play goes on.")).to_have_count(2)  # and aloud
    expect(ada.page.locator(".ticker")).to_contain_text("You took the last choice back.")
    ada.take_turn()

    ada.page.get_by_role("button", name="Write to the table").click()
    ada.page.get_by_label("What you write").fill("Well, <b>that</b> was\u202e close")
    ada.page.get_by_role("button", name="Send").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("letters that can be seen")
    ada.page.get_by_label("What you write").fill("Well, <b>that</b> was close")
    ada.page.get_by_role("button", name="Send").click()
    nils.page.get_by_role("button", name="Write to the table, 1 new").click()
    expect(nils.page.get_by_role("dialog").get_by_role("listitem")).to_contain_text(
        "Well, <b>that</b> was close"
    )
    nils.page.get_by_role("button", name="Close").click()
    nils.page.get_by_role("button", name="More").click()
    nils.page.get_by_role("button", name="Mute Ada").click()
    expect(nils.page.get_by_role("button", name="Hear Ada again")).to_be_visible()
    ada.page.get_by_label("What you write").fill("Nobody hears this")
    ada.page.get_by_role("button", name="Send").click()
    expect(ada.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)
    nils.page.reload()
    expect(nils.page.get_by_role("button", name="Write to the table", exact=True)).to_be_visible()

    nils.page.get_by_role("button", name="More").click()
    nils.page.get_by_role("button", name="Offer to end the match as it stands").click()
    ada.page.get_by_role("button", name="Close").click()
    expect(ada.page.locator("[data-asked]")).to_contain_text("It would count as it stands.")
    ada.page.get_by_role("button", name="End the match").click()
    expect(ada.now).to_contain_text("All agreed to end the match.")
    assert ada.errors + nils.errors == []


def test_what_is_written_without_a_connection_is_said_to_be_on_its_way_comes_later_and_is_read_aloud(
    sit: Callable[..., Person], lay: Callable[..., str]
) -> None:
    at = lay("command-dice", chat=True)
    ada, nils = sit("Ada", at, **PHONED), sit("Nils", at, **PHONED)
    for person in (ada, nils):
        person.sit_down()
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Write to the table").click()
    ada.context.set_offline(True)
    ada.page.get_by_label("What you write").fill("One moment, a train")
    ada.page.get_by_role("button", name="Send").click()
    expect(ada.page.get_by_role("dialog").get_by_role("status")).to_contain_text("On its way: “One moment")
    ada.context.set_offline(False)
    heard = nils.page.locator("[aria-live=polite]").filter(has_text="writes")
    expect(heard).to_have_text("Ada writes: One moment, a train")
    expect(ada.page.get_by_role("listitem").filter(has_text="a train")).to_have_count(1)
    expect(ada.page.get_by_role("dialog").get_by_role("status")).to_be_empty()
