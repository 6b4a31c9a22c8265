"""One person on several devices: codes that are good once and for ten minutes, and a phrase that is kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tests.server.people import Guest as Browser
from tests.server.serving import Serving
from throwdown.server.guests import carrying
from throwdown.server.guests.identity import Guest
from throwdown.server.storage.store import Store

ADA = Guest("ada", "Ada")


async def test_a_code_is_good_once_and_for_ten_minutes_and_the_next_one_ends_it(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")

    async def made(words: str) -> None:
        await store.write(partial(carrying.keep_code, guest=ADA, words=words, now=1000.0))

    async def taken(words: str, now: float) -> Guest | None:
        return await store.write(partial(carrying.take, words=words, now=now))

    await made("ONE TWO SIX")
    assert await taken("ONE TWO SIX", 1601.0) is None
    assert await taken(" one-two-six ", 1599.0) == ADA
    assert await taken("ONE TWO SIX", 1599.0) is None
    await made("ONE TWO SIX")
    await made("SIX TWO ONE")
    assert [await taken(words, 1001.0) for words in ("ONE TWO SIX", "SIX TWO ONE")] == [None, ADA]
    await store.close()


async def test_a_phrase_brings_its_person_back_until_a_new_one_or_the_end_of_other_devices(
    sqlite: str,
) -> None:
    server = Serving(sqlite).start()
    async with Browser(server) as ada, Browser(server) as lost, Browser(server) as third:
        await ada.http.put("/api/me", json={"name": "Ada", "colour": 1})
        table = await ada.open()
        phrases = [(await ada.post("/api/me/phrase")).json()["words"] for _ in range(2)]
        assert len(phrases[1].split()) == 6
        assert (await lost.post("/api/carry", words=phrases[0])).status_code == 404
        for _ in range(2):  # whenever it is given
            assert (await lost.post("/api/carry", words=phrases[1].lower())).json()["name"] == "Ada"
        [seen] = (await lost.http.get("/api/me/tables")).json()
        assert (seen["id"], seen["you"]) == (table, 0)
        assert (await ada.post("/api/me/renew")).status_code == 200
        assert (await third.post("/api/carry", words=phrases[1])).status_code == 404
        assert not (await ada.http.get("/api/me/phrase")).json()["kept"]
        assert (await lost.http.get("/api/me/tables")).status_code == 401
    assert server.stop() == (0, "")
