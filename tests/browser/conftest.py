"""A server with the built pages, a browser, and people who sit down in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

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
    """A server that waits long for people who are gone."""
    if not BUNDLE.exists():
        pytest.fail("the pages are not built: run 'python build_web.py'", pytrace=False)
    games = tmp_path_factory.mktemp("db") / "games.db"
    serving = Serving(f"sqlite:///{games}", grace=120.0).start()
    yield serving
    serving.stop()


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
def sit(server: Serving, browser: Browser) -> Iterator[Callable[..., Person]]:
    """``sit("Ada")``: a person with a browser of her own, in the lobby; none may meet an error."""
    people: list[Person] = []

    def come(name: str, **settings: Any) -> Person:
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        person = Person(name, context, server.http)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [error for person in people for error in person.errors] == []
