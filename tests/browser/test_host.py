"""The page of whoever runs a server, and what everybody reads of it in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_every_page import PHONED, faults_at_every_size
from tests.browser.test_pages import serious
from tests.server.serving import Serving

TOKEN = "a-token-of-the-host"
Sit = Callable[..., Person]
Lay = Callable[..., str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that has a page for its host."""
    games: Path = tmp_path_factory.mktemp("db") / "games.db"
    serving = Serving(f"sqlite:///{games}", grace=120.0, admin=TOKEN).start()
    yield serving
    serving.stop()


def test_the_host_enters_with_the_token_alone_and_speaks_to_the_lobby(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("command-dice", bots={1: "greedy"}), **PHONED)
    ada.sit_down()
    ada.wait_for_turn()
    hal = sit("Hal", "/admin", **PHONED)
    host = hal.page
    host.get_by_label("The host's token").fill("a guess that is wrong")
    host.get_by_role("button", name="Enter").click()
    expect(host.get_by_role("status")).to_contain_text("token is needed")
    hal.errors.clear()  # the browser tells of the refusal, too
    host.get_by_label("The host's token").fill(TOKEN)
    host.keyboard.press("Enter")
    expect(host.get_by_label("Tables")).to_contain_text("Command Dice, playing")
    host.get_by_label("Notice in the lobby").fill("We play on Friday at eight.")
    host.get_by_role("button", name="Say it").click()
    host.get_by_role("button", name="Drain").click()
    expect(host.get_by_role("button", name="Open again")).to_be_visible()
    assert faults_at_every_size(host, "/admin") == []
    assert serious(host) == []

    nils = sit("Nils", "/", **PHONED).page
    expect(nils.get_by_text("We play on Friday at eight. The server stops soon")).to_be_visible()
    host.get_by_role("button", name="Remove Ada from the table").click()
    expect(host.get_by_role("status")).to_contain_text("Ada was removed.")
    expect(ada.page.get_by_role("button", name="Rules")).to_be_visible()
