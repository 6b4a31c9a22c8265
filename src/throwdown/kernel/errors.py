"""What can be wrong with what came in. Each message quotes it."""

from __future__ import annotations

SHOWN = 100  # letters of what came in that are quoted, at most


def quoted(what: object) -> str:
    """``what`` as Python writes it, cut short."""
    if isinstance(what, str):
        return f"{what[:SHOWN]!r}{' ...' * (len(what) > SHOWN)}"
    try:
        written = repr(what)
    except (ValueError, RecursionError):  # numbers of thousands of digits, lists as deep
        return "too long to write"
    return f"{written[:SHOWN]}{' ...' * (len(written) > SHOWN)}"


class ThrowdownError(ValueError):
    """The base of every refusal; its text is a sentence for a person."""


class UnknownGame(ThrowdownError):
    """No folder under ``games`` has that name."""


class BrokenGame(UnknownGame):
    """A game that does not keep to the contract: ``file`` of its folder, and what is wrong there."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason


class BadValue(ThrowdownError):
    """An option or a table value that the game refuses; ``field`` is what of it, if not the value."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


class IllegalEvent(ThrowdownError):
    """An event that the seat may not make now; the match is unchanged."""


class BadLink(ThrowdownError):
    """A link of a hash chain, or a commitment to one, that is none or does not fit."""


class BadTranscript(ThrowdownError):
    """A transcript that cannot be read or does not hold; ``line`` counts from 1."""

    def __init__(self, line: int, text: str, reason: str) -> None:
        super().__init__(f"line {line}: {quoted(text)}: {reason}")
        self.line = line
        self.text = text
        self.reason = reason
