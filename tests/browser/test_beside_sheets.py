"""Score sheets in a browser: filled in, printed on one page, kept or not, and ghosts that say why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.paper import PAPERS, is_all_of, pages, words
from tests.browser.person import Person
from tests.browser.sheets import EIGHT, empty_of, kept, written
from tests.browser.test_beside import PHONED, is_sound, seated
from tests.sheets import CASES

Sit = Callable[..., Person]
GAMES = sorted(key for key in CASES if "," not in key)
# In the place of the printer: what is on the page when it is to be printed, and that it was printed.
PRINTER = """; window.print = () => {
    dispatchEvent(new Event('beforeprint'))
    window.printed = document.querySelector('.paper').innerText
    dispatchEvent(new Event('afterprint'))
}"""
FULL = "; Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


def printed(page: Page) -> str:
    """What was on the page in the moment in which it was printed."""
    page.wait_for_function("() => window.printed")
    return page.evaluate("() => { const was = window.printed; window.printed = ''; return was }")


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_of_a_whole_match_is_printed_on_one_page_with_its_entries_and_empty_without(
    sit: Sit, game: str
) -> None:
    """With as many players as the cases have, and every line of the match."""
    case = max((CASES[game](seed) for seed in range(4)), key=lambda one: (one.setup["seats"], len(one.lines)))
    ada = sit("Ada", f"/box/sheet/{game}", script=kept(case, "Played at Nils’s") + PRINTER, **PHONED)
    page = ada.page
    totals = [f"{total:,}" for total in case.totals]
    expect(page.locator("tfoot tr:last-child td")).to_have_text(totals)
    expect(page.locator("tr.draft")).to_be_in_viewport()
    for paper in PAPERS:
        pdf = page.pdf(format=paper)
        assert (pages(pdf), is_all_of(pdf, paper)) == (1, True), paper
        told = words(pdf)
        assert "".join(totals) in told
        assert "PlayedatNils’s" in told
    page.get_by_role("button", name="Print", exact=True).tap()
    full = printed(page)
    assert all(total in full for total in totals)
    page.get_by_role("button", name="New sheet, players, notes").tap()
    page.get_by_role("button", name="Print an empty sheet").tap()
    empty = printed(page)
    assert "Date" in empty
    assert "Played at" not in empty
    assert not re.search(r"\t(?:[\d,+−]+)", empty)  # no cell has a figure
    assert len(empty.splitlines()) > 10
    expect(page.locator("tfoot tr:last-child td")).to_have_text(totals)  # the screen is as it was


def test_where_storage_is_full_the_sheet_can_be_printed_and_copied_and_goes_on(sit: Sit) -> None:
    page = sit("Ada", "/box/sheet/command-dice", script=seated(2) + PRINTER + FULL, **PHONED).page
    page.locator(".cards button").nth(5).tap()
    page.get_by_role("button", name="Write round 1").tap()
    loose = page.locator(".loose")
    expect(loose.get_by_role("alert")).to_contain_text("no room to keep the sheet")
    is_sound(page, "a sheet that is not kept")
    loose.get_by_role("button", name="Print").tap()
    assert re.search(r"Round 1\s+6", printed(page))
    page.evaluate(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }"
    )
    loose.get_by_role("button", name="Copy").tap()
    expect(loose.get_by_role("button", name="Copied")).to_be_visible()
    assert "Round 1: Ada won and Nils did not win" in page.evaluate("window.copied")
    expect(page.get_by_role("button", name="Write round 2")).to_be_visible()


def test_a_ghost_of_kadice_says_since_when_and_cards_that_are_out_say_so_ka12_ka13(sit: Sit) -> None:
    """Ada loses her three cards in two rounds, and is back with one in the third."""
    page = sit("Ada", "/box/sheet/kadice", script=seated(3), **PHONED).page
    page.get_by_role("button", name="New sheet, players, notes").tap()
    cards = page.get_by_role("dialog").get_by_role("textbox", name="Cards each")
    cards.fill("3")
    cards.press("Enter")
    page.get_by_role("button", name="Close", exact=True).tap()
    lost, war = page.get_by_label("Eliminated", exact=True), page.get_by_label("Lost in a war", exact=True)
    ada, nils = page.get_by_role("radio", name="Ada"), page.get_by_role("radio", name="Nils")
    back = page.get_by_role("radiogroup", name="The ghost is back")
    expect(ada).to_have_text(re.compile("3 left"))
    expect(page.get_by_text("Ada has 3: only with 0 (KA-12).")).to_be_visible()
    expect(back).to_have_count(0)
    war.select_option("2 Pairs")
    lost.select_option("Full House")
    expect(ada).to_have_text(re.compile("1 left"))
    page.get_by_role("button", name="Write round 1").tap()
    ada.tap()
    expect(lost.get_by_role("option", name="Full House, out in round 1")).to_be_disabled()
    lost.select_option("All Odds")
    page.get_by_role("button", name="Write round 2").tap()
    ghosts = page.get_by_role("row", name="Ghost").get_by_role("cell")
    expect(ghosts).to_have_text(["since 2", "", ""])
    ada.tap()
    expect(ada).to_have_text(re.compile("ghost"))
    expect(page.get_by_text("Ada has nothing left since round 2. A ghost rolls")).to_be_visible()
    expect(lost).to_be_disabled()
    is_sound(page, "a sheet with a ghost")
    nils.tap()
    expect(lost).to_be_enabled()
    ada.tap()
    back.get_by_role("radio", name="Yes, +1").tap()
    page.get_by_role("button", name="Write round 3").tap()
    expect(ghosts).to_have_text(["", "", ""])
    expect(page.locator("tfoot tr:last-child td")).to_have_text(["1", "3", "3"])
    ada.tap()
    expect(lost.get_by_role("option", name="Full House", exact=True)).to_be_enabled()


def test_forfeits_of_dardz_are_counted_for_whoever_owes_them_and_score_nothing_dz25(sit: Sit) -> None:
    page = sit("Ada", "/box/sheet/dardz", script=seated(3) + PRINTER, **PHONED).page
    nils, owed = page.get_by_role("radio", name="Nils"), page.get_by_label("Forfeits: another")
    row = page.get_by_role("row", name="Forfeits").get_by_role("cell")
    expect(owed).to_have_count(0)
    more = page.get_by_role("button", name="New sheet, players, notes")
    more.tap()
    page.get_by_role("radiogroup", name="Forfeits").get_by_role("radio", name="Yes").tap()
    page.get_by_role("button", name="Close", exact=True).tap()
    owed.select_option("Skull")
    owed.select_option("Hand cleaned up: the others")
    expect(row).to_have_text(["1", "1", "1"])
    nils.tap()
    owed.select_option("Clock: everybody")
    expect(row).to_have_text(["2", "2", "2"])
    is_sound(page, "a sheet with forfeits")
    page.get_by_role("button", name="Undo").tap()
    expect(row).to_have_text(["1", "1", "1"])
    owed.select_option("Skull")
    page.get_by_role("button", name="Take away Skull").tap()
    page.get_by_role("button", name="Write round 1").tap()
    owed.select_option("Double one: everybody")
    expect(row).to_have_text(["2", "2", "2"])
    expect(page.locator("tfoot tr:last-child td")).to_have_text(["0", "0", "0"])
    page.get_by_role("button", name="Print", exact=True).tap()
    assert re.search(r"Forfeits\s+2\s+2\s+2", printed(page))
    more.tap()
    page.get_by_role("button", name="Print an empty sheet").tap()
    assert re.search(r"Forfeits\s+Points", printed(page))  # a row without figures


def test_the_opening_of_kadoova_asks_for_no_duel_and_is_won_by_one_kd4(sit: Sit) -> None:
    page = sit("Ada", "/box/sheet/kadoova-duel", script=seated(2), **PHONED).page
    duel, now = page.get_by_label("Duel"), page.locator(".now b")
    opening = page.get_by_role("button", name="Write Opening Quick Draw")
    more = page.get_by_role("group", name="What it brought, Ada").get_by_role("button", name="+1,000")
    expect(now).to_have_text("Opening Quick Draw: one player has 1,000, the others nothing (KD-4).")
    expect(opening).to_be_disabled()
    expect(duel).to_have_count(0)
    more.tap()
    is_sound(page, "the opening of a sheet")
    opening.tap()
    duel.select_option("Class Warfare")
    brought = page.get_by_role("textbox", name="What it brought")
    brought.fill("37")
    brought.press("Enter")
    expect(now).to_have_text("Ada: 37 is not possible: multiples of 100 (KD-5).")
    expect(page.get_by_role("button", name="Write turn 1")).to_be_disabled()


def test_what_is_pressed_straight_from_a_field_stays_under_the_pointer_and_counts(sit: Sit) -> None:
    """A refusal comes or goes when the field is left, by the press itself."""
    ada = [{"name": "Ada-Wilhelmina Lovelace", "colour": 0}, {"name": "Nils", "colour": 1}]
    people = f"localStorage.setItem('beside people', {json.dumps(json.dumps(ada))})"
    page = sit("Ada", "/box/sheet/dardz", script=people, viewport={"width": 1440, "height": 900}).page
    lucky, gained = page.get_by_role("textbox", name="Lucky Loser"), page.locator("tr.draft td").first
    ten = page.get_by_role("radiogroup", name="Ten cards first")
    lucky.fill("7")
    page.wait_for_function("document.fonts.status === 'loaded'")  # or labels change their width
    _press(page, ten.get_by_role("radio", name="Yes, +10"))
    expect(page.locator(".now b")).to_contain_text("7 is not possible")
    expect(gained).to_have_text(re.compile(r"^\+17"))
    lucky.fill("4")
    _press(page, ten.get_by_role("radio", name="No"))
    expect(page.locator(".now b")).to_have_text("Round 1.")
    expect(gained).to_have_text(re.compile(r"^\+4"))
    page.get_by_role("textbox", name="Points pile: the sum").fill("many")
    _press(page, page.get_by_role("group", name="Lucky Loser").get_by_role("button", name="More").last)
    expect(page.get_by_role("alert").filter(has_text="“many” does not do")).to_be_visible()
    expect(lucky).to_have_value("5")
    lucky.fill("15")
    _press(page, page.get_by_role("button", name="Write round 1"))
    expect(page.locator("tfoot tr:last-child td").first).to_have_text("15")


def _press(page: Page, what: Locator) -> None:
    """Press as a hand does: the pointer goes there, and a moment lies between down and up."""
    box = what.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(60)
    assert what.bounding_box() == pytest.approx(box, abs=3)  # a button sinks
    page.mouse.up()


@pytest.mark.parametrize("game", ["command-dice", "dardz", "duello"])  # one of each kind of score
def test_a_match_that_was_played_is_written_by_taps_and_comes_to_its_result(sit: Sit, game: str) -> None:
    """The shortest of six, each cell of each line as the log has it.

    More, and of all games: ``python -m tests.sheets --browser 5``.
    """
    case = min((CASES[game](seed) for seed in range(6)), key=lambda one: len(one.lines))
    names = [str(one["name"]) for one in EIGHT[: case.setup["seats"]]]
    page = sit("Ada", f"/box/sheet/{game}", script=empty_of(case), **PHONED).page
    written(page, case, names)
    page.get_by_role("button", name="New sheet, players, notes").tap()
    page.get_by_role("textbox", name="Notes").fill("With the old box")
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(page.get_by_text("With the old box")).to_be_visible()
