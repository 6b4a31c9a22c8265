"""Who else plays a seat in the middle of a match: a bot for somebody away, or whoever takes the seat of
somebody removed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from throwdown.kernel.changed import BACK, BOT, LATE, REMOVED, TAKEN
from throwdown.server.table.tables import Change, TableRecord

MOST = 200  # changes of a match that are kept, but for people who were removed or came


def marks(changes: Sequence[Change]) -> list[tuple[int, int, str]]:
    """The changes as a transcript names them."""
    return [(one.n, one.seat, one.what) for one in changes]


def note(before: TableRecord, after: TableRecord, n: int) -> None:
    """Note in ``after`` which seats of the match in play changed hands since ``before``, after event ``n``:
    people who were removed or took their places, and seats that a bot plays to the end."""
    for number, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if was.guest == now.guest:
            continue
        if was.guest:
            _add(after, Change(n, after.seat_in_match(number), REMOVED, was.guest))
        if now.guest:
            _add(after, Change(n, after.seat_in_match(number), TAKEN, now.guest))
    for number in after.handed:
        if number not in before.handed:
            _add(after, Change(n, after.seat_in_match(number), BOT))


def bot_chooses(table: TableRecord, number: int, n: int) -> None:
    """Note that after event ``n`` a bot chooses for whoever sits on seat ``number`` of the table."""
    if not is_stood_in(table, number):
        _add(table, Change(n, table.seat_in_match(number), BOT))


def is_back(table: TableRecord, number: int, n: int) -> None:
    """Note that the person on seat ``number`` of the table chooses again after event ``n``."""
    if is_stood_in(table, number):
        _add(table, Change(n, table.seat_in_match(number), BACK))


def is_late(table: TableRecord, number: int, n: int) -> None:
    """Note that after event ``n`` a bot makes the one choice for which seat ``number`` had no time left."""
    _add(table, Change(n, table.seat_in_match(number), LATE))


def told_of(table: TableRecord, n: int) -> TableRecord:
    """The table as it is told to those who know of ``n`` events: that a bot made a choice for somebody whose
    time was up is told with that choice, for in secret it would say who still thought."""
    known = [one for one in table.changes if one.what != LATE or one.n < n]
    return table if len(known) == len(table.changes) else structs.replace(table, changes=known)


def is_stood_in(table: TableRecord, number: int) -> bool:
    """Whether it is noted that a bot chooses for the person on seat ``number`` of the table."""
    seat = table.seat_in_match(number)
    last = next((one.what for one in reversed(table.changes) if one.seat == seat), "")
    return last == BOT


def _add(table: TableRecord, change: Change) -> None:
    """Add it in the order of the match: another process may have noted what this one has not heard of yet.
    Who was removed, or came, is kept however often others were away."""
    if table.changes and change.n < table.changes[-1].n:
        change = structs.replace(change, n=table.changes[-1].n)
    if change.seat >= 0 and change not in table.changes and (change.guest or len(table.changes) < MOST):
        table.changes.append(change)
