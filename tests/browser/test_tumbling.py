"""While dice tumble nothing else tells what they will show, and nothing that lies is thrown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.person import PHONE, Person

Sit = Callable[..., Person]
Lay = Callable[..., str]
# Any piece that is lit, or any button: one alone may be taken up and laid down again for ever.
ACT = """() => { const main = document.querySelector('[data-key=main]:not(:disabled)')
  const buttons = '.acts button:not(:disabled):not([data-key=back], [data-key=hint])'
  const any = document.querySelectorAll(`button[data-piece].is-selectable, ${buttons}`)
  const one = main ?? any[Math.floor(Math.random() * any.length)]
  one?.click() }"""
# All but the dice in the air, as text: words, names for who listens, states. It is kept when a throw begins,
# and compared at every change while dice are in the air.
WATCH = """() => {
  window.throws = 0; window.early = []; window.pictures = 0
  const parts = '.now, .log, [role=log], .ticker, .plate, .acts, [data-piece], .zone > .lab, .offers'
  const isStill = (one) => !one.closest('.is-rolling')
    && !one.querySelector('.space') && !one.closest('[data-piece]:has(.space)')
  const told = () => [...document.querySelectorAll(parts)].filter(isStill)
    .map((one) => (one.getAttribute('aria-label') ?? '') + one.textContent + one.className).join('|')
  const odd = '.offers .space, [data-zone=faces] .space, .is-spent .space'
  let before = null
  new MutationObserver(() => {
    if (!document.querySelector('.space')) { before = null; return }
    window.pictures += document.querySelectorAll(odd).length
    const now = told()
    if (before === null) { before = now; window.throws++ }
    else if (before !== now) window.early.push([before, now])
  }).observe(document.body, {subtree: true, childList: true, characterData: true})
}"""
LONG = 60_000
ENOUGH = 3  # throws seen


@pytest.mark.parametrize("game", ["command-dice", "dardz", "kadice"])
def test_while_dice_tumble_nothing_else_says_what_they_will_show(sit: Sit, lay: Lay, game: str) -> None:
    quick = "localStorage.setItem('quick dice', 'yes')"
    size = {"width": PHONE[0], "height": PHONE[1]}
    ada = sit("Ada", lay(game, bots={1: "random"}), script=quick, viewport=size)
    ada.sit_down()
    ada.page.locator(".play").wait_for()
    ada.page.evaluate(WATCH)
    ada.page.evaluate(f"window.playing = setInterval({ACT}, 60)")
    ada.page.wait_for_function(f"() => window.throws >= {ENOUGH}", timeout=LONG)
    ada.page.evaluate("clearInterval(window.playing)")
    early: list[Any] = ada.page.evaluate("window.early")
    assert early == []
    assert ada.page.evaluate("window.pictures") == 0
