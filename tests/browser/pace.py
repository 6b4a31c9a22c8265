"""How long a person waits from one own choice to the next, in four-seat games with bots at the quick pace.

``python -m tests.browser.pace`` plays each game in a real browser, a choice as soon as there is one, and
prints for each game the longest and the middle time, and for each that is too long how much of it the
server took. It warns where the machine is too busy to measure. Command Dice is for two.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import httpx
from playwright.sync_api import Browser, sync_playwright

import throwdown
from tests.browser.conftest import FLAGS
from tests.browser.every_size import served
from tests.browser.person import Person
from tests.machine import chromium

GAMES = ("command-dice", "duello", "kadice", "dardz", "kadoova-duel")
SEATS = 4
LEVEL = "regular"
MOST = 6.0  # seconds
IDLE = 2.0  # load average above which times say nothing

# Plays on its own: whenever something can be chosen, notes the time since the last own choice, and chooses.
# A choice is made when a button is pressed that asks the server, or the last piece of one is tapped. Beside
# each time stands how long the last message of the server was in coming.
HEAR = """window.heard = 0; const Line = WebSocket
  window.WebSocket = class extends Line {
    constructor(...where) {
      super(...where)
      this.addEventListener('message', ({ data }) => {
        if (data.includes('"steps"')) window.heard = performance.now() })
    } }"""
PLAY = """() => {
  window.waits = []; let made = null
  const button = '.acts button:not(:disabled):not([aria-disabled=true]):not([data-key=back], [data-key=hint])'
  window.playing = setInterval(() => {
    const lit = [...document.querySelectorAll('button[data-piece].is-selectable')]
    const main = document.querySelector('[data-key=main]:not(:disabled):not([aria-disabled=true])')
    const all = [...document.querySelectorAll(button)]
    if (all.some((one) => one.textContent.includes('See the result'))) return
    const next = main ?? (Math.random() < 0.5 ? all.at(-1) : lit.at(-1)) ?? lit.at(-1) ?? all.at(-1)
    if (!next) return
    if (made !== null) {
      window.waits.push([performance.now() - made, window.heard - made].map((time) => time / 1000))
      made = null
    }
    next.click()
    if (!next.matches('[data-piece]')) made = performance.now()
  }, 30) }"""
OVER = """() => [...document.querySelectorAll('.acts button')]
  .some((one) => one.textContent.includes('See the result'))"""


class Wait(NamedTuple):
    """Seconds from one own choice to the next, and until the last that the server told between them."""

    whole: float
    told: float


def table_of(address: str, game: str) -> str:
    """A table where everybody but one is a bot, the one seat is free."""
    with httpx.Client(base_url=address, timeout=60) as host:
        host.get("/api/me").raise_for_status()
        seats = min(SEATS, throwdown.load(game).seats[1])
        wishes = {"game": game, "seats": seats, "pace": "quick", "values": {}}
        table = host.post("/api/tables", json=wishes).raise_for_status().json()["id"]
        host.post(f"/api/tables/{table}/stand", json={}).raise_for_status()
        for seat in range(1, seats):
            put = host.post(f"/api/tables/{table}/bot", json={"seat": seat, "kind": LEVEL})
            put.raise_for_status()
    return f"/t/{table}"


def waits(browser: Browser, address: str, game: str, seconds: float) -> Iterator[Wait]:
    """The times between own choices in matches of ``game`` that are played for so many seconds."""
    left = round(seconds)
    while left > 0:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.add_init_script(HEAR)
        person = Person("Ada", context, address, table_of(address, game))
        person.sit_down()
        person.page.locator(".play").wait_for()
        person.page.evaluate(PLAY)
        while left > 0 and not person.page.evaluate(OVER):
            person.page.wait_for_timeout(1000)
            left -= 1
        yield from (Wait(*found) for found in person.page.evaluate("window.waits"))
        context.close()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=90, help="how long each game is played")
    asked = parser.parse_args(arguments)
    load = os.getloadavg()[0]
    if load > IDLE:
        print(f"the machine is busy (load {load:.1f}): these times say little")
    late = 0
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for game in asked.games:
            found = sorted(waits(browser, address, game, asked.seconds), reverse=True)
            longest, middle = found[0].whole, statistics.median(wait.whole for wait in found)
            print(f"{game}: {len(found)} choices, longest {longest:.1f} s, middle {middle:.1f} s", flush=True)
            for wait in found:
                if wait.whole > MOST:
                    print(f"    {wait.whole:.1f} s, the last was told after {wait.told:.1f} s", flush=True)
            late += sum(wait.whole > MOST for wait in found)
        browser.close()
    print(f"longer than {MOST:.0f} s: {late}")
    return bool(late)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
