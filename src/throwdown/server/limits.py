"""How much is too much: leaking buckets, and counts of what is open, by address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

Clock = Callable[[], float]


class Bucket:
    """Holds ``most`` tokens and regains ``rate`` a second; each act takes one, or as many as it costs."""

    __slots__ = ("_clock", "_last", "_most", "_rate", "_tokens")

    def __init__(self, rate: float, most: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._tokens = most
        self._last = clock()

    def take(self, cost: float = 1) -> bool:
        """Whether one more act of that cost is allowed now; a refused one costs nothing."""
        now = self._clock()
        self._tokens = min(self._most, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class Buckets:
    """A bucket for each key, the longest unused forgotten first."""

    def __init__(self, rate: float, most: float, keys: int = 10_000, clock: Clock = time.monotonic) -> None:
        self._make = lambda: Bucket(rate, most, clock)
        self._keys = keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> bool:
        bucket = self._buckets.pop(key, None) or self._make()
        self._buckets[key] = bucket
        if len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)
        return bucket.take(cost)


class Open:
    """Counts what each key has open at a time, ``most`` of it at most and ``in_all`` together."""

    def __init__(self, most: int, in_all: int) -> None:
        self._most, self._in_all = most, in_all
        self._counts: Counter[str] = Counter()
        self._total = 0

    def enter(self, key: str) -> bool:
        """Whether one more may be opened; then it counts until :meth:`leave`."""
        if self._counts[key] >= self._most or self._total >= self._in_all:
            return False
        self._counts[key] += 1
        self._total += 1
        return True

    def leave(self, key: str) -> None:
        self._total -= 1
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]


def household(address: str) -> str:
    """What limits by address count as one: an IPv4 address, or the /64 that an IPv6 subscriber is given."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Address(int(known) >> 64 << 64))
