"""Dice that nobody knows before they are due, the host included: the protocol of ``docs/fair-dice.md``.

Every seat, and the server, commits to a hash chain before the match. A roll is all chance events that follow
one another: it opens one link of every chain, and what the links come to decides its events with the same
draw as :class:`~throwdown.kernel.chance.Committed`.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from throwdown.kernel.chance import Committed, Offer, commitment, keyed, mac
from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.errors import BadLink
from throwdown.kernel.log import Entry

LENGTH = 1024  # links of a chain, unless it says otherwise
SHORTEST, LONGEST = 16, 4096
SIZE = 32  # bytes of a link
APART = 32  # links of the server's chain between those that are kept


class ChainEnd(NamedTuple):
    """What commits to a chain: its last hash, ``tip``, 64 hexadecimal digits, and its ``length`` in links."""

    tip: str
    length: int

    def __str__(self) -> str:
        return f"{self.tip}:{self.length}"


class Terms(NamedTuple):
    """What all is bound to before the first roll. ``chains`` are by seat of the match, None for a seat that
    has none, and ``length`` is that of the server's chains. ``match_id`` is 16 hexadecimal digits."""

    match_id: str
    game: str
    version: int
    chains: tuple[ChainEnd | None, ...]
    length: int = LENGTH


class LinkedRoll(Struct, frozen=True, omit_defaults=True):
    """The links of one roll, after event ``n`` of the match: by seat 64 hexadecimal digits, empty where the
    server's chain stood in. ``silent`` are the seats that were asked for theirs and gave none in time;
    ``next`` are the chains that seats go on with after their last link."""

    n: int
    links: tuple[str, ...]
    silent: tuple[int, ...] = ()
    next: dict[int, ChainEnd] = {}


def hashed(link: bytes, times: int = 1) -> bytes:
    """SHA-256, ``times`` times over."""
    sha256 = hashlib.sha256  # a chain is a thousand of them, for every match of people
    for _ in range(times):
        link = sha256(link).digest()
    return link


def _mac(key: bytes, text: str) -> bytes:
    return mac(keyed(key), text.encode())


def bound(terms: Terms, seal: str, server: ChainEnd) -> str:
    """What binds a match: the SHA-256, in hexadecimal, of its terms with the commitment ``seal`` to the
    secret and the first of the server's chains."""
    chains = (str(chain) if chain else "-" for chain in terms.chains)
    lines = ("throwdown fair 1", terms.match_id, terms.game, str(terms.version), seal, str(server), *chains)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def seed_of(server: bytes, binding: str, number: int, n: int, digest: str, links: Sequence[str]) -> bytes:
    """What decides roll ``number``, counted from 1, after event ``n``: 32 bytes. ``digest`` is that of the
    log so far, and ``links`` are by seat, empty where the server's chain stood in."""
    lines = ("throwdown roll", binding, str(number), str(n), digest, *(link or "-" for link in links))
    return _mac(server, "\n".join(lines))


class Chain:
    """A chain of which every link can be told, because its seed is known."""

    def __init__(self, seed: bytes, length: int) -> None:
        self._kept = [seed]  # every APART-th link, counted from the seed
        for _ in range(length // APART):
            self._kept.append(hashed(self._kept[-1], APART))
        self.length = length
        self.end = ChainEnd(self.link(0).hex(), length)

    def link(self, k: int) -> bytes:
        """Link ``k``, 1 to length; 0 is the tip."""
        back = self.length - k
        return hashed(self._kept[back // APART], back % APART)


class ServerChains:
    """The server's chains of one match, each followed by the next, all from the match's secret."""

    def __init__(self, secret: bytes, length: int) -> None:
        self._secret = secret
        self._length = length
        self._chains: dict[int, Chain] = {}

    def chain(self, part: int) -> Chain:
        """Chain ``part``, counted from 0."""
        if part not in self._chains:
            self._chains[part] = Chain(_mac(self._secret, f"throwdown chain {part}"), self._length)
        return self._chains[part]

    def link(self, number: int) -> bytes:
        """The link that roll ``number``, counted from 1, opens."""
        part, k = divmod(number - 1, self._length)
        return self.chain(part).link(k + 1)

    def next(self, number: int) -> ChainEnd | None:
        """The chain that comes after roll ``number``, where that opens the last link of one."""
        return self.chain(number // self._length).end if number % self._length == 0 else None


class Known:
    """What is known of one seat's chain: its end, and the last link that was opened."""

    def __init__(self, end: ChainEnd, before: int = 0) -> None:
        """``before``: so many rolls come before the first link of the chain."""
        self.end = end
        self.before = before
        self.at = before  # the roll of the last link that was opened
        self.link = end.tip

    def has(self, number: int) -> bool:
        """Whether the chain has a link for roll ``number``."""
        return self.at < number <= self.before + self.end.length

    def fits(self, number: int, link: str) -> bool:
        """Whether ``link`` is the one of roll ``number``: hashed often enough it is the last one known."""
        if not self.has(number) or not is_link(link):
            return False
        return hashed(bytes.fromhex(link), number - self.at).hex() == self.link

    def is_last(self, number: int) -> bool:
        """Whether roll ``number`` opens the chain's last link."""
        return number == self.before + self.end.length


def is_link(text: str) -> bool:
    """Whether ``text`` is 32 bytes in hexadecimal."""
    return len(text) == 2 * SIZE and all(digit in "0123456789abcdef" for digit in text)


def chain_end(tip: str, length: int) -> ChainEnd:
    """The end of a chain as somebody sent it; raises :class:`BadLink` for none."""
    if not is_link(tip):
        raise BadLink(f"a chain's end is {2 * SIZE} hexadecimal digits 0 to f: {tip[:20]!r}")
    if not SHORTEST <= length <= LONGEST:
        raise BadLink(f"a chain has {SHORTEST} to {LONGEST} links: {length}")
    return ChainEnd(tip, length)


class LogDigest:
    """What binds a roll to all that happened before it, hidden choices too, without telling them: HMAC-SHA256
    of the SHA-256 of the log, under a key that the secret opens."""

    def __init__(self, secret: bytes) -> None:
        self._keyed = keyed(_mac(secret, "throwdown log"))
        self._hash = hashlib.sha256()
        self._n = 0

    def after(self, log: Sequence[Entry], n: int) -> str:
        """The digest of the first ``n`` entries of ``log``, in hexadecimal. It must not be asked for fewer
        than before."""
        text = "".join(f"{seat}:{event}\n" for seat, event in log[self._n : n])
        self._hash.update(text.encode())
        self._n = n
        return mac(self._keyed, self._hash.digest()).hex()


class Linked(Committed):
    """The source of chance of a match whose rolls every seat opens a link of its chain for.

    ``rolls`` are those so far. While it is not ``ready`` the match waits: a roll is due, and its links are
    not all there. A source that is checked afterwards is always ready.
    """

    def __init__(
        self, secret: bytes, terms: Terms, rolls: Sequence[LinkedRoll] = (), log: Sequence[Entry] = ()
    ) -> None:
        """Raises :class:`BadLink` for ``rolls`` that do not fit the chains of ``terms`` or the ``log``."""
        super().__init__(secret)
        self.terms = terms
        self.server = ServerChains(secret, terms.length)
        self.binding = bound(terms, commitment(secret), self.server.chain(0).end)
        self.rolls: list[LinkedRoll] = []
        self.known = [Known(end) if end else None for end in terms.chains]
        self.silences = [0] * len(terms.chains)  # by seat: rolls in which it was silent
        self.past: list[tuple[int, Known]] = []  # chains that seats have come to the end of
        self.ready = True
        self.digests: list[str] = []  # by roll
        self.drawn: list[tuple[Offer, int]] = []  # of the last roll what everybody sees, with its place
        self._digest = LogDigest(secret)
        self._after: list[int] = []  # the event that each roll comes after
        self._seeds: list[bytes] = []
        for roll in rolls:
            self.add(roll, log)

    def digest(self, log: Sequence[Entry]) -> str:
        """The digest of ``log`` so far: the next roll comes after it."""
        return self._digest.after(log, len(log))

    def add(self, roll: LinkedRoll, log: Sequence[Entry]) -> None:
        """Take the links of the next roll; raises :class:`BadLink`, having changed nothing, for one that does
        not fit."""
        number = len(self.rolls) + 1
        if len(roll.links) != len(self.known):
            raise BadLink(f"roll {number} has {len(roll.links)} links for {len(self.known)} seats")
        if (self._after and roll.n <= self._after[-1]) or roll.n > len(log):
            raise BadLink(f"roll {number} cannot come after event {roll.n}")
        for seat, (known, link) in enumerate(zip(self.known, roll.links, strict=True)):
            if link and not (known and known.fits(number, link)):
                raise BadLink(f"link {link[:16]!r} of seat {seat} for roll {number} is not one of its chain")
        digest = self._digest.after(log, roll.n)
        server = self.server.link(number)
        self._seeds.append(seed_of(server, self.binding, number, roll.n, digest, roll.links))
        self._after.append(roll.n)
        self.digests.append(digest)
        self.drawn = []
        self.rolls.append(roll)
        for seat in roll.silent:
            self.silences[seat] += 1
        for seat, link in enumerate(roll.links):
            if link:
                self._open(seat, number, link, roll.next.get(seat))

    def _open(self, seat: int, number: int, link: str, after: ChainEnd | None) -> None:
        known = self.known[seat]
        assert known
        known.at, known.link = number, link
        if known.is_last(number):
            self.past.append((seat, known))
            self.known[seat] = Known(after, number) if after else None

    def draw(self, offer: Offer) -> int | None:
        """The index of the event that the links of its roll give; None while they are not there."""
        if not self.ready:
            return None
        seed = self.seed(offer.number)
        if seed is None:
            return None
        if not is_public(offer):
            return offer.at(self.hidden_ticket(offer.number, offer.size))
        index = offer.at(Committed(seed).ticket(offer.number, offer.size))
        self.drawn.append((offer, index))
        return index

    def ahead(self, number: int) -> None:
        """None: how an event is drawn depends on who sees it."""

    def hidden_ticket(self, number: int, size: int) -> int:
        """A ticket as :meth:`ticket` gives it, that nobody can compute before the secret is told; raises
        :class:`BadLink` as that does."""
        seed = self.seed(number)
        if seed is None:
            raise BadLink(f"event {number} is of no roll")
        return Committed(_mac(self.secret, f"throwdown hidden\n{seed.hex()}")).ticket(number, size)

    def ticket(self, number: int, size: int) -> int:
        """A whole number 0 .. size-1 for event ``number`` of the match, which its roll gives; raises
        :class:`BadLink` where it is none of a roll."""
        seed = self.seed(number)
        if seed is None:
            raise BadLink(f"event {number} is of no roll")
        return Committed(seed).ticket(number, size)

    def seed(self, number: int) -> bytes | None:
        """What decides event ``number`` of the match: the seed of the last roll before it; None before the
        first."""
        at = bisect_left(self._after, number)
        return self._seeds[at - 1] if at else None

    def replaced(self) -> list[tuple[int, int]]:
        """By seat: in how many rolls the server's chain stood in, and in how many of these the seat had been
        asked."""
        return [
            (sum(not roll.links[seat] for roll in self.rolls), silent)
            for seat, silent in enumerate(self.silences)
        ]


def is_public(offer: Offer) -> bool:
    """Whether everybody may draw the event of ``offer`` again at once: all learn which it is, and what could
    come follows from what all see. Every other is decided under the secret as well."""
    match = offer.match
    for event in offer.events:
        if int(match.engine.witnesses(match.state, CHANCE, event)) & EVERYBODY != EVERYBODY:
            return False
    events = np.zeros(match.game.rules.EVENTS, np.int32)
    weights = np.zeros(match.game.rules.EVENTS, np.int32)
    try:
        n, total = match.engine.offered(match.seen(SPECTATOR), CHANCE, events, weights)
    except IndexError:  # what is blanked names no place
        return False
    if events[:n].tolist() != list(offer.events):
        return False
    return (weights[:n].tolist() if total else None) == (list(offer.weights) if offer.weights else None)


def starts(log: Sequence[Entry]) -> list[int]:
    """The numbers of the events that rolls come after: where chance acts and did not just before."""
    return [
        n for n, entry in enumerate(log) if entry.seat == CHANCE and (n == 0 or log[n - 1].seat != CHANCE)
    ]
