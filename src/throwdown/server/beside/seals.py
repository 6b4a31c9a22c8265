"""The seal of the dice that the app stands in with at a refereed match, and when it is opened.

It is opened with the filed record of a match that is over. Where that match comes into play again, because
its end was undone or corrected, what is drawn from then on has a new seal.

An entry comes up the same however often it is undone and drawn again. But where somebody alone was shown it,
as a hand of cards, and more was undone than what the app drew, it would be known to who should not know it:
by what was played from it, or because a choice before it was another, and so another player gets it. What is
drawn from then on is then another deal, of a secret that is made from the sealed one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

import msgspec
from msgspec import structs
from sqlalchemy import Connection

from throwdown.kernel.chance import Committed, commitment
from throwdown.kernel.match import Match
from throwdown.kernel.presses import BUZZER
from throwdown.kernel.reported import reported_headers
from throwdown.server.beside.hands import unplayed
from throwdown.server.beside.knowledge import dealt_unseen, supposed_in
from throwdown.server.beside.refereed import BY_THE_APP, Noted, Opened, RefereeRecord
from throwdown.server.storage.vault import vault_of


def _name(key: str) -> str:
    return f"referee {key}"


def new_seal(connection: Connection, key: str) -> tuple[str, str]:
    """A new secret, sealed, and its commitment."""
    secret = secrets.token_bytes(32)
    return vault_of(connection).seal_text(_name(key), secret.hex()), commitment(secret)


def app_dice(connection: Connection, key: str, record: RefereeRecord) -> Committed:
    """The dice that the app stands in with: entry ``n`` comes up the same however often it is rolled in a
    deal."""
    return Committed(_of_deal(_secret(connection, key, record), record.deal))


def _secret(connection: Connection, key: str, record: RefereeRecord) -> bytes:
    """What is sealed now."""
    return bytes.fromhex(vault_of(connection).open_text(_name(key), record.secret))


def _of_deal(secret: bytes, deal: int) -> bytes:
    """The secret of a deal, which for the first is the sealed one."""
    return hmac.digest(secret, f"deal {deal}".encode(), hashlib.sha256) if deal else secret


def headers_of(connection: Connection, key: str, record: RefereeRecord, match: Match) -> dict[str, str]:
    """What a transcript says of the buzzer, and of events that nobody reported; it opens the seal that they
    were drawn from."""
    drawn: list[tuple[bytes, list[int]]] = []
    numbers = [n for n, noted in enumerate(record.log, 1) if noted.how == BY_THE_APP]
    for opened in record.opened:
        secret = bytes.fromhex(opened.secret)
        drawn += _by_deal(secret, record.log, [n for n in numbers if n <= opened.until])
        numbers = [n for n in numbers if n > opened.until]
    if numbers:
        drawn += _by_deal(_secret(connection, key, record), record.log, numbers)
    buzzed = {BUZZER: msgspec.json.encode(record.buzzed).decode()} if record.buzzed else {}
    in_hands = unplayed(match, dealt_unseen(record))
    return reported_headers(match, drawn, supposed_in(record, in_hands)) | buzzed


def _by_deal(secret: bytes, log: Sequence[Noted], numbers: Sequence[int]) -> list[tuple[bytes, list[int]]]:
    """The secret of each deal, with those of the entries ``numbers`` that it has drawn."""
    deals = sorted({log[n - 1].deal for n in numbers})
    return [(_of_deal(secret, deal), [n for n in numbers if log[n - 1].deal == deal]) for deal in deals]


def deal_anew(before: RefereeRecord, record: RefereeRecord) -> None:
    """Begin another deal in ``record``, which follows on ``before``, where what the app drew unseen is taken
    back with more, at once or one after another, or where another phone takes a seat after that."""
    unseen = [n for n, one in enumerate(before.log, 1) if one.how == BY_THE_APP and one.owner >= 0]
    people = [n for n, one in enumerate(before.log, 1) if one.how != BY_THE_APP]
    drawn = [n for n in unseen if before.log[n - 1].deal == before.deal]
    record.foreseen, record.reached = max([before.foreseen, *drawn]), max([before.reached, *people])
    kept = _common(before.log, record.log)
    is_back = kept < len(before.log) and min(record.foreseen, record.reached) > kept
    changes_hands = before.holders != record.holders and record.foreseen > len(record.log)
    if is_back or changes_hands:
        record.deal, record.foreseen, record.reached = record.deal + 1, 0, 0


def _common(before: Sequence[Noted], log: Sequence[Noted]) -> int:
    """How many entries, from the first, are the same in both."""
    pairs = zip(before, log, strict=False)
    return next((k for k, (one, other) in enumerate(pairs) if one != other), min(len(before), len(log)))


def reseal(connection: Connection, key: str, before: RefereeRecord, record: RefereeRecord) -> None:
    """Note in ``record``, which follows on ``before``, how far earlier seals reach; where the end of
    ``before`` has opened its seal, seal a new secret."""
    until = _common(before.log, record.log)
    record.opened = [structs.replace(one, until=min(one.until, until)) for one in before.opened]
    if not before.filed or before.filed == record.filed:
        return
    last = max((one.until for one in before.opened), default=0)
    if any(noted.how == BY_THE_APP for noted in before.log[last:]):
        record.opened.append(Opened(_secret(connection, key, before).hex(), until))
        record.secret, record.commitment = new_seal(connection, key)
