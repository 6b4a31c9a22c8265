"""Records with narrow fields: how they lie, and how plain Python reads and writes them."""

from __future__ import annotations

import numpy as np
import pytest

from throwdown.kernel.contract import record

KIND = record(("seat", "i1"), ("points", "i4", 2), ("face", "i1", 3), ("weight", "i2"), ("sure", "f8"))


def test_what_is_read_from_a_narrow_field_is_a_number_that_neither_wraps_nor_warns():
    states = np.zeros(2, KIND)
    s = states[1]
    s.seat, s.face[:], s.weight = 100, (6, 5, 4), 30_000
    s.face[0] += 1
    assert (s.seat + s.seat, 1 << s.face[0], s.weight * 2) == (200, 128, 60_000)
    assert states["face"][1].tolist() == [7, 5, 4]
    assert sum(s.face) == 16


def test_a_number_that_is_too_large_for_its_field_is_refused():
    states = np.zeros(1, KIND)
    s = states[0]
    with pytest.raises(OverflowError, match="128 out of bounds for int8"):
        s.seat = np.int64(128)
    with pytest.raises(OverflowError, match="128 out of bounds for int8"):
        s.face[:] = np.array([1, 2, 128])


def test_a_field_that_a_record_lacks_is_named():
    states = np.zeros(1, KIND)
    s = states[0]
    with pytest.raises(AttributeError, match="the record has no field 'seats'"):
        s.seats = 1
    with pytest.raises(AttributeError, match="the record has no field 'seats'"):
        print(s.seats)


def test_fields_keep_their_order_and_lie_without_gaps():
    assert KIND.names == ("seat", "points", "face", "weight", "sure")
    taken = sorted((where, kind.itemsize) for kind, where in KIND.fields.values())
    ends = [first + size for first, size in taken]
    assert [first for first, _ in taken[1:]] + [KIND.itemsize] == ends
    assert KIND.itemsize % 8 == 0
    wide = record(("seat", "i4"), ("pair", "i1", 4))
    assert [wide.fields[name][1] for name in wide.names] == [0, 4]


def test_gaps_that_no_single_number_can_fill_are_refused():
    with pytest.raises(ValueError, match="leave 1 bytes of a word empty"):
        record(("faces", "i1", 3), ("points", "i4"))
