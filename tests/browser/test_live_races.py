"""Live races between two people in two browsers, one of them far away (KD-21)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Error as Gone
from playwright.sync_api import expect

from tests.browser.person import MAIN, PHONE, Person
from tests.server.serving import Serving

Sit = Callable[..., Person]
PRESSES = 200
FAR = """
const Own = window.WebSocket
window.WebSocket = class extends Own {
  send(data) { setTimeout(() => super.send(data), DELAY) }
  set onmessage(hear) { super.onmessage = (event) => setTimeout(() => hear(event), DELAY) }
}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that takes pings at their word, for the page itself is what delays them here."""
    games = tmp_path_factory.mktemp("db") / "games.db"
    trusted = ("127.0.0.1",)
    serving = Serving(f"sqlite:///{games}", grace=120.0, seed_wait=5.0, trusted_proxies=trusted).start()
    yield serving
    serving.stop()


def far(sit: Sit, name: str, at: str, delay: int) -> Person:
    """Somebody who comes ``at`` a phone whose messages take ``delay`` ms more, each way."""
    size = {"width": PHONE[0], "height": PHONE[1]}
    return sit(name, at, script=FAR.replace("DELAY", str(delay)), viewport=size, reduced_motion="reduce")


def press(person: Person) -> None:
    """Roll where it can be done now; the race may be over before the finger is down."""
    button = person.page.locator(MAIN, has_text=re.compile("Roll|Bang"))
    if button.count():
        with suppress(Gone):
            button.last.click(timeout=1000, force=True)


@pytest.mark.parametrize("key", ["quick-draw", "plague-doctor"])
def test_two_people_at_different_distances_race_live_to_a_verdict_kd21(sit: Sit, key: str) -> None:
    ada = far(sit, "Ada", f"/new/{key}", 3)
    ada.open_options()
    ada.page.locator("[data-value=timing]").get_by_role("radio", name="live").click()
    ada.open_table()
    nils = far(sit, "Nils", f"/j/{ada.code()}", 90)
    nils.sit_down()
    expect(nils.page.locator(".now")).to_be_visible()
    for _ in range(PRESSES):
        for person in (ada, nils):
            press(person)
        if ada.page.locator(".verdict").count() and nils.page.get_by_text("See the result").count():
            break
        ada.page.wait_for_timeout(60)
    nils.page.locator(".verdict").click()
    sheet = nils.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Credited")
    row = sheet.locator("tr", has_text="You").locator("td")
    arrived, measured, credited, counts = (float(text.replace("−", "")) for text in row.all_inner_texts()[1:])
    assert 0.07 < measured < 0.2
    assert counts == pytest.approx(arrived - credited, abs=0.002)


def test_who_is_near_opens_a_link_of_every_roll_also_while_all_waits_for_who_is_far_kd21(sit: Sit) -> None:
    ada = far(sit, "Ada", "/new/quick-draw", 3)
    ada.open_options()
    ada.page.locator("[data-value=timing]").get_by_role("radio", name="live").click()
    ada.page.get_by_role("radio", name="Some games").click()
    ada.open_table()
    nils = far(sit, "Nils", f"/j/{ada.code()}", 90)
    nils.sit_down()
    for game in range(1, 4):
        for person in (ada, nils):
            expect(person.page.locator(".bar")).to_contain_text(f"Game {game} · dice checked ✓")
        while not all(person.page.get_by_text("See the result").count() for person in (ada, nils)):
            for person in (ada, nils):
                press(person)
                assert not person.page.get_by_text(re.compile("Do not trust|dice without")).count()
            ada.page.wait_for_timeout(20)
        for person in (ada, nils):
            person.page.get_by_role("button", name="See the result").click()
            if game < 3:
                person.page.get_by_role("button", name=f"On to game {game + 1}").click()
