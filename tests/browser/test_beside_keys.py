"""A refereed match by keys, with what is spoken; left and come back to; joined by its QR code."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import segno
from playwright.sync_api import expect

from tests.browser.box import script
from tests.browser.person import PHONE, Person
from tests.browser.test_beside import begin_referee, entries, holds, is_sound, seated
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match

Sit = Callable[..., Person]
DESK: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "reduced_motion": "reduce",
    "has_touch": True,
}
NARROW: dict[str, Any] = {"viewport": {"width": PHONE[0], "height": PHONE[1]}, "has_touch": True}


def told(person: Person, wanted: Match, n: int) -> None:
    """The first ``n`` entries of a match are made by another screen."""
    key = person.page.url.rpartition("/")[2]
    at = f"{person.address}/api/beside/referee/{key}"
    revision = person.page.request.get(at).json()["revision"]
    for k, entry in enumerate(wanted.log[:n]):
        text = wanted.replay(k).texts(entry.seat, [entry.event])[0]
        wish = {"seat": -1 if entry.seat == CHANCE else entry.seat, "text": text, "after": revision}
        made = person.page.request.post(f"{at}/enter", data=wish)
        assert made.ok, made.text()
        revision = made.json()["revision"]
    expect(entries(person)).to_have_attribute("data-entries", str(n))


def keeps(match: Match) -> bool:
    """Whether two held dice are to be kept or picked up."""
    seat = match.awaited[0]
    return seat >= 0 and any(
        re.fullmatch(r"keep \d \d", text) for text in match.texts(seat, match.legal_events(seat))
    )


def test_held_dice_are_kept_or_all_are_rolled_by_switch_and_keys_and_the_match_outlives_the_page(
    sit: Sit,
) -> None:
    """KA-9: what is held may be picked up. K keeps it, Enter is the main button, and each die is spoken."""
    wanted = script("kadice", 2)
    n = next(k for k in range(len(wanted.log)) if keeps(wanted.replay(k)))
    ada = sit("Ada", "/box/begin/referee/kadice", script=seated(2), **DESK)
    begin_referee(ada)
    told(ada, wanted, n)
    page = ada.page
    same, all_five = (
        page.get_by_role("radio", name="Same two kept"),
        page.get_by_role("radio", name="All five rolled"),
    )
    main = page.locator("[data-key=main]:not(:disabled)")
    expect(same).to_be_checked()
    expect(main).to_have_text(re.compile(r"^Keep \d \d and roll$"))
    all_five.click()
    expect(same).not_to_be_checked()
    expect(page.get_by_role("button", name="Roll all five")).to_be_visible()
    expect(page.locator("button[data-piece][aria-pressed=true]")).to_have_count(0)
    same.click()
    expect(main).to_have_text(re.compile(r"^Keep \d \d and roll$"))
    is_sound(page, "held dice to be kept")
    page.locator("body").press("k")
    expect(entries(ada)).to_have_attribute("data-entries", str(n + 1))
    spoken, padlocks = page.locator(".pad2 [role=status]"), page.locator(".slots .held svg.icon")
    expect(spoken).to_have_text("Three dice missing.")
    expect(padlocks).to_have_count(2)
    page.keyboard.press("4")
    expect(spoken).to_have_text("4. Two dice missing.")
    back = sit("Ada", page.url.removeprefix(ada.address), **DESK)  # with nothing kept on the device
    page.close()
    expect(entries(back)).to_have_attribute("data-entries", str(n + 2))
    expect(back.page.locator(".pad2 [role=status]")).to_have_text("4. Two dice missing.")
    expect(back.page.locator(".slots .held svg.icon")).to_have_count(2)
    expect(back.page.get_by_role("button", name="Undo the 4")).to_be_visible()
    for left in (1, 0):
        back.page.keyboard.press("Backspace")
        expect(entries(back)).to_have_attribute("data-entries", str(n + left))
    back.page.locator("body").press("Enter")  # the same are kept
    expect(entries(back)).to_have_attribute("data-entries", str(n + 1))
    expect(back.page.locator(".slots .held")).to_have_count(2)


def test_in_a_war_as_many_dice_are_due_as_its_round_has_and_nobody_elses_lies_among_them_ka3(
    sit: Sit,
) -> None:
    table = sit("Table", "/box/begin/referee/kadice", script=seated(3), **NARROW)  # dice fly to their slots
    begin_referee(table)
    spoken, slots = table.page.locator(".pad2 [role=status]"), table.page.locator(".slots i")
    flown = table.page.locator(".pad2 > .die")
    for n, (face, says, many) in enumerate(
        (
            ("6", "One die missing.", 1),
            ("2", "One die missing.", 1),
            ("6", "One die missing.", 1),
            ("1", "Two dice missing.", 2),  # they tie
            ("6", "1. One die missing.", 2),
            ("3", "Two dice missing.", 2),
        )
    ):
        expect(spoken).to_have_text(says)
        expect(slots).to_have_count(many)
        table.page.locator(f'.evenly [data-enters="{face}"]').tap()
        expect(entries(table)).to_have_attribute("data-entries", str(n + 1))
        if not spoken.inner_text().startswith(face):  # the next player's, or the next round
            assert flown.count() == 0


def test_what_is_said_to_one_player_calls_nobody_else_you_on_the_phone_of_another(sit: Sit) -> None:
    """Ada chooses, and her dice match the card of Nils, whose phone it is. It tells him of his card, and
    nothing is lit; once it enters for her she is spoken to, and it is not "your" card."""
    wanted = script("kadice", 1)

    def of_nils(n: int) -> bool:
        now = wanted.replay(n)
        return now.awaited == (0,) and "{1's}" in (now.scene(0).now.note or "")

    n = next(k for k in range(len(wanted.log)) if of_nils(k))
    nils = sit("Nils", "/box/begin/referee/kadice", script=seated(2), **NARROW)
    begin_referee(nils)
    told(nils, wanted, n)
    holds(nils, "Nils")
    expect(nils.now).to_contain_text("Waiting for Ada to choose.")
    expect(nils.now).to_contain_text("your Single Pair")
    expect(nils.lit).to_have_count(0)
    nils.page.get_by_role("button", name="Enter for Ada").tap()
    expect(nils.lit).not_to_have_count(0)
    expect(nils.now).to_contain_text("Ada: ")
    expect(nils.now).to_contain_text("Nils’s Single Pair")


def test_two_phones_that_roll_or_pass_in_the_same_moment_both_count_kd13_kd21(sit: Sit) -> None:
    """The phone of Nils has not heard that Ada rolled when he does: nothing of his own has changed."""
    table = sit("Table", "/box/begin/referee/quick-draw", script=seated(2), **NARROW)
    begin_referee(table)
    table.page.locator("[data-enters='4']").tap()
    nils = sit("Nils", table.page.url.removeprefix(table.address), **NARROW)
    holds(nils, "Nils")
    expect(nils.now).to_contain_text("Roll until you match the 4.")
    nils.page.route(re.compile(r"/api/beside/referee/[^/]+\?after=[1-9]"), lambda _: None)
    nils.page.reload()  # it sees the table as it is, and hears nothing more
    roll = nils.page.get_by_role("button", name="Roll", exact=True)
    expect(roll).to_be_visible()
    table.page.get_by_role("button", name="Roll", exact=True).tap()
    expect(entries(table)).to_have_attribute("data-entries", "2")
    roll.tap()
    expect(entries(table)).to_have_attribute("data-entries", "3")
    expect(nils.now).to_contain_text("Dice for Ada.")
    nils.errors.clear()  # the browser tells of the request that came too late


HEIGHT_OF_APOSTROPHE = """(line) => {
    const range = document.createRange()
    const [text] = [...line.childNodes].filter((node) => node.data?.includes('’'))
    range.setStart(text, text.data.indexOf('’'))
    range.setEnd(text, text.data.indexOf('’') + 1)
    return range.getBoundingClientRect().height / parseFloat(getComputedStyle(line).fontSize)
}"""


def test_on_a_wide_low_phone_a_heading_that_runs_upwards_has_no_gap_at_an_apostrophe(sit: Sit) -> None:
    nils = sit("Nils", "/box/begin/referee/quick-draw", script=seated(2), **NARROW)
    begin_referee(nils)
    holds(nils, "Nils")
    nils.page.set_viewport_size({"width": 844, "height": 390})
    line = nils.page.locator(".bar .title p")
    expect(line).to_contain_text("Nils’s phone")
    assert line.evaluate(HEIGHT_OF_APOSTROPHE) < 0.5


def test_dice_of_a_lifted_cup_are_shown_while_the_server_looks_at_them_kd_d4(sit: Sit) -> None:
    """Nothing is asked for a second time meanwhile."""
    ada = sit("Ada", "/box", script=seated(2), **NARROW)
    begun = {"game": "con-person", "people": [{"name": "Ada"}, {"name": "Nils"}], "values": {"dice": 2}}
    made = ada.page.request.post(f"{ada.address}/api/beside/referee", data=begun)
    ada.page.goto(f"{ada.address}/box/referee/{made.json()['id']}")
    for _ in range(2):
        ada.page.get_by_role("button", name="They lie under the cup").tap()
    ada.page.get_by_role("button", name="number 3").tap()
    ada.page.get_by_role("button", name="Bid one 3").tap()
    ada.page.get_by_role("button", name="Call the con").tap()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_role("status")).to_have_text("2 missing.")
    ada.page.route("**/enter", lambda _: None)
    for face in "35":
        sheet.get_by_role("button", name=face, exact=True).tap()
    expect(sheet.get_by_role("status")).to_have_text("3 5. 0 missing.")


def test_a_duel_card_is_two_taps_and_only_seats_whose_choices_this_screen_enters_are_offered_kd2(
    sit: Sit,
) -> None:
    """Three play with three cards of each duel: the duel, then how its opponent is found."""
    table = sit("Table", "/box/begin/referee/kadoova-duel", script=seated(3), **NARROW)
    begin_referee(table)
    page, ways = table.page, table.page.locator("[data-entries]")
    at = f"{table.address}/api/beside/referee/{page.url.rpartition('/')[2]}"
    for _ in range(3):
        assert page.request.post(f"{at}/cover", data={"after": 0}).ok
    # Ada wins the Quick Draw that opens the game.
    for seat, text in ((-1, "3"), (0, "roll"), (1, "roll"), (2, "roll"), (-1, "3"), (-1, "1"), (-1, "2")):
        wish = {"seat": seat, "text": text, "after": 0}
        assert page.request.post(f"{at}/enter", data=wish).ok
    faces = page.get_by_role("group", name="What came up")
    expect(table.now).to_contain_text("A Duel card is due.")
    faces.get_by_role("button", name="Plague Doctor, 3 cards").tap()
    is_sound(page, "how the opponent is found")
    faces.get_by_role("button", name="Low Score", exact=True).tap()
    expect(table.now).to_contain_text("play cards")
    expect(ways.get_by_role("button", name="Maya", exact=True)).to_be_visible()
    maya = sit("Maya", page.url.removeprefix(table.address), **NARROW)
    holds(maya, "Maya")
    expect(ways.get_by_role("button", name="Maya", exact=True)).to_have_count(0)
    expect(ways.get_by_role("button", name="Nils", exact=True)).to_be_visible()


def modules(svg: str) -> list[list[int]]:
    """The dark squares of a QR code that is drawn as lines one unit wide, with its border of two."""
    side = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])  # type: ignore[index]
    dark = [[0] * side for _ in range(side)]
    path = re.search(r'<path [^>]*d="([^"]+)"', svg)
    assert path
    x, y = 0.0, 0.0
    for what, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        steps = [float(each) for each in numbers.split()]
        if what == "h":
            for k in range(int(steps[0])):
                dark[int(y)][int(x) + k] = 1
            x += steps[0]
        else:
            x, y = (steps[0], steps[1]) if what == "M" else (x + steps[0], y + steps[1])
    return [row[2:-2] for row in dark[2:-2]]


def test_the_qr_code_of_a_refereed_table_is_the_link_that_seats_a_phone(sit: Sit) -> None:
    ada = sit("Ada", "/box/begin/referee/kadice", script=seated(2), **NARROW)
    begin_referee(ada)
    ada.page.get_by_role("button", name="More phones, corrections").tap()
    ada.page.get_by_role("button", name="More phones", exact=True).tap()
    link = ada.page.locator("dialog .link").inner_text()
    assert link == ada.page.url
    image = ada.page.get_by_alt_text("QR code of this page's address").get_attribute("src")
    drawn = ada.page.request.get(f"{ada.address}{image}").text()
    assert len(modules(drawn)) >= 21  # every phone reads it
    assert modules(drawn) == [list(row) for row in segno.make(link, error="m").matrix]
    nils = sit("Nils", link.removeprefix(ada.address), **NARROW)
    holds(nils, "Nils")
    expect(nils.page.locator(".bar")).to_contain_text("Nils’s phone")
