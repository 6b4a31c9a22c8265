"""Secrets as the database holds them: sealed with a master key that is kept apart from it.

The secrets of dice that are yet to fall and the keys of cookies are 32 random bytes each, and each has a name
of its own. Sealed, a secret is XORed with HMAC-SHA256 of its name, and followed by a tag over name and
result, so that neither another key nor a changed database gives a wrong secret (``decisions/0013-seals.md``).
Databases hold what this file makes: it may not change without a migration.
"""

from __future__ import annotations

import hmac
import os
import secrets
import tempfile
from pathlib import Path

from sqlalchemy import Connection

from throwdown.kernel.chance import keyed, mac
from throwdown.server.errors import DatabaseTrouble

SIZE = 32  # bytes of the master key, and of every secret
TAG = 16  # bytes
SEALED = "sealed:"  # how a sealed secret begins in a saved record; one in clear is hexadecimal digits alone
VARIABLE = "THROWDOWN_KEY"


class Vault:
    """Seals secrets, and opens those that were sealed with the same master key, 32 bytes."""

    def __init__(self, key: bytes) -> None:
        self._keyed = keyed(key)

    @property
    def fingerprint(self) -> bytes:
        """16 bytes by which the key is known, and from which nobody finds it."""
        return self._mac("fingerprint")[:TAG]

    def seal(self, name: str, secret: bytes) -> bytes:
        """48 bytes for ``secret``, 32 bytes; no other secret may have that ``name``."""
        masked = _xor(secret, self._mac("mask", name))
        return masked + self._tag(name, masked)

    def open(self, name: str, sealed: bytes) -> bytes:
        """The secret that was sealed under ``name``; raises :class:`DatabaseTrouble` where it was not."""
        masked, tag = sealed[:SIZE], sealed[SIZE:]
        if len(sealed) != SIZE + TAG or not hmac.compare_digest(tag, self._tag(name, masked)):
            raise DatabaseTrouble(f"the secret of {name} was sealed with another key, or changed since")
        return _xor(masked, self._mac("mask", name))

    def seal_text(self, name: str, secret: str) -> str:
        """What a saved record holds of ``secret``, 64 hexadecimal digits; nothing of one that is lost."""
        return secret and SEALED + self.seal(name, bytes.fromhex(secret)).hex()

    def open_text(self, name: str, saved: str) -> str:
        """The secret of a saved record, whether it was sealed or is there in clear."""
        if not saved.startswith(SEALED):
            return saved
        return self.open(name, bytes.fromhex(saved.removeprefix(SEALED))).hex()

    def _tag(self, name: str, masked: bytes) -> bytes:
        return self._mac("tag", name, masked.hex())[:TAG]

    def _mac(self, *parts: str) -> bytes:
        return mac(self._keyed, "\0".join(("throwdown", *parts)).encode())


def _xor(one: bytes, other: bytes) -> bytes:
    if len(one) != SIZE or len(other) != SIZE:
        raise ValueError(f"a secret has {SIZE} bytes, not {len(one)}")
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).to_bytes(SIZE, "big")


def dice_name(match: int) -> str:
    """The name under which the secret of a match's dice is sealed."""
    return f"dice {match:016x}"


def vault_of(connection: Connection) -> Vault:
    """The vault of the database that ``connection`` leads to."""
    return connection.get_execution_options()["vault"]


def read_key(text: str, place: str) -> bytes:
    """The master key in ``text``, which comes from ``place``; raises :class:`DatabaseTrouble` for none."""
    digits = text.strip()
    try:
        key = bytes.fromhex(digits)
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise DatabaseTrouble(
            f"{place} holds no key: it needs {2 * SIZE} hexadecimal digits and has {len(digits)} characters"
        )
    return key


def key_in(path: Path, *, is_new: bool) -> bytes:
    """The master key in the file ``path``. For a database that ``is_new`` to keys it is made where there is
    none, readable by its owner alone. Raises :class:`DatabaseTrouble`."""
    try:
        if is_new and not path.exists():
            write_secret(path, secrets.token_hex(SIZE))
        return read_key(path.read_text("ascii", "replace"), str(path))
    except FileNotFoundError:
        raise DatabaseTrouble(
            f"its key is not there: put back the file {path}, or give the key in {VARIABLE}"
        ) from None
    except OSError as error:
        raise DatabaseTrouble(f"its key cannot be kept in {path}: {error.strerror}") from None


def write_secret(path: Path, secret: str) -> None:
    """Write a file with ``secret``, its owner's alone, whole and at once, unless somebody else is faster."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)  # 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(f"{secret}\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(name)
