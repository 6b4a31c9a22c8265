"""DARDZ in a real browser: whole games against bots, offers seen before picking, values of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.person import DESK, LIT, MAIN, PHONE, Person
from tests.browser.test_pages import looks, overflow, serious, small_targets

Sit = Callable[..., Person]
Lay = Callable[..., str]
PICKS = 2_000  # more than any game takes
BUTTON = ".acts button:not(:disabled):not([data-key=hint])"


def size(of: tuple[int, int]) -> dict[str, int]:
    return {"width": of[0], "height": of[1]}


def at_a_table(sit: Sit, lay: Lay, seats: int, device: tuple[int, int] = PHONE, **more: Any) -> Person:
    """Ada at a table with so many seats, all but hers with a greedy bot that moves quickly."""
    bots = dict.fromkeys(range(1, seats), "greedy")
    values = more.pop("values", {})
    at = lay("dardz", seats=seats, bots=bots, values=values)
    ada = sit("Ada", at, pace="at once", viewport=size(device), reduced_motion="reduce", **more)
    ada.sit_down()
    return ada


def setting_up(sit: Sit, device: tuple[int, int]) -> Person:
    """Ada where a table of DARDZ is set up."""
    ada = sit("Ada", "/new/dardz", viewport=size(device), reduced_motion="reduce")
    ada.open_options()
    return ada


def start(person: Person) -> None:
    person.page.get_by_role("button", name="Play now").click()
    person.page.wait_for_url("**/t/*")


def value(person: Person, key: str) -> Locator:
    return person.page.locator(f"[data-value={key}]")


def act(person: Person) -> None:
    """Tap the last piece that is lit, then the button it leads to; or the first button there is."""
    page = person.page
    if person.lit.count():
        person.lit.last.click()
    before = page.evaluate(STATE)
    page.locator(f"{MAIN}, {BUTTON}").last.click()
    page.wait_for_function(f"before => ({STATE}) !== before", arg=before)


def play_out(person: Person, seen: Callable[[], None] = lambda: None) -> None:
    """Play whatever is lit until the game is over; ``seen`` looks at the table before each move."""
    for _ in range(PICKS):
        person.page.wait_for_selector(f"{LIT}, {MAIN}, {BUTTON}")
        if person.is_over():
            return
        seen()
        act(person)
    raise AssertionError(f"no end in sight: {person.title}")


# What is said and what lies on the table: it changes with every move
STATE = """document.querySelector('.now')?.innerText + [...document.querySelectorAll('[data-piece]')]
  .map((one) => one.ariaLabel + one.getAttribute('aria-disabled')).join()"""


def test_three_play_to_a_hundred_and_fifty_two_of_them_bots(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 3, has_touch=True)
    told: set[str] = set()

    def offers_are_told() -> None:
        offers = ada.page.locator("[data-zone=offers] button.offer")
        for offer in offers.all():
            told.add((offer.get_attribute("aria-label") or "").partition(": ")[2])

    play_out(ada, offers_are_told)
    assert any("you +" in words for words in told)
    assert any("nobody moves" in words for words in told)
    ada.page.get_by_role("button", name="See the result").click()
    headline = re.compile(r"^(You win|Greedy( \w+)? wins) with [0-9]+ points$")
    expect(ada.page.locator("main h1")).to_have_text(headline)
    expect(ada.page.locator(".why .who")).to_have_count(3)
    scores = [int(row) for row in ada.page.locator(".why .who .total").all_inner_texts()]
    assert max(scores) >= 150


def test_four_play_in_two_teams(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 4, DESK, values={"teams": True, "team-target": 90})
    expect(ada.page.locator(".plate", has_text="Team 1")).to_have_count(2)
    play_out(ada)
    expect(ada.now).to_contain_text("won the game.")
    ada.page.get_by_role("button", name="See the result").click()
    expect(ada.page.locator("main h1")).to_have_text(
        re.compile("^(You and Greedy Bea|Greedy and Greedy Cato) win, [0-9]+.[0-9]+$")
    )


def test_an_offer_shows_whose_cards_it_moves_before_it_is_picked(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay, 2)
    page = ada.page
    for _ in range(PICKS):
        page.wait_for_selector(f"{LIT}, {MAIN}, {BUTTON}")
        if page.locator("[data-zone=offers] .gain").count() and page.locator("button.offer").count():
            break
        act(ada)
    for look in looks(page):
        assert serious(page) == [], look
        assert overflow(page) <= 0, look
    # the whole row of an offer is tapped, not only its figure
    assert [target for target in small_targets(page) if "offer" not in target] == []
    assert all(row.bounding_box()["height"] >= 44 for row in page.locator("[data-zone=offers] .row").all())
    row = page.locator("[data-zone=offers] .row", has=page.locator(".gain")).first
    number = row.locator(".offer").inner_text().strip()
    gain = row.locator(".gain b").first.inner_text()
    row.locator("button.offer").click()
    expect(page.locator(MAIN)).to_contain_text(f"Pick {number}:")
    expect(page.locator(MAIN)).to_contain_text(gain)
    piles = page.locator(".zone.lay-ten i.on")
    before = piles.count()
    page.locator(MAIN).click()
    page.wait_for_function(
        "before => document.querySelectorAll('.zone.lay-ten i.on').length !== before", arg=before
    )


def test_the_form_of_values_can_be_read_and_tapped(sit: Sit) -> None:
    ada = setting_up(sit, PHONE)
    ada.page.get_by_role("button", name="House values").click()
    expect(value(ada, "trade-text")).to_be_visible()
    for look in looks(ada.page):
        assert serious(ada.page) == [], look
        assert overflow(ada.page) <= 0, look
    assert small_targets(ada.page) == []


def test_values_are_changed_kept_and_in_force_at_the_table(sit: Sit) -> None:
    ada = setting_up(sit, PHONE)
    page = ada.page
    page.get_by_role("button", name="House values").click()
    points = value(ada, "card-points")
    expect(points).to_contain_text("12 whole numbers from 1 to 30.")
    twelve = points.locator("input").nth(11)
    twelve.fill("99")
    twelve.blur()
    expect(points.get_by_role("alert")).to_have_text("99 does not do: needs 12 whole numbers from 1 to 30.")
    expect(twelve).to_have_value("15")
    twelve.fill("18")
    twelve.blur()
    expect(points).to_contain_text("12 was 15.")
    page.get_by_label("Name").fill("Saturday")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_text("Kept as Saturday.")).to_be_visible()

    page.reload()
    ada.open_options()
    page.get_by_role("button", name="House values").click()
    expect(twelve).to_have_value("15")
    page.get_by_role("button", name="Saturday").click()
    expect(twelve).to_have_value("18")
    expect(page.get_by_role("button", name="Saturday")).to_have_attribute("aria-pressed", "true")
    start(ada)
    page.wait_for_selector("[data-zone=throw]")
    page.get_by_role("button", name="Rules").click()
    in_force = page.get_by_role("dialog").locator("[data-value=card-points]")
    expect(in_force).to_contain_text("12 was 15.")
    expect(in_force.locator(".other")).to_have_text(re.compile(r"12\s*18"))


def test_values_go_out_as_a_file_and_come_in_again_and_a_wrong_file_is_refused(
    sit: Sit, tmp_path: Path
) -> None:
    ada = setting_up(sit, DESK)
    page = ada.page
    page.get_by_role("button", name="House values").click()
    value(ada, "skull-text").locator("textarea").fill("Ouch.")
    value(ada, "skull-text").locator("textarea").blur()
    page.get_by_label("Name").fill("Our house")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    assert saving.value.suggested_filename == "Our-house.toml"
    file = tmp_path / "house.toml"
    saving.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert 'value = "Ouch."' in text

    page.reload()
    ada.open_options()
    page.get_by_role("button", name="House values").click()
    chooser = page.get_by_label("A file of values")
    chooser.set_input_files(file)
    expect(page.get_by_text("Read from house.toml: 1 value changed.")).to_be_visible()
    expect(value(ada, "skull-text").locator("textarea")).to_have_value("Ouch.")
    file.write_text(text + "\n[golden-points]\nvalue = 31\n", encoding="utf-8")
    line = len(file.read_text(encoding="utf-8").splitlines())
    chooser.set_input_files(file)
    why = f"house.toml line {line}: golden-points is 31: needs a whole number from 1 to 30."
    expect(page.get_by_role("alert").filter(has_text="house.toml")).to_have_text(why)
    expect(value(ada, "skull-text").locator("textarea")).to_have_value("Ouch.")
    assert all("400" in error for error in ada.errors)
    ada.errors.clear()
