"""Browsers that are told of a turn while no page is open: a push service receives here, and what it gets is
decrypted and its signature checked."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.server.people import Guest
from tests.server.pushed import PushedBrowser, signed_by
from tests.server.receivers import WebReceiver
from tests.server.rooms import served
from tests.server.serving import Serving
from throwdown.server.errors import Refusal
from throwdown.server.guests import people
from throwdown.server.notify import calling, notices, push
from throwdown.server.notify.calling import TURN
from throwdown.server.notify.notices import Notice
from throwdown.server.notify.push import Browser
from throwdown.server.room.room import Room

HERE = ("127.0.0.0/8",)
KEYS = PushedBrowser("https://push.test/1").subscription


async def test_a_browser_is_told_once_a_turn_in_words_that_its_push_service_cannot_read(sqlite: str) -> None:
    async with WebReceiver(["201 Created"]) as service:
        server = Serving(sqlite, call_wait=0.05, call_networks=HERE).start()
        async with Guest(server) as ada, Guest(server) as nils:
            phone = PushedBrowser(service.url)
            kept = (await ada.http.put("/api/me/push", json=phone.subscription)).json()
            assert phone.reads(await service.hears(1))["event"] == "test"
            again = (await ada.http.put("/api/me/push", json=phone.subscription)).json()
            assert (again, len(kept["browsers"])) == (kept, 1)

            table = await ada.open()
            await nils.post(f"/api/tables/{table}/sit", seat=1)
            posted = await service.hears(2)  # a subscription that is sent again is not tried again
            call = phone.reads(posted)
            assert (call["event"], call["url"]) == ("turn", f"/t/{table}")
            assert call["text"].startswith("Your turn in Command Dice with ")
            assert b"Command Dice" not in posted.body
            claims = signed_by(posted, kept["key"])
            assert (claims["aud"], claims["sub"]) == (service.url.removesuffix("/hook"), "https://127.0.0.1")
            assert 0 < claims["exp"] - time.time() <= 24 * 3600
            assert (posted.headers["ttl"], len(posted.headers["topic"])) == ("86400", 32)

            taken = (await nils.http.put("/api/me/push", json=phone.subscription)).json()
            assert taken["browsers"] == kept["browsers"], "the browser is another guest's now"
            assert (await ada.http.get("/api/me/push")).json()["browsers"] == []
            assert (await nils.post("/api/me/renew")).status_code == 200
            assert (await nils.http.get("/api/me/push")).json() == {"key": kept["key"], "browsers": []}
        assert server.stop() == (0, "")


async def test_a_browser_that_takes_no_notices_any_more_is_forgotten_and_other_ways_are_not_tried_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "RETRIES", (0.02,) * 5)
    async with (
        WebReceiver() as hook,
        WebReceiver(["410 Gone"]) as gone,
        WebReceiver(["503 Later", "201 Created"]) as busy,
        served(tmp_path, "command-dice", 2, call_wait=0.05, call_networks=HERE) as room,
    ):
        await room.hall.store.write(push.prepare)
        for service in (gone, busy):
            await _subscribe(room, service)
        await room.hall.caller.keep("nils", lambda person: _hook(person, hook.url))
        found = [Notice(room.record.match_id, "nils", TURN, 0, room.record.id)]
        await room.hall.store.write(lambda connection: notices.note(connection, found, 1.0))
        await room.hall.caller.start()
        await busy.hears(2)
        assert (len(hook.heard), len(gone.heard)) == (1, 1)
        assert json.loads(hook.heard[0].body)["event"] == "turn"
        left = await room.hall.store.read(lambda connection: push.browsers(connection, "nils"))
        assert [one.endpoint for one in left] == [busy.url]
        await room.hall.caller.keep("nils", _no_hook)
        busy.answers = ["500 No"]
        for _ in range(calling.MOST_FAILURES):
            assert "nils" in room.hall.caller.called
            await room.hall.caller.call("nils", calling.test_call())
        assert "nils" not in room.hall.caller.called, "nothing is left by which to call"


async def _subscribe(room: Room, service: WebReceiver) -> None:
    browser = Browser(**PushedBrowser(service.url).subscription, base="https://games.test")
    await room.hall.caller.change("nils", lambda connection: push.keep(connection, "nils", browser))


def _hook(person: people.PersonRecord, url: str) -> None:
    person.webhook = people.Webhook(url, "secret", "http://games.test")


def _no_hook(person: people.PersonRecord) -> None:
    person.webhook = None


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"endpoint": "http://push.test/1"}, "no push service: 'http://push.test/1'"),
        ({"endpoint": "https://push.test:22/1"}, "port 22 is not called"),
        ({"p256dh": "AAAA"}, "no key p256dh: 'AAAA'; needs 65 bytes"),
        ({"auth": "?"}, r"no key auth: '\?'; needs 16 bytes"),
    ],
)
def test_what_is_no_push_service_is_refused_and_quoted(wrong: dict[str, str], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        push.checked(**{**KEYS, **wrong}, base="https://games.test", plain=False)


async def test_no_stranger_makes_this_server_call_its_own_network_as_a_push_service(sqlite: str) -> None:
    server = Serving(sqlite).start()
    async with Guest(server) as mallory:
        for host in ("127.0.0.1", "169.254.169.254", "localhost"):
            wrong = {**KEYS, "endpoint": f"https://{host}:8443/"}
            refused = await mallory.http.put("/api/me/push", json=wrong)
            assert "is in a network that is not called" in refused.json()["why"]
        point = {**KEYS, "p256dh": "B" + "A" * 86}  # as long as one, and not on the curve
        refused = await mallory.http.put("/api/me/push", json=point)
        assert "nothing can be encrypted and signed for it" in refused.json()["why"]
    assert server.stop() == (0, "")
