"""What the server shows of itself: pages, headers, cookies, schemas, rulebooks."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar.testing import RequestFactory
from sqlalchemy.exc import OperationalError

from tests.server.serving import Serving
from throwdown.kernel.game import load
from throwdown.server.app import failed
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.teaching.rulebook import rules_of
from throwdown.server.web.bundle import Bundle, best_encoding
from throwdown.server.web.guard import same_origin
from throwdown.server.wire import Reply, Request
from throwdown.server.wire.messages import message_schema

SCRIPT = "console.log('table')\n" * 100


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small browser bundle as Vite leaves it."""
    folder = tmp_path_factory.mktemp("bundle")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Throwdown</title>")
    (folder / "assets" / "table-abc123.js").write_text(SCRIPT)
    (folder / "assets" / "table-abc123.js.br").write_bytes(b"brotli")
    (folder.parent / "secret.txt").write_text("not yours")
    return folder


@pytest.fixture(scope="module")
def client(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    url = f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.db'}"
    server = Serving(url, bundle=pages).start()
    with httpx.Client(base_url=server.http, timeout=60) as client:
        yield client
    assert server.stop() == (0, "")


@pytest.mark.parametrize("path", ["/", "/new/command-dice", "/t/abc", "/j/KOBAL", "/replay/abc/1", "/verify"])
def test_every_page_of_the_application_is_the_same_file(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "Throwdown" in answer.text


def test_a_page_that_has_not_changed_is_not_sent_again(client: httpx.Client) -> None:
    etag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")


def test_named_assets_are_kept_for_ever_and_sent_compressed(client: httpx.Client) -> None:
    with client.stream("GET", "/assets/table-abc123.js", headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].startswith("text/javascript")
        assert gzip.decompress(b"".join(answer.iter_raw())).decode() == SCRIPT
    with client.stream("GET", "/assets/table-abc123.js", headers={"accept-encoding": "br, gzip"}) as answer:
        assert b"".join(answer.iter_raw()) == b"brotli"


@pytest.mark.parametrize(
    ("path", "status"), [("/assets/none.js", 404), ("/api/none", 404), ("/assets/../../secret.txt", 200)]
)
def test_what_is_not_there_is_404_or_the_page_and_nothing_outside_the_bundle_is_sent(
    client: httpx.Client, path: str, status: int
) -> None:
    answer = client.get(path)
    assert (answer.status_code, "Throwdown" in answer.text) == (status, status == 200)
    assert "not yours" not in answer.text


def test_a_path_out_of_the_bundle_leads_to_the_application(pages: Path) -> None:
    assert b"Throwdown" in Bundle(pages).file("/../secret.txt").bodies[""]


def test_an_encoding_that_is_refused_is_not_used(pages: Path) -> None:
    script = Bundle(pages).file("/assets/table-abc123.js")
    assert best_encoding(script, "gzip;q=0, br;q=0") == ""
    assert best_encoding(script, "") == ""


def test_a_package_without_its_bundle_says_so(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="the browser bundle is not built"):
        Bundle(tmp_path).file("/")


def test_every_answer_carries_the_headers_that_keep_a_page_safe(client: httpx.Client) -> None:
    for path in ("/", "/api/games"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_policy_for_openers_is_sent_where_browsers_heed_it(client: httpx.Client) -> None:
    """On a page that came by http from another machine they complain of it in their console."""
    for host, is_sent in (
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("[::1]:8000", True),
        ("10.0.0.7", False),
        ("throwdown.local", False),
    ):
        headers = client.get("/api/games", headers={"host": host}).headers
        assert ("cross-origin-opener-policy" in headers) == is_sent, host


def test_the_cookie_is_for_this_server_alone_and_hidden_from_scripts(client: httpx.Client) -> None:
    cookie = client.get("/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_requests_with_one_first_contact_become_one_guest_and_nobody_elses() -> None:
    signer = Signer(b"k" * 32)
    guest = signer.first_guest("a" * 32)
    assert signer.first_guest("a" * 32) == guest
    others = [signer.first_guest("b" * 32), Signer(b"o" * 32).first_guest("a" * 32)]
    assert guest.id not in [other.id for other in others]
    for none in ("", "short"):
        assert signer.first_guest(none).id != signer.first_guest(none).id


def test_a_guest_is_known_again_by_a_cookie_that_nobody_can_change() -> None:
    signer = Signer(b"k" * 32)
    guest = Guest("id", "Ann", 3)
    cookie = signer.cookie(guest)
    assert signer.guest(cookie) == guest
    assert Signer(b"other").guest(cookie) is None
    assert signer.guest(None) is None
    for place in range(len(cookie)):
        changed = cookie[:place] + ("A" if cookie[place] != "A" else "B") + cookie[place + 1 :]
        assert signer.guest(changed) is None


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({}, True),
        ({"origin": "http://table.local:8000", "host": "table.local:8000"}, True),
        ({"origin": "http://table.local:9000", "host": "table.local:8000"}, False),
        ({"origin": "null", "host": "table.local"}, False),
        ({"origin": "http://[::1", "host": "table.local"}, False),
        ({"origin": "https://proxy.example", "host": "inside:8000"}, True),
        ({"sec-fetch-site": "cross-site", "host": "table.local"}, False),
        ({"sec-fetch-site": "same-origin", "host": "table.local"}, True),
    ],
)
def test_requests_come_from_our_own_pages_or_from_programs(headers: dict[str, str], is_ours: bool) -> None:
    assert same_origin(headers, ("https://proxy.example",)) is is_ours


def test_a_page_of_another_site_that_is_not_named_is_refused_in_a_whole_sentence(
    client: httpx.Client,
) -> None:
    answer = client.post("/api/join", json={"code": "AAAAA"}, headers={"Sec-Fetch-Site": "cross-site"})
    why = "requests come from this server's own pages, not from another site's"
    assert (answer.status_code, answer.json()) == (403, {"why": why})


def test_http_is_described_by_openapi(client: httpx.Client) -> None:
    described = client.get("/api/schema/openapi.json").json()
    assert described["openapi"].startswith("3.")
    for path in ("/api/me", "/api/games", "/api/tables", "/api/join", "/api/tables/{table}/sit"):
        assert path in described["paths"]
    operations = [each for path in described["paths"].values() for each in path.values()]
    names = [each["operationId"] for each in operations]
    assert len({*names}) == len(names) > 90
    assert not [name for name in names if not name.isalpha() or name.lower().startswith("api")], (
        "as functions"
    )
    assert not [name for name, each in zip(names, operations, strict=True) if " " not in each["summary"]]


def test_the_message_schema_names_every_message(client: httpx.Client) -> None:
    schema = client.get("/api/schema/messages.json").json()
    assert schema == msgspec.json.decode(msgspec.json.encode(message_schema()))
    told = [part["description"] for part in schema["$defs"].values() if "description" in part]
    assert told
    assert not [text for text in told if "\n  " in text], "docstrings are indented before Python 3.13"
    for union in (Request, Reply):
        for message in union.__args__:
            assert message.__name__ in schema["$defs"]


def test_the_rulebook_comes_clause_by_clause(client: httpx.Client) -> None:
    rules = client.get("/api/games/command-dice/rules").json()
    clauses = [clause for section in rules["sections"] for clause in section["clauses"]]
    assert [f"CD-{n}" for n in range(1, 19)] == [clause["number"] for clause in clauses if clause["number"]]
    assert rules == msgspec.json.decode(msgspec.json.encode(rules_of(load("command-dice"))))


def test_games_come_with_what_a_table_may_choose(client: httpx.Client) -> None:
    games = {game["key"]: game for game in client.get("/api/games").json()}
    spec = games["command-dice"]
    assert spec["seats"] == [2, 2]
    assert "greedy" in spec["bots"]
    assert {"key", "label", "kind", "value", "mark", "clause"} <= spec["values"][0].keys()


def test_rules_are_told_to_players_with_tables_and_seats_counted_from_one(client: httpx.Client) -> None:
    rules = client.get("/api/games/kadice/rules").json()
    tables = [
        clause["table"] for section in rules["sections"] for clause in section["clauses"] if clause["table"]
    ]
    assert tables[0][0] == ["card", "is eliminated by", "gives its owner"]
    assert all(len(row) == 3 for row in tables[0])
    for game in client.get("/api/games").json():
        sections = client.get(f"/api/games/{game['key']}/rules").json()["sections"]
        texts = [clause["text"] for section in sections for clause in section["clauses"]]
        assert texts
        assert not [text for text in texts if "|" in text or "seat 0" in text.lower() or "`" in text]


def test_every_game_of_its_own_says_how_it_is_played(client: httpx.Client) -> None:
    for game in client.get("/api/games").json():
        if not game["part_of"]:
            assert all(game["how"][part] for part in ("goal", "turn", "points", "picture")), game["key"]


def test_a_database_that_does_not_do_its_work_is_not_a_failure_of_the_server() -> None:
    error = OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))
    answer = failed(RequestFactory().post("/api/tables"), error)
    assert (answer.status_code, answer.content) == (
        503,
        {"why": "the database does not do its work just now: try again later"},
    )
    assert failed(RequestFactory().post("/api/tables"), ValueError()).status_code == 500
