"""The OpenAPI document as it is told: every operation may refuse, in one shape."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

REFUSED = {
    "description": "Refused, and nothing was changed: the text says why.",
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "properties": {"why": {"type": "string"}},
                "required": ["why"],
                "additionalProperties": False,
            }
        }
    },
}


class Document(JsonRenderPlugin):
    """The document as JSON, with our refusals in the place of Litestar's."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        for operations in openapi_schema["paths"].values():
            for operation in operations.values():
                operation["responses"].pop("400", None)
                operation["responses"]["default"] = REFUSED
        return super().render(request, openapi_schema)  # pyright: ignore[reportUnknownMemberType]
