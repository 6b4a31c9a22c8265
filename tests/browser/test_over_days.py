"""A match over days by two people who are never online together, each called when it is their turn; and one
person on two devices."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.person import LIT, MAIN, PHONE, Person
from tests.server.receivers import Posted
from tests.server.serving import Serving

HOUR = 3600.0
PHONED: dict[str, Any] = {"viewport": {"width": PHONE[0], "height": PHONE[1]}, "reduced_motion": "reduce"}
LATE = 20  # seconds until a call that should come counts as missing


Calls = Queue[tuple[int, dict[str, Any]]]


def said(posted: Posted) -> dict[str, Any]:
    return json.loads(posted.body)


class Receiver:
    """A web server that puts what is posted to it, as ``read``, with its own number, among ``calls``."""

    def __init__(self, number: int, calls: Calls, read: Callable[[Posted], dict[str, Any]] = said) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                body = self.rfile.read(int(headers["content-length"]))
                calls.put((number, read(Posted(self.path, headers, body))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Days:
    """The server, and the time that it counts."""

    def __init__(self, folder: Path) -> None:
        self.ahead = folder / "ahead"
        self.ahead.write_text("0")
        self.settings: dict[str, Any] = {
            "call_wait": 0.2,
            "call_networks": ("127.0.0.0/8",),
            "ahead": str(self.ahead),
            "grace": 0.5,
        }
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.server = Serving(self.database, **self.settings).start()

    def pass_by(self, hours: float) -> None:
        self.ahead.write_text(str(float(self.ahead.read_text()) + hours * HOUR))

    def restart(self) -> None:
        """The server is killed, and another one starts at its address."""
        self.server.kill()
        self.server = Serving(self.database, port=self.server.port, **self.settings).start()


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    days = Days(tmp_path)
    yield days
    days.server.kill()


def wants_to_be_called(person: Person, receiver: Receiver, calls: Calls) -> None:
    page = person.page
    page.get_by_label("At a web address").fill(receiver.url)
    page.get_by_role("button", name="Test and keep").click()
    expect(page.get_by_role("alert")).to_have_text("It answered: you are called there.")
    assert calls.get(timeout=LATE)[1]["event"] == "test"


def come(browser: Browser, address: str) -> tuple[list[BrowserContext], list[Person]]:
    """Two people with browsers of their own, who look at their settings."""
    contexts = [browser.new_context(**PHONED) for _ in range(2)]
    for context in contexts:
        context.add_init_script("localStorage.setItem('pace', 'at once')")
    return contexts, [Person(f"Person {n}", one, address, "/settings") for n, one in enumerate(contexts)]


def leave(person: Person) -> None:
    person.page.goto(f"{person.address}/icon.svg")


def test_a_match_over_five_days_by_two_who_are_never_there_together(browser: Browser, days: Days) -> None:
    address, calls = days.server.http, Calls()
    receivers = [Receiver(number, calls) for number in range(2)]
    contexts, (ada, nils) = come(browser, address)
    for person, receiver in zip((ada, nils), receivers, strict=True):
        wants_to_be_called(person, receiver, calls)
        leave(person)

    ada.page.goto(f"{address}/new/command-dice")
    ada.open_options()
    ada.page.get_by_role("radio", name="Over days").click()
    ada.page.get_by_role("button", name="Invite a friend").click()
    ada.page.wait_for_url("**/t/*")
    table = ada.page.url
    expect(ada.page.get_by_label("The game")).to_contain_text("Each choice may take 2 days, and 7 days off")
    leave(ada)
    nils.page.goto(table)
    nils.sit_down()
    nils.wait_for_turn()
    expect(nils.now).to_contain_text("then a bot makes the choice")
    nils.take_turn()
    expect(nils.now).to_contain_text("You may close this page.")
    leave(nils)

    called = [0, 0]
    while sum(called) < 6:  # each of them after 20 hours
        seat, call = calls.get(timeout=LATE)
        assert (call["event"], call["url"]) == ("turn", table)
        called[seat] += 1
        days.pass_by(20)
        if sum(called) == 3:
            days.restart()
        person = (ada, nils)[seat]
        person.page.goto(call["url"])
        person.wait_for_turn()
        left = person.page.locator("section:has(> .plate) [data-clock].runs b").last.inner_text()
        assert left in ("1 d 4 h", "8 h")  # the other one chose before, where both were called at once
        while person.may_act() and not person.is_over():
            person.take_turn()
            expect(person.page.locator(f".now[data-mood=wait], {LIT}, {MAIN}").first).to_be_visible()
        leave(person)
    assert min(called) >= 2

    seat, call = calls.get(timeout=LATE)
    days.pass_by(49)  # nobody comes, and bots make the choices
    late = (ada, nils)[seat]
    late.page.goto(f"{address}/")
    expect(late.page.locator(".wait li")).to_contain_text(re.compile(r"(Your turn|to choose), 2 d left"))
    for receiver in receivers:
        receiver.close()
    for context in contexts:
        context.close()
    assert ada.errors + nils.errors == []


def test_a_code_makes_a_second_browser_the_same_person_once_and_settings_come_along(
    browser: Browser, days: Days
) -> None:
    address = days.server.http
    contexts, (ada, other) = come(browser, address)
    ada.page.get_by_role("button", name="Change").click()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    with ada.page.expect_response("**/api/me/settings"):
        ada.page.get_by_role("radio", name="Evening").click()
        ada.page.get_by_role("radio", name="Less").click()
    ada.page.get_by_role("button", name="Show a code").click()
    words = ada.page.locator("[data-words]").inner_text()
    for attempt, said in (
        (words, "This browser is yours now."),
        (words, "That code is unknown, was used already"),
    ):
        other.page.get_by_label("You have a code or a phrase").fill(attempt.lower())
        other.page.get_by_role("button", name="Use it").click()
        expect(other.page.get_by_label("Your other devices").get_by_role("alert")).to_contain_text(said)
    expect(other.page.locator(".me")).to_contain_text("Ada")
    for name, value in (("data-theme", "dark"), ("data-motion", "less")):
        expect(other.page.locator("html")).to_have_attribute(name, value)
    ada.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    ada.page.get_by_role("button", name="End other devices").click()
    ada.page.get_by_role("button", name="End them").click()
    expect(ada.page.get_by_label("Your other devices").get_by_role("alert")).to_contain_text("has ended")
    name = "fetch('/api/me').then((answer) => answer.json()).then((me) => me.name)"
    assert other.page.evaluate(name) != "Ada"
    assert ada.page.evaluate(name) == "Ada"

    ada.page.get_by_role("button", name="Make one").click()
    phrase = ada.page.locator(".phrase b").inner_text()
    expect(ada.page.get_by_text("Write it down: it is not shown again.")).to_be_visible()
    other.page.reload()
    other.page.get_by_label("You have a code or a phrase").fill(phrase.lower())
    other.page.get_by_role("button", name="Use it").click()
    expect(other.page.locator(".me")).to_contain_text("Ada")
    ada.page.get_by_role("button", name="Show a code").click()
    led = ada.page.locator("[data-words]").inner_text().replace(" ", "-")
    third = browser.new_context(**PHONED)
    page = third.new_page()
    for said in ("Ada", "That code is unknown, was used already, or is older than ten minutes."):
        page.goto(f"{address}/carry#{led}")  # where the code that is photographed leads
        page.get_by_role("button", name="Make this device mine").click()
        expect(page.get_by_text(said, exact=True)).to_be_visible()
        page.goto("about:blank")
    third.close()
    for context in contexts:
        context.close()
