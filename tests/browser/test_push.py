"""A browser is told of its person's turn while no page is open: from the tap in the settings, over a push
service that receives here, to the notice of the service worker and the table that it leads to.

Chromium is given its subscription, for there is no push service that it could ask, and it notes the notices
that its headless form cannot show; all else is its own.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Worker, expect

from tests.browser.person import PHONE, Person
from tests.browser.test_over_days import LATE, Calls, Receiver
from tests.server.pushed import PushedBrowser
from tests.server.serving import Serving

SUBSCRIBED = """(() => {
  const given = %s
  const plain = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = (text) => Uint8Array.from(plain(text), (letter) => letter.charCodeAt(0))
  const made = {
    endpoint: given.endpoint,
    options: { applicationServerKey: null },
    getKey: (name) => bytes(given[name]).buffer,
    unsubscribe: async () => { sessionStorage.removeItem('subscribed'); return true },
  }
  PushManager.prototype.getSubscription = async () => (sessionStorage.getItem('subscribed') ? made : null)
  PushManager.prototype.subscribe = async (wanted) => {
    if (!wanted.userVisibleOnly || wanted.applicationServerKey.length !== 87) throw new Error('no key')
    sessionStorage.setItem('subscribed', 'yes')
    return made
  }
})()"""
NOTES = """() => {
  self.notices = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, told) => {
    self.notices = [...self.notices.filter((one) => one.tag !== told.tag), { title, ...told, close() {} }]
  }
}"""
NOTICES = "() => self.notices.map((one) => [one.title, one.body, one.tag, one.data])"
CLICK = """async (number) => {
  let opened = ''
  let done
  self.clients.openWindow = async (path) => { opened = path }
  const event = new ExtendableEvent('notificationclick')
  event.notification = self.notices[number]
  event.waitUntil = (promise) => (done = promise)
  self.dispatchEvent(event)
  await done
  return opened
}"""


def shown(worker: Worker, page: Page, many: int) -> list[list[str]]:
    """Title, words, tag and address of each notice, once there are that many."""
    until = time.monotonic() + LATE
    while len(found := worker.evaluate(NOTICES)) != many:
        assert time.monotonic() < until, found
        page.wait_for_timeout(50)
    return found


def registration_of(context: BrowserContext, page: Page) -> tuple[CDPSession, str]:
    session = context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    return session, found[-1]


def test_a_browser_is_told_of_a_turn_while_no_page_is_open_and_the_notice_opens_the_table(
    browser: Browser, tmp_path: Path
) -> None:
    calls = Calls()
    phone = PushedBrowser("")
    service = Receiver(0, calls, phone.reads)
    phone.endpoint = service.url
    server = Serving(
        f"sqlite:///{tmp_path / 'games.db'}", call_wait=0.2, call_networks=("127.0.0.0/8",), grace=60.0
    ).start()
    address = server.http
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, reduced_motion="reduce")
    context.grant_permissions(["notifications"], origin=address)
    context.add_init_script(SUBSCRIBED % json.dumps(phone.subscription))
    ada = Person("Ada", context, address, "/settings")
    switch = ada.page.get_by_role("radiogroup", name="In this browser")
    switch.get_by_role("radio", name="On").click()
    section = ada.page.get_by_label("Tell me when it is my turn")
    expect(section.get_by_role("alert")).to_have_text("A first notice is on its way.")
    expect(section).to_contain_text("Even while no page of Throwdown is open.")
    first = calls.get(timeout=LATE)[1]
    session, registration = registration_of(context, ada.page)
    worker = context.service_workers[0]
    worker.evaluate(NOTES)

    def show(call: dict[str, object]) -> None:
        message = {"origin": address, "registrationId": registration, "data": json.dumps(call)}
        session.send("ServiceWorker.deliverPushMessage", message)

    show(first)
    assert shown(worker, ada.page, 1)[0][:2] == [
        "Throwdown",
        "Throwdown calls you here when it is your turn.",
    ]

    table = ada.page.evaluate(
        "fetch('/api/tables', {method: 'POST', body: JSON.stringify({game: 'command-dice'})"
        ", headers: {'content-type': 'application/json'}}).then((answer) => answer.json())"
    )["id"]
    with httpx.Client(base_url=address, timeout=60) as nils:
        nils.get("/api/me").raise_for_status()
        nils.post(f"/api/tables/{table}/sit", json={"seat": 1}).raise_for_status()
    turn = calls.get(timeout=LATE)[1]
    assert (turn["event"], turn["url"]) == ("turn", f"/t/{table}")
    for _ in range(2):  # a second one takes the place of the first
        show(turn)
    assert shown(worker, ada.page, 2)[-1] == ["Command Dice", turn["text"], table, f"/t/{table}"]
    assert worker.evaluate(CLICK, 1) == f"/t/{table}"

    ada.page.goto(f"{address}/t/{table}")
    ada.page.wait_for_selector(".board")
    ada.page.bring_to_front()
    worker.evaluate(NOTES)
    show(turn)
    show({**first, "text": "Last"})
    assert [one[1] for one in shown(worker, ada.page, 1)] == ["Last"], "none while the person looks"

    ada.page.goto(f"{address}/settings")
    switch.get_by_role("radio", name="Off").click()
    expect(section.get_by_role("alert")).to_have_count(0)
    pushing = (
        "fetch('/api/me/push').then((answer) => answer.json()).then((told) => told.browsers.length === 0)"
    )
    ada.page.wait_for_function(f"() => {pushing}")
    assert ada.errors == []
    context.close()
    service.close()
    assert server.stop() == (0, "")
