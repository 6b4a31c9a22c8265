"""A browser as a push service sees it: its keys, and what it reads of the messages that are sent for it.

What the server encrypts and signs with libraries is opened here from RFC 8291 and RFC 8292 themselves.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.receivers import Posted

CURVE = ec.SECP256R1()


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


class PushedBrowser:
    """A browser that subscribed at the push service at ``endpoint``."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(CURVE)
        self._auth = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        """What its page gives to the server."""
        point = _point(self._key.public_key())
        return {"endpoint": self.endpoint, "p256dh": text_of(point), "auth": text_of(self._auth)}

    def reads(self, posted: Posted) -> dict[str, Any]:
        """The message in what was posted (RFC 8291, section 3.4; RFC 8188, section 2)."""
        assert posted.headers["content-encoding"] == "aes128gcm"
        salt, size, length = posted.body[:16], int.from_bytes(posted.body[16:20], "big"), posted.body[20]
        sender, record = posted.body[21 : 21 + length], posted.body[21 + length :]
        assert len(record) <= size, "the message is one record"
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        own = _point(self._key.public_key())
        secret = _derived(self._auth, shared, b"WebPush: info\0" + own + sender, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded.endswith(b"\2"), "it is the last record"
        return json.loads(padded[:-1])


def signed_by(posted: Posted, key: str) -> dict[str, Any]:
    """The claims in what was posted, if the owner of the public ``key`` has signed them (RFC 8292)."""
    scheme, _, words = posted.headers["authorization"].partition(" ")
    parts = dict(word.strip().split("=", 1) for word in words.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, signature = parts["t"].rpartition(".")
    raw = bytes_of(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    owner = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(key))
    owner.verify(pair, signed.encode(), ec.ECDSA(SHA256()))
    return json.loads(bytes_of(signed.partition(".")[2]))
