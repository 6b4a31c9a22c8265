"""Every lesson of every game is gone through to its end by taps, by keys alone, and by roles and names alone.

Then the time is taken from landing on the first page to the first own move in a lesson, on a slow phone.

    python -m tests.browser.lessons                  # all lessons in all three ways, then the time
    python -m tests.browser.lessons duello --way keys
    python -m tests.browser.lessons --time           # the time alone
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from playwright.sync_api import Browser, Page, sync_playwright

import throwdown
from tests.browser.conftest import BUNDLE, FLAGS, PATIENCE
from tests.browser.person import PHONE, Person
from tests.browser.test_lessons import SETTLED, by_names, go_through, steps_of, tap, type_keys
from tests.machine import chromium
from tests.server.serving import Serving
from throwdown.lessons import lessons_of

WAYS: dict[str, Callable[[Page], None]] = {"taps": tap, "keys": type_keys, "names": by_names}
LESSONS = [(game.key, each.key) for game in throwdown.all_games() for each in lessons_of(game)]
MOST = 15.0  # seconds from landing to the first own move
CPU = 4  # times slower
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}


def person(browser: Browser, server: Serving) -> Person:
    """Somebody with an empty browser on a phone, who is shown every step at once."""
    width, height = PHONE
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.set_default_timeout(3 * PATIENCE)
    context.add_init_script("localStorage.setItem('pace', 'at once')")
    return Person("Ada", context, server.http, "/")


def play(ada: Person, game: str, lesson: str, way: str) -> int:
    """Go through a lesson; the number of its steps."""
    ada.page.goto(f"{ada.address}/learn/{game}/{lesson}")
    ada.page.wait_for_selector(SETTLED)
    many = steps_of(ada.page)
    assert go_through(ada.page, WAYS[way], many) == many
    return many


def first_move(browser: Browser, server: Serving) -> float:
    """Seconds from opening the first page, with an empty browser, to the first own move in its lesson."""
    width, height = PHONE
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(6 * PATIENCE)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    began = time.perf_counter()
    page.goto(f"{server.http}/", wait_until="commit")
    page.get_by_role("link", name="Start the lesson").click()
    page.wait_for_selector(SETTLED)
    before = page.locator(".coach .lab").inner_text()
    while page.locator(".coach .lab").inner_text() == before:
        tap(page)
    took = time.perf_counter() - began
    context.close()
    return took


def failures(browser: Browser, server: Serving, games: list[str], ways: list[str]) -> Iterator[str]:
    """What went wrong, lesson by lesson and way by way; prints each that was gone through."""
    ada = person(browser, server)
    for game, lesson in LESSONS:
        for way in ways if not games or game in games else ():
            try:
                many = play(ada, game, lesson, way)
            except Exception as error:  # whatever a page can do wrong is told, and the next is gone through
                yield f"{game} {lesson} by {way}: {str(error).splitlines()[0]}"
                continue
            print(f"{game} {lesson} by {way}: {many} steps", flush=True)
    yield from ada.errors


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", help="only these games")
    parser.add_argument("--way", choices=list(WAYS), action="append", help="only this way (repeatable)")
    parser.add_argument("--time", action="store_true", help="the time to the first own move alone")
    asked = parser.parse_args()
    if not BUNDLE.exists():
        parser.error("the pages are not built: run 'python build_web.py'")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Serving(f"sqlite:///{folder}/games.db").start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        wrong = [] if asked.time else list(failures(browser, server, asked.games, asked.way or list(WAYS)))
        took = first_move(browser, server)
        print(
            f"{took:.1f} s from landing to the first own move, at {CPU} times the processor time over slow 4G"
        )
        browser.close()
        server.stop()
    if took > MOST:
        wrong.append(f"{took:.1f} s to the first own move are more than {MOST:g}")
    print("\n".join(wrong) if wrong else "Nothing went wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
