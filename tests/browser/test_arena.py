"""Dice that tumble on the stage, and duels that two people throw by real pointer gestures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE, Person

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
