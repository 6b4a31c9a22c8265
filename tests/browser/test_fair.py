"""Fair dice in the browser: two people see that every roll is checked, and draw all of it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.person import MAIN, Person
from tests.server.serving import Serving

CHOICES = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that has several addresses, as in a home network."""
    games: Path = tmp_path_factory.mktemp("db") / "games.db"
    serving = Serving(f"sqlite:///{games}", host="0.0.0.0", grace=120.0, seed_wait=5.0).start()
    yield serving
    serving.stop()


def test_two_newcomers_play_by_a_link_see_every_roll_checked_and_draw_all_dice_again(
    sit: Callable[..., Person], server: Serving
) -> None:
    ada = sit("Ada", "/new/command-dice", pace="at once", reduced_motion="reduce")
    link = ada.open_table()
    expect(ada.page.get_by_text("every browser opens a part of each roll")).to_be_visible()
    ben = sit("Ben", "/icon.svg", pace="at once", reduced_motion="reduce")
    ben.page.goto(link.replace(server.http, f"http://127.0.0.2:{server.port}"))
    ben.sit_down()
    made = 0
    while made < CHOICES:
        for person in (ada, ben):
            if person.may_act():
                person.take_turn()
                made += 1
        ada.page.wait_for_timeout(50)
    for person in (ada, ben):
        expect(person.page.locator(".bar")).to_contain_text("dice checked ✓")
    page = ada.page
    page.get_by_role("button", name="More").click()
    told = page.get_by_role("region", name="Fair dice")
    expect(told).to_contain_text("all as they must be")
    expect(told).not_to_contain_text("stood in")
    ben.page.reload()
    ben.page.get_by_role("button", name="More").click()
    fresh = ben.page.get_by_role("region", name="Fair dice")
    expect(fresh).to_contain_text("This browser has checked none yet.")
    page.get_by_role("button", name=re.compile("^Resign")).click()
    page.get_by_role("button", name=re.compile("^Resign")).last.click()
    page.get_by_role("button", name="See the result").click()
    page.locator("summary", has_text="Check dice").click()
    page.get_by_role("link", name="Check every roll").click()
    expect(page.locator("main h1")).to_have_text("The dice were fair.")
    expect(page.locator(".checks")).to_contain_text("what this browser saw as it happened")
    expect(page.locator(".checks")).to_contain_text("opened by links of the chains")


def test_whoever_rolls_is_told_that_the_dice_wait_while_another_browser_is_slow_to_open_its_part(
    sit: Callable[..., Person], lay: Callable[..., str]
) -> None:
    at = lay("quick-draw")
    nils, ada = sit("Nils", "/icon.svg"), sit("Ada", at)
    held: list[Callable[[], None]] = []
    slow: list[bool] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(
            lambda text: (
                held.append(lambda: server.send(text))
                if slow and '"t":"link"' in str(text)
                else server.send(text)
            )
        )

    nils.page.route_web_socket(re.compile("/live$"), route)
    nils.page.goto(f"{nils.address}{at}")
    nils.sit_down()
    nils.page.wait_for_timeout(500)  # his chain is there before the match can begin
    ada.sit_down()
    for person in (ada, nils):
        person.wait_for_turn()
    slow.append(True)
    nils.page.locator(MAIN).click()
    expect(nils.now).to_contain_text("Waiting for Ada")
    ada.page.locator(MAIN).click()
    expect(ada.now).to_contain_text("The dice wait for a slow connection")
    assert not ada.may_act()
    slow.clear()
    while held:
        held.pop()()
    expect(ada.now).not_to_contain_text("The dice wait")
    # In the whole log, for where both match what is told last is another target (KD-11).
    expect(ada.page.locator(".pad .log")).to_contain_text(re.compile("You (rolled|matched)"))
