"""Short codes to say aloud: five letters, consonants and vowels in turn, good only while a seat is open."""

from __future__ import annotations

import secrets
import time

from throwdown.server.errors import Refusal
from throwdown.server.limits import Bucket, Buckets, Clock

CONSONANTS = "BDFGHJKLMNPRSTVZ"
VOWELS = "AEIOU"
TRIES_A_MINUTE = 8
TRIES_A_MINUTE_IN_ALL = 60


def new_code() -> str:
    """A code such as ``KOBAL``: one of 102,400."""
    return "".join(secrets.choice(VOWELS if place % 2 else CONSONANTS) for place in range(5))


def read_code(said: str) -> str:
    """The code as typed by a person, or a refusal that quotes it."""
    code = "".join(said.split()).upper()
    shaped = len(code) == 5 and all(
        letter in (VOWELS if place % 2 else CONSONANTS) for place, letter in enumerate(code)
    )
    if not shaped:
        raise Refusal(
            f"a code is five letters, consonants and vowels in turn, such as KOBAL: {said[:20]!r}", 404
        )
    return code


class Tries:
    """Few tries a minute for each address, and not many in all, so that guessing gets nowhere."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._each = Buckets(TRIES_A_MINUTE / 60, TRIES_A_MINUTE, clock=clock)
        self._all = Bucket(TRIES_A_MINUTE_IN_ALL / 60, TRIES_A_MINUTE_IN_ALL, clock=clock)

    def take(self, address: str) -> None:
        """Count one try of a short code; raises a refusal (429) when there were too many."""
        self.take_long(address)
        if not self._all.take():
            raise Refusal("too many codes are being tried just now: wait a minute or use the link", 429)

    def take_long(self, address: str) -> None:
        """Count one try of words of 48 bits and more; raises a refusal (429) when there were too many from
        the address. Nobody guesses these: trying them from many addresses keeps no one from a code."""
        if not self._each.take(address):
            raise Refusal(f"{TRIES_A_MINUTE} codes a minute are enough: wait a little", 429)
