"""Requests by the thousand over all that the OpenAPI document tells, right ones and wrong ones.

Schemathesis makes them from the document; here real tables and the values that databases, parsers and paths
choke on are put in their places. ``python -m tests.server.requests_campaign --examples 500`` sends that many
of each operation, with ``--postgresql`` to two processes over PostgreSQL; the suite sends a few.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.sync.client import connect

from tests.server.serving import Serving

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DEEP = 20_000
NUMBERS = [2**31, 2**53, 2**63 - 1, 2**63, 2**64, 10**30, -1, -(2**63) - 1, 1e308, 0.5]
TEXTS = ["\0", "a\0b", "\ud800", "'; --", "%00", "../..", "\u202e", "é" * 70, "9" * 30, "a" * 900]
NASTY = st.sampled_from([*NUMBERS, *TEXTS, "", None, True, [], {}, [[]]])


class Places:
    """What there is to ask for: a table that waits and one whose match is over, dice and a refereed match
    beside a box, lessons; and whoever began it all."""

    def __init__(self, server: Serving) -> None:
        self.session = requests.Session()
        self.session.get(f"{server.http}/api/me", timeout=20)
        self._server = server
        people = [{"name": "Ada"}, {"name": "Nils"}]
        box = {"game": "command-dice", "people": people}
        self._dice = self._begin("beside/dice", **box)
        self._referee = self._begin("beside/referee", **box)
        self._tables = [self._table(), self._table(bots={"1": "random"})]
        self._give_up(self._tables[1])

    def _begin(self, what: str, **wish: Any) -> str:
        answer = self.session.post(f"{self._server.http}/api/{what}", json=wish, timeout=20)
        answer.raise_for_status()
        return answer.json()["id"]

    def _table(self, **wish: Any) -> str:
        return self._begin("tables", game="command-dice", pace="quick", open=True, **wish)

    def _give_up(self, table: str) -> None:
        """End the table's match."""
        cookie = {"Cookie": f"throwdown={self.session.cookies['throwdown']}"}
        with connect(
            f"{self._server.ws}/api/tables/{table}/live", additional_headers=cookie, proxy=None
        ) as line:
            phase = ""
            while phase != "over":
                for text in str(line.recv(20)).split("\n"):
                    phase = json.loads(text).get("phase", phase)
                if phase == "playing":
                    line.send(json.dumps({"t": "resign", "request": 1}))

    def of(self, path: str, rng: random.Random) -> dict[str, Any]:
        """Real values for the parameters of an operation's path."""
        kind = rng.choice(("dice", "referee"))
        lies = kind if "/beside/" in path and "{kind}" in path else "dice" if "/dice/" in path else "referee"
        beside = self._dice if lies == "dice" else self._referee
        return {
            "key": beside if "/beside/" in path else "command-dice",
            "kind": kind,
            "lesson": "first",
            "table": self._tables["/matches/" in path or rng.random() < 0.5],
            "number": 1,
        }


def in_place(data: Any, value: Any, rng: random.Random) -> Any:
    """``data`` with ``value`` somewhere in it."""
    if isinstance(data, dict) and data:
        key = rng.choice(sorted(data, key=str))
        return {**data, key: in_place(data[key], value, rng)}
    if isinstance(data, list) and data and rng.random() < 0.7:
        k = rng.randrange(len(data))
        return [*data[:k], in_place(data[k], value, rng), *data[k + 1 :]]
    return value


def spoilt_path(case: Case, places: dict[str, Any], rng: random.Random) -> str:
    """The operation's path with real places, and now and then one that cannot be."""
    parts = {name: str(part) for name, part in (case.path_parameters or {}).items()}  # quoted already
    real = {name: str(places[name]) for name in parts if name in places}
    if real and rng.random() < 0.3:
        real[rng.choice(sorted(real))] = str(rng.choice([*NUMBERS, *TEXTS]))
    quoted = {name: quote(part, safe="", errors="surrogatepass") for name, part in real.items()}
    return case.operation.path.format(**parts | quoted)


def body_of(case: Case, nasty: Any, rng: random.Random) -> bytes | None:
    """The request's body: as it was made, with a nasty value in it, nested without end, or cut off."""
    if case.operation.body is None or case.media_type is None:
        return None
    how = rng.randrange(8)
    try:
        plain = json.dumps(in_place(case.body, nasty, rng) if how < 4 else case.body).encode()
    except (TypeError, ValueError):
        plain = b"{"
    if how == 4:
        return b'{"name":' + rng.choice([b"[", b'{"a":']) * DEEP
    return plain[: rng.randrange(len(plain) + 1)] if how == 5 else plain


class Campaign:
    """Sends the requests of every operation to the processes of one database by turns, and counts the answers
    by status."""

    def __init__(self, servers: Sequence[Serving], examples: int, start: int) -> None:
        self.servers = servers
        self.examples = examples
        self.start = start
        self.statuses: Counter[int] = Counter()
        self.slowest = (0.0, "")
        self._places = Places(servers[0])

    def run(self) -> None:
        document = requests.get(f"{self.servers[0].http}/api/schema/openapi.json", timeout=20).json()
        for made in schemathesis.openapi.from_dict(document).get_all_operations():
            self._all_of(made.ok())

    def _all_of(self, operation: Any) -> None:
        wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
        right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        can_be_wrong = bool(operation.body or operation.query or operation.path_parameters)

        @seed(self.start)
        @settings(
            max_examples=self.examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.one_of(right, wrong) if can_be_wrong else right, NASTY, st.integers(0, 2**32))
        def each(case: Case, nasty: Any, chance: int) -> None:
            self._send(case, nasty, random.Random(chance))

        each()

    def _send(self, case: Case, nasty: Any, rng: random.Random) -> None:
        began = time.perf_counter()
        query = {name: value for name, value in (case.query or {}).items() if value is not None}
        body = body_of(case, nasty, rng)
        places = self._places.of(case.operation.path, rng) if rng.random() < 0.7 else {}
        path = spoilt_path(case, places, rng)
        answer = self._places.session.request(
            case.method,
            rng.choice(self.servers).http + path,
            params={name: str(value).encode(errors="replace") for name, value in query.items()},
            data=body,
            headers={"content-type": "application/json"} if body is not None else {},
            timeout=60,
            allow_redirects=False,
        )
        self.slowest = max(self.slowest, (time.perf_counter() - began, f"{case.method} {path[:200]}"))
        self.statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=200, help="requests of each operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="throwdown-", dir="/tmp") as folder:
        if wishes.postgresql:
            from tests.server.conftest import Cluster

            cluster = Cluster(Path(folder))
            cluster.start()
            url = cluster.new_database()
        else:
            cluster, url = None, f"sqlite:///{folder}/games.db"
        servers = [Serving(url).start() for _ in range(2 if cluster else 1)]
        campaign = Campaign(servers, wishes.examples, wishes.seed)
        try:
            campaign.run()
        finally:
            print(dict(campaign.statuses), campaign.slowest)
            print([server.stop() for server in servers])
            if cluster:
                cluster.stop()


if __name__ == "__main__":
    main()
