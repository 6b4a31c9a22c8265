"""Dice that tumble on the stage, and duels that two people throw by real pointer gestures."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as Late

from tests.browser.person import DESK, PHONE, Person
from throwdown.arena.source import thrown_again
from throwdown.kernel import transcript

STAGE = "canvas[data-stage]"
READY = """() => performance.getEntriesByType('resource').some(({name}) => /stage-.*js/.test(name))"""
VIEW = re.compile(r"/view-[^/]*\.js")
SEEN = """() => { window.stages = 0; const look = () => { requestAnimationFrame(look)
  if (document.querySelector('canvas[data-stage]')) window.stages++ }; look() }"""
HAND = "[data-sling], [data-pad]"
TRANSCRIPT = "id => fetch(`/api/tables/${id}/matches/1/transcript`).then(answer => answer.text())"
READY_TO_ACT = f"{HAND}, .acts button:not(:disabled):not([data-key=back], [data-key=hint])"
# How much of the picture of a mat anything is drawn on
DRAWN = """() => { const mat = document.querySelector('.mat canvas')
  const copy = new OffscreenCanvas(mat?.width || 1, mat?.height || 1).getContext('2d')
  if (mat?.width) copy.drawImage(mat, 0, 0)
  const { data } = copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height)
  return data.filter((value, at) => at % 4 === 3 && value > 128).length / (data.length / 4) }"""
Sit = Callable[..., Person]
Lay = Callable[..., str]
LONG = 120.0  # seconds for a duel
PEOPLE = (("Ada", PHONE), ("Bo", DESK))


def size(width: int, height: int) -> dict[str, object]:
    return {"viewport": {"width": width, "height": height}}


def rolled_once(person: Person) -> None:
    """Choose dice and play until the next choice, so that both sides' dice have been rolled."""
    person.wait_for_turn()
    person.take_turn()
    person.wait_for_turn()


def test_a_roll_tumbles_on_the_stage_and_leaves_the_dice_in_their_places(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("command-dice", bots={1: "greedy"}), **size(*PHONE))
    ada.sit_down()
    ada.wait_for_turn()
    ada.page.wait_for_function(READY)
    ada.page.evaluate(SEEN)
    rolled_once(ada)
    assert ada.page.evaluate("window.stages") > 0
    expect(ada.page.locator(STAGE)).to_have_count(0)
    expect(ada.page.locator(".space")).to_have_count(0)


@pytest.mark.parametrize("how", ["quick dice", "reduced motion"])
def test_no_stage_for_quick_dice_or_reduced_motion(sit: Sit, lay: Lay, how: str) -> None:
    motion: dict[str, Any] = (
        {"reduced_motion": "reduce"}
        if how == "reduced motion"
        else {"script": "localStorage.setItem('quick dice', 'yes')"}
    )
    ada = sit("Ada", lay("command-dice", bots={1: "greedy"}), **size(*PHONE), **motion)
    ada.sit_down()
    ada.wait_for_turn()
    ada.page.evaluate(SEEN)
    rolled_once(ada)
    assert ada.page.evaluate("window.stages") == 0
    assert not ada.page.evaluate(READY)


@pytest.mark.parametrize(
    ("duel", "least", "motion"),
    [
        ("axe-vs-daggers", 4, "no-preference"),
        ("chicken", 12, "reduce"),
        ("day-at-the-beach", 3, "reduce"),
        ("horse-shoes", 6, "reduce"),
        ("pineapple-vs-fish", 3, "no-preference"),
    ],
)
def test_two_people_throw_a_duel_by_hand_to_its_end_kd22(
    sit: Sit, lay: Lay, duel: str, least: int, motion: str
) -> None:
    """One on dice and one on a tower with all that flies to be seen; the long ones without."""
    at = lay(duel, values={"throws": "thrown"})
    people = [sit(name, at, pace="at once", **size(*where), reduced_motion=motion) for name, where in PEOPLE]
    for person in people:
        person.sit_down()
    ada = people[0]
    end = time.monotonic() + LONG
    while not any(person.is_over() for person in people):
        assert time.monotonic() < end, f"the duel does not end: {ada.title}"
        for person in people:
            act(person)
        ada.page.wait_for_timeout(20)
    for person in people:
        expect(person.page.locator(".now")).to_contain_text(re.compile("won|stood"))
    written = transcript.read(ada.page.evaluate(TRANSCRIPT, at.removeprefix("/t/")))
    assert len(json.loads(written.one("Throws"))) >= least
    assert written.verify(thrown_again)[-1].endswith("every throw comes out again.")


def test_a_replay_shows_how_the_dice_were_thrown_kd22(sit: Sit, lay: Lay) -> None:
    at = lay("axe-vs-daggers", bots={1: "random"}, values={"throws": "thrown"})
    ada = sit("Ada", at, **size(*PHONE))
    ada.sit_down()
    end = time.monotonic() + LONG
    while not ada.is_over():
        assert time.monotonic() < end, ada.title
        act(ada)
        ada.page.wait_for_timeout(20)
    ada.page.goto(f"{ada.address}{at.replace('/t/', '/replay/')}/1")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    expect(ada.page.locator(".mat[data-flying]")).to_be_visible()
    expect(ada.page.locator(".mat[data-mat]:not([data-flying])")).to_be_visible()


def test_a_die_is_aimed_and_thrown_by_keys_alone_kd22(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("chicken", bots={1: "random"}, values={"throws": "thrown"}), **size(*DESK))
    ada.sit_down()
    sling = ada.page.locator(".sling")
    mat = ada.page.locator(".acts button:not(:disabled)")
    expect(sling.or_(mat.first).first).to_be_visible(timeout=1000 * LONG)
    if not sling.count():  # each sets the mat for their own throws
        ada.tab_to(lambda label: label == mat.last.inner_text().strip())
        ada.press("Enter")
    sling.wait_for(timeout=1000 * LONG)
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        ada.page.keyboard.press(key)
    expect(sling).to_contain_text("2° right")
    expect(sling).to_contain_text("62")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".log")).to_contain_text(re.compile("You (threw|went)"))


def test_a_second_finger_neither_aims_nor_throws_kd22(sit: Sit, lay: Lay) -> None:
    at = lay("axe-vs-daggers", bots={1: "random"}, values={"throws": "thrown"})
    ada = sit("Ada", at, **size(*PHONE), reduced_motion="reduce", has_touch=True)
    ada.sit_down()
    ring, role = ada.page.locator("[data-sling]"), ada.page.get_by_role("button", name="Be Daggers")
    ring.or_(role).first.wait_for(timeout=1000 * LONG)
    if role.count():
        role.tap()
    ring.wait_for(timeout=1000 * LONG)
    box = ring.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    touching: Any = ada.context.new_cdp_session(ada.page)

    def touch(kind: str, *fingers: tuple[int, float, float]) -> None:
        points = [{"id": finger, "x": x + right, "y": y + down} for finger, right, down in fingers]
        touching.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    aim, thrown = ada.page.locator(".sling .set").first, ada.page.locator(".log", has_text="You threw")
    touch("touchStart", (1, 0, 0))
    touch("touchMove", (1, -10, 20))
    aimed = aim.inner_text()
    touch("touchStart", (1, -10, 20), (2, 70, 0))
    expect(aim).to_have_text(aimed, use_inner_text=True)
    touch("touchEnd", (2, 70, 0))
    ada.page.wait_for_timeout(500)
    expect(thrown).to_have_count(0)
    touch("touchEnd", (1, -10, 20))
    expect(thrown).to_have_count(1, timeout=1000 * LONG)


def test_after_a_throw_the_whole_mat_is_in_sight_of_whoever_throws_next_kd_d1(sit: Sit, lay: Lay) -> None:
    """Ada's view of the mat comes late, and her first throw is shown all the same."""
    at = lay("axe-vs-daggers", values={"throws": "thrown"})
    ada, bo = (sit(name, at, **size(*where)) for name, where in PEOPLE)
    late: list[Route] = []
    ada.page.route(VIEW, lambda route: late.append(route))
    with ada.page.expect_request(VIEW):
        ada.sit_down()
        bo.sit_down()
        ada.page.get_by_role("button", name="Be Daggers").click()
    bo.page.wait_for_function(f"() => ({DRAWN})() > 0")
    before = bo.page.evaluate(DRAWN)
    flying = ada.page.locator(".mat[data-flying]")
    for _ in range(3):
        ada.page.locator("[data-sling]").wait_for(timeout=1000 * LONG)
        ada.page.get_by_role("button", name="Throw", exact=True).click()
        if late:
            bo.page.locator(".mat[data-flying]").wait_for()
            expect(flying).to_have_count(0)
            late.pop().continue_()
        flying.wait_for()
    bo.page.locator("[data-sling]").wait_for(timeout=1000 * LONG)
    bo.page.wait_for_function(f"before => ({DRAWN})() > 0.95 * before", arg=before)


def act(person: Person) -> None:
    """Do what the table asks of her, if anything."""
    page = person.page
    button = page.locator(READY_TO_ACT).filter(has_not_text="See the result")
    with suppress(Late):
        if page.locator(HAND).count():
            by_hand(page)
        elif button.count():
            button.last.click(timeout=300)


def by_hand(page: Page) -> None:
    """Pull the sling back and let go, or move the piece a little and let it go."""
    place = page.locator(HAND).first
    box = place.bounding_box(timeout=500)
    if not box:
        return
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    is_sling = place.get_attribute("data-sling") is not None
    top = box["y"] + 30 if is_sling else y
    page.mouse.move(x, top)
    page.mouse.down()
    page.mouse.move(x + 1, top + 58 if is_sling else y + 1, steps=3)
    page.mouse.up()
    if not is_sling:
        page.locator("[data-key=main]:not(:disabled)").first.click(timeout=1000)
