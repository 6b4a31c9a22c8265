"""Over HTTPS: cookies that are Secure, a page that can be installed, and a shell
that is shown without a network and is never older than the server's."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import ssl
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import BUNDLE, FLAGS
from tests.browser.person import PHONE
from tests.machine import chromium
from tests.server.serving import Serving
from throwdown.server.errors import CannotServe
from throwdown.server.run import secured
from throwdown.server.settings import Settings
from throwdown.server.web import certificates


def _public_key(certificate: Path) -> str:
    """The hash by which Chromium is told to trust that certificate alone."""
    key = x509.load_pem_x509_certificate(certificate.read_bytes()).public_key()
    form = (serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(key.public_bytes(*form)).digest()).decode()


def test_who_trusts_the_authority_is_served_safely_installs_the_page_and_sees_it_without_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    shutil.copytree(BUNDLE.parent, bundle := tmp_path / "bundle")
    folder = tmp_path / "tls"
    server = Serving(f"sqlite:///{tmp_path / 'games.db'}", tls=str(folder), bundle=bundle).start()
    address = f"https://localhost:{server.port}"
    trusting = ssl.create_default_context(cadata=certificates.authority(folder).pem.decode())
    with httpx.Client(verify=trusting, base_url=address, timeout=60) as client:
        cookie = client.get("/api/me").headers["set-cookie"]
        assert "Secure" in cookie
        assert "HttpOnly" in cookie
        assert client.get("/api/authority.crt").content == certificates.authority(folder).pem
        assert client.get("/app.webmanifest").headers["content-type"] == "application/manifest+json"
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(address, timeout=60)

    context = trusting_browser(browser, tmp_path)
    page = context.new_page()
    page.goto(f"{address}/trust")
    fingerprint = certificates.authority(folder).fingerprint
    expect(page.locator("[data-fingerprint]")).to_have_text(fingerprint)
    page.goto(address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    shell = bundle / "index.html"
    shell.write_text(shell.read_text().replace("<title>Throwdown", "<title>Newer"))
    page.reload()
    assert page.evaluate("fetch('/').then((answer) => answer.text())").count("<title>Newer") == 1
    page.goto(f"{address}/box")
    expect(page.get_by_role("radio", name="Command Dice")).to_be_visible()
    expect(page.locator("[data-kept]")).to_be_visible()
    server.kill()
    context.set_offline(True)
    page.reload()
    expect(page.locator("#app > *").first).to_be_visible()
    a_sheet_is_finished_and_kept(page, f"{address}/box/sheet/command-dice")
    clocks_and_pickers_work(page, f"{address}/box")
    assert "<title>Newer" in page.evaluate("caches.match('/').then((kept) => kept.text())")
    context.close()


def test_what_needs_no_server_is_kept_by_a_first_visit_that_was_over_before_there_was_a_worker(
    browser: Browser, tmp_path: Path
) -> None:
    server = Serving(f"sqlite:///{tmp_path / 'games.db'}", tls=str(tmp_path / "tls")).start()
    context = trusting_browser(browser, tmp_path)
    page = context.new_page()
    page.goto(f"https://localhost:{server.port}/box")
    kept = page.locator("[data-kept]")
    expect(kept).to_have_text(
        "Score sheets, clocks and pickers are kept on this device: they go on without the server."
    )
    server.kill()
    context.set_offline(True)
    a_sheet_is_finished_and_kept(page, f"https://localhost:{server.port}/box/sheet/command-dice")
    context.close()


def trusting_browser(browser: Browser, folder: Path) -> BrowserContext:
    """A phone that has been nowhere, and trusts the certificate of the server in that folder alone."""
    return browser.browser_type.launch_persistent_context(
        str(folder / "browser"),
        executable_path=chromium(),
        args=[*FLAGS, f"--ignore-certificate-errors-spki-list={_public_key(folder / 'tls' / 'server.pem')}"],
        viewport={"width": PHONE[0], "height": PHONE[1]},
    )


def a_sheet_is_finished_and_kept(page: Page, at: str) -> None:
    page.goto(at)
    total = page.locator("tfoot td")
    for number in (1, 2, 3):
        page.locator(".cards button").nth(5).click()
        page.get_by_role("button", name=f"Write round {number}").click()
        expect(total).to_have_text([str(number), "0"])
        if number == 2:
            page.reload()
            expect(total).to_have_text(["2", "0"])
    expect(page.locator(".now")).to_contain_text("Red won.")
    page.reload()
    expect(total).to_have_text(["3", "0"])
    expect(page.locator(".now")).to_contain_text("Red won.")


def clocks_and_pickers_work(page: Page, box: str) -> None:
    now = page.locator(".now")
    page.goto(f"{box}/clock")
    page.get_by_role("button", name="Start").click()
    expect(now).to_contain_text("Red is on turn.")
    page.goto(f"{box}/stopwatch")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Blue is home").click()
    expect(now).to_contain_text("Blue is home")
    page.goto(f"{box}/race")
    page.get_by_role("button", name="Begin the count").click()
    expect(page.get_by_role("status")).to_have_text("Go")
    page.keyboard.press("a")
    expect(page.locator(".race p")).to_have_text(re.compile(r"^Red, after "))
    page.goto(f"{box}/first")
    page.get_by_role("radio", name="Draw").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(now).to_contain_text(re.compile("(Red|Blue) begins"))


def test_an_authority_signs_for_private_networks_alone_and_its_key_is_its_owners(tmp_path: Path) -> None:
    folder = tmp_path / "tls"
    names = certificates.own_names("0.0.0.0", ["192.168.7.7", "8.8.8.8"])
    assert "192.168.7.7" in names
    assert "8.8.8.8" not in names
    assert "0.0.0.0" not in names
    certificates.certificate(folder, names)
    first = certificates.authority(folder).fingerprint
    certificates.certificate(folder, names)
    assert certificates.authority(folder).fingerprint == first  # trusted once, for good
    assert {(folder / name).stat().st_mode & 0o777 for name in ("authority.pem", "server.pem")} == {0o600}
    (folder / "authority.pem").write_text("nothing")
    with pytest.raises(CannotServe, match="cannot read the certificate authority in"):
        certificates.authority(folder)


def test_a_certificate_from_elsewhere_needs_its_key_and_must_fit_it(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="a certificate needs its key"):
        secured(Settings(tls_cert="server.crt"))
    with pytest.raises(CannotServe, match=r"cannot serve HTTPS with .*nowhere\.crt"):
        secured(Settings(tls_cert=str(tmp_path / "nowhere.crt"), tls_key=str(tmp_path / "nowhere.key")))
    file = str(certificates.certificate(tmp_path / "tls", ["localhost"]))
    assert secured(Settings(tls_cert=file, tls_key=file)) == {"ssl_certfile": file, "ssl_keyfile": file}
