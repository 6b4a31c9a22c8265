"""How much is too much: leaking buckets for connections and addresses."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]


class Bucket:
    """Holds ``most`` tokens and regains ``rate`` a second; each act takes one."""

    __slots__ = ("_clock", "_last", "_most", "_rate", "_tokens")

    def __init__(self, rate: float, most: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._tokens = most
        self._last = clock()

    def take(self) -> bool:
        """Whether one more act is allowed now."""
        now = self._clock()
        self._tokens = min(self._most, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each key, the longest unused forgotten first."""

    def __init__(self, rate: float, most: float, keys: int = 10_000, clock: Clock = time.monotonic) -> None:
        self._make = lambda: Bucket(rate, most, clock)
        self._keys = keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        bucket = self._buckets.pop(key, None) or self._make()
        self._buckets[key] = bucket
        if len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)
        return bucket.take()
