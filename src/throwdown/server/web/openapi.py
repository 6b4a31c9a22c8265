"""The OpenAPI document as it is told: every operation may refuse in one shape, every type says what it is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, cast

import msgspec
from litestar import Request, Router
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from litestar.types.internal_types import PathParameterDefinition
from msgspec import Struct

from throwdown.server.web.guard import client_address
from throwdown.server.work.heavy import sent

Schema = dict[str, Any]

PATH = "/api/schema"
SENTENCE = re.compile(r"(?<=\.) ")  # what lies between two sentences of a description
MEDIA_TYPE = "application/vnd.oai.openapi+json"

REFUSED: Schema = {
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


async def document(request: Request[Any, Any, Any]) -> Stream | None:
    """The document as JSON, made once and in a thread: Litestar itself would make it on the event loop, for
    whoever asks first. None for any other address below."""
    if request.url.path != f"{PATH}/openapi.json":
        return None
    app = request.app

    def made() -> bytes:
        return msgspec.json.encode(completed(app.openapi_schema.to_schema()))

    packed = await app.state.hall.heavy.answer(client_address(request), "openapi", made)
    return sent(request, packed, MEDIA_TYPE)


def router() -> Router:
    """The route of the OpenAPI document, in the place of Litestar's own."""
    compressed = {"compressed": True}
    return Router(PATH, route_handlers=[], include_in_schema=False, before_request=document, opt=compressed)


def operation_id(handler: HTTPRouteHandler, _method: str, _path: list[str | PathParameterDefinition]) -> str:
    """The name that a generated client gives an operation: that of its function, such as ``openTable``."""
    first, *others = handler.handler_name.split("_")
    return first + "".join(each.title() for each in others)


def completed(document: Schema) -> Schema:
    """``document`` itself, with our refusals in the place of Litestar's, summaries and descriptions from the
    docstrings of handlers and types, and as required all fields that are in every answer."""
    operations = [each for path in document["paths"].values() for each in path.values()]
    for operation in operations:
        described = " ".join(operation.get("description", "").split())
        operation["description"] = described
        operation["summary"] = SENTENCE.split(described, maxsplit=1)[0].removesuffix(".")
        operation["responses"].pop("400", None)
        operation["responses"]["default"] = REFUSED
    types = document["components"]["schemas"]
    asked = _reached([operation.get("requestBody") for operation in operations], types)
    for name, struct in _structs(Struct):
        if name not in types or types[name]["properties"].keys() - {"t"} != set(struct.__struct_fields__):
            continue
        if struct.__doc__:
            types[name]["description"] = inspect.cleandoc(struct.__doc__)
        if name not in asked and not struct.__struct_config__.omit_defaults:
            types[name]["required"] = sorted(types[name]["properties"])
    return document


def _structs(base: type[Struct]) -> Iterator[tuple[str, type[Struct]]]:
    """Every struct that is defined by now and that a request or an answer may hold, by name."""
    for struct in base.__subclasses__():
        if struct.__module__.startswith("throwdown."):
            yield struct.__name__, struct
            yield from _structs(struct)


def _reached(part: Any, types: Schema, found: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names of the types that ``part`` of a document refers to, and that these refer to."""
    if isinstance(part, list):
        for each in cast("list[Any]", part):
            found = _reached(each, types, found)
    elif isinstance(part, dict):
        fields = cast("Schema", part)
        name = str(fields.get("$ref", "")).rpartition("/")[2]
        if name and name not in found:
            found = _reached(types[name], types, found | {name})
        for each in fields.values():
            found = _reached(each, types, found)
    return found
