"""Passkeys: made on the settings page, they bring a fresh browser the same name, colour and seats. The
authenticator is Chromium's own virtual one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.browser.person import PHONE, Person
from tests.server.serving import Serving

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
SENT = """(() => {
  const send = window.fetch
  window.sent = []
  window.fetch = (path, wishes) => {
    if (wishes?.method === 'POST') window.sent.push([path, wishes.body])
    return send(path, wishes)
  }
})()"""
AGAIN = """async ([path, body]) => {
  const answer = await fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return (await answer.json()).why
}"""


class Device:
    """A browser with an authenticator of its own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, reduced_motion="reduce"
        )
        self.context.add_init_script(SENT)
        self.person = Person("Somebody", self.context, address, "/settings")
        self.page: Page = self.person.page
        self.line: CDPSession = self.context.new_cdp_session(self.page)
        self.line.send("WebAuthn.enable")
        made = self.line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self.authenticator: str = made["authenticatorId"]

    def has(self) -> list[dict[str, Any]]:
        wanted = {"authenticatorId": self.authenticator}
        return self.line.send("WebAuthn.getCredentials", wanted)["credentials"]

    def takes(self, credential: dict[str, Any]) -> None:
        """A keeper of passwords brings a passkey here from another device."""
        wanted = {"authenticatorId": self.authenticator, "credential": credential}
        self.line.send("WebAuthn.addCredential", wanted)

    def press(self, name: str, said: str) -> None:
        devices = self.page.get_by_label("Your other devices")
        devices.get_by_role("button", name=name).click()
        expect(devices.get_by_role("alert")).to_contain_text(said)


def test_a_passkey_brings_a_fresh_browser_the_same_person_until_it_is_removed(
    browser: Browser, tmp_path: Path
) -> None:
    server = Serving(f"sqlite:///{tmp_path / 'games.db'}", grace=60.0).start()
    address = f"http://localhost:{server.port}"
    ada, other = Device(browser, address), Device(browser, address)
    ada.press("Make a passkey", "Kept.")
    expect(ada.page.get_by_label("Your passkeys").get_by_role("listitem")).to_contain_text("For localhost")
    ada.press("Make a passkey", "The browser made or chose none.")  # the device has one already
    ada.page.get_by_role("button", name="Change").click()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    expect(ada.page.locator(".me")).to_contain_text("Ada")
    opened = ada.page.evaluate(AGAIN.replace(".why", ".id"), ["/api/tables", '{"game": "command-dice"}'])

    other.press("Sign in with a passkey", "The browser made or chose none.")
    other.takes(ada.has()[0])
    other.press("Sign in with a passkey", "This browser is yours now.")
    expect(other.page.locator(".me")).to_contain_text("Ada")
    expect(other.page.get_by_label("Your passkeys").get_by_role("listitem")).to_contain_text("Last used on")
    mine = "fetch('/api/me/tables').then((answer) => answer.json()).then((told) => told[0].table)"
    assert other.page.evaluate(mine.replace(".table", ".id")) == opened

    sent = [each for each in other.page.evaluate("sent") if each[0] == "/api/passkeys"][-1]
    assert "does not hold" in other.page.evaluate(AGAIN, sent), "an answer is good once"

    other.press("Remove", "Removed: it is good no more.")
    ada.press("Sign in with a passkey", "This passkey is unknown here")
    ada.page.get_by_role("button", name="End other devices").click()
    ada.page.get_by_role("button", name="End them").click()
    expect(ada.page.get_by_label("Your other devices").get_by_role("alert").last).to_contain_text("has ended")
    other.page.goto(f"{address}/settings")
    expect(other.page.locator(".me")).not_to_contain_text("Ada")

    at_an_address = Device(browser, server.http)
    devices = at_an_address.page.get_by_label("Your other devices")
    expect(devices).to_contain_text("Passkeys belong to a name, and 127.0.0.1 is an address")
    expect(devices.get_by_role("button", name="Make a passkey")).to_have_count(0)
    for device in (ada, other, at_an_address):
        assert [error for error in device.person.errors if "status of 40" not in error] == []
        device.context.close()
    assert server.stop() == (0, "")
