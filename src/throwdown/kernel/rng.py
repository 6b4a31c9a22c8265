"""Random numbers for compiled loops: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64.

A generator is a ``uint64`` array of four. The same seed gives the same numbers on any machine,
compiled or interpreted, and any number of cores.
"""

from __future__ import annotations

import numpy as np

from .contract import rule, wrapping

_U = np.uint64


@wrapping
def splitmix(x):
    """The output of splitmix64 (uint64) for the counter ``x`` (uint64)."""
    z = (x ^ (x >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    return z ^ (z >> _U(31))


@wrapping
def start(rng, seed, stream):
    """Set ``rng``, uint64[4], to the beginning of ``stream`` of ``seed`` (both 0 .. 2**63-1)."""
    x = splitmix(_U(seed) + _U(0x9E3779B97F4A7C15)) ^ splitmix(_U(stream) * _U(0xD1342543DE82EF95) + _U(1))
    for k in range(4):
        x = x + _U(0x9E3779B97F4A7C15)
        rng[k] = splitmix(x)


@wrapping
def advance(rng):
    """The next 64 random bits (uint64) of xoshiro256++; ``rng`` is its state, uint64[4]."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = a + d
    result = ((total << _U(23)) | (total >> _U(41))) + a
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ (b << _U(17))
    rng[3] = (d << _U(45)) | (d >> _U(19))
    return result


@wrapping
def below(rng, n):
    """A whole number 0 .. n-1, each equally likely (Lemire 2019); 1 <= n < 2**31, ``rng`` is uint64[4]."""
    size = _U(n)
    product = (advance(rng) >> _U(32)) * size
    low = product & _U(0xFFFFFFFF)
    if low < size:
        floor = (_U(1 << 32) - size) % size
        while low < floor:
            product = (advance(rng) >> _U(32)) * size
            low = product & _U(0xFFFFFFFF)
    return np.int64(product >> _U(32))


def generator(seed: int, stream: int = 0) -> np.ndarray:
    """A new generator, uint64[4], at the beginning of ``stream`` of ``seed``; for callers outside compiled
    code."""
    rng = np.zeros(4, np.uint64)
    start(rng, seed, stream)
    return rng


@rule
def unit(rng):
    """A number in [0, 1) with 53 random bits; ``rng`` is uint64[4]."""
    return np.float64(advance(rng) >> _U(11)) * (1.0 / 9007199254740992.0)


@rule
def weighed(ticket, weights, n):
    """The index 0 .. n-1 of the event that ``ticket`` draws by ``weights[:n]``, int32[n]; a ticket is 0
    .. their sum less 1."""
    for index in range(n):
        ticket -= weights[index]
        if ticket < 0:
            return index
    return n - 1


@rule
def weighted(rng, weights, n, total):
    """The index 0 .. n-1 drawn in proportion to ``weights[:n]``, int32[n], whose sum is ``total``; ``rng``
    is uint64[4]."""
    return weighed(below(rng, total), weights, n)
