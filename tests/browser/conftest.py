"""A server with the built pages, a browser, and people who sit down in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.person import Person
from tests.machine import Missing, chromium
from tests.server.serving import Serving

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "src" / "throwdown" / "server" / "static" / "index.html"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
)
PATIENCE = 20_000  # milliseconds until something that should be on the page counts as missing
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that waits long for people who are gone, and counts in for long enough that a page on a busy
    machine has heard of a count before it ends."""
    if not BUNDLE.exists():
        pytest.fail("the pages are not built: run 'python build_web.py'", pytrace=False)
    games = tmp_path_factory.mktemp("db") / "games.db"
    serving = Serving(f"sqlite:///{games}", grace=120.0, race_count=2.0).start()
    yield serving
    _, said = serving.stop()
    failed = re.findall(r"(?:GET|HEAD|POST|PUT|PATCH|DELETE|WEBSOCKET) .* failed.*", said)
    assert not failed, said


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a module: Playwright's loop must not outlive it, or no asynchronous test can run."""
    try:
        program = chromium()
    except Missing as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def lay(server: Serving) -> Callable[..., str]:
    """``lay("duello", bots={1: "greedy"})``: the path of a new table with open seats for people.

    It is opened over HTTP by somebody who does not sit down, as bots that the pages do not offer are.
    """

    def lay_table(game: str, bots: Mapping[int, str] | None = None, **wishes: Any) -> str:
        with httpx.Client(base_url=server.http, timeout=PATIENCE) as host:
            host.get("/api/me").raise_for_status()
            wishes = {"pace": "quick", **wishes}
            table = host.post("/api/tables", json={"game": game, **wishes}).raise_for_status().json()["id"]
            host.post(f"/api/tables/{table}/stand", json={}).raise_for_status()
            for seat, kind in (bots or {}).items():
                put = host.post(f"/api/tables/{table}/bot", json={"seat": seat, "kind": kind})
                put.raise_for_status()
        return f"/t/{table}"

    return lay_table


@pytest.fixture
def sit(server: Serving, browser: Browser) -> Iterator[Callable[..., Person]]:
    """``sit("Ada", "/new/duello")``: a person with a new browser of her own, who arrives there; none may meet
    an error. With ``pace="at once"`` she is shown every step of a table without waiting."""
    people: list[Person] = []

    def come(name: str, at: str, pace: str = "", script: str = "", **settings: Any) -> Person:
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        if pace:
            context.add_init_script(f"localStorage.setItem('pace', '{pace}')")
        if script:
            context.add_init_script(script)
        person = Person(name, context, server.http, at)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [error for person in people for error in person.errors] == []
