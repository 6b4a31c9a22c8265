"""Dice that an app rolls for people at a table, and nothing else: sealed, kept, and open to proof.

Die ``k`` of a seal, counted from 1, is drawn as event ``k`` of a match is, without seeds
(:class:`~throwdown.kernel.chance.Committed`).
"""

from __future__ import annotations

import secrets

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from throwdown.kernel.chance import Committed, commitment
from throwdown.kernel.game import load
from throwdown.server.beside.boxes import Box, box_of
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import checked_colour, checked_name
from throwdown.server.storage.vault import vault_of

KIND = "dice"
MOST_DICE = 40  # in a roll
MOST_ROLLS = 500  # under one seal
MOST_LYING = 4000  # dice in all rolls under one seal, so that a record stays within half a megabyte
MOST_PEOPLE = 8
SHOWN = 60  # rolls that are sent to those who look on


class Someone(Struct, frozen=True):
    """Somebody at the table: a name and a colour."""

    name: str
    colour: int = 0


class RolledDie(Struct, frozen=True, omit_defaults=True):
    """A die as it lies: its kind, which face is up (counted from 0), and whether it was kept from before."""

    kind: str
    face: int
    kept: bool = False


class TrayRoll(Struct, frozen=True, omit_defaults=True):
    """One roll. ``first`` is the number of its first die that was thrown, under its seal; ``who`` is a place
    among the people."""

    number: int
    who: int
    first: int
    dice: tuple[RolledDie, ...]
    request: str = ""


class Opened(Struct, frozen=True):
    """A seal that was opened: what was published before, the secret, and all rolls made under it."""

    commitment: str
    secret: str
    rolls: tuple[TrayRoll, ...]


class TrayRecord(Struct, omit_defaults=True):
    """What is saved. ``secret`` is sealed, as the ``seals``-th of this tray; of opened ones the last four are
    kept, each an :class:`Opened` that is read only when somebody asks for it."""

    game: str
    people: tuple[Someone, ...]
    secret: str
    commitment: str
    rolls: list[TrayRoll]
    thrown: int = 0
    seals: int = 0
    opened: list[msgspec.Raw] = []


class Tray(Struct, frozen=True):
    """The dice as everybody sees them; ``rolls`` are the last of ``rolled``."""

    id: str
    code: str
    revision: int
    box: Box
    people: tuple[Someone, ...]
    commitment: str
    rolled: int
    rolls: tuple[TrayRoll, ...]
    opened: int


class NewTray(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of a game for these people."""

    game: str
    people: tuple[Someone, ...]


class RollWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll: ``dice`` are the kinds that are thrown, ``kept`` the places of dice of the last roll that stay.

    ``request`` is drawn by whoever asks, so that a request that is sent again rolls once.
    """

    who: int
    dice: tuple[str, ...]
    kept: tuple[int, ...] = ()
    request: str = ""


RECORDS = msgspec.json.Decoder(TrayRecord)  # made before there are threads
OPENED = msgspec.json.Decoder(Opened)


def box_for(game: str) -> Box:
    """The box of a game; refuses one whose dice are not known."""
    box = box_of(load(game))
    if box is None or not box.dice:
        raise Refusal(f"the dice of {game[:40]!r} are not known here", 404)
    return box


def checked_people(people: tuple[Someone, ...]) -> tuple[Someone, ...]:
    """One to eight people, with names that can be read."""
    if not 1 <= len(people) <= MOST_PEOPLE:
        raise Refusal(f"1 to {MOST_PEOPLE} people share dice: {len(people)} came", 400)
    return tuple(Someone(checked_name(one.name), checked_colour(one.colour)) for one in people)


def new(connection: Connection, key: str, game: str, people: tuple[Someone, ...]) -> bytes:
    """The record of new dice, with a seal."""
    record = TrayRecord(game, people, "", "", [])
    _seal(connection, key, record)
    return msgspec.json.encode(record)


def _seal(connection: Connection, key: str, record: TrayRecord) -> None:
    secret = secrets.token_bytes(32)
    record.seals += 1
    record.secret = vault_of(connection).seal_text(_name(key, record), secret.hex())
    record.commitment, record.rolls, record.thrown = commitment(secret), [], 0


def _name(key: str, record: TrayRecord) -> str:
    """The name under which the secret is sealed: no other has it."""
    return f"tray {key} {record.seals}"


def roll(connection: Connection, key: str, saved: bytes, wish: RollWish) -> bytes | None:
    """The record with one roll more; None where that request was carried out before."""
    record = RECORDS.decode(saved)
    if wish.request and any(done.request == wish.request for done in record.rolls):
        return None
    kinds = {kind.key: kind for kind in box_for(record.game).dice}
    if not 0 <= wish.who < len(record.people):
        raise Refusal(f"there is nobody {wish.who}: people are numbered 0 to {len(record.people) - 1}", 400)
    if len(record.rolls) >= MOST_ROLLS:
        raise Refusal(f"{MOST_ROLLS} rolls are made under one seal: open it, and roll under the next")
    kept = _kept(record, wish.kept)
    lying = sum(len(done.dice) for done in record.rolls) + len(kept) + len(wish.dice)
    if lying > MOST_LYING:
        raise Refusal(f"{MOST_LYING} dice lie in the rolls of one seal: open it, and roll under the next")
    if not wish.dice or len(wish.dice) + len(kept) > MOST_DICE:
        raise Refusal(f"1 to {MOST_DICE} dice are rolled at once: {len(wish.dice)} and {len(kept)} kept", 400)
    unknown = next((kind for kind in wish.dice if kind not in kinds), None)
    if unknown is not None:
        raise Refusal(f"there is no die {unknown[:20]!r} in this box; there are {', '.join(kinds)}", 400)
    secret = vault_of(connection).open_text(_name(key, record), record.secret)
    fair = Committed(bytes.fromhex(secret))
    first = record.thrown + 1
    thrown = tuple(
        RolledDie(kind, fair.ticket(number, len(kinds[kind].faces)))
        for number, kind in enumerate(wish.dice, first)
    )
    record.thrown += len(thrown)
    record.rolls.append(TrayRoll(len(record.rolls) + 1, wish.who, first, (*kept, *thrown), wish.request[:40]))
    return msgspec.json.encode(record)


def _kept(record: TrayRecord, places: tuple[int, ...]) -> tuple[RolledDie, ...]:
    last = record.rolls[-1].dice if record.rolls else ()
    wrong = next((place for place in places if not 0 <= place < len(last)), None)
    if wrong is not None or len(set(places)) < len(places):
        raise Refusal(
            f"kept dice are {list(places)[:20]}: the last roll has {len(last)}, each kept once", 400
        )
    return tuple(RolledDie(last[place].kind, last[place].face, True) for place in sorted(places))


def open_seal(connection: Connection, key: str, saved: bytes) -> bytes:
    """The record with its seal opened for everybody, and the next one closed."""
    record = RECORDS.decode(saved)
    if not record.rolls:
        raise Refusal("nothing was rolled under this seal yet")
    secret = vault_of(connection).open_text(_name(key, record), record.secret)
    shown = msgspec.json.encode(Opened(record.commitment, secret, tuple(record.rolls)))
    record.opened = [*record.opened[-3:], msgspec.Raw(shown)]
    _seal(connection, key, record)
    return msgspec.json.encode(record)


def seen(key: str, code: str, revision: int, saved: bytes) -> Tray:
    """The dice without what is secret."""
    record = RECORDS.decode(saved)
    return Tray(
        key,
        code,
        revision,
        box_for(record.game),
        record.people,
        record.commitment,
        len(record.rolls),
        tuple(record.rolls[-SHOWN:]),
        len(record.opened),
    )


def opened(saved: bytes) -> list[Opened]:
    """The seals that were opened, the newest first."""
    return [OPENED.decode(each) for each in RECORDS.decode(saved).opened[::-1]]
