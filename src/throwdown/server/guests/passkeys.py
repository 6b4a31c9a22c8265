"""Passkeys: a device or a keeper of passwords proves by a signature (WebAuthn) that it belongs to a guest.

Only public keys are saved. A passkey is good at the host name at which it was made, and proves itself with a
challenge of this server that is good once and for five minutes. Challenges carry a stamp, so that nothing is
saved for somebody who only asks for one.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select, update
from sqlalchemy import delete as erase
from sqlalchemy.dialects import postgresql, sqlite

from throwdown.server.errors import Refusal
from throwdown.server.guests.base64url import bytes_of, text_of
from throwdown.server.guests.identity import Guest, Signer
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import challenges, passkeys

MOST = 12  # of a guest
GOOD_FOR = 300.0  # seconds
NONCE, TIME, STAMP = 16, 8, 32  # bytes of a challenge
NAMES_THIS_SERVER = "Throwdown"
UNKNOWN = "this passkey is unknown here: it was removed, or made for another server"
SPENT = "that was proved already, or too long ago: try again"


class Passkey(Struct, omit_defaults=True):
    """One passkey: the name and the colour of its guest, the host at which it is good, its public key in
    URL-safe Base64 (COSE), and how often it says that it was used, 0 where it does not count."""

    id: str
    host: str
    name: str
    colour: int
    key: str
    count: int
    made: float  # in seconds since 1970, as ``used``
    used: float = 0.0
    synced: bool = False  # it is on several devices


class Place(Struct, frozen=True):
    """Where a passkey is asked for: the host, and the web origin of the page."""

    host: str
    origin: str


KEYS = msgspec.json.Decoder(Passkey)


# What is saved


def of_guest(connection: Connection, guest: str) -> list[Passkey]:
    """The passkeys of ``guest``, the first that was made first."""
    found = connection.execute(select(passkeys.c.record).where(passkeys.c.guest == guest)).scalars()
    return sorted((KEYS.decode(record) for record in found), key=lambda one: one.made)


def known(connection: Connection, passkey: str) -> tuple[str, Passkey] | None:
    """The guest of a passkey, and the passkey; None of one that is unknown."""
    row = connection.execute(select(passkeys).where(passkeys.c.id == passkey)).first()
    return (row.guest, KEYS.decode(row.record)) if row else None


def add(connection: Connection, guest: str, passkey: Passkey, challenge: bytes) -> None:
    """Keep a passkey that has proved itself with ``challenge``."""
    one_at_a_time(connection)
    spend(connection, challenge)
    if len(of_guest(connection, guest)) >= MOST:
        raise Refusal(f"you have {MOST} passkeys: remove one first", 400)
    if known(connection, passkey.id):
        raise Refusal("this passkey is kept already", 400)
    saved = msgspec.json.encode(passkey)
    connection.execute(insert(passkeys).values(id=passkey.id, guest=guest, record=saved))


def note_use(connection: Connection, passkey: Passkey, challenge: bytes) -> None:
    """Save that ``passkey`` has proved itself with ``challenge``; refuses one that was answered before, and a
    passkey that was removed, or counted on, while its answer was checked."""
    one_at_a_time(connection)
    spend(connection, challenge)
    found = known(connection, passkey.id)
    if found is None:
        raise Refusal(UNKNOWN, 404)
    if found[1].count and passkey.count <= found[1].count:
        raise Refusal(f"this passkey does not hold: it was used {found[1].count} times meanwhile", 400)
    _save(connection, msgspec.structs.replace(found[1], count=passkey.count, used=passkey.used))


def _save(connection: Connection, passkey: Passkey) -> None:
    saved = msgspec.json.encode(passkey)
    connection.execute(update(passkeys).where(passkeys.c.id == passkey.id).values(record=saved))


def spend(connection: Connection, challenge: bytes) -> None:
    """Use ``challenge`` up; refuses one that was used before."""
    now = time.time()
    connection.execute(erase(challenges).where(challenges.c.until < now))
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    spent = dialect.insert(challenges).values(id=text_of(challenge), until=now + GOOD_FOR)
    new = spent.on_conflict_do_nothing().returning(challenges.c.id)  # PostgreSQL counts no rows of an insert
    if connection.execute(new).first() is None:
        raise Refusal(SPENT, 400)


def rename(connection: Connection, guest: Guest) -> None:
    """Save with all passkeys of ``guest`` the name and the colour that the guest has now."""
    for one in of_guest(connection, guest.id):
        one.name, one.colour = guest.name, guest.colour
        _save(connection, one)


def remove(connection: Connection, guest: str, passkey: str) -> None:
    """Delete a passkey of ``guest``."""
    connection.execute(erase(passkeys).where(passkeys.c.guest == guest, passkeys.c.id == passkey))


def forget(connection: Connection, guest: str) -> None:
    """Delete all passkeys of ``guest``."""
    connection.execute(erase(passkeys).where(passkeys.c.guest == guest))


# Challenges


def new_challenge(signer: Signer, purpose: str) -> bytes:
    """A challenge for ``purpose``: chance, until when it is good in milliseconds, and a stamp over both."""
    until = int((time.time() + GOOD_FOR) * 1000).to_bytes(TIME, "big")
    body = secrets.token_bytes(NONCE) + until
    return body + signer.stamp(purpose.encode() + b"\0" + body)


def answered(signer: Signer, purpose: str, credential: dict[str, Any]) -> bytes:
    """The challenge that a credential answers; refuses one that this server did not make for ``purpose``, or
    too long ago."""
    try:
        said = msgspec.json.decode(bytes_of(credential["response"]["clientDataJSON"]), type=dict[str, Any])
        challenge = bytes_of(said["challenge"])
    except (KeyError, TypeError, AttributeError, ValueError):  # msgspec's errors are of the last kind
        raise Refusal("that is no passkey's answer", 400) from None
    body, stamp = challenge[: NONCE + TIME], challenge[NONCE + TIME :]
    if len(challenge) != NONCE + TIME + STAMP or not signer.is_stamp(purpose.encode() + b"\0" + body, stamp):
        raise Refusal("that does not answer this server's challenge: try again", 400)
    if int.from_bytes(body[NONCE:], "big") < time.time() * 1000:
        raise Refusal(SPENT, 400)
    return challenge


# What the library does


def creation(
    guest: Guest, place: Place, challenge: bytes, kept: list[Passkey], user: bytes
) -> dict[str, Any]:
    """What a browser needs to make a passkey for ``guest``, whom authenticators know as ``user``."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name=NAMES_THIS_SERVER,
        user_name=guest.name,
        user_id=user,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=bytes_of(one.id))
            for one in kept
            if one.host == place.host
        ],
    )
    return msgspec.json.decode(webauthn.options_to_json(options))


def request(place: Place, challenge: bytes) -> dict[str, Any]:
    """What a browser needs to ask for any passkey of this server."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(
        rp_id=place.host, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return msgspec.json.decode(webauthn.options_to_json(options))


def made(guest: Guest, place: Place, challenge: bytes, credential: dict[str, Any]) -> Passkey:
    """The passkey in a browser's answer; refuses one that does not hold."""
    import webauthn

    try:
        proved = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            require_user_verification=True,
        )
    except Exception as error:  # whatever the library meets in what a stranger sent
        raise Refusal(f"this passkey does not hold: {str(error)[:120]}", 400) from None
    return Passkey(
        id=text_of(proved.credential_id),
        host=place.host,
        name=guest.name,
        colour=guest.colour,
        key=text_of(proved.credential_public_key),
        count=proved.sign_count,
        made=time.time(),
        synced=proved.credential_device_type.value == "multi_device",
    )


def proved(passkey: Passkey, place: Place, challenge: bytes, credential: dict[str, Any]) -> Passkey:
    """``passkey`` as it is after a browser has proved it; refuses an answer that does not hold."""
    import webauthn

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=passkey.host,
            expected_origin=place.origin,
            credential_public_key=bytes_of(passkey.key),
            credential_current_sign_count=passkey.count,
            require_user_verification=True,
        )
    except Exception as error:  # whatever the library meets in what a stranger sent
        raise Refusal(f"this passkey does not hold: {str(error)[:120]}", 400) from None
    return msgspec.structs.replace(passkey, count=found.new_sign_count, used=time.time())
