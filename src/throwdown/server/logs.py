"""What a server writes to standard error: plain lines or JSON, each with the request that it belongs to."""

from __future__ import annotations

import logging
import secrets
import sys
from contextvars import ContextVar
from typing import Literal

from pythonjsonlogger.json import JsonFormatter

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the request that is being answered
Form = Literal["text", "json"]
Level = Literal["debug", "info", "warning", "error"]

answered = logging.getLogger("throwdown.requests")


def new_request() -> str:
    """An id for a request, 16 hexadecimal digits."""
    return secrets.token_hex(8)


class Requests(logging.Filter):
    """Adds the id of the request to a record: ``request``, empty outside of one."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = REQUEST.get()
        return True


class Plain(logging.Formatter):
    """A line of text, the id of the request at its end."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        first, _, rest = text.partition("\n")
        request = getattr(record, "request", "")
        return "\n".join(part for part in (f"{first} [{request}]" if request else first, rest) if part)


def set_up(form: Form = "text", level: Level = "warning") -> None:
    """Write what is at least as grave as ``level``; ``info`` tells every request, by its route and not by its
    address, since whoever knows a table's address may watch it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Requests())
    if form == "json":
        fields = {"levelname": "level", "name": "logger", "asctime": "time"}
        handler.setFormatter(
            JsonFormatter("%(asctime)s %(levelname)s %(name)s %(message)s %(request)s", rename_fields=fields)
        )
    else:
        handler.setFormatter(Plain("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("throwdown").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # a stranger's mistake is no warning
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # who used a lost connection says so
