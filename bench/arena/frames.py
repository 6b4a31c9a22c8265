"""How smoothly a thrown die is shown: frames a second in headless Chromium, at phone and at desktop size.

Counted while anything moves: from the hand until the eye is near and all lies still.
"""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator
from contextlib import suppress

from playwright.sync_api import Page, TimeoutError, sync_playwright

from bench.timing import Result
from tests.browser.conftest import FLAGS
from tests.browser.person import DESK, PHONE
from tests.machine import chromium

SMOOTH = 59.5  # 60 frames a second, to the nearest
LOOKS = 120  # at the page, 0.3 seconds apart
OVER = "See the result"
MAT = ".mat"
OPEN = """async () => (await (await fetch('/api/tables', {method: 'POST',
  headers: {'content-type': 'application/json'}, body: JSON.stringify({game: 'chicken', seats: 2,
  values: {throws: 'thrown'}, bots: {1: 'random'}, pace: 'quick'})})).json()).id"""
FRAMES = f"document.querySelector('{MAT} canvas')?.dataset.frames ?? ''"


def frames_a_second(address: str) -> list[Result]:
    """The medians over some throws; Chromium draws with its software renderer."""
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or chromium()  # what people have, before the one without windows
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            return [
                Result(
                    f"a throw shown in headless Chromium, {name}",
                    statistics.median(_rates(page)),
                    "frames/s",
                    target,
                )
                for name, (width, height), target in (("phone", PHONE, 30.0), ("desktop", DESK, SMOOTH))
                for page in [_at(browser.new_page(viewport={"width": width, "height": height}), address)]
            ]
        finally:
            browser.close()


def _at(page: Page, address: str) -> Page:
    page.goto(address)
    page.goto(f"{address}/t/{page.evaluate(OPEN)}")
    return page


def _rates(page: Page) -> Iterator[float]:
    """Frames a second of each throw that was seen, one's own and the bot's, while the match lasts."""
    seen = "0 0"  # the frames and milliseconds of the last throw that was shown
    for _ in range(LOOKS):
        page.wait_for_timeout(300)
        if page.get_by_role("button", name=OVER).count():
            return
        if page.locator(f"{MAT}[data-flying]").count():
            continue
        shown = page.evaluate(FRAMES)
        if shown not in (seen, ""):
            seen = shown
            frames, milliseconds = map(float, shown.split())
            yield 1000 * frames / milliseconds
        button = page.locator(".acts button:not(:disabled)").filter(has_not_text=OVER)
        if button.count():
            with suppress(TimeoutError):
                button.last.click(timeout=500)
