"""Random matches at every size of screen, measured in the page: what is cut off, covered or out of view.

``python -m tests.browser.every_size --moments 40 --seeds 3 duello kadice`` measures long walks and prints
every fault; with ``--shots FOLDER`` it writes what each moment looks like. The test of the same name measures
a few moments of each game. With ``--watching`` the page is that of somebody who has no seat.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, WebSocketRoute, sync_playwright

from tests.browser.walks import YOU, Moment, Setting, Walk, every_setting
from throwdown.kernel.contract import SPECTATOR

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
SIZES = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "small phone on its side": (667, 375),
    "small phone": (320, 568),
    "tablet": (820, 1180),
    "desk": (1440, 900),
    "desk at 200 %": (720, 450),
    "television": (3840, 2160),
}
LARGE = 2_000  # pixels
# Two frames: the first lays the table out, in the second the layout has been fitted to the window.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
OLD = "() => document.querySelector('.play')?.setAttribute('data-old', '')"
NEW = ".play:not([data-old])"
# Taps the pieces of a choice one after the other, as far as they are lit.
TAP = """async (ids) => { for (const id of ids) {
  document.querySelector(`button[data-piece="${CSS.escape(id)}"]:not([aria-disabled=true])`)?.click()
  await Promise.resolve() } }"""


class Fault(NamedTuple):
    """What is wrong: ``where`` is setting, seed, event, size, and whether a choice is half made."""

    where: str
    words: str


class Screen:
    """A page at a table's link, its line answered with the moments that are to be seen."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._number = 0
        self._line: WebSocketRoute | None = None
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable")
        page.add_init_script("localStorage.setItem('pace', 'at once')")
        page.route_web_socket(re.compile("/live$"), self._opened)
        page.goto(f"{address}/t/a-table-of-the-walk")

    def _opened(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(lambda _: None)

    def show(self, moment: Moment) -> None:
        """Put ``moment`` on the table as a match of its own, and wait until it lies there."""
        while self._line is None:
            self.page.wait_for_timeout(10)
        self._number += 1
        match = {"match": self._number, "match_id": f"{self._number:016x}"}
        self.page.evaluate(OLD)
        for text in moment.texts:
            self._line.send(json.dumps({**json.loads(text), **match}))
        self.page.wait_for_selector(NEW)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window a size in CSS pixels; a television is drawn at half its resolution to save time."""
        width, height = size
        self.page.set_viewport_size({"width": width, "height": height})
        scale = 0.5 if width > LARGE else 1
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self._devtools.send("Emulation.setDeviceMetricsOverride", metrics)

    def measure(self, what: str = MEASURE) -> Any:
        """What the script ``what`` finds on the page once it is laid out."""
        self.page.evaluate(DRAWN)
        return self.page.evaluate(what)

    def tap(self, moment: Moment) -> bool:
        """Tap together the choice of ``moment`` that takes most pieces; False where there is none."""
        if moment.taps:
            self.page.evaluate(TAP, list(moment.taps))
        return bool(moment.taps)

    def layouts(self) -> int:
        """How often the page has been laid out so far."""
        found = self._devtools.send("Performance.getMetrics")["metrics"]
        return next(int(one["value"]) for one in found if one["name"] == "LayoutCount")

    def take_back(self) -> None:
        self.page.evaluate("document.querySelector('[data-key=back]')?.click()")


def faults_of(
    screen: Screen,
    setting: Setting,
    seed: int,
    moments: int,
    sizes: Sequence[str],
    shots: Path | None = None,
    viewer: int = YOU,
) -> Iterator[Fault]:
    """Walk through a match of ``setting`` as ``viewer`` and measure ``moments`` of it at ``sizes``."""
    for moment in Walk(setting, seed, viewer).fullest(moments):
        screen.resize(SIZES[sizes[0]])
        screen.show(moment)
        for size in sizes:
            screen.resize(SIZES[size])
            for chosen in (False, True):
                if chosen and not screen.tap(moment):
                    continue
                state = ", chosen" if chosen else ", watching" if viewer == SPECTATOR else ""
                where = f"{setting}, seed {seed}, event {moment.n}, {size}{state}"
                found = screen.measure()
                if shots:
                    name = where.replace(", ", "_").replace(" ", "-")
                    screen.page.screenshot(path=str(shots / f"{name}.png"))
                yield from (Fault(where, words) for words in found["faults"])
                if chosen:
                    screen.take_back()


@contextmanager
def served() -> Generator[str]:
    """The address of a server of one's own."""
    from tests.server.serving import Serving

    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(f"sqlite:///{folder}/games.db").start()
        yield serving.http
        serving.stop()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "games", nargs="*", help="parts of names, such as 'kadice' or 'duello-8'; else all games"
    )
    parser.add_argument("--moments", type=int, default=6, help="most moments of a match that are measured")
    parser.add_argument("--seeds", type=int, default=1, help="matches of each setting")
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=SIZES, help="sizes of the screen")
    parser.add_argument("--shots", type=Path, help="a folder for screenshots")
    parser.add_argument("--watching", action="store_true", help="the page of somebody without a seat")
    parser.add_argument("--dark", action="store_true", help="the evening table")
    parser.add_argument("--address", help="a server that runs already")
    asked = parser.parse_args(arguments)
    parts = asked.games or [""]
    viewer = SPECTATOR if asked.watching else YOU
    settings = [one for one in every_setting() if any(part in str(one) for part in parts)]
    if asked.shots:
        asked.shots.mkdir(parents=True, exist_ok=True)
    from tests.browser.conftest import FLAGS
    from tests.machine import chromium

    with ExitStack() as stack:
        address = asked.address or stack.enter_context(served())
        playwright = stack.enter_context(sync_playwright())
        browser: Browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        context = browser.new_context(reduced_motion="reduce", color_scheme="dark" if asked.dark else "light")
        screen = Screen(context.new_page(), address)
        total: Counter[str] = Counter()
        for setting in settings:
            for seed in range(1, asked.seeds + 1):
                walked = faults_of(screen, setting, seed, asked.moments, asked.sizes, asked.shots, viewer)
                for fault in walked:
                    print(f"{fault.where}: {fault.words}", flush=True)
                    total[str(setting)] += 1
        browser.close()
    print(f"{sum(total.values())} faults: {dict(total)}")
    return bool(total)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
