"""What a database holds in files that anybody can read: transcripts, and all that is kept of one person."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, select

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.files import replacing
from throwdown.server.archive import finished, history
from throwdown.server.archive.history import Place
from throwdown.server.errors import DatabaseTrouble, Refusal
from throwdown.server.guests import passkeys, people
from throwdown.server.notify import push
from throwdown.server.storage.schema import carries, matches, named_values, players, sitting

Progress = Callable[[int, int], None]  # matches that are written, and how many there are


class Exported(NamedTuple):
    """How many transcripts were written, and how many finished matches have none: practice, and those that
    were broken off or are of other rules."""

    written: int
    left_out: int


def export(
    reading: Engine, file: Path, guest: str = "", progress: Progress = lambda done, every: None
) -> Exported:
    """Write a ZIP file with the transcripts of all finished matches, the oldest table first, or those of
    ``guest`` with ``person.json``, what is kept of that guest besides.

    Matches in play are not in it: their dice are sealed. Raises :class:`DatabaseTrouble` where there is a
    file of that name, or nothing is known of the guest.
    """
    if file.exists():
        raise DatabaseTrouble(f"there is a file {file} already: name another one")
    with replacing(file, 0o600) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as packed:
        if guest:
            packed.writestr("person.json", _of_person(reading, guest))
        return _write_matches(reading, packed, guest, progress)


def _write_matches(reading: Engine, packed: zipfile.ZipFile, guest: str, progress: Progress) -> Exported:
    with reading.connect() as connection:
        places = _places(connection, guest)
    progress(0, len(places))
    left_out = 0
    for n, place in enumerate(places, 1):
        try:
            name, text = _told(reading, place)
        except (Refusal, ThrowdownError):
            left_out += 1
        else:
            packed.writestr(name, text)
        progress(n, len(places))
    return Exported(len(places) - left_out, left_out)


def _places(connection: Connection, guest: str) -> list[Place]:
    if guest:
        return history.places_of(connection, guest)
    chosen = select(matches.c.table_id, matches.c.number).where(matches.c.result.is_not(None))
    return [Place(*row) for row in connection.execute(chosen.order_by(matches.c.table_id, matches.c.number))]


def _told(reading: Engine, place: Place) -> tuple[str, bytes]:
    """The name of the file for a match, and its transcript."""
    with reading.connect() as connection:
        whole = finished.whole(connection, *place)
    return f"{whole.record.game}-{place.table}-{place.number}.txt", finished.transcript_of(whole)


def _of_person(reading: Engine, guest: str) -> str:
    with reading.connect() as connection:
        kept = dict(_kept(connection, guest))
    if not any(kept.values()):
        raise DatabaseTrouble(f"nothing is kept of a guest {guest[:60]!r}")
    return json.dumps({"guest": guest, **kept}, indent=2, ensure_ascii=False)


def _kept(connection: Connection, guest: str) -> Iterator[tuple[str, Any]]:
    """What is kept of a guest: nothing that others could use in the guest's place, such as phrases."""
    person = people.load(connection, guest)
    yield "settings", person.settings
    yield "webhook", person.webhook.url if person.webhook else None
    yield "mail", person.mail.address if person.mail else None
    yield "browsers", [browser.endpoint for browser in push.browsers(connection, guest)]
    yield "passkeys", [[one.host, one.made] for one in passkeys.of_guest(connection, guest)]
    rows = connection.execute(select(carries.c.name, carries.c.until).where(carries.c.guest == guest))
    yield "devices", [{"name": row.name, "until": row.until} for row in rows]
    rows = connection.execute(
        select(named_values.c.game, named_values.c.name, named_values.c.record).where(
            named_values.c.guest == guest
        )
    )
    yield "values", [[row.game, row.name, json.loads(row.record)] for row in rows]
    yield (
        "sits at",
        list(connection.execute(select(sitting.c.table_id).where(sitting.c.guest == guest)).scalars()),
    )
    yield (
        "played",
        list(connection.execute(select(players.c.match).where(players.c.guest == guest)).scalars()),
    )
