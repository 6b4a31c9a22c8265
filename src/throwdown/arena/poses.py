"""Poses in few bytes: what a browser needs to show a throw as it was simulated.

A throw is one byte for the number of dice, two (big-endian) for that of frames, and then, die by die and
channel by channel (x, y, z in quarter millimetres; w, x, y, z of the quaternion in 1/2047), how each frame
differs from going on as before, as zigzag varints. Throws follow each other; the whole is deflated (raw).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from throwdown.arena.errors import BadThrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.floating[Any]]
else:
    Numbers = Any

SCALE = np.array([4000.0] * 3 + [2047.0] * 4)


def pack(throws: Iterable[Numbers]) -> bytes:
    """Compress throws, each float[frames, dice, 7], into bytes. Places are kept to a quarter of a
    millimetre."""
    packer = zlib.compressobj(9, wbits=-15)
    return packer.compress(b"".join(map(_written, throws))) + packer.flush()


def unpack(packed: bytes) -> list[Numbers]:
    """The throws that :func:`pack` compressed, each float32[frames, dice, 7]; raises :class:`BadThrow` for
    bytes that it did not make."""
    try:
        return list(_read(zlib.decompress(packed, wbits=-15)))
    except (zlib.error, IndexError) as error:
        raise BadThrow(f"cannot read the poses of a throw: {error}") from None


def _written(frames: Numbers) -> bytes:
    whole = np.rint(_continuous(frames) * SCALE).astype(np.int32)
    count, dice, _ = whole.shape
    before = np.zeros((2, dice, 7), np.int32)
    second = np.diff(np.concatenate((before, whole)), n=2, axis=0)
    second[1] += whole[0]  # the second frame is told from the first alone
    return bytes((dice, count >> 8, count & 255)) + _varints(second.transpose(1, 2, 0).ravel())


def _continuous(frames: Numbers) -> Numbers:
    """Quaternions with the signs that keep each near the one before."""
    turned = np.array(frames, np.float64)
    for k in range(1, len(turned)):
        against = (turned[k, :, 3:] * turned[k - 1, :, 3:]).sum(axis=1) < 0
        turned[k, against, 3:] *= -1
    return turned


def _varints(numbers: Any) -> bytes:
    out = bytearray()
    for number in ((numbers << 1) ^ (numbers >> 31)).tolist():
        while number > 127:
            out.append(number & 127 | 128)
            number >>= 7
        out.append(number)
    return bytes(out)


def _read(data: bytes) -> Iterator[Numbers]:
    at = 0
    while at < len(data):
        dice, count = data[at], data[at + 1] << 8 | data[at + 2]
        numbers, at = _numbers(data, at + 3, dice * 7 * count)
        second = np.array(numbers, np.int64).reshape(dice, 7, count).transpose(2, 0, 1)
        second[1] -= second[0]
        whole = np.cumsum(np.cumsum(second, axis=0), axis=0)
        yield (whole / SCALE).astype(np.float32)


def _numbers(data: bytes, at: int, many: int) -> tuple[list[int], int]:
    numbers = list[int]()
    while len(numbers) < many:
        value, shift = 0, 0
        while data[at] > 127:
            value |= (data[at] & 127) << shift
            shift, at = shift + 7, at + 1
        value |= data[at] << shift
        at += 1
        numbers.append(value >> 1 ^ -(value & 1))
    return numbers, at
