"""What passkeys answer: challenges of this server alone, once, and not for long."""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec
import pytest

from tests.server.people import Guest as Visitor
from tests.server.serving import Serving
from throwdown.server.errors import Refusal
from throwdown.server.guests import passkeys
from throwdown.server.guests.base64url import bytes_of, text_of
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.guests.passkeys import Passkey
from throwdown.server.storage.store import Store

ADA = Guest("ada", "Ada", 3)


def answer(challenge: bytes) -> dict[str, Any]:
    said = json.dumps({"type": "webauthn.get", "challenge": text_of(challenge)}).encode()
    return {"response": {"clientDataJSON": text_of(said)}}


def test_a_challenge_is_answered_for_what_it_was_made_and_within_five_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signer = Signer(b"k" * 32)
    challenge = passkeys.new_challenge(signer, "prove")
    assert passkeys.answered(Signer(b"n" * 32, b"k" * 32), "prove", answer(challenge)) == challenge
    for other, purpose, wrong in (
        (signer, "make", challenge),
        (Signer(b"n" * 32), "prove", challenge),
        (signer, "prove", bytes([challenge[0] ^ 1]) + challenge[1:]),
        (signer, "prove", b""),
    ):
        with pytest.raises(Refusal, match="does not answer this server's challenge"):
            passkeys.answered(other, purpose, answer(wrong))
    for nothing in ({}, {"response": 7}, {"response": {"clientDataJSON": "?"}}):
        with pytest.raises(Refusal, match="no passkey's answer"):
            passkeys.answered(signer, "prove", nothing)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + passkeys.GOOD_FOR + 1)
    with pytest.raises(Refusal, match="too long ago"):
        passkeys.answered(signer, "prove", answer(challenge))


async def test_a_challenge_is_good_once_and_a_guest_has_so_many_passkeys(database: str) -> None:
    store = Store(database)

    def add(name: str, challenge: bytes) -> None:
        key = Passkey(name, "games.test", ADA.name, ADA.colour, "", 0, time.time())
        with store.writing.begin() as connection:
            passkeys.add(connection, ADA.id, key, challenge)

    add("1", b"one")
    with pytest.raises(Refusal, match="proved already"):
        add("2", b"one")
    with pytest.raises(Refusal, match="kept already"):
        add("1", b"two")
    for number in range(2, passkeys.MOST + 1):
        add(str(number), b"challenge %d" % number)
    with pytest.raises(Refusal, match="you have 12 passkeys"):
        add("13", b"last")
    with store.writing.begin() as connection:
        passkeys.rename(connection, Guest("ada", "Ada Lovelace", 5))
        found = passkeys.known(connection, "7")
    assert found
    assert (found[0], found[1].name, found[1].colour) == ("ada", "Ada Lovelace", 5)
    await store.close()


async def test_a_passkey_that_was_removed_or_counted_on_while_it_was_checked_is_refused(
    database: str,
) -> None:
    store = Store(database)
    one = Passkey("1", "games.test", ADA.name, ADA.colour, "", 4, time.time())
    used = msgspec.structs.replace(one, count=6, used=time.time())
    with store.writing.begin() as connection:
        passkeys.add(connection, ADA.id, one, b"made")
        passkeys.rename(connection, Guest("ada", "Ada Lovelace", 5))
        passkeys.note_use(connection, used, b"one")
        found = passkeys.known(connection, "1")
        assert found
        assert (found[1].name, found[1].count) == ("Ada Lovelace", 6)
        with pytest.raises(Refusal, match="used 6 times meanwhile"):
            passkeys.note_use(connection, used, b"another")
        passkeys.remove(connection, ADA.id, "1")
        with pytest.raises(Refusal, match="it was removed"):
            passkeys.note_use(connection, used, b"last")
    await store.close()


async def test_passkeys_belong_to_a_name_and_to_https(sqlite: str) -> None:
    server = Serving(sqlite).start()
    async with Visitor(server) as ada:
        told = (await ada.http.get("/api/me/passkeys")).json()
        assert told["why_not"].startswith("passkeys belong to a name, and 127.0.0.1 is an address")
        named = {"Host": "games.local"}
        refused = await ada.http.post("/api/passkeys/options", headers=named)
        assert refused.json()["why"] == "browsers make and use passkeys over https alone"
        home = {"Host": f"localhost:{server.port}"}
        asked = (await ada.http.post("/api/me/passkeys/options", headers=home)).json()["options"]
        assert (asked["rp"]["id"], asked["authenticatorSelection"]["userVerification"]) == (
            "localhost",
            "required",
        )
        wrong = {"credential": {"id": "x", **answer(bytes_of(asked["challenge"]))}}
        refused = await ada.http.post("/api/me/passkeys", json=wrong, headers=home)
        assert (refused.status_code, "does not hold" in refused.json()["why"]) == (400, True)
        refused = await ada.http.post("/api/passkeys", json=wrong, headers=home)
        assert "does not answer this server's challenge" in refused.json()["why"]
    assert server.stop() == (0, "")
