"""A person who plays Duello on the page: signs, dice, faces and chips are tapped as people would."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.person import LIT, MAIN, Person

DECLARED = {"reroll": "reroll", "aim": "aim", "shoot": "shot"}
STATE = """() => document.querySelector('.now')?.innerText
  + '|' + document.querySelector('.scroll')?.innerText
  + '|' + document.querySelectorAll('[data-zone=middle] [data-piece]').length"""


class Duellist:
    """``person`` at a table of Duello."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    # Seeing

    def zone(self, name: str) -> str:
        return f"[data-zone={name}]"

    def has(self, zone: str) -> bool:
        return self.page.locator(f"{self.zone(zone)} {LIT}").count() > 0

    def wait(self) -> bool:
        """Wait until it is her turn or the game is over; True where it is her turn."""
        return self.person.wait_for_turn()

    def press_main(self) -> None:
        self.click(self.page.locator(MAIN))

    # Acting

    def declare(self, sign: str) -> None:
        self.page.locator(f"{self.zone('signs')} [data-piece=sign-{sign}]").click()
        expect(self.page.locator(MAIN)).to_have_text(f"Declare {DECLARED[sign]}")
        self.press_main()

    def tap_stock(self, many: int = 1) -> None:
        lit = self.page.locator(f"[data-zone^=stock-] {LIT}")
        for _ in range(min(many, lit.count())):
            lit.first.click()

    def name_shot(self) -> None:
        """Tap faces that may still be there, until the shot is complete."""
        faces = self.page.locator(f"{self.zone('faces')} button[data-piece]:not(.is-out)")
        while not self.page.locator(MAIN).count():
            faces.first.click()
        expect(self.page.locator(MAIN)).to_have_text(re.compile(r"Shoot [1-6 ]+"))
        self.press_main()

    def take_turn(self, sign: str = "aim") -> None:
        """Whatever is asked of her now, quickly: ``sign`` where she may, a shot where she must."""
        page = self.page
        if self.has("signs"):
            open_signs = page.locator(f"{self.zone('signs')} {LIT}").evaluate_all(
                "all => all.map(one => one.dataset.piece)"
            )
            self.declare(sign if f"sign-{sign}" in open_signs else "shoot")
        elif self.has("faces"):
            self.name_shot()
        elif self.button("Satisfied").count():
            self.click(self.button("Satisfied"))
        elif self.button("^(Check|Call)").count():
            self.click(self.button("^(Check|Call)"))
        elif page.locator(".now", has_text="in and out").count():
            self.click(page.locator(f"[data-zone^=stock-] {LIT}").first)
        else:
            self.tap_stock(2 if page.locator(".now", has_text="then ask").count() else 1)
            self.press_main()

    def button(self, text: str) -> Locator:
        """A button of the choice whose words match."""
        return self.page.locator(".acts button:not(:disabled)", has_text=re.compile(text))

    def click(self, what: Locator) -> None:
        """Click, and wait until the table has changed."""
        before = self.page.evaluate(STATE)
        what.first.click()
        self.page.wait_for_function(f"before => ({STATE})() !== before", arg=before)

    def play_on(self, turns: int = 300) -> None:
        """Play to the end of the game: two turns of aiming, then a shot."""
        for turn in range(turns):
            if not self.wait():
                return
            self.take_turn("shoot" if turn > 5 and turn % 3 == 0 else "aim")
        raise AssertionError(f"no end in sight: {self.person.title}")
