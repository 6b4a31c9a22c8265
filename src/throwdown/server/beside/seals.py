"""The seal of the dice that the app stands in with at a refereed match, and when it is opened.

It is opened with the filed record of a match that is over. Where that match comes into play again, because
its end was undone or corrected, what is drawn from then on has a new seal.
"""

from __future__ import annotations

import secrets

import msgspec
from msgspec import structs
from sqlalchemy import Connection

from throwdown.kernel.chance import Committed, commitment
from throwdown.kernel.match import Match
from throwdown.kernel.presses import BUZZER
from throwdown.kernel.reported import reported_headers
from throwdown.server.beside.hands import unplayed
from throwdown.server.beside.knowledge import dealt_unseen, supposed_in
from throwdown.server.beside.refereed import BY_THE_APP, Opened, RefereeRecord
from throwdown.server.storage.vault import vault_of


def _name(key: str) -> str:
    return f"referee {key}"


def new_seal(connection: Connection, key: str) -> tuple[str, str]:
    """A new secret, sealed, and its commitment."""
    secret = secrets.token_bytes(32)
    return vault_of(connection).seal_text(_name(key), secret.hex()), commitment(secret)


def app_dice(connection: Connection, key: str, record: RefereeRecord) -> Committed:
    """The dice that the app stands in with: entry ``n`` comes up the same however often it is rolled."""
    return Committed(bytes.fromhex(vault_of(connection).open_text(_name(key), record.secret)))


def headers_of(connection: Connection, key: str, record: RefereeRecord, match: Match) -> dict[str, str]:
    """What a transcript says of the buzzer, and of events that nobody reported; it opens the seal that they
    were drawn from."""
    drawn: list[tuple[bytes, list[int]]] = []
    numbers = [n for n, noted in enumerate(record.log, 1) if noted.how == BY_THE_APP]
    for opened in record.opened:
        drawn.append((bytes.fromhex(opened.secret), [n for n in numbers if n <= opened.until]))
        numbers = [n for n in numbers if n > opened.until]
    if numbers:
        drawn.append((app_dice(connection, key, record).secret, numbers))
    buzzed = {BUZZER: msgspec.json.encode(record.buzzed).decode()} if record.buzzed else {}
    in_hands = unplayed(match, dealt_unseen(record))
    return reported_headers(match, drawn, supposed_in(record, in_hands)) | buzzed


def reseal(connection: Connection, key: str, before: RefereeRecord, record: RefereeRecord) -> None:
    """Note in ``record``, which follows on ``before``, how far earlier seals reach; where the end of
    ``before`` has opened its seal, seal a new secret."""
    pairs = zip(before.log, record.log, strict=False)
    same = next((k for k, (one, other) in enumerate(pairs) if one != other), len(before.log))
    until = min(same, len(record.log))
    record.opened = [structs.replace(one, until=min(one.until, until)) for one in before.opened]
    if not before.filed or before.filed == record.filed:
        return
    last = max((one.until for one in before.opened), default=0)
    if any(noted.how == BY_THE_APP for noted in before.log[last:]):
        record.opened.append(Opened(app_dice(connection, key, before).secret.hex(), until))
        record.secret, record.commitment = new_seal(connection, key)
