"""Entries of a refereed match that may be corrected, and what a correction does.

In a game with secrets a correction tells nothing of what the screen that asks for it may not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import knows
from throwdown.kernel.refusals import in_names
from throwdown.server.beside import hands
from throwdown.server.beside.cups import Sentences, said_last, supposed
from throwdown.server.beside.knowledge import cups_of, has_secrets, is_told, seat_of, viewer_of
from throwdown.server.beside.referee import (
    Elsewhere,
    chosen,
    named,
    parsed,
    possible_for,
    room_for,
    show,
    whose_due,
)
from throwdown.server.beside.refereed import BY_THE_APP, IN_HAND, REPORTED, Noted, RefereeRecord, Running
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest

ANSWERED = "what the owner of a cup answered is asked again"
UNKNOWN = "a secret"  # what an entry is called that a screen may not know
SECRET = "what others keep secret may no longer fit"  # why a correction ends before an entry


class Logged(Struct, frozen=True):
    """An entry as the log shows it: whose choice it is (-1: dice or cards), its text and its name.
    ``whose``: the dice or cards are that seat's, -1 where they are nobody's alone."""

    seat: int
    text: str
    name: str
    whose: int


class LogLine(Logged, frozen=True):
    """An entry that may be corrected: its number from 1, and who entered it. ``others`` are what it could
    have been, and ``names`` what these are called. ``turn`` is the part of the match that it was made in."""

    number: int
    turn: str
    by: str
    others: tuple[str, ...]
    names: tuple[str, ...]


class Correction(Struct, frozen=True):
    """What a correction does: so many later entries stand, and those ``again`` no longer fit."""

    stands: int
    again: tuple[Logged, ...]
    why: str


def lines(record: RefereeRecord, running: Running, guest: Guest | None, since: int) -> Iterator[LogLine]:
    """The entries after number ``since`` that this screen may know, with what they could have been."""
    you = seat_of(record, guest)
    viewer, shown = viewer_of(record, running, you), _shown(record, running.match)
    fresh = Running(structs.replace(record, log=[])).match
    for number, noted in enumerate(record.log, 1):
        entry = Entry(noted.seat, noted.event)
        is_ours = noted.how != BY_THE_APP and _may_correct(record, you, noted)
        if number > since and is_ours and (number <= shown or is_told(fresh, noted, viewer, you)):
            possible = possible_for(fresh, noted.seat, viewer)
            others = tuple(fresh.texts(noted.seat, possible))
            names = named(fresh, noted.seat, possible)
            told = structs.asdict(_logged(fresh, noted))
            turn = fresh.game.words.heading(fresh.view(viewer))
            yield LogLine(**told, number=number, turn=turn, by=noted.by, others=others, names=names)
        fresh.extend([entry])


def _shown(record: RefereeRecord, match: Match) -> int:
    """How many entries, from the first, everybody may know: where nothing is secret but choices that are made
    together, these are shown before dice or cards are due."""
    if has_secrets(record):
        return 0
    if CHANCE in match.awaited:
        return len(record.log)
    return max((number for number, noted in enumerate(record.log, 1) if noted.seat == CHANCE), default=0)


def _logged(match: Match, noted: Noted) -> Logged:
    """An entry as the log shows it; ``match`` is as it is before."""
    (text,), (name,) = match.texts(noted.seat, [noted.event]), named(match, noted.seat, [noted.event])
    seat = -1 if noted.seat == CHANCE else noted.seat
    whose = noted.owner if noted.owner >= 0 else whose_due(match) if seat < 0 else seat
    return Logged(seat, text, name, whose)


def correct(
    record: RefereeRecord,
    running: Running,
    guest: Guest | None,
    number: int,
    text: str,
    by: str,
    *,
    is_sure: bool = True,
) -> Correction:
    """Put ``text`` in the place of entry ``number`` and replay what followed, up to the first entry that no
    longer fits, or for whose dice or cards something else is due. ``record`` is then the corrected one,
    ``running`` stays as it was. Refuses what cannot be, and raises :class:`.referee.Elsewhere`.

    Whether an entry still fits that this screen may not know would tell something of it: it stands where all
    that it could have been, as far as this screen knows, can still be, and else is asked again. Who is not
    sure only asks what a correction would do, which nobody else sees: where it depends on the cards that
    others hold, all that followed is said to be asked again.
    """
    if not 1 <= number <= len(record.log):
        raise Refusal(f"there is no entry {number}: there are {len(record.log)}", 400)
    wrong, you, shown = record.log[number - 1], seat_of(record, guest), _shown(record, running.match)
    viewer = viewer_of(record, running, you)
    made = structs.replace(record, log=record.log[: number - 1])
    now = Running(made)
    if number > shown and not is_told(now.match, wrong, viewer, you):
        raise Refusal("that entry is known to its owner's phone alone", 403)
    if not _may_correct(record, you, wrong):
        raise Refusal("that choice is corrected on its owner's phone alone", 403)
    is_untold = not is_sure and _may_be_elsewhere(now.match, wrong.seat, viewer)
    try:
        if wrong.seat == CHANCE:
            eyes = viewer if has_secrets(record) else None
            entry = Entry(CHANCE, parsed(now.match, CHANCE, text, eyes))
        else:
            entry = chosen(made, now, you, wrong.seat, text)
        if not is_untold:
            now = _make(made, now, structs.replace(wrong, event=entry.event, by=by))
    except Elsewhere:
        if not is_untold:
            raise
    except IllegalEvent as error:
        raise Refusal(in_names(str(error), now.match.names)) from None
    if is_untold:
        return Correction(0, tuple(_entries(record, number, shown, viewer)), SECRET)
    stands, why = _replay(record, made, now, number, shown, viewer)
    again = tuple(_entries(record, number + stands, shown, viewer))
    record.log, record.former = made.log, _as_reported(record, number)
    return Correction(stands, again, why)


def _replay(
    record: RefereeRecord, made: RefereeRecord, now: Running, number: int, shown: int, viewer: int
) -> tuple[int, str]:
    """Add to ``made``, whose match is ``now``, what followed entry ``number`` of ``record``, up to the first
    entry that no longer fits; returns how many were added, and why no more. All may know the first ``shown``
    entries, and the screen others as ``viewer``."""
    former = Running(structs.replace(record, log=record.log[:number])).match  # as it was before each entry
    cups, later = cups_of(record), record.log[number:]
    for stands, noted in enumerate(later):
        entry = Entry(noted.seat, noted.event)
        is_known = number + stands < shown or knows(former, entry, viewer)
        if not is_known and not _alike(former, now.match, entry.seat, viewer):
            return stands, SECRET
        try:
            if entry.seat == CHANCE and _due(former, viewer) != _due(now.match, viewer):
                raise IllegalEvent("other dice or cards are due")
            if entry.seat != CHANCE and cups and _said(former, entry) != _said(now.match, entry):
                return stands, ANSWERED
            now = _make(made, now, noted if has_secrets(record) else _alike_written(former, now, noted))
        except (Elsewhere, IllegalEvent):
            (name,) = named(former, noted.seat, [noted.event])
            return stands, f"{name} no longer fits" if is_known else SECRET
        former.extend([entry])
    return len(later), ""


def _as_reported(record: RefereeRecord, number: int) -> list[Noted]:
    """The log, to be put back where the correction of entry ``number`` is taken back. What the app drew from
    there on counts as reported where a seal of its dice has been opened."""
    if not (record.filed or record.opened):
        return record.log
    same, later = record.log[: number - 1], record.log[number - 1 :]
    return same + [structs.replace(one, how=REPORTED) if one.how == BY_THE_APP else one for one in later]


def take_back(record: RefereeRecord) -> None:
    """Put the log back as it was before the last correction."""
    record.log, record.former = record.former, []


def _may_be_elsewhere(match: Match, seat: int, viewer: int) -> bool:
    """Whether ``seat`` makes events that others may hold the cards of, for all that ``viewer`` knows."""
    if seat != CHANCE:
        return hands.is_free(match, seat, viewer)
    possible, due = match.possible_weights(CHANCE, viewer), match.weights_due()
    return sum(possible.values()) != sum(due.values())


def _make(record: RefereeRecord, running: Running, noted: Noted) -> Running:
    """Add the entry to ``record``, with other cards supposed in hands where that lets it fit; returns the
    match with it. Raises :class:`IllegalEvent` and :class:`Elsewhere`."""
    if noted.how == IN_HAND and noted.event not in running.match.legal_events(CHANCE):
        noted = structs.replace(noted, event=supposed(running.match))
    entry = Entry(noted.seat, noted.event)
    running = room_for(record, running, noted.event) if noted.seat == CHANCE else show(record, running, entry)
    running.make(entry)
    record.log.append(noted)
    return running


def _alike_written(former: Match, running: Running, noted: Noted) -> Noted:
    """The entry as it fits after a correction: where its event no longer does, the one that is written alike,
    as with a die that shows the same and lies elsewhere in the roll. ``former`` is as it was before it."""
    events = running.match.legal_events(noted.seat)
    if noted.event in events:
        return noted
    (text,) = former.texts(noted.seat, [noted.event])
    texts = running.match.texts(noted.seat, events)
    return structs.replace(noted, event=events[texts.index(text)]) if text in texts else noted


def _said(match: Match, entry: Entry) -> Sentences:
    """What would be said to all of ``entry``."""
    return said_last(match, [*match.log, entry])


def _may_correct(record: RefereeRecord, you: int, noted: Noted) -> bool:
    """In a game with secrets the choices of somebody with a phone are corrected there alone: what they could
    have been is a secret."""
    return noted.seat in (CHANCE, you) or not has_secrets(record) or noted.seat not in record.holders


def _due(match: Match, viewer: int) -> tuple[str, str, str]:
    """What dice or cards are due, as the table says it to ``viewer``: the same faces may be those of other
    dice, such as of a war that is no longer fought (KA-5)."""
    view = match.view(viewer)
    now = match.drawn(view, viewer).now
    return match.game.words.heading(view), now.title, now.note


def _alike(former: Match, match: Match, seat: int, viewer: int) -> bool:
    """Whether ``seat`` may make the same events in both, as far as ``viewer`` can know."""
    return former.possible_events(seat, viewer) == match.possible_events(seat, viewer)


def _entries(record: RefereeRecord, kept: int, shown: int, viewer: int) -> Iterator[Logged]:
    """The entries after the first ``kept`` of them, as far as the screen may know them: up to number
    ``shown`` all, and others as ``viewer``."""
    fresh = Running(structs.replace(record, log=record.log[:kept])).match
    for number, noted in enumerate(record.log[kept:], kept + 1):
        entry = Entry(noted.seat, noted.event)
        told, is_known = _logged(fresh, noted), number <= shown or knows(fresh, entry, viewer)
        yield told if is_known else structs.replace(told, text=UNKNOWN, name=UNKNOWN)
        fresh.extend([entry])
