"""URL-safe Base64 without padding, in which browsers give keys, challenges and signatures."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes that ``text`` stands for; none of what is no Base64."""
    try:
        return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    except ValueError:
        return b""
