"""The JSON schema of the messages, generated from the structs, for whoever writes a client."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from throwdown.server.wire import Reply, Request
from throwdown.server.wire.buzzer import BuzzerReply, BuzzerRequest

TITLE = "Throwdown: messages of a table's WebSocket, and of a buzzer's beside a box"
UNIONS = {
    "request": Request,
    "reply": Reply,
    "buzzer_request": BuzzerRequest,
    "buzzer_reply": BuzzerReply,
}


def message_schema() -> dict[str, Any]:
    """A JSON Schema document: ``request`` is what a client sends to a table, ``reply`` what it gets;
    ``buzzer_request`` and ``buzzer_reply`` are those of a buzzer."""
    unions, components = message_parts("#/$defs/{name}")
    named = dict(zip(UNIONS, unions, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in named],
        "$defs": {**named, **components},
    }


def message_parts(ref_template: str) -> tuple[Any, dict[str, Any]]:
    """The schemas of the :data:`UNIONS` of messages, and of what they are made of by name; references to
    these are written as ``ref_template`` has it."""
    found: Any = msgspec.json.schema_components(UNIONS.values(), ref_template=ref_template)
    return found[0], {name: _described(part) for name, part in found[1].items()}


def _described(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of a struct with its docstring as Python 3.13 has it, which older ones leave indented."""
    if "description" not in part:
        return part
    return {**part, "description": inspect.cleandoc(part["description"])}
