"""People who are awaited and do not look are called: at web addresses and by mail, which receive here."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import Guest
from tests.server.receivers import MailReceiver, WebReceiver
from tests.server.rooms import listener, make, served
from tests.server.serving import Serving
from throwdown.server.errors import Refusal
from throwdown.server.guests import people
from throwdown.server.guests.people import PersonRecord, Webhook
from throwdown.server.notify import calling, notices, outgoing
from throwdown.server.notify.calling import SIGNATURE, signature
from throwdown.server.notify.notices import Notice
from throwdown.server.notify.outgoing import Failed
from throwdown.server.room.requests import hear
from throwdown.server.room.room import Room
from throwdown.server.timing.patience import HOUR, Patience
from throwdown.server.wire import Look

ADA, NILS = range(2)
HERE = ("127.0.0.0/8",)
QUICK = {"call_wait": 0.05, "call_networks": HERE}


@asynccontextmanager
async def called_at(folder: Path, url: str) -> AsyncIterator[Room]:
    """A table of two, of whom Nils wants to be called at ``url``; nobody looks."""
    async with served(folder, "command-dice", 2, **QUICK) as room:
        await room.hall.caller.start()
        await room.hall.caller.keep("nils", partial(wants, url=url))
        room.post(room.refresh)
        yield room


async def test_whoever_is_awaited_is_called_once_a_turn_with_signed_words(tmp_path: Path) -> None:
    async with WebReceiver() as receiver, called_at(tmp_path, receiver.url) as room:
        posted = await receiver.hears(1)
        call = json.loads(posted.body)
        assert call["event"] == "turn"
        assert call["text"] == call["content"] == "Your turn in Command Dice with Ada."
        assert call["url"] == f"http://games.test/t/{room.record.id}"
        given = posted.headers[SIGNATURE.lower()]
        at = int(given.partition(",")[0].removeprefix("t="))
        assert given == signature("secret", at, posted.body)
        await make(room, ADA, room.playing.match.legal_events(ADA)[0])
        await asyncio.sleep(0.3)
        assert len(receiver.heard) == 1, "it is still the same turn"
        await make(room, NILS, room.playing.match.legal_events(NILS)[0])
        async with asyncio.timeout(20):
            while NILS not in room.playing.match.awaited:
                await make(room, ADA, room.playing.match.legal_events(ADA)[0])
        await receiver.hears(2)


async def test_whoever_has_a_quarter_of_the_time_left_is_reminded_once(tmp_path: Path) -> None:
    now, patience = [1000.0], Patience("days", hours=48)
    async with (
        WebReceiver() as receiver,
        served(tmp_path, "command-dice", 2, patience=patience, clock=lambda: now[0], **QUICK) as room,
    ):
        await room.hall.caller.start()
        await room.hall.caller.keep("nils", partial(wants, url=receiver.url))
        await room.ask(room.refresh)
        await receiver.hears(1)
        now[0] += 37 * HOUR
        for _ in range(2):
            await room.ask(room.timekeeping.ring)
        call = json.loads((await receiver.hears(2)).body)
        words = "Your time in Command Dice with Ada is nearly up. You have 11 hours left."
        assert (call["event"], call["text"]) == ("reminder", words)
        await asyncio.sleep(0.3)
        assert len(receiver.heard) == 2


async def test_an_address_that_answers_slowly_keeps_nobody_elses_call(tmp_path: Path) -> None:
    async with (
        WebReceiver() as prompt,
        await asyncio.start_server(say_nothing, "127.0.0.1", 0) as slow,
        served(tmp_path, "command-dice", 2, call_wait=0.05, call_networks=HERE) as room,
    ):
        port = slow.sockets[0].getsockname()[1]
        caller = room.hall.caller
        await caller.start()
        for guest, url in (("ada", f"http://127.0.0.1:{port}/"), ("nils", prompt.url)):
            await caller.keep(guest, partial(wants, url=url))
        found = [
            Notice(room.record.match_id, each, calling.TURN, 0, room.record.id) for each in ("ada", "nils")
        ]
        await room.hall.store.write(partial(notices.note, found=found[:1], due=1.0))
        await room.hall.store.write(partial(notices.note, found=found[1:], due=2.0))
        async with asyncio.timeout(8):  # the slow one has ten seconds
            await prompt.hears(1)


async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


def wants(person: PersonRecord, url: str) -> None:
    person.webhook = Webhook(url, "secret", "http://games.test")


def test_a_name_calls_nobody_in_a_chat() -> None:
    assert calling.plain("@everyone <!here> [x](y)") == "＠everyone ＜!here＞ ［x］(y)"


async def test_nobody_is_called_who_looks_or_comes_meanwhile(tmp_path: Path) -> None:
    async with WebReceiver() as receiver, called_at(tmp_path, receiver.url) as room:
        viewer = listener(room, NILS, [])
        await asyncio.sleep(0.4)
        assert receiver.heard == []
        for on, many in ((False, 1), (True, 1)):  # a page that is open behind others is not looked at
            await room.ask(partial(hear, room, viewer, Look(on), 0.0))
            room.post(room.refresh)
            await receiver.hears(many)


async def test_a_call_that_fails_is_tried_again_and_an_address_that_never_answers_is_let_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "RETRIES", (0.02,) * 5)
    async with WebReceiver(["500 No", "204 Yes"]) as receiver, called_at(tmp_path, receiver.url) as room:
        await receiver.hears(2)
        assert receiver.heard[0].body.partition(b'"at"')[0] == receiver.heard[1].body.partition(b'"at"')[0]
        receiver.answers = ["302 Found\r\nLocation: /elsewhere"]
        async with asyncio.timeout(20):
            while (hook := await _hook(room)).failures:
                await asyncio.sleep(0.02)
        for _ in range(5):
            await room.hall.caller.call("nils", calling.test_call())
        hook = await _hook(room)
        assert hook.off == "5 calls failed, the last because it answered 302: redirects are not followed"
        assert {posted.path for posted in receiver.heard} == {"/hook"}
        assert "nils" not in room.hall.caller.called


async def _hook(room: Room) -> Webhook:
    person = await room.hall.store.read(lambda connection: people.load(connection, "nils"))
    assert person.webhook
    return person.webhook


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0x7f.1",
        "0.0.0.0",
        "10.0.0.8",
        "192.168.1.4",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:10.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "192.88.99.1",
        "[fe80::1]",
        "[fd00::1]",
        "[fec0::1]",
        "[ff02::1]",
    ],
)
async def test_private_networks_are_not_called_however_they_are_written(host: str) -> None:
    with pytest.raises(Failed, match=r"is in a network that is not called|is not known"):
        await outgoing.post(f"http://{host}:8080/", b"", {})


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.org/", "no web address: 'ftp://example.org/'"),
        ("https:///path", "no web address"),
        ("https://ex ample.org/", "no web address"),
        ("https://example.org/\r\nHost: other", "no web address"),
        ("https://ada:secret@example.org/", "with a name and a password"),
        ("https://example.org:25/", "port 25 is not called"),
        ("https://example.org:99999/", "no web address"),
        ("https://a..b/", "no web address: 'https://a..b/'"),
        (f"https://{'a' * 64}.org/", "no web address"),
        ("https://example.org/" + "a" * 1024, "1024 letters at most"),
    ],
)
def test_an_address_that_cannot_be_called_is_refused_and_quoted(url: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        outgoing.target_of(url)


async def test_a_name_is_looked_up_once_so_that_it_cannot_lead_elsewhere_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    connected: list[str] = []

    async def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        address = "93.184.215.14" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    async def connect(host: str, *_: Any, **__: Any) -> Any:
        connected.append(host)
        raise OSError

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", look_up, raising=False)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Failed, match="does not answer"):
        await outgoing.post("https://rebinding.test/", b"", {})
    assert (asked, connected) == (["rebinding.test"], ["93.184.215.14"])
    with pytest.raises(Failed, match="not called"):
        await outgoing.post("https://rebinding.test/", b"", {})
    assert connected == ["93.184.215.14"]


async def test_ways_to_be_called_are_tried_before_they_count_and_then_tell_of_a_turn(
    sqlite: str,
) -> None:
    async with WebReceiver(["404 No", "200 Yes"]) as web, MailReceiver() as mail:
        server = Serving(sqlite, **QUICK, smtp=mail.url, mail_from="games@host.test").start()
        async with Guest(server) as ada, Guest(server) as nils:
            refused = await ada.http.put("/api/me/calls/webhook", json={"address": web.url})
            assert refused.json()["why"] == "the address was called, and it answered 404"
            ways = (await ada.http.put("/api/me/calls/webhook", json={"address": web.url})).json()
            assert (ways["webhook"], len(ways["secret"])) == (web.url, 32)
            assert json.loads(web.heard[1].body)["event"] == "test"
            strangers = {"Host": "192.0.2.66"}
            await nils.http.put("/api/me/calls/mail", json={"address": "ada@home.test"}, headers=strangers)
            assert "192.0.2.66" not in str((await mail.hears(1)).get_payload()), "it is mailed to anybody"
            await nils.http.delete("/api/me/calls/mail")
            await ada.http.put("/api/me/calls/mail", json={"address": "ada@home.test"})
            code = str((await mail.hears(2))["Subject"]).rpartition(" ")[2]
            wrong = await ada.post("/api/me/calls/mail/confirm", code="000000x")
            assert "that is not the code" in wrong.json()["why"]
            assert (await ada.post("/api/me/calls/mail/confirm", code=code)).json()["confirmed"]
            table = await ada.open()
            await nils.post(f"/api/tables/{table}/sit", seat=1)
            call = json.loads((await web.hears(3)).body)
            assert call["text"].startswith("Your turn in Command Dice with ")
            assert f"{server.http}/t/{table}" in str((await mail.hears(3)).get_payload())
            kept = await ada.http.put("/api/me/settings", json={"settings": {"theme": "dark"}})
            assert kept.json() == {"settings": {"theme": "dark"}}
            wrong = await ada.http.put("/api/me/settings", json={"settings": {"theme": "pink"}})
            assert wrong.json()["why"] == "theme is 'pink': needs one of system, light, dark"
            assert (await nils.http.get("/api/me/calls")).json() == {"mails": True, **EMPTY}
        assert server.stop() == (0, "")


EMPTY = {
    "webhook": "",
    "secret": "",
    "webhook_off": "",
    "mail": "",
    "confirmed": False,
    "mail_off": "",
}
