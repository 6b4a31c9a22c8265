"""No request, right or wrong, fails in the server, and each is answered as the OpenAPI document says."""

from __future__ import annotations

import asyncio

import httpx

from tests.server.requests_campaign import Campaign
from tests.server.serving import Serving

EXAMPLES = 5  # of each operation


async def test_every_operation_answers_right_and_wrong_requests_as_its_document_says(database: str) -> None:
    processes = 2 if database.startswith("postgresql") else 1
    servers = [Serving(database).start() for _ in range(processes)]
    campaign = Campaign(servers, EXAMPLES, 7)
    await asyncio.to_thread(campaign.run)
    assert [server.stop() for server in servers] == [(0, "")] * processes
    assert campaign.statuses.total() >= 20 * EXAMPLES
    assert {200, 400, 404} <= set(campaign.statuses)


def test_the_document_says_how_every_operation_refuses(sqlite: str) -> None:
    server = Serving(sqlite).start()
    with httpx.Client(base_url=server.http, timeout=60) as client:
        document = client.get("/api/schema/openapi.json").json()
        told = [each["responses"] for path in document["paths"].values() for each in path.values()]
        assert len(told) > 20
        for responses in told:
            content = responses["default"]["content"]["application/json"]["schema"]
            assert (content["required"], "400" in responses) == (["why"], False)
    assert server.stop() == (0, "")
