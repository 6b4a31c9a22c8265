"""What each screen beside a refereed match may know and enter: whose phone it is, what lies under cups and in
hands, unknown to the app, and whose view of the match it has.
"""

from __future__ import annotations

from collections.abc import Sequence

from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.game import load
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import knows
from throwdown.server.beside import hands
from throwdown.server.beside.boxes import box_of
from throwdown.server.beside.cups import Cup
from throwdown.server.beside.refereed import IN_HAND, REPORTED, UNSEEN, Noted, RefereeRecord, Running
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest


def seat_of(record: RefereeRecord, guest: Guest | None) -> int:
    """The seat that this guest's phone holds; -1 for none."""
    return next((seat for seat, held in record.holders.items() if guest and held == guest.id), -1)


def checked_seat(record: RefereeRecord, seat: int) -> None:
    """Refuse a seat on which nobody plays."""
    if not 0 <= seat < len(record.people):
        raise Refusal(f"there is no seat {str(seat)[:20]}: {len(record.people)} play", 400)


def has_secrets(record: RefereeRecord) -> bool:
    """Whether the game has what only one player may look at in the middle of play."""
    box = box_of(load(record.game))
    return bool(box and box.secret)


def may_act(record: RefereeRecord, you: int, seat: int) -> bool:
    """Whether this screen enters the choices of ``seat``: in a game with secrets its own phone alone, else
    anybody while no phone holds the seat, or in an open game anybody."""
    if has_secrets(record) and not has_cups(record):
        return seat == you
    return seat == you or seat not in record.holders or _is_open(record)


def _is_open(record: RefereeRecord) -> bool:
    box = box_of(load(record.game))
    return bool(box and box.open)


def has_cups(record: RefereeRecord) -> bool:
    """Whether what is secret in the game may lie under a real cup or in a hand, unknown to the app."""
    box = box_of(load(record.game))
    return bool(box and box.cups)


def cups_of(record: RefereeRecord) -> list[Cup]:
    """The cups under which dice lie that the app does not know."""
    last: dict[int, list[int]] = {}
    for index, noted in enumerate(record.log):
        if noted.owner >= 0:
            mine = last.setdefault(noted.owner, [])
            if mine and any(one.seat != CHANCE for one in record.log[mine[-1] : index]):
                mine.clear()
            mine.append(index)
    return [
        Cup(seat, tuple(at), tuple(record.log[k].event for k in at))
        for seat, at in sorted(last.items())
        if record.log[at[0]].how == UNSEEN
    ]


def dealt_unseen(record: RefereeRecord) -> list[hands.Slot]:
    """The cards that were supposed when they were dealt."""
    return [(index, noted.owner) for index, noted in enumerate(record.log) if noted.how == IN_HAND]


def supposed_in(record: RefereeRecord, in_hands: Sequence[hands.Slot]) -> list[int]:
    """The numbers of the entries, from 1, that nobody has shown: dice under cups, and cards ``in_hands``."""
    unseen = [index for index, noted in enumerate(record.log) if noted.how == UNSEEN]
    return [index + 1 for index in sorted({*unseen, *(index for index, _ in in_hands)})]


def viewer_of(record: RefereeRecord, running: Running, you: int) -> int:
    """Whose view of the match the screen of seat ``you`` has: nobody is shown what is only supposed."""
    if you < 0 or any(cup.seat == you for cup in cups_of(record)):
        return SPECTATOR
    return SPECTATOR if any(owner == you for _, owner in running.in_hands(record.log)) else you


def knows_secrets(record: RefereeRecord, running: Running, seat: int) -> bool:
    """Whether a phone that holds ``seat`` is shown what the table is not: in the match, in its log, as it was
    before a correction too, or in what was put aside."""
    match, viewer = running.match, viewer_of(record, running, seat)
    ever = [*record.log, *record.former]
    is_entered = any(noted.owner == seat and noted.how not in (UNSEEN, IN_HAND) for noted in ever)
    is_aside = any(entry.seen_by == seat for aside in record.aside for entry in aside.entries)
    return is_entered or is_aside or match.seen(viewer).tobytes() != match.seen(SPECTATOR).tobytes()


def lies_unseen(record: RefereeRecord, you: int) -> bool:
    """Whether any of what seat ``you`` rolled last in secret lies under a cup, unknown to the app."""
    own = (noted.how for noted in reversed(record.log) if noted.owner == you >= 0)
    return next(own, "") == UNSEEN or any(cup.seat == you for cup in cups_of(record))


def is_told(match: Match, noted: Noted, viewer: int, you: int) -> bool:
    """Whether the screen of seat ``you`` may know the next entry: as ``viewer`` does, or because it is that
    seat's secret and was entered on its own phone. ``match`` is as it was before the entry."""
    is_own = noted.owner == you >= 0 and noted.how == REPORTED
    return is_own or knows(match, Entry(noted.seat, noted.event), viewer)


def refusal_viewer(record: RefereeRecord, running: Running, you: int) -> int | None:
    """Whose view a refusal is told in; None in a game without secrets."""
    return viewer_of(record, running, you) if has_secrets(record) else None
