"""``python -m tests.sheets --matches 1000``: score sheets of random matches beside the rules' own scoring.

``--browser 5`` writes as many sheets of each game by taps in Chromium instead.
"""

from __future__ import annotations

import argparse

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.every_size import served
from tests.browser.sheets import EIGHT, empty_of, written
from tests.machine import chromium
from tests.sheets import CASES
from tests.test_sheets import compare


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--game", choices=sorted(CASES))
    parser.add_argument("--browser", type=int, default=0, help="sheets of each game, by taps")
    given = parser.parse_args()
    if given.browser:
        by_taps([given.game] if given.game else sorted(CASES), given.browser)
        return
    for key in [given.game] if given.game else sorted(CASES):
        lines = compare(key, range(given.matches))
        print(f"{key}: {given.matches} matches, {lines} lines, each sheet as the rules have it", flush=True)


def by_taps(keys: list[str], many: int) -> None:
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for key in (key for key in keys if "lowered" not in key):
            for case in map(CASES[key], range(many)):
                page = browser.new_page(has_touch=True, reduced_motion="reduce")
                page.add_init_script(empty_of(case))
                page.goto(f"{address}/box/sheet/{case.key}")
                written(page, case, [str(one["name"]) for one in EIGHT[: case.setup["seats"]]])
                page.close()
            print(f"{key}: {many} sheets written by taps, each as the rules have it", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
