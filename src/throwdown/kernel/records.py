"""Records of whole numbers: how their fields lie, and how plain Python reads and writes them.

Compiled code widens small integers before it calculates with them and stores what fits. NumPy's own scalars
keep their width instead: they wrap, or warn. So a record that plain Python holds gives Python integers, and
refuses one that its field is too narrow for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

NARROW = {"i1": 1, "i2": 2}
WORD = 4  # bytes: a fingerprint reads so many at once
WIDENED = {np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32}


class Record(np.void):
    """A record whose fields are attributes: integers of at most 32 bits are read as Python integers, arrays
    as :class:`Numbers`. Raises AttributeError for a field that it lacks, and OverflowError for a number that
    is too large for its field."""

    def __getattr__(self, name: str) -> Any:
        try:
            found: Any = self[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None
        if isinstance(found, np.ndarray):
            return found.view(Numbers)
        return found.item() if type(found) in WIDENED else found

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = _plain(value)
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None


class Numbers(np.ndarray[Any, Any]):
    """An array field of a :class:`Record`, which it is a view of; what is read and refused is as there."""

    def __getitem__(self, index: Any) -> Any:
        found: Any = super().__getitem__(index)
        return found.item() if type(found) in WIDENED else found

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, _plain(value))


def _plain(value: Any) -> Any:
    """``value`` as Python numbers, which NumPy does not wrap into a narrow field."""
    return value.tolist() if hasattr(value, "tolist") else value


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A record dtype whose scalars answer to attribute access, compiled or not.

    A field is (name, type) or (name, type, shape). Whole numbers may be narrow, ``i1`` and ``i2``. Where such
    fields would leave gaps in memory, which NumPy does not copy, the widest lie first, and some single
    numbers are made wider so that the record has a whole number of words; the fields are named in the order
    given. Raises ValueError for a field that a NumPy scalar already has as a method, such as ``round``, and
    where gaps remain.
    """
    taken = [field[0] for field in fields if hasattr(np.void, field[0])]
    if taken:
        raise ValueError(f"field names {taken} are methods of a NumPy scalar: choose others")
    kind = np.dtype(list(fields), align=True)
    if any(field[1] in NARROW for field in fields) and kind.itemsize > np.dtype(list(fields)).itemsize:
        kind = _packed(list(fields))
    return np.dtype((Record, kind))


def _packed(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """``fields`` by falling width in memory, the last narrow single numbers widened until they fill words."""
    word = max(WORD, *(np.dtype(field[1]).itemsize for field in fields))
    lacking = -np.dtype(fields).itemsize % word
    for at in range(len(fields) - 1, -1, -1):
        name, kind, *shape = fields[at]
        for wider in ("i4", "i2"):
            more = np.dtype(wider).itemsize - NARROW.get(kind, word)
            if not shape and 0 < more <= lacking:
                fields[at] = (name, wider)
                lacking -= more
                break
    if lacking:
        raise ValueError(f"the fields leave {lacking} bytes of a word empty: make a narrow one wider")
    lies = np.dtype(sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize))
    places: Any = lies.fields
    names = [field[0] for field in fields]
    return np.dtype(
        {
            "names": names,
            "formats": [places[name][0] for name in names],
            "offsets": [places[name][1] for name in names],
            "itemsize": lies.itemsize,
        },
        align=True,
    )


def copy_records(states: np.ndarray) -> np.ndarray:
    """A copy of ``states``, records[n], that can be written to. It is made of their bytes: NumPy itself
    copies records field by field, which takes thirty to a hundred times as long."""
    copy = np.frombuffer(bytearray(states.tobytes()), states.dtype)
    return copy if states.ndim == 1 else copy.reshape(states.shape)


def choose_records(states: np.ndarray, chosen: Sequence[int] | np.ndarray) -> np.ndarray:
    """A copy of the records ``chosen`` by their places in ``states``, records[n] that lie side by side;
    a place may come several times."""
    rows: np.ndarray = states.view(np.uint8).reshape(len(states), states.dtype.itemsize)
    return rows[np.asarray(chosen, np.intp)].reshape(-1).view(states.dtype)


def join_records(parts: Sequence[np.ndarray]) -> np.ndarray:
    """The records of all ``parts``, at least one, each records[n] of one type, in one new array."""
    return np.frombuffer(bytearray(b"".join(part.tobytes() for part in parts)), parts[0].dtype)
