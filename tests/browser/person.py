"""A person at the table: sees the page and taps, or uses the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

PHONE, DESK = (390, 844), (1440, 900)
EXPECTED = re.compile(r"WebSocket connection|ERR_INTERNET_DISCONNECTED|favicon")
LIT = "button[data-piece].is-selectable"
POOL = ".rail .lay-groups button[data-piece].is-selectable"
MOST_DICE = 4
MAIN = "[data-key=main]:not(:disabled)"


class Person:
    """One person and the page that she looks at. ``errors`` are what the page complained of.

    She arrives at the path ``at`` with an empty browser, and has been nowhere else before.
    """

    def __init__(self, name: str, context: BrowserContext, address: str, at: str) -> None:
        self.name = name
        self.context = context
        self.address = address
        self.errors: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto(f"{address}{at}")

    def _hear(self, message: ConsoleMessage) -> None:
        is_fault = message.type == "error" or "svelte.dev/e/" in message.text  # Svelte's own warnings
        if is_fault and not EXPECTED.search(message.text):
            self.errors.append(message.text)

    def call_herself(self) -> None:
        """Take her name, where the page offers it."""
        self.page.locator("button.you").click()
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("dialog").get_by_role("button", name="Keep").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    # Opening and finding tables

    def sit_down(self) -> None:
        """From a table's link to a seat: she says her name and sits."""
        button = self.page.get_by_role("button", name=re.compile("^Sit down as "))
        self.page.get_by_label("Your name at the table").fill(self.name)
        expect(button).to_have_text(f"Sit down as {self.name}")
        button.click()
        expect(button).to_have_count(0)

    def open_table(self) -> str:
        """On the page of a game: invite a friend; returns the table's address."""
        self.open_options()
        self.call_herself()
        self.page.get_by_role("radio", name="Quickly").click()
        self.page.get_by_role("button", name="Invite a friend").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def open_options(self) -> None:
        """Unfold the options of a game's page, if they are folded."""
        fold = self.page.get_by_role("button", name=re.compile("^Options"))
        if fold.get_attribute("aria-expanded") == "false":
            fold.click()

    def code(self) -> str:
        """The word to say aloud."""
        said = self.page.get_by_role("img", name=re.compile("Table code")).get_attribute("aria-label")
        return (said or "").removeprefix("Table code: ").replace(" ", "")

    # Seeing

    @property
    def now(self) -> Locator:
        return self.page.locator(".now")

    @property
    def mood(self) -> str:
        return self.now.get_attribute("data-mood") or ""

    @property
    def title(self) -> str:
        return self.page.locator(".now b").inner_text()

    @property
    def lit(self) -> Locator:
        return self.page.locator(LIT)

    def pieces_in(self, zone: str) -> Locator:
        return self.page.locator(f"[data-zone={zone}] [data-piece]")

    def wait_for_turn(self) -> bool:
        """Wait until something can be chosen, or the match is over; True where it is her turn."""
        self.page.wait_for_selector(f"{LIT}, {MAIN}")
        return not self.is_over()

    def is_over(self) -> bool:
        return self.page.locator("button", has_text="See the result").count() > 0

    def may_act(self) -> bool:
        return self.page.locator(f"{LIT}, {MAIN}").count() > 0

    @contextmanager
    def acting(self) -> Iterator[None]:
        """What is done within it is a choice: it ends when the table has gone on."""
        before = self.page.evaluate(STATE)
        yield
        self.page.wait_for_function(f"before => ({STATE}) !== before", arg=before)

    # Tapping

    def take_turn(self) -> None:
        """Tap whatever is lit until a choice is complete, then its button: as many dice as can be."""
        if not self.lit.count():
            self.page.locator(MAIN).click()
            return
        with self.acting():
            self._choose_dice() if self.page.locator(POOL).count() else self._strike()
            self.page.locator(MAIN).click()

    def _choose_dice(self) -> None:
        for _ in range(min(MOST_DICE, self.page.locator(POOL).count())):
            self.page.locator(POOL).first.click()

    def _strike(self) -> None:
        while not self.page.locator(MAIN).count():
            self.page.locator(LIT).last.click()

    # Keyboard alone

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, is_there: Callable[[str], bool], most: int = 60) -> str:
        """Press Tab until the focused element's text or label satisfies ``is_there``."""
        label = ""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            label = self.page.evaluate(FOCUSED)
            if is_there(label):
                return label
        raise AssertionError(f"no {most} tabs lead there; the last was {label!r}")

    def take_turn_by_keys(self) -> None:
        """Digits until a choice is complete, then Enter."""
        with self.acting():
            for digit in "1234567890":
                if self.page.locator(MAIN).count():
                    break
                self.page.keyboard.press(digit)
            self.page.keyboard.press("Enter")


# What can be chosen now, as text: it changes when a turn was taken.
STATE = """document.querySelector('.now b')?.innerText + '|' + document.querySelector('.log')?.innerText
  + '|' + document.querySelectorAll('.is-spent').length"""
# Where nothing has the focus the body is the active element, and its text is all that stands on the page.
FOCUSED = """() => {
  const one = document.activeElement
  if (!one || one === document.body) return ''
  return (one.getAttribute('aria-label') || one.innerText || one.id).trim()
}"""
