"""What can go wrong, said in one line to whoever asked."""

from __future__ import annotations

from throwdown.kernel.errors import ThrowdownError


class Refusal(Exception):
    """A request that changed nothing. ``status`` is the HTTP status, the text says why."""

    def __init__(self, why: str, status: int = 409) -> None:
        super().__init__(why)
        self.why = why
        self.status = status


class OtherRules(Refusal):
    """A saved match follows another version of its game's rules than this server plays."""


class CannotServe(ThrowdownError):
    """The server cannot start: a port in use, a database that cannot be used. One clear line."""


class DatabaseTrouble(CannotServe):
    """The database cannot be opened, read or brought to this schema."""


class Taken(Exception):
    """Another process wrote first: the row (match, number) or the table's version is taken."""


def clause(text: str) -> str:
    """``text`` of a library as refusals are written: without a capital, but of abbreviations such as JSON."""
    if text.istitle():
        return text.lower()
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
