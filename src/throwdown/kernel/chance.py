"""The sources of chance: who says what the dice show when a match awaits CHANCE.

A source is asked once per chance event with an :class:`Offer` and answers with the index of the
event, or None where somebody else will report it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from msgspec import Struct

from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.log import Entry

BLOCK = 64  # bytes of a block of SHA-256
PADS = 0x36, 0x5C  # of HMAC: each byte of the key is combined with the one, and with the other
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in PADS)
AHEAD = 16  # events whose numbers are worked out together


class Decided(Protocol):
    """What a source of chance may ask of the match that awaits it: how a die is thrown depends on the
    table."""

    game: GameFolder
    engine: ModuleType
    state: np.ndarray
    log: list[Entry]

    def seen(self, seat: int) -> np.ndarray:
        """A copy of the record (an array of one element) with what ``seat`` may not know blanked."""
        ...

    def truth(self) -> Any:
        """The whole record as a struct of plain numbers and lists."""
        ...

    def replay(self, many: int | None = None) -> Self:
        """A new match after the first ``many`` entries of the log, with chance held back."""
        ...

    def extend(self, entries: Iterable[Entry]) -> Self:
        """Make saved entries again; raises :class:`IllegalEvent` for the first that is not legal."""
        ...


class Offer(Struct, frozen=True):
    """A chance event that is due.

    ``number`` counts the match's events from 1, this one included; ``weights`` are whole numbers, or
    None where all events are equally likely.
    """

    number: int
    events: Sequence[int]
    weights: Sequence[int] | None
    match: Decided

    @property
    def size(self) -> int:
        """How many equally likely tickets there are."""
        return sum(self.weights) if self.weights else len(self.events)

    def at(self, ticket: int) -> int:
        """The index of the event that ``ticket`` (0 .. size-1) draws; raises :class:`IllegalEvent` for a
        ticket beyond."""
        if not self.weights:
            return ticket
        for index, weight in enumerate(self.weights):
            ticket -= weight
            if ticket < 0:
                return index
        raise IllegalEvent(f"ticket {ticket} is outside 0 .. {self.size - 1}")


class Chance(Protocol):
    """A source of chance."""

    def draw(self, offer: Offer) -> int | None:
        """The index of the event of ``offer`` that comes; None where the match has to wait."""
        ...


class Fair:
    """The operating system's randomness."""

    def draw(self, offer: Offer) -> int:
        """The index of an event, drawn by its weight; never None."""
        return offer.at(secrets.randbelow(offer.size))


class Ahead(NamedTuple):
    """The numbers that decide event ``first`` and those after it."""

    first: int
    numbers: np.ndarray


class Committed:
    """Dice that can be checked afterwards.

    Event ``number`` is drawn with HMAC-SHA256 under the server's secret, over
    ``"number:try:seed-seed-..."`` (decimal, seeds in hexadecimal by seat): the first eight bytes as a
    big-endian number, taken modulo the number of tickets; a number in the last, incomplete stretch
    of 2**64 is thrown away and ``try`` goes up, so that no ticket is favoured.
    """

    ready = True  # whether it can draw what is due now

    def __init__(self, secret: bytes, seeds: Iterable[str] = ()) -> None:
        self.secret = secret
        self.seeds = tuple(seeds)
        self._seeds = "-".join(self.seeds)
        self._keyed = keyed(secret)
        self._ahead = Ahead(0, np.empty(0, np.uint64))

    def draw(self, offer: Offer) -> int | None:
        """The index of the event that the secret and the seeds give."""
        return offer.at(self.ticket(offer.number, offer.size))

    def ticket(self, number: int, size: int) -> int:
        """A whole number 0 .. size-1 for event ``number`` of the match, each equally likely.

        It is HMAC-SHA256 of the secret over the number, an attempt and the seeds. Where that would favour
        some, the next attempt counts.
        """
        edge = 2**64 - 2**64 % size
        attempt = 0
        while True:
            value = int.from_bytes(self._hmac(number, attempt)[:8], "big")
            if value < edge:
                return value % size
            attempt += 1

    def _hmac(self, number: int, attempt: int) -> bytes:
        return mac(self._keyed, f"{number}:{attempt}:{self._seeds}".encode())

    def ahead(self, number: int) -> np.ndarray | None:
        """The numbers that decide event ``number`` and those after it at the first attempt, uint64[n], for
        :func:`~throwdown.kernel.loops.roll`; at least one and at most :data:`AHEAD`. None where each event
        has to be drawn by itself."""
        first, numbers = self._ahead
        if not first <= number < first + len(numbers):
            digests = b"".join([self._hmac(each, 0) for each in range(number, number + AHEAD)])
            numbers = np.frombuffer(digests, ">u8")[::4].astype(np.uint64)  # the first eight bytes of each 32
            first, _ = self._ahead = Ahead(number, numbers)
        return numbers[number - first :]


def keyed(secret: bytes) -> tuple[Any, Any]:
    """The inner and the outer hash of HMAC-SHA256 under ``secret`` (RFC 2104), to be copied for each message:
    ``hmac.digest`` hands Python's lock to another thread each time, and then waits for it."""
    block = (secret if len(secret) <= BLOCK else hashlib.sha256(secret).digest()).ljust(BLOCK, b"\0")
    return hashlib.sha256(block.translate(INNER)), hashlib.sha256(block.translate(OUTER))


def mac(key: tuple[Any, Any], text: bytes) -> bytes:
    """HMAC-SHA256 of ``text``; ``key`` is what :func:`keyed` makes of one."""
    inner, outer = key[0].copy(), key[1].copy()
    inner.update(text)
    outer.update(inner.digest())
    return outer.digest()


def sealed(chance: object) -> Committed | None:
    """The committed dice of a source: itself, or those that a physical source draws from."""
    dice = getattr(chance, "committed", chance)
    return dice if isinstance(dice, Committed) else None


def commitment(secret: bytes) -> str:
    """What is published before the match: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


class Seeded(Committed):
    """A source of chance that gives the same dice for the same ``seed`` on any machine."""

    def __init__(self, seed: int) -> None:
        super().__init__(hashlib.sha256(f"throwdown seed {seed}".encode()).digest())
        self.seed = seed


class Reported:
    """Dice that people roll on their own table: the match waits until someone plays CHANCE's event."""

    def draw(self, offer: Offer) -> None:
        """Nothing, so that the match waits for a report."""


class Recorded:
    """The chance events of a recorded match, in order; after the last the match waits."""

    def __init__(self, events: Iterable[int]) -> None:
        self._events = list(events)
        self._next = 0

    def draw(self, offer: Offer) -> int | None:
        """The index of the next recorded event, None after the last; raises :class:`IllegalEvent` for one
        that cannot come now."""
        if self._next == len(self._events):
            return None
        event = self._events[self._next]
        if event not in offer.events:
            raise IllegalEvent(f"recorded chance event {event} cannot be event {offer.number}")
        self._next += 1
        return list(offer.events).index(event)


class Thrown:
    """A physical source: ``throw`` gets the offer, lets something come to rest, and says which event."""

    def __init__(self, throw: Callable[[Offer], int]) -> None:
        self._throw = throw

    def draw(self, offer: Offer) -> int:
        """The index of the event that the throw came to; raises :class:`IllegalEvent` for one that cannot
        come now."""
        event = self._throw(offer)
        if event not in offer.events:
            raise IllegalEvent(f"thrown event {event} is not one of {list(offer.events)}")
        return list(offer.events).index(event)
