"""The JSON schema of the messages, generated from the structs, for whoever writes a client."""

from __future__ import annotations

from typing import Any

import msgspec

from throwdown.server.wire import Reply, Request

TITLE = "Throwdown: messages of a table's WebSocket"


def message_schema() -> dict[str, Any]:
    """A JSON Schema document: ``request`` is what a client sends, ``reply`` what it gets."""
    (request, reply), components = msgspec.json.schema_components(
        [Request, Reply], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": {"request": request, "reply": reply, **components},
    }
