"""The JSON schema of the messages, generated from the structs, for whoever writes a client."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from throwdown.server.wire import Reply, Request

TITLE = "Throwdown: messages of a table's WebSocket"


def message_schema() -> dict[str, Any]:
    """A JSON Schema document: ``request`` is what a client sends, ``reply`` what it gets."""
    (request, reply), components = message_parts("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": {"request": request, "reply": reply, **components},
    }


def message_parts(ref_template: str) -> tuple[Any, dict[str, Any]]:
    """The schemas of requests and replies, and of what they are made of by name; references to these are
    written as ``ref_template`` has it."""
    found: Any = msgspec.json.schema_components([Request, Reply], ref_template=ref_template)
    return found[0], {name: _described(part) for name, part in found[1].items()}


def _described(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of a struct with its docstring as Python 3.13 has it, which older ones leave indented."""
    if "description" not in part:
        return part
    return {**part, "description": inspect.cleandoc(part["description"])}
