"""Live races against a quick bot: counted in, and rolled by the person beat by beat (KD-21)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from tests.browser.person import PHONE, Person
from tests.server.serving import Serving

Sit = Callable[..., Person]
Lay = Callable[..., str]
COUNT, ROLL = 3.0, 0.7  # seconds, as a server has them by itself
PRESSES, MOST = 60, 8
# Notes each look of the thumb button and each count that is spoken, with its time.
WATCH = """
window.looks = []
let last = ''
new MutationObserver(() => {
  const button = document.querySelector('.thumb')
  const count = document.querySelector('[data-count]')
  const lit = button && !button.disabled && button.ariaDisabled !== 'true'
  const name = button?.ariaLabel ?? button?.innerText.trim() ?? ''
  const look = { name, lit: !!lit, said: count?.textContent ?? '' }
  if (JSON.stringify(look) === last) return
  last = JSON.stringify(look)
  window.looks.push({ ...look, at: performance.now() })
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
"""
LIT = ".thumb:not([aria-disabled=true]):not(:disabled)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    games = tmp_path_factory.mktemp("db") / "games.db"
    serving = Serving(f"sqlite:///{games}", grace=120.0, race_count=COUNT, race_roll=ROLL).start()
    yield serving
    serving.stop()


def own_rolls(person: Person) -> int:
    return person.page.locator(".pad .log li", has_text=re.compile("You (rolled|matched)")).count()


@pytest.mark.parametrize("key", ["quick-draw", "hare-vs-tortoise"])
def test_a_person_rolls_each_beat_of_a_live_race_against_a_quick_bot_kd21(
    sit: Sit, lay: Lay, key: str
) -> None:
    at = lay(key, bots={1: "greedy"}, values={"timing": "live"})
    ada = sit("Ada", at, script=WATCH, viewport={"width": PHONE[0], "height": PHONE[1]})
    ada.sit_down()
    page = ada.page
    thumb = page.locator(".thumb")
    role = page.locator(".acts button", has_text="Be ")
    expect(thumb.or_(role).first).to_be_visible()
    if role.count():
        role.first.click()
    expect(thumb).to_be_visible()
    expect(page.locator("[data-count=count]")).to_be_attached()
    thumb.click(force=True)
    expect(ada.now).to_contain_text("Too early")
    pressed: list[str] = []
    for _ in range(PRESSES):
        try:
            page.wait_for_selector(f"{LIT}, button:has-text('See the result')")
            if ada.is_over() or len(pressed) >= MOST:
                break
            name = page.locator(LIT).inner_text()
            page.locator(LIT).click(timeout=2_000)
            pressed.append(name)
        except Late:  # the race was over before the finger was down
            continue
    looks: list[dict[str, Any]] = page.evaluate("window.looks")
    assert own_rolls(ada) >= max(1, pressed.count("Roll") - 1), "the last press may come too late"
    go = next(look["at"] for look in looks if look["said"] == "Roll!")
    assert [look["said"] for look in looks if look["at"] < go and look["said"]][:1] in (["3"], ["2"])
    assert not [look for look in looks if look["lit"] and look["name"] and look["at"] < go - 1]
    assert unlit_though_idle(looks) < 2.0, "only the own dice make Roll wait"


def unlit_though_idle(looks: list[dict[str, Any]]) -> float:
    """The longest time in seconds that the button was there and could not be pressed, after the start."""
    start = next(at for at, look in enumerate(looks) if look["said"] == "Roll!")
    longest = 0.0
    for one, other in zip(looks[start:], looks[start + 1 :], strict=False):
        if one["name"] and not one["lit"]:
            longest = max(longest, (other["at"] - one["at"]) / 1000)
    return longest
