"""Cookies run out, are renewed, and can be made worthless on other devices; keys follow each other."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import Cluster
from tests.server.people import Guest
from tests.server.serving import KEY as MASTER_KEY
from tests.server.serving import Serving
from throwdown.server.guests import cookies
from throwdown.server.guests.identity import YEAR, Renewals, Signer
from throwdown.server.guests.identity import Guest as Person
from throwdown.server.storage.store import Store

ANN = Person("ann", "Ann", 3)
KEY, NEXT = b"k" * 32, b"n" * 32


class Clock:
    now = 1e9

    def __call__(self) -> float:
        return self.now


def test_a_cookie_is_refused_after_a_year() -> None:
    clock = Clock()
    signer = Signer(KEY, clock=clock)
    cookie = signer.cookie(ANN)
    clock.now += YEAR - 1
    assert signer.guest(cookie) == ANN
    clock.now += 2
    assert signer.guest(cookie) is None


def test_a_key_that_no_longer_signs_still_reads() -> None:
    cookie = Signer(KEY).cookie(ANN)
    assert Signer(NEXT, KEY).guest(cookie) == ANN
    assert Signer(NEXT).guest(cookie) is None
    assert Signer(KEY).guest(Signer(NEXT, KEY).cookie(ANN)) is None


def test_cookies_from_before_they_said_their_time_are_good_for_a_year_from_then() -> None:
    clock, renewals = Clock(), Renewals()
    body = "eyJpZCI6ImFubiIsIm5hbWUiOiJBbm4iLCJjb2xvdXIiOjN9"
    cookie = f"{body}.{hmac.new(KEY, body.encode(), hashlib.sha256).hexdigest()}"
    signer = Signer(KEY, renewals=renewals, unknown=int(clock.now), clock=clock)
    assert signer.guest(cookie) == ANN
    clock.now += YEAR + 1
    assert signer.guest(cookie) is None
    clock.now -= YEAR
    renewals.add({"ann": int(clock.now)})
    assert signer.guest(cookie) is None


def test_a_cookie_of_a_process_that_has_not_heard_of_a_renewal_is_refused_however_late_it_was_made() -> None:
    clock, ahead = Clock(), Clock()
    ahead.now += 3600
    renewals = Renewals()
    here, there = Signer(KEY, renewals=renewals, clock=clock), Signer(KEY, clock=ahead)
    stolen = there.cookie(ANN)
    renewals.add({"ann": int(clock.now) + 1})
    own = here.cookie(ANN)
    clock.now += 10
    assert here.guest(stolen) is None
    assert here.guest(there.cookie(ANN)) is None, (
        "it was asked for after the renewal, where nobody knew of it"
    )
    assert there.guest(own) == ANN
    assert here.guest(there.cookie(ANN)) == ANN, "who has shown a cookie of the renewal has told of it"
    assert there.guest(stolen) is None


def test_a_renewal_that_a_cookie_told_of_is_news_when_it_is_read() -> None:
    renewals = Renewals()
    renewals.hear("ann", 7)
    assert (renewals.since("ann"), renewals.newest) == (7, 0)
    assert renewals.add({"ann": 7, "ben": 6}) == {"ann", "ben"}
    renewals.hear("ann", 5)
    assert renewals.since("ann") == 7


async def test_another_key_signs_after_half_a_year_and_the_old_one_is_dropped_when_it_reads_nothing(
    database: str,
) -> None:
    store = Store(database, MASTER_KEY)
    now = 1e9
    seen: list[list[bytes]] = []
    for later in (0, 10, YEAR * 0.6, YEAR * 0.6 + 1, YEAR * 0.6 + 301, YEAR * 1.7, YEAR * 2.8):
        at = now + later
        await store.write(lambda connection, at=at: cookies.prepare(connection, at))
        seen.append((await store.read(lambda connection, at=at: cookies.load(connection, at))).keys)
    await store.close()
    first, _, __, fresh, signs, *___, last = seen
    assert (fresh[0], len(fresh)) == (first[0], 2)  # not every process has seen the new one yet
    assert signs == [fresh[1], first[0]]
    assert (first[0] in last, fresh[1] in seen[5]) == (False, True)


async def test_renewals_are_saved_and_the_oldest_give_way(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cookies, "MOST_RENEWALS", 2)
    store = Store(database, MASTER_KEY)
    await store.write(cookies.prepare)
    soon = 4_000_000_000
    for guest, since in (("a", soon), ("b", soon + 1), ("a", soon + 2), ("c", soon + 3)):
        await store.write(lambda c, guest=guest, since=since: cookies.renew(c, guest, since))
    assert (await store.read(cookies.load)).renewed == {"a": soon + 2, "c": soon + 3}
    await store.close()


async def test_other_devices_are_forgotten_at_once_and_after_a_restart(database: str) -> None:
    server = Serving(database).start()
    async with Guest(server) as here, Guest(server) as there:
        there.http.cookies = httpx.Cookies(here.http.cookies)
        table = await here.open()
        async with there.live(table) as line:
            assert (await line.next("table"))["you"] == 0
            assert (await here.post("/api/me/renew")).status_code == 200
            assert await line.closed() == 1012
        stranger = (await there.post(f"/api/tables/{table}/stand")).status_code
        assert (stranger, (await here.http.get(f"/api/tables/{table}")).json()["you"]) == (401, 0)
        server.kill()
        again = Serving(database).start()
        there.http.base_url = here.http.base_url = again.http
        assert (await there.post(f"/api/tables/{table}/stand")).status_code == 401
        assert (await here.post(f"/api/tables/{table}/stand")).status_code == 200
        assert again.stop() == (0, "")


@pytest.mark.parametrize("lacks", ["deaf", "blind"])
async def test_other_devices_are_forgotten_by_other_processes_too(cluster: Cluster, lacks: str) -> None:
    """By a notice; where none arrives, as soon as that process looks for itself."""
    url = cluster.new_database()
    one, other = Serving(url).start(), Serving(url, **{lacks: True}).start()
    async with Guest(one) as here, Guest(one) as there:
        there.http.cookies = httpx.Cookies(here.http.cookies)
        table = await here.open()
        async with there.live(table, server=other) as line:
            await line.next("table")
            assert (await here.post("/api/me/renew")).status_code == 200
            assert await line.closed() == 1012
        there.http.base_url = other.http
        assert (await there.post(f"/api/tables/{table}/stand")).status_code == 401
    assert [server.stop() for server in (one, other)] == [(0, ""), (0, "")]


async def test_a_process_that_has_not_heard_of_a_renewal_makes_no_way_back_for_older_cookies(
    cluster: Cluster,
) -> None:
    url = cluster.new_database()
    one, other = Serving(url).start(), Serving(url, deaf=True, blind=True).start()
    async with Guest(one) as here, Guest(other) as thief:
        thief.http.cookies = httpx.Cookies(here.http.cookies)
        assert (await here.post("/api/me/renew")).status_code == 200
        for way in ("phrase", "carry", "renew"):
            refused = await thief.post(f"/api/me/{way}")
            assert (refused.status_code, refused.json()["why"][:33]) == (
                401,
                "your cookie was made worthless on",
            )
        assert (await thief.http.get("/api/me")).status_code == 200  # it does not know better
        thief.http.base_url = one.http
        assert (await thief.post("/api/me/phrase")).status_code == 401
        here.http.base_url = other.http
        assert (await here.post("/api/me/phrase")).status_code == 201
    assert [server.stop() for server in (one, other)] == [(0, ""), (0, "")]


async def test_a_new_database_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = Store(f"sqlite:///{path}")
    await store.write(cookies.prepare)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    await store.close()
