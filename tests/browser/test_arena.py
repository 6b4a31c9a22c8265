"""Dice that tumble on the stage, and duels that two people throw by real pointer gestures."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.person import DESK, PHONE, Person

STAGE = "canvas[data-stage]"
READY = """() => performance.getEntriesByType('resource').some(({name}) => /stage-.*js/.test(name))"""
SEEN = """() => { window.stages = 0; const look = () => { requestAnimationFrame(look)
  if (document.querySelector('canvas[data-stage]')) window.stages++ }; look() }"""
OPEN = """async (values) => (await (await fetch('/api/tables', {method: 'POST',
  headers: {'content-type': 'application/json'}, body: JSON.stringify({game: 'kadoova-duel', seats: 2,
  values, bots: {}, open: true, pace: 'quick'})})).json()).id"""
SIT = """(id) => fetch(`/api/tables/${id}/sit`, {method: 'POST',
  headers: {'content-type': 'application/json'}, body: '{"seat": 1}'})"""
LONG = 150.0  # seconds until a dexterity duel should have come up


def size(width: int, height: int) -> dict[str, object]:
    return {"viewport": {"width": width, "height": height}}


def rolled_once(person: Person) -> None:
    """Choose dice and play until the next choice, so that both sides' dice have been rolled."""
    person.wait_for_turn()
    person.take_turn()
    person.wait_for_turn()


def test_a_roll_tumbles_on_the_stage_and_leaves_the_dice_in_their_places(sit: Callable[..., Person]) -> None:
    ada = sit("Ada", **size(*PHONE))
    ada.open_table(bot="Greedy")
    ada.wait_for_turn()
    ada.page.wait_for_function(READY)
    ada.page.evaluate(SEEN)
    rolled_once(ada)
    assert ada.page.evaluate("window.stages") > 0
    expect(ada.page.locator(STAGE)).to_have_count(0)
    expect(ada.page.locator(".space")).to_have_count(0)


@pytest.mark.parametrize("how", ["quick dice", "reduced motion"])
def test_no_stage_for_quick_dice_or_reduced_motion(sit: Callable[..., Person], how: str) -> None:
    motion = {"reduced_motion": "reduce"} if how == "reduced motion" else {}
    ada = sit("Ada", **size(*PHONE), **motion)
    if how == "quick dice":
        ada.page.evaluate("localStorage.setItem('quick dice', 'yes')")
        ada.page.reload()
    ada.open_table(bot="Greedy")
    ada.wait_for_turn()
    ada.page.evaluate(SEEN)
    rolled_once(ada)
    assert ada.page.evaluate("window.stages") == 0
    assert not ada.page.evaluate(READY)


def test_two_people_throw_a_duel_by_hand(sit: Callable[..., Person]) -> None:
    """KD-22: whichever of the dexterity duels comes first, to its end."""
    ada, bo = sit("Ada", **size(*PHONE)), sit("Bo", **size(*DESK))
    table = ada.page.evaluate(OPEN, {"throws": "thrown"})
    bo.page.evaluate(SIT, table)
    for person in (ada, bo):
        person.page.evaluate("localStorage.setItem('pace', 'at once')")
        person.page.goto(f"{person.address}/t/{table}")
    wait_for_mat(ada, bo)
    expect(bo.page.locator(".mat[data-mat]")).to_be_visible()
    throws = play_out(ada, bo)
    assert throws >= 2
    for person in (ada, bo):
        assert person.page.locator(".now").count() == 1


def wait_for_mat(*people: Person) -> None:
    end = time.monotonic() + LONG
    while not any(person.page.locator(".mat[data-mat]").count() for person in people):
        assert time.monotonic() < end, "no duel by hand came up"
        for person in people:
            step(person.page)


def play_out(*people: Person) -> int:
    """Throw and place until the mat is gone; how often that was."""
    made, end = 0, time.monotonic() + LONG
    while any(person.page.locator(".mat[data-mat]").count() for person in people):
        assert time.monotonic() < end, f"the duel does not end after {made} throws"
        for person in people:
            if person.page.locator("[data-sling], [data-pad]").count():
                made += by_hand(person.page)
            else:
                step(person.page)
    return made


def by_hand(page: Page) -> int:
    """Pull the sling back and let go, or pull the piece a little and let it go; 1 where it was done."""
    place = page.locator("[data-sling], [data-pad]").first
    box = place.bounding_box()
    if not box:
        return 0
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    is_sling = place.get_attribute("data-sling") is not None
    top = box["y"] + 30 if is_sling else y
    page.mouse.move(x, top)
    page.mouse.down()
    page.mouse.move(x + 2, top + 58 if is_sling else y + 2, steps=3)
    page.mouse.up()
    if not is_sling:
        page.locator("[data-key=main]:not(:disabled)").first.click()
    page.wait_for_timeout(700)
    return 1


def step(page: Page) -> None:
    """Pass where one may, else take the last button, else tap what is lit."""
    page.wait_for_timeout(40)
    buttons = page.locator(".acts button:not(:disabled)")
    passes = page.locator(".acts button:not(:disabled)", has_text=re.compile("^Pass"))
    lit = page.locator("button[data-piece].is-selectable:not(.is-selected)")
    for choice in (passes, buttons, lit):
        if choice.count():
            try:
                choice.last.click(timeout=1000)
            except Error:
                continue
            return
