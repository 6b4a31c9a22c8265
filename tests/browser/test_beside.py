"""Beside a real box: dice that all phones share, who begins, buzzer and clocks, also without a line."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.box import Table, refereed, script, with_open_cards_first
from tests.browser.paper import PAPERS, is_all_of, pages, streams
from tests.browser.person import PHONE, Person
from tests.browser.sheets import EIGHT
from tests.browser.test_pages import overflow, serious
from tests.server.serving import Serving

Sit = Callable[..., Person]
PHONED: dict[str, Any] = {
    "viewport": {"width": PHONE[0], "height": PHONE[1]},
    "reduced_motion": "reduce",
    "has_touch": True,
}
TOOLS = {
    "Who begins": "first",
    "Count-in and buzzer": "race",
    "Stopwatch": "stopwatch",
    "Turn clock": "clock",
}


def faces(page: Page) -> list[str]:
    return [die.get_attribute("aria-label") or "" for die in page.locator(".lie button").all()]


def test_dice_are_two_taps_from_the_lobby_shared_by_code_kept_and_proved(sit: Sit) -> None:
    ada = sit("Ada", "/", **PHONED)
    ada.page.get_by_role("link", name=re.compile("^Beside the box")).tap()
    expect(ada.page.get_by_role("link", name=re.compile("^Score sheet"))).to_be_visible()  # of a whole game
    ada.page.get_by_role("radio", name="KA'DICE!").tap()
    ada.page.get_by_role("link", name=re.compile("^Dice")).tap()
    ada.page.get_by_role("button", name="Roll all").tap()
    expect(ada.page.locator(".lie button")).to_have_count(5)
    ada.page.get_by_role("button", name="More phones").tap()
    code = (ada.page.locator("dialog .code").get_attribute("aria-label") or "").removeprefix("Code: ")
    ada.page.get_by_role("button", name="Close").tap()

    nils = sit("Nils", "/", **PHONED)
    nils.page.get_by_label("Table code").fill(code.replace(" ", ""))
    nils.page.get_by_role("button", name="Join").tap()
    expect(nils.page.locator(".lie button")).to_have_count(5)
    before = faces(ada.page)
    assert faces(nils.page) == before

    nils.page.locator(".lie button").nth(1).tap()
    nils.page.locator(".lie button").nth(3).tap()
    nils.page.get_by_role("button", name="Roll three").tap()
    expect(ada.page.locator(".bar")).to_contain_text("roll 2")
    after = faces(ada.page)
    assert after[:2] == [f"{before[1]}, kept", f"{before[3]}, kept"]

    ada.page.get_by_role("button", name="The seal").tap()
    ada.page.get_by_role("button", name=re.compile("^Open the seal")).tap()
    expect(ada.page.get_by_role("dialog")).to_contain_text("All 2 rolls come from the sealed number.")
    expect(nils.page.locator(".bar")).to_contain_text("no roll yet")


COUNTED_LOCKS = """Object.defineProperty(navigator, 'wakeLock', { value: { request: () => {
    const page = document.documentElement.dataset
    page.held = 'yes'
    return Promise.resolve({ release: () => { page.held = 'no'; return Promise.resolve() } })
} } })"""


def test_clocks_and_pickers_open_and_work_when_the_line_is_gone(sit: Sit) -> None:
    ada = sit("Ada", "/box", **PHONED)
    expect(ada.page.get_by_role("radio", name="Command Dice")).to_be_visible()
    is_sound(ada.page, "beside the box")
    ada.page.wait_for_load_state("networkidle")
    ada.context.set_offline(True)
    for title, path in TOOLS.items():
        ada.page.get_by_role("link", name=title).tap()
        ada.page.wait_for_url(f"**/box/{path}")
        expect(ada.page.locator("h1")).to_have_text(title)
        ada.page.get_by_role("link", name="Back to Beside the box").tap()
    ada.page.get_by_role("link", name="Turn clock").tap()
    ada.page.get_by_role("button", name="Start").tap()
    expect(ada.page.locator(".now")).to_contain_text("Red is on turn.")
    ada.page.get_by_role("button", name="Red is done").last.tap()
    expect(ada.page.locator(".now")).to_contain_text("Blue is on turn.")
    ada.page.get_by_role("button", name="Pause").tap()
    ada.page.get_by_role("link", name="Back to Beside the box").tap()
    ada.page.get_by_role("link", name="Stopwatch").tap()
    ada.page.get_by_role("button", name="Start").tap()
    ada.page.get_by_role("button", name="Blue is home").tap()
    expect(ada.page.locator(".now")).to_contain_text("Blue is home")


AWAKE = {  # pages that keep the screen on, and the button from which they do
    "/box/first": "",
    "/box/race": "",
    "/box/stopwatch": "Start",
    "/box/clock": "Start",
    "/box/begin/dice/kadice": "",
    "/box/begin/referee/kadice": "Begin",
}


def test_the_screen_is_kept_on_beside_a_box_and_again_after_it_was_hidden_and_let_go_behind(sit: Sit) -> None:
    page = sit("Ada", "/box", script=COUNTED_LOCKS, **PHONED).page
    held = page.locator("html")
    for path, button in AWAKE.items():
        page.goto(f"{page.url.partition('/box')[0]}{path}")
        if button:
            expect(held).not_to_have_attribute("data-held", "yes")
            page.get_by_role("button", name=button, exact=True).tap()
        expect(held, path).to_have_attribute("data-held", "yes")
        page.evaluate("document.documentElement.dataset.held = 'no'")  # as a browser does while it is hidden
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(held, path).to_have_attribute("data-held", "yes")
        page.locator("a[href^='/']").first.click()
        expect(held, path).to_have_attribute("data-held", "no")


CUT = """(all) => all.filter((one) => {
    const range = document.createRange()
    const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const isBroken = (node, { index, 0: word }) => {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return range.getClientRects().length > 1
    }
    const words = texts.flatMap((node) => [...node.data.matchAll(/\\S+/g)].map((found) => [node, found]))
    const broken = words.some(([node, found]) => isBroken(node, found))
    const { right } = one.getBoundingClientRect()
    return broken || right > innerWidth || one.scrollHeight > one.clientHeight + 8
}).map((one) => one.textContent)"""


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("/box", ".games button"),
        ("/box/begin/referee/kadice", ".plan .screen"),
        ("/box/sheet/kadice", "header:has(h2) p"),
    ],
)
def test_with_letters_twice_as_large_words_beside_the_box_are_whole(sit: Sit, at: str, words: str) -> None:
    page = sit("Ada", at, script=seated(2), **PHONED).page
    found = page.locator(words)
    expect(found.first).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert found.evaluate_all(CUT) == []


def test_two_fingers_that_rest_are_picked_from_and_one_is_not_enough(sit: Sit) -> None:
    ada = sit("Ada", "/box/first", **PHONED)
    pad = ada.page.get_by_role("application", name="Fingers")

    def touch(finger: int, x: int) -> None:
        down = {"pointerId": finger, "clientX": x, "clientY": 300, "bubbles": True}
        pad.dispatch_event("pointerdown", down)

    touch(1, 100)
    expect(ada.page.locator(".now")).to_contain_text("Everybody holds a finger")
    touch(2, 250)
    expect(ada.page.locator(".now")).to_contain_text(re.compile("(Red|Blue) begins."))
    expect(pad.locator(".won")).to_have_count(1)


def test_the_first_touch_after_go_wins_and_one_before_it_is_a_false_start(sit: Sit) -> None:
    ada = sit("Ada", "/box/race", **PHONED)
    ada.page.get_by_role("button", name="Begin the count").click()
    ada.page.keyboard.press("l")
    expect(ada.page.locator(".now")).to_contain_text("Blue touched before Go.")
    ada.page.get_by_role("button", name="Begin the count").click()
    expect(ada.page.get_by_role("status")).to_have_text("Go")
    ada.page.keyboard.press("l")
    ada.page.keyboard.press("a")
    expect(ada.page.locator(".race p")).to_have_text(re.compile(r"^Blue, by \d+\.\d\d s\.$|a tie"))


def seated(many: int) -> str:
    """A script that leaves so many people remembered on the device."""
    return f"localStorage.setItem('beside people', {json.dumps(json.dumps(EIGHT[:many]))})"


def test_a_sheet_is_written_checked_undone_and_won_without_a_line(sit: Sit) -> None:
    ada = sit("Ada", "/box", script=seated(2), **PHONED)
    page = ada.page
    page.get_by_role("radio", name="Command Dice").tap()
    page.wait_for_load_state("networkidle")
    ada.context.set_offline(True)
    page.get_by_role("link", name=re.compile("^Score sheet")).tap()
    cards = page.locator(".cards button")
    for number in (1, 2, 3):
        for card in (6, 5):
            cards.nth(card - 1).tap()
        page.get_by_role("radio", name="Nils").tap()
        cards.nth(5).tap()
        page.get_by_role("button", name=f"Write round {number}").tap()
        expect(page.locator("tfoot td")).to_have_text([str(number), "0"])
    expect(page.locator(".now")).to_contain_text("Ada won.")
    page.get_by_role("link", name="Back to Beside the box").tap()
    page.get_by_label("Name of player 1").fill("Hazel")  # who plays something else, on this device
    page.get_by_label("Name of player 1").press("Enter")
    page.get_by_role("link", name=re.compile("^Score sheet")).tap()
    page.get_by_role("button", name="Another game").tap()
    expect(page.locator("tfoot td")).to_have_text(["0", "0"])
    expect(page.locator("thead th span:last-child")).to_have_text(["Ada", "Nils"])  # the same people
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".now")).to_contain_text("Ada won.")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("tfoot td")).to_have_text(["2", "0"])
    page.get_by_role("radio", name="Ada").tap()
    for _ in range(2):
        cards.nth(5).tap()
    expect(cards.nth(5)).to_have_text(re.compile("0 left"))
    expect(cards.nth(5)).to_be_disabled()  # there is no fifth 6 (CD-3)


def test_stakes_of_a_set_of_duello_are_paid_by_the_difference_at_its_end_du22(sit: Sit) -> None:
    page = sit("Ada", "/box/sheet/duello", script=seated(2), **PHONED).page
    page.get_by_role("button", name="New sheet, players, notes").tap()
    for label, value in (("Target score", "12"), ("Stake for a point", "5")):
        typed = page.get_by_role("dialog").get_by_role("textbox", name=label)
        typed.fill(value)
        typed.press("Enter")
    page.get_by_role("button", name="Close", exact=True).tap()
    for game, name, points in ((1, "Nils", "4"), (2, "Ada", "15")):
        page.get_by_label("How it ended").select_option("Last with target dice")
        page.get_by_role("radio", name=name).tap()
        page.get_by_role("textbox", name="Points").fill(points)
        page.get_by_role("textbox", name="Points").press("Enter")
        page.get_by_role("button", name=f"Write game {game}").tap()
    expect(page.locator(".now")).to_contain_text("Ada won.")
    expect(page.locator(".paid")).to_have_text("Stakes: Ada +55 and Nils -55 chips.")


def test_every_sheet_for_eight_is_one_page_of_a4_and_of_letter(sit: Sit) -> None:
    ada = sit("Ada", "/box", script=seated(8), viewport={"width": 1440, "height": 900})
    page = ada.page
    for game in ("command-dice", "duello", "kadice", "dardz", "kadoova-duel"):
        page.goto(f"{ada.address}/box/sheet/{game}")
        expect(page.locator("tfoot")).to_be_visible()
        for paper in PAPERS:
            pdf = page.pdf(format=paper)
            assert (pages(pdf), is_all_of(pdf, paper)) == (1, True), (game, paper)


def is_sound(page: Page, name: str) -> None:
    """By day and evening, on this screen and a narrow one, axe finds nothing serious; nothing is cut off."""
    size = page.viewport_size
    assert size
    for width, height in ((size["width"], size["height"]), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for light in ("light", "dark"):
            page.emulate_media(color_scheme=light, reduced_motion="reduce")
            assert serious(page) == [], f"{name}, {width} wide, {light}"
            assert overflow(page) <= 0, f"{name} is wider than a screen of {width}"
    page.set_viewport_size(size)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


def came_up(page: Page, *texts: str) -> None:
    """Tap what came up, one after another, each once the table asks for it."""
    for text in texts:
        group = page.get_by_role("group", name="What came up")
        group.get_by_role("button", name=re.compile(f"^{re.escape(text)}(,|$)")).tap()


def begin_referee(person: Person) -> None:
    person.page.get_by_role("button", name="Begin").tap()
    person.page.wait_for_url("**/box/referee/*")


def test_a_turn_of_kadice_is_refereed_on_two_screens_by_taps_undone_and_corrected(sit: Sit) -> None:
    ada = sit("Ada", "/box/begin/referee/kadice", script=seated(2), **PHONED)
    begin_referee(ada)
    now = ada.page.locator(".now")
    for width, height in ((320, 640), (844, 390), PHONE):
        ada.page.set_viewport_size({"width": width, "height": height})
        face = ada.page.locator("[data-enters='6']")
        expect(face).to_be_in_viewport(ratio=1)
        side = face.bounding_box()
        assert side
        assert side["x"] + side["width"] <= width
    came_up(ada.page, "4", "2")  # Ada deals
    lost: list[str] = []  # the line fails while the drawing of the first card is fetched
    drawing = "**/assets/condition-card-*.js"
    ada.page.route(drawing, lambda route: route.continue_() if lost else (lost.append(""), route.abort()))
    came_up(ada.page, "Single Pair 1")
    expect(entries(ada)).to_have_attribute("data-entries", "3")
    assert lost
    ada.page.unroute(drawing)
    ada.errors.clear()  # the browser tells of the request that met no line
    typed = ada.page.get_by_label("Name of the card")
    typed.fill("house")
    expect(ada.page.get_by_role("group", name="What came up").get_by_role("button")).to_have_count(1)
    typed.press("Enter")  # the only card that fits what was typed
    expect(now).to_contain_text("Dice for Ada")
    came_up(ada.page, "3", "3", "5", "5")
    count = ada.page.get_by_role("group", name="What came up").get_by_role("button")
    expect(count.nth(2)).to_have_accessible_name("3, twice so far")
    expect(count.nth(3)).to_have_accessible_name("4")
    came_up(ada.page, "5")  # Nils's Full House: one tap a die
    expect(ada.page.get_by_role("group", name="What came up")).to_have_count(0)

    nils = sit("Nils", ada.page.url.removeprefix(ada.address), **PHONED)
    expect(nils.page.locator(".now")).to_have_text(re.compile("Ada"))
    nils.page.get_by_role("button", name="Undo").tap()
    expect(now).to_contain_text("Dice for Ada")  # the last die is asked for again on both screens
    came_up(ada.page, "6")
    expect(ada.page.get_by_role("group", name="What came up")).to_have_count(0)

    ada.page.get_by_role("button", name="More phones, corrections").tap()
    ada.page.get_by_role("button", name="Correct an entry").tap()
    expect(ada.page.get_by_role("dialog").get_by_role("listitem").first).to_have_text("Round 1, turn 1")
    ada.page.get_by_role("dialog").get_by_role("button", name=re.compile("^9 6")).tap()
    really = ada.page.get_by_role("group", name="What it really was")
    really.get_by_role("button", name="5", exact=True).tap()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Nothing is asked for again.")
    ada.page.get_by_role("button", name="Correct it").tap()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(nils.page.locator(".now")).to_be_visible()
    last = nils.page.locator("[data-zone=dice-0] [data-piece]").last
    expect(last).to_have_attribute("aria-label", re.compile("5"))
    nils.page.get_by_role("button", name="Undo the correction").tap()
    expect(last).to_have_attribute("aria-label", re.compile("6"))
    expect(nils.page.get_by_role("button", name=re.compile("^Undo"))).to_have_text("Undo the 6")


def test_whoever_leaves_a_refereed_match_finds_the_way_back_on_the_page_of_the_box(sit: Sit) -> None:
    ada = sit("Ada", "/box/begin/referee/kadice", script=seated(2), **PHONED)
    begin_referee(ada)
    came_up(ada.page, "5")
    at = ada.page.url
    ada.page.get_by_role("button", name="More phones, corrections").tap()
    ada.page.get_by_role("dialog").get_by_role("link", name="Leave the table").tap()
    back = ada.page.get_by_role("link", name="KA'DICE! Ada and Nils")
    back.tap()
    expect(ada.page).to_have_url(at)
    expect(ada.page.locator("[data-entries]")).to_have_attribute("data-entries", "1")


BEYOND = """() => [...document.querySelectorAll('button, a, input, p, b, h2, h3, li')]
  .filter((one) => one.offsetParent && !one.closest('.vh'))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.textContent)"""


@pytest.mark.parametrize(
    "at",
    [
        "",
        "/begin/referee/dardz",
        "/sheet/dardz",
        "/begin/dice/duello",
        "/first",
        "/race",
        "/stopwatch",
        "/clock",
        "/print/dardz",
    ],
)
def test_with_letters_twice_as_large_no_page_beside_the_box_is_wider_than_a_phone(sit: Sit, at: str) -> None:
    page = sit("Ada", f"/box{at}", script=seated(2), **PHONED).page
    expect(page.locator("main")).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert page.evaluate(BEYOND) == []


def holds(person: Person, seat: str) -> None:
    """The phone is that player's own from now on."""
    person.page.get_by_role("button", name="More phones, corrections").tap()
    person.page.get_by_role("dialog").get_by_role("button", name=seat).tap()
    person.page.get_by_role("button", name="Close", exact=True).tap()


def test_on_a_phone_of_ones_own_only_whoever_is_on_turn_has_lit_faces_and_others_are_one_tap_away(
    sit: Sit,
) -> None:
    table = sit("Table", "/box/begin/referee/kadice", script=seated(2), **PHONED)
    begin_referee(table)
    nils = sit("Nils", table.page.url.removeprefix(table.address), **PHONED)
    holds(nils, "Nils")
    heading = nils.page.locator(".bar .title p")
    expect(heading).to_have_text(re.compile("^Nils’s phone · "))  # the end of a long heading is cut
    faces = nils.page.get_by_role("group", name="What came up")
    expect(nils.now).to_contain_text("Ada")
    expect(faces).to_have_count(0)
    expect(nils.lit).to_have_count(0)
    nils.page.get_by_role("button", name="Enter for Ada").tap()
    came_up(nils.page, "4")
    expect(nils.now).to_contain_text("Dice for you")
    expect(nils.page.get_by_role("button", name="Enter for Ada")).to_have_count(0)
    came_up(nils.page, "2")
    expect(nils.page.locator("[data-entries='2']")).to_be_visible()
    nils.page.get_by_role("button", name="Enter for Ada").tap()  # her turn again
    came_up(nils.page, "Full House")
    of_two_screens_that_enter_at_once_the_first_counts(table, nils)
    goes_on_with_the_sheet(table, nils)


def of_two_screens_that_enter_at_once_the_first_counts(table: Person, nils: Person) -> None:
    """The second is told what counts, and may correct it."""
    expect(table.page.locator("[data-entries='3']")).to_be_visible()
    news = re.compile(r"/api/beside/referee/[^/]+\?after=[1-9]")
    nils.page.route(news, lambda _: None)
    nils.page.reload()  # it sees the table as it is, and hears nothing more
    expect(nils.page.locator("[data-entries='3']")).to_be_visible()
    came_up(table.page, "Single Pair 4")
    expect(table.page.locator("[data-entries='4']")).to_be_visible()
    came_up(nils.page, "Single Pair 2")
    expect(nils.now).to_contain_text(
        "The table entered Single Pair 4. That was first, and counts. Correct it?"
    )
    nils.page.get_by_role("button", name="Correct it").tap()
    entry = nils.page.get_by_role("dialog").get_by_role("button", name=re.compile("^4 Single Pair 4 came up"))
    expect(entry).to_be_visible()
    nils.page.get_by_role("button", name="Close", exact=True).tap()
    nils.page.unroute(news)
    nils.page.reload()
    nils.page.get_by_role("button", name="Score and log").tap()
    log = nils.page.get_by_role("dialog").get_by_role("listitem")
    for by in ("Nils", "the table"):  # two screens enter: the log says which
        expect(log.filter(has_text=f"(entered by {by})")).not_to_have_count(0)
    nils.page.get_by_role("button", name="Close", exact=True).tap()
    nils.errors.clear()  # the browser tells of the entry that was refused


def goes_on_with_the_sheet(table: Person, nils: Person) -> None:
    """The score stays, on every screen, and the referee does not come back."""
    nils.page.get_by_role("button", name="More phones, corrections").tap()
    nils.page.get_by_role("button", name="Go on with less").tap()
    is_sound(nils.page, "what a referee goes on with")
    nils.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Score sheet")).tap()
    for person in (nils, table):
        expect(person.now).to_contain_text("This table goes on with its score sheet.")
        is_sound(person.page, "a table that is refereed no longer")
        person.page.get_by_role("button", name="Open the score sheet").tap()
        expect(person.page.get_by_role("row", name="So far, refereed")).to_have_text(re.compile("17.*17"))
    nils.page.get_by_role("button", name="Write round 1").tap()
    nils.page.go_back()
    nils.page.get_by_role("button", name="Open the score sheet").tap()
    expect(nils.page.get_by_role("button", name="Write round 2")).to_be_visible()  # what was written stays


def test_keys_enter_cards_and_are_off_where_settings_say_so(sit: Sit) -> None:
    """The cards of DARDZ: 0 - = for 10 11 12, and letters for golden 7 and action cards."""
    desk: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
    ada = sit("Ada", "/box/begin/referee/dardz", script=seated(2), **desk)
    page = ada.page
    page.get_by_role("button", name="Begin").click()
    for n, key in enumerate("6211", 1):
        expect(page.get_by_role("group", name="What came up")).to_be_visible()
        page.keyboard.press(key)
        expect(entries(ada)).to_have_attribute("data-entries", str(n))
    shown = page.get_by_role("group", name="What came up")
    for name, key in (("10", "0"), ("12", "="), ("Golden 7", "G"), ("Bunk 'em", "K")):
        card = shown.get_by_role("button", name=re.compile(rf"^{re.escape(name)}, \d left$"))
        expect(card.locator(".key")).to_have_text(key)
    expect(shown.get_by_role("button", name="10, 6 left", exact=True)).to_contain_text("6 left")
    for n, key in enumerate("gk-", 5):
        page.keyboard.press(key)
        expect(entries(ada)).to_have_attribute("data-entries", str(n))
        expect(shown.get_by_role("button", name="Golden 7, 0 left")).to_be_disabled()  # there is one
    key = page.url.rpartition("/")[2]
    lines = page.request.get(f"{ada.address}/api/beside/referee/{key}/lines").json()
    assert [line["text"] for line in lines][4:] == ["7g", "bunk", "11"]
    page.goto(f"{ada.address}/settings")
    page.get_by_role("radiogroup", name="Keys").get_by_role("radio", name="Off").click()
    page.goto(f"{ada.address}/box/referee/{key}")
    expect(shown).to_be_visible()
    expect(shown.locator(".key")).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.press("Backspace")  # is no letter
    expect(entries(ada)).to_have_attribute("data-entries", "6")


def test_a_name_is_dragged_to_another_seat_by_mouse_and_finger_and_each_move_is_spoken(sit: Sit) -> None:
    page = sit("Ada", "/box", script=seated(4), **PHONED).page
    said = page.get_by_role("status")

    def chip(name: str) -> tuple[float, float]:
        box = page.locator(".chip", has_text=name).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.locator(".plan").scroll_into_view_if_needed()
    page.mouse.move(*chip("Ada"))
    page.mouse.down()
    page.mouse.move(*chip("Maya"), steps=3)
    page.mouse.up()
    expect(said).to_have_text("Ada, third.")
    line = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", [chip("Theo")]), ("touchMove", [chip("Nils")]), ("touchEnd", [])):
        touches = [{"x": x, "y": y} for x, y in points]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    expect(said).to_have_text("Theo, first.")
    page.get_by_role("button", name="Theo sits later").click()
    expect(said).to_have_text("Theo, second.")
    names = [box.input_value() for box in page.get_by_role("textbox").all()]
    assert names == ["Nils", "Theo", "Maya", "Ada"]


def turned(locator: Locator) -> int:
    """How far an element is turned on the screen, in degrees."""
    found = locator.evaluate(
        """(at) => { let sum = 0
        for (; at; at = at.parentElement) sum += parseFloat(getComputedStyle(at).rotate) || 0
        return sum }"""
    )
    return round(found) % 360


def lies_flat(page: Page, people: Sequence[str]) -> None:
    """Each plate is turned to its edge and lies in sight, the rail at the edge that the words face."""
    size, middle = page.viewport_size, page.locator(".middle").bounding_box()
    assert size
    assert middle
    for seat, name in enumerate(people):
        plate = page.get_by_role("region", name=name, exact=True)
        box = plate.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size["width"] + 1
        assert box["y"] + box["height"] <= size["height"] + 1
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        beyond = {
            0: y > middle["y"] + middle["height"],
            90: x < middle["x"],
            180: y < middle["y"],
            270: x > middle["x"] + middle["width"],
        }
        assert beyond[turned(plate)], f"{name}, on seat {seat}, is turned to another edge"
    assert turned(page.locator(".now")) == turned(page.locator("[data-turned-to] .seat").first)
    assert turned(page.locator(".inner")) == turned(page.locator(".now"))


# Keeps what is animated: of which element, and for how many milliseconds.
MOVED = """; const animate = Element.prototype.animate
window.moved = []
Element.prototype.animate = function (frames, how) {
    window.moved.push(`${this.dataset.glides ?? this.classList[0]} ${how.duration}`)
    return animate.call(this, frames, how)
}"""


def has_moved(page: Page, *what: str) -> None:
    """Each of these has moved since this was asked last."""
    page.wait_for_function("(what) => what.every((each) => window.moved.includes(each))", arg=what)
    page.evaluate("window.moved.splice(0)")


def test_digits_enter_dice_backspace_takes_them_back_and_the_buzzer_is_at_hand(sit: Sit) -> None:
    ada = sit(
        "Ada", "/box/begin/referee/kadice", script=seated(5) + MOVED, viewport={"width": 1440, "height": 900}
    )
    ada.page.get_by_role("button", name="Begin").click()
    ada.page.wait_for_url("**/box/referee/*")
    undo = ada.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    ada.page.keyboard.press("4")
    expect(undo).to_be_enabled()
    expect(undo).to_have_text("Undo the 4")
    expect(ada.page.get_by_role("button", name="Roll these in the app")).to_be_visible()
    has_moved(ada.page, "die 150")  # it has flown to its slot
    ada.page.keyboard.press("Backspace")
    expect(undo).to_be_disabled()
    has_moved(ada.page, "die 150")  # and back
    ada.page.get_by_role("button", name="More phones, corrections").click()
    ada.page.get_by_role("button", name="Buzzer").click()
    for name in ("Ada", "Nils", "Iris"):  # two of four that were to race do not, and the fifth does
        ada.page.get_by_role("group", name="Who races").get_by_role("button", name=name).click()
    is_sound(ada.page, "buzzer of a table")
    ada.page.get_by_role("button", name="Begin the count").click()
    expect(ada.page.get_by_role("status")).to_have_text("Go")
    ada.page.keyboard.press("q")
    expect(ada.page.locator(".race p")).to_have_text(re.compile(r"^Iris, after \d+\.\d\d s\.$"))
    ada.page.get_by_role("button", name="To the table").click()
    expect(undo).to_be_visible()
    expect(undo).to_be_disabled()  # nothing that was pressed at the buzzer is an entry

    # The screen is laid flat: words, rail and middle turn to whoever is on turn, and by hand.
    ada.page.get_by_role("button", name="More phones, corrections").click()
    ada.page.get_by_role("radio", name=re.compile("^Lies flat")).click()
    ada.page.get_by_role("button", name="Close", exact=True).click()
    people = [str(one["name"]) for one in EIGHT[:5]]
    edge = ada.page.locator("[data-turned-to]")
    expect(edge).to_have_attribute("data-side", "0")  # Ada deals
    lies_flat(ada.page, people)
    is_sound(ada.page, "a screen that lies flat")
    expect(edge.get_by_role("group", name="What came up")).to_be_visible()  # narrow, it did not lie flat
    for n, face in enumerate("42635"):
        ada.page.keyboard.press(face)
        expect(ada.page.locator("[data-entries]")).to_have_attribute("data-entries", str(n + 1))
    cards = ada.page.get_by_role("group", name="What came up")
    for card in ("Single Pair 1", "Full House", "Single Pair 2", "2 Pairs", "3 of a Kind"):
        cards.get_by_role("button", name=card, exact=True).click()
    expect(ada.page.locator(".now")).to_contain_text("Dice for Maya")  # left of Nils, who deals
    expect(edge).to_have_attribute("data-side", "2")
    lies_flat(ada.page, people)
    assert ada.page.evaluate("window.moved") == []  # with reduced motion all is there at once
    ada.page.emulate_media(reduced_motion="no-preference")
    ada.page.get_by_role("button", name="Turn the words").click()
    expect(edge).to_have_attribute("data-side", "3")
    has_moved(ada.page, "rail 250", "2 250")  # the rail, and Maya's plate, which makes room
    ada.page.emulate_media(reduced_motion="reduce")
    ada.page.get_by_role("button", name="More phones, corrections").click()
    sheet = ada.page.get_by_role("dialog").locator(".sheetp")
    at = sheet.bounding_box()
    assert at
    assert (round(at["x"] + at["width"] / 2), round(at["y"] + at["height"] / 2)) == (
        720,
        450,
    )  # in the middle
    assert "matrix(0, -1, 1, 0" in sheet.evaluate(
        "(at) => getComputedStyle(at).transform"
    )  # turned as the words
    ada.page.get_by_role("radio", name="Stands", exact=True).click()
    ada.page.get_by_role("button", name="Close", exact=True).click()
    expect(edge).to_have_count(0)
    expect(ada.page.get_by_role("button", name="More", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("game", "before", "doubled", "entered"),
    [
        ("command-dice", ["black"], "1c", 2),  # CD-3: the next card would lie under the finger
        ("kadice", [], "6", 1),  # KA-4: the next die is another player's
        ("kadice", ["6", "4"], "FH", 3),  # and so is the next card
        ("dardz", ["6", "2"], "1", 4),  # DZ-5: nor do two dice that lie nowhere yet
        ("dardz", ["6"], "2", 2),  # after which it is the other's turn to roll
        ("kadice", ["6", "4", "P1", "P2"], "6", 6),  # KA-7: two sixes of one roll are two taps
    ],
)
def test_a_tap_that_comes_twice_enters_nothing_of_what_is_asked_for_next(
    sit: Sit, game: str, before: list[str], doubled: str, entered: int
) -> None:
    ada = sit("Ada", f"/box/begin/referee/{game}", script=seated(2), **PHONED)
    begin_referee(ada)
    for n, text in enumerate(before):
        ada.page.locator(f'[data-enters="{text}"]').tap()
        expect(entries(ada)).to_have_attribute("data-entries", str(n + 1))
    at = ada.page.locator(f'[data-enters="{doubled}"]').bounding_box()
    assert at
    ada.page.clock.install()
    ada.page.clock.pause_at(time.time() + 60)  # however busy this machine is, both taps come at once
    for _ in range(2):
        ada.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        expect(entries(ada)).not_to_have_attribute("data-entries", str(len(before)))
    expect(entries(ada)).to_have_attribute("data-entries", str(entered))


def entries(person: Person) -> Locator:
    return person.page.locator("[data-entries]")


def test_entries_without_a_line_are_kept_sent_once_and_of_two_lines_one_is_chosen(
    server: Serving, sit: Sit
) -> None:
    """Both screens lose the line and the server is killed; each goes on alone, and nothing is lost."""
    ada = sit("Ada", "/box/begin/referee/kadice", script=seated(2), **PHONED)
    begin_referee(ada)
    nils = sit("Nils", ada.page.url.removeprefix(ada.address), **PHONED)
    ada.page.clock.install()
    came_up(ada.page, "4")
    for person in (ada, nils):
        expect(entries(person)).to_have_attribute("data-entries", "1")
        person.context.set_offline(True)
    server.settings["port"] = server.port
    server.kill()

    came_up(ada.page, "2")
    now = ada.page.locator(".now")
    expect(now).to_contain_text("1 entry is kept on this screen, and judged when the line is back.")
    ada.page.clock.fast_forward("01:00:00")
    expect(now).to_contain_text("1 entry is kept on this screen, and judged when the line is back.")
    came_up(ada.page, "5")
    ada.page.get_by_role("button", name="Undo").tap()
    ada.page.get_by_label("The next entry").fill("P1")
    ada.page.get_by_role("button", name="Keep", exact=True).tap()
    expect(ada.page.get_by_role("list", name="Kept on this screen").get_by_role("listitem")).to_have_text(
        ["2", "P1"]
    )
    is_sound(ada.page, "entries without a line")
    came_up(nils.page, "3")
    expect(nils.page.locator(".now")).to_contain_text("1 entry is kept")

    server.start()
    ada.context.set_offline(False)
    expect(entries(ada)).to_have_attribute("data-entries", "3")
    expect(ada.page.get_by_role("list", name="Kept on this screen")).to_have_count(0)
    key = ada.page.url.rpartition("/")[2]
    lines = ada.page.request.get(f"{ada.address}/api/beside/referee/{key}/lines").json()
    assert [line["text"] for line in lines] == ["4", "2", "P1"]  # each once, in their order
    nils.context.set_offline(False)
    nils.page.reload()  # what was kept outlives the page
    sheet = nils.page.get_by_role("dialog", name="Two lines of entries")
    expect(sheet.get_by_role("definition")).to_have_text(["3", "the table: 2, the table: P1"])
    is_sound(nils.page, "two lines of entries")
    sheet.get_by_role("button", name="This one stands").tap()
    for person in (ada, nils):
        expect(entries(person)).to_have_attribute("data-entries", "2")
        person.page.get_by_role("button", name="More phones, corrections").tap()
        expect(person.page.get_by_role("dialog")).to_contain_text(
            "Set aside, by the table, after entry 1: 2, P1"
        )
        person.errors.clear()  # the browser tells of requests that met no line


def test_on_a_shared_screen_nothing_is_shown_of_what_lies_under_a_cup(server: Serving, sit: Sit) -> None:
    table = sit("Table", "/box/begin/referee/duello", script=seated(2), **PHONED)
    begin_referee(table)
    expect(table.page.locator(".now")).to_contain_text("Ada rolls under the cup.")
    expect(table.page.get_by_role("group", name="What came up")).to_have_count(0)
    ada = sit("Ada", table.page.url.removeprefix(table.address), **PHONED)
    holds(ada, "Ada")
    came_up(ada.page, "6", "2", "5", "2", "4")
    expect(table.page.locator(".now")).to_contain_text("Ada’s stock dice are due.")
    shown = table.page.locator("[data-zone=target-0] [data-piece]")
    expect(shown.first).to_have_attribute("aria-label", "target die, hidden")
    is_pressed_on_a_phone_each(table, ada)
    outlives_the_server(server, table, ada)


def test_a_table_goes_on_without_a_phone_that_is_gone(sit: Sit) -> None:
    table = sit("Table", "/box/begin/referee/duello", script=seated(2), **PHONED)
    begin_referee(table)
    ada = sit("Ada", table.page.url.removeprefix(table.address), **PHONED)
    holds(ada, "Ada")
    ada.page.get_by_role("button", name="Roll these in the app").tap()
    for due, button in (
        ("Ada’s stock dice are due.", "Roll these in the app"),
        ("Nils rolls under the cup.", "They lie under the cup"),
        ("Nils’s stock dice are due.", "Roll these in the app"),
    ):
        expect(table.now).to_contain_text(due)
        table.page.get_by_role("button", name=button).tap()
    ada.page.close()
    expect(table.now).to_contain_text("Nils: Declare in secret")
    others = table.page.locator(".others button")
    expect(others).to_have_count(0)
    table.page.get_by_role("button", name="More phones, corrections").tap()
    is_sound(table.page, "a table where a phone may be gone")
    table.page.get_by_role("button", name="Go on without Ada’s phone").tap()
    expect(table.page.get_by_role("dialog")).not_to_contain_text("Is a phone gone?")
    table.page.get_by_role("button", name="Close", exact=True).tap()
    expect(table.now).to_contain_text("Ada: Declare in secret")


def test_a_phone_that_enters_for_another_asks_its_own_player_as_soon_as_they_are_to_choose_du6(
    sit: Sit,
) -> None:
    table = sit("Table", "/box/begin/referee/duello", script=seated(2), **PHONED)
    begin_referee(table)
    ada = sit("Ada", table.page.url.removeprefix(table.address), **PHONED)
    holds(ada, "Ada")
    at = f"{table.address}/api/beside/referee/{table.page.url.rpartition('/')[2]}"

    def made(person: Person, what: str, **wish: Any) -> None:
        answer = person.page.request.post(f"{at}/{what}", data={"after": 0, **wish})
        assert answer.ok, answer.text()

    for person, what in ((ada, "roll"), (table, "roll"), (table, "cover"), (table, "roll")):
        made(person, what)
    made(ada, "enter", seat=0, text="aim")
    expect(ada.now).to_contain_text("Waiting for Nils")
    ada.page.get_by_role("button", name="Enter for Nils").tap()
    expect(ada.now).to_contain_text("Nils: Declare in secret")
    made(table, "enter", seat=1, text="aim")
    expect(ada.now).to_contain_text("Move dice in and out")
    expect(ada.now).not_to_contain_text("Nils: ")


# Touches the area in the moment in which it appears: the count has just begun.
TOO_EARLY = """() => new MutationObserver((_, looks) => {
    const area = document.querySelector('.race .buzzer-area')
    if (!area) return
    looks.disconnect()
    area.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
}).observe(document.body, { childList: true, subtree: true })"""


def is_pressed_on_a_phone_each(nils: Person, ada: Person) -> None:
    """A false start is told and does not count, and both phones say who was first (KD-21)."""
    nils.page.get_by_role("button", name="More phones, corrections").tap()
    nils.page.get_by_role("dialog").get_by_role("button", name="Nils").tap()
    nils.page.get_by_role("button", name="Buzzer").tap()
    begin = ada.page.get_by_role("button", name="Begin the count")
    expect(begin).to_be_enabled()
    is_sound(ada.page, "buzzer on a phone of one's own")
    ada.page.evaluate(TOO_EARLY)
    begin.tap()
    expect(nils.page.locator(".race")).to_contain_text("Ada pressed before Go: not counted.")
    expect(nils.page.get_by_role("status")).to_have_text("Go")
    nils.page.locator(".race .buzzer-area").press("Enter")
    ada.page.locator(".race .buzzer-area").tap()
    for person in (ada, nils):
        expect(person.page.locator(".race p")).to_have_text(re.compile(r"^Nils, (by|after) \d+\.\d\d s\.$"))
    ada.page.get_by_role("button", name="How it was judged").tap()
    expect(ada.page.get_by_role("dialog").locator("tr.first")).to_contain_text("Nils")
    is_sound(ada.page, "how the buzzer judged")
    ada.page.get_by_role("button", name="Close").tap()
    nils.page.get_by_role("button", name="To the table").tap()
    ada.page.get_by_role("button", name="More phones, corrections").tap()
    expect(ada.page.get_by_role("dialog")).to_contain_text(
        re.compile(r"At the buzzer after entry \d+: Nils\.")
    )


def outlives_the_server(server: Serving, nils: Person, ada: Person) -> None:
    """Without a line a phone has the buzzer of one screen; the shared one is there when the line is back."""
    ada.page.get_by_role("dialog").get_by_role("button", name="Buzzer").tap()
    begin = nils.page.get_by_role("button", name="Begin the count")
    expect(begin).to_be_enabled()
    server.settings["port"] = server.port
    server.kill()
    expect(ada.page.locator(".now")).to_contain_text("No line to the server.")
    ada.page.get_by_role("button", name="Use this screen alone").tap()
    expect(ada.page.locator(".buzzer-area")).to_contain_text(["Key A", "Key L"])
    server.start()
    expect(nils.page.locator(".now")).to_contain_text("Ada can press nowhere")
    ada.page.get_by_role("button", name="Back to the table").tap()
    expect(ada.page.locator(".now")).not_to_contain_text("No line")
    ada.page.get_by_role("button", name="More phones, corrections").tap()
    ada.page.get_by_role("dialog").get_by_role("button", name="Buzzer").tap()
    expect(ada.page.locator(".buzzer-area")).to_contain_text(
        ["Touches this screen", "Touches another screen"]
    )
    for person in (ada, nils):
        person.errors.clear()  # the browser tells of requests that met no line


def test_a_whole_duello_is_refereed_on_one_screen_and_cups_answer(server: Serving, browser: Browser) -> None:
    """By taps alone, with an undo, a correction, and dice that contradict what was said.

    Other games: ``python -m tests.browser.box``.
    """
    found = refereed(browser, server.http, script("duello", 1), phones=False)
    assert found.taps["dice"] == found.made["dice"]
    assert found.made["contradictions"] == 1


def test_a_duel_on_its_own_is_refereed_on_one_screen_by_a_tap_for_each_entry(
    server: Serving, browser: Browser
) -> None:
    """Quick Draw, the shortest. All twelve duels: ``python -m tests.browser.box duels``."""
    found = refereed(browser, server.http, script("quick-draw", 1), phones=False)
    assert found.made["rolls"]
    assert found.taps == {what: found.made[what] for what in found.taps}


def test_a_hand_that_nobody_entered_is_played_from_and_all_roll_and_pass_with_one_tap_kd13_kd21(
    server: Serving, browser: Browser
) -> None:
    """A whole match: ``python -m tests.browser.box kadoova-duel --alone``."""
    wanted = with_open_cards_first(script("kadoova-duel", 1))
    table = Table(browser, server.http, wanted)
    page, is_played, is_raced = table.tablet.page, False, False
    table.begin(phones=False)
    for n, entry in enumerate(wanted.log):
        if n < len(table.match.log):
            continue
        if len(table.match.awaited) > 1 and not is_raced:  # the opening Quick Draw
            is_raced = True
            page.get_by_role("button", name="All: roll").tap()
            table.await_entries(table.tablet, n + 2)
            table.match.extend(wanted.log[n : n + 2])
            continue
        if is_played and len(table.match.awaited) > 1:
            break
        is_played = is_played or wanted.game.hands.dealt(entry.event) >= 0
        table.enter(entry)
    assert is_played
    table.await_entries(table.tablet, n)
    hand = page.get_by_role("group", name="May be in the hand").locator("[data-piece]")
    assert hand.count() > 5, "every card that nobody has seen may be there"
    assert not page.get_by_role("button", name=re.compile(r"\., ")).count(), "no sentence ends within a name"
    assert serious(page) == []
    page.get_by_role("button", name="All: pass").tap()
    table.await_entries(table.tablet, n + 2)
    assert table.errors == []
    table.close()


def test_a_deck_of_ones_own_goes_by_a_link_and_the_table_says_that_it_plays_it(sit: Sit) -> None:
    """House values: kept by name, shared, and refused with line and value where they cannot be."""
    ada = sit("Ada", "/box/begin/referee/command-dice", script=seated(2), **PHONED)
    page = ada.page
    page.get_by_role("button", name=re.compile("^House values")).tap()
    expect(page.get_by_role("button", name="Copy a link")).to_be_visible()
    is_sound(page, "house values of a referee")
    file = "[red-swords]\nvalue = [0, 0, 1, 1, 2, 2]\n"
    picked = {"name": "My box.toml", "mimeType": "text/plain", "buffer": file.encode()}
    page.get_by_label("A file of values").set_input_files(picked)
    expect(page.get_by_text("Read from My box.toml: 1 value changed.")).to_be_visible()
    wrong = {**picked, "name": "wrong.toml", "buffer": file.replace("2, 2]", "2, 7]").encode()}
    page.get_by_label("A file of values").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("wrong.toml line 2: red-swords is [0, 0, 1, 1, 2, 7]")
    page.evaluate(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }"
    )
    page.get_by_role("button", name="Copy a link").tap()
    expect(page.get_by_text("The link is copied")).to_be_visible()
    link = page.evaluate("window.copied")
    begin_referee(ada)
    page.get_by_role("button", name="More phones, corrections").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Deck: My box")

    nils = sit("Nils", link.removeprefix(ada.address), **PHONED)
    expect(nils.page.get_by_text("Read from the link: 1 value changed.")).to_be_visible()
    expect(nils.page.get_by_label("Name", exact=True)).to_have_value("My box")
    nils.page.get_by_role("button", name="Invite a friend").tap()
    expect(nils.page.get_by_label("The game", exact=True)).to_contain_text("My box Deck")
    ada.errors.clear()  # the browser tells of the file that was refused


MM = 25.4 / 96  # of a CSS pixel
CARDS = {"command-dice": 24, "dardz": 90, "kadice": 17, "kadoova-duel": 90}


def drawn_rectangles(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of every rectangle of a PDF, in CSS pixels, which its page scales."""
    sizes = re.findall(rb"[-\d.]+ [-\d.]+ ([-\d.]+) ([-\d.]+) re", b"\n".join(streams(pdf)))
    return [(abs(float(width)), abs(float(height))) for width, height in sizes]


def test_the_page_print_shows_the_cards_for_the_paper_that_is_chosen(sit: Sit) -> None:
    page = sit("Ada", "/box/print/command-dice", viewport={"width": 1440, "height": 900}).page
    cut = page.get_by_text("cut along the marks")
    expect(page.locator(".now")).to_contain_text("scale 100 %")
    expect(cut).to_have_count(0)  # a reference card is no card to cut
    page.get_by_role("radio", name="Cards to cut out").click()
    expect(cut).to_be_visible()
    is_sound(page, "print")
    for paper in PAPERS:
        page.get_by_role("radio", name=paper).click()
        shown = page.frame_locator("iframe")
        expect(shown.locator(".card").first).to_have_text(re.compile("Battle Deck"))


@pytest.mark.parametrize("game", CARDS)
def test_cards_to_cut_out_are_printed_in_their_real_size_with_marks_on_both_papers(
    server: Serving, browser: Browser, game: str
) -> None:
    """63 by 88 mm, nine on a page (CD-3, DZ-1, KA-1, KD-1). The reference card is one page."""
    sheet = browser.new_page()
    for paper in PAPERS:
        wish = {"part": "cards", "paper": paper}
        at = f"{server.http}/api/games/{game}/print"
        sheet.set_content(sheet.request.post(at, data={**wish, "part": "reference"}).json()["html"])
        assert sheet.locator(".page").evaluate_all(
            "(all) => all.map((page) => page.scrollHeight > page.clientHeight)"
        ) == [False]
        html = sheet.request.post(at, data=wish).json()["html"]
        sheet.set_content(html)
        pdf = sheet.pdf(prefer_css_page_size=True)
        assert pages(pdf) == -(-CARDS[game] // 9)
        assert is_all_of(pdf, paper)
        assert sheet.locator(".page").first.locator(".cut").count() == 16
        near = [abs(w * MM - 63) < 0.5 and abs(h * MM - 88) < 0.5 for w, h in drawn_rectangles(pdf)]
        assert sum(near) == CARDS[game]
        spills = "(cards) => cards.filter((card) => card.scrollHeight > card.clientHeight).length"
        assert sheet.locator(".card").evaluate_all(spills) == 0  # each holds its words
    sheet.close()
