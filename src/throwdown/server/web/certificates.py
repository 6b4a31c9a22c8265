"""HTTPS for a home network: a certificate authority of this server's own, and certificates that it signs.

Who trusts the authority once can use every table of this computer over HTTPS, after restarts and under new
addresses. It may sign for names and addresses of private networks alone, so that its key, were it stolen, is
of no use against any other site.
"""

from __future__ import annotations

import datetime
import os
import socket
import tempfile
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from throwdown.server.errors import CannotServe

AUTHORITY_DAYS = 3650
DAYS = 397  # of a certificate: browsers take none that is good for longer
PRIVATE = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)
ENDINGS = ("localhost", "local", "lan", "internal", "home.arpa")

Key = ec.EllipticCurvePrivateKey


class Authority(NamedTuple):
    """The authority of this server: its certificate, and the key that signs."""

    certificate: x509.Certificate
    key: Key

    @property
    def pem(self) -> bytes:
        """The certificate, for a device that is to trust it."""
        return _pem(self.certificate)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of its certificate, as browsers show it: ``1F:A3:...``."""
        return ":".join(f"{byte:02X}" for byte in self.certificate.fingerprint(hashes.SHA256()))


def authority(folder: Path) -> Authority:
    """The authority in ``folder``, made when it is first asked for; raises :class:`CannotServe` for one that
    cannot be read or has run out."""
    file = folder / "authority.pem"
    if not file.exists():
        _make_authority(folder, file)
    try:
        data = file.read_bytes()
        found = x509.load_pem_x509_certificate(data)
        key = serialization.load_pem_private_key(data, None)
    except (OSError, ValueError) as error:
        raise CannotServe(f"cannot read the certificate authority in {file}: {error}") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise CannotServe(f"the key of the certificate authority in {file} is none that it made")
    if found.not_valid_after_utc < _now():
        raise CannotServe(f"the certificate authority in {file} has run out: remove it, and trust a new one")
    return Authority(found, key)


def certificate(folder: Path, names: Iterable[str]) -> Path:
    """A new certificate for ``names``, host names and addresses, signed by the authority in ``folder``: a PEM
    file with its key, which processes that make it at the same time replace as a whole."""
    signed_by = authority(folder)
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        _builder("Throwdown", signed_by.certificate.subject, key, DAYS)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signed_by.key.public_key()), critical=False
        )
        .sign(signed_by.key, hashes.SHA256())
    )
    return _save(folder / "server.pem", _pem(made) + _pem(signed_by.certificate) + _secret(key))


def own_names(host: str, addresses: Iterable[str]) -> list[str]:
    """Under which names and addresses this computer is asked: ``addresses`` are those on its networks, and
    ``host`` is what it listens on. Only those that the authority may sign for."""
    name = socket.gethostname().lower()
    found = ["localhost", name, f"{name.partition('.')[0]}.local", "127.0.0.1", "::1", *addresses, host]
    return list(dict.fromkeys(one for one in found if _may_sign(one)))


def _may_sign(name: str) -> bool:
    try:
        address = ip_address(name)
    except ValueError:
        own = name == socket.gethostname().lower()
        return own or name.endswith(tuple(f".{ending}" for ending in ENDINGS)) or name in ENDINGS
    networks = [ip_network(each) for each in PRIVATE]
    return any(address in network for network in networks if network.version == address.version)


def _make_authority(folder: Path, file: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = ec.generate_private_key(ec.SECP256R1())
    host = socket.gethostname().lower()
    names: list[x509.GeneralName] = [x509.DNSName(name) for name in (*ENDINGS, host)]
    names += [x509.IPAddress(ip_network(each)) for each in PRIVATE]
    usage = dict.fromkeys(
        (
            *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"),
            *("key_agreement", "encipher_only", "decipher_only"),
        ),
        False,
    )
    made = (
        _builder(f"Throwdown on {host}"[:64], None, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(key_cert_sign=True, crl_sign=True, **usage), critical=True)
        .add_extension(x509.NameConstraints(names, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _save(file, _pem(made) + _secret(key), is_first=True)


def _builder(name: str, issuer: x509.Name | None, key: Key, days: int) -> x509.CertificateBuilder:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer or subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - datetime.timedelta(days=1))
        .not_valid_after(_now() + datetime.timedelta(days=days - 1))
    )


def _general(name: str) -> x509.GeneralName:
    try:
        address: IPv4Address | IPv6Address = ip_address(name)
    except ValueError:
        return x509.DNSName(name)
    return x509.IPAddress(address)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _pem(made: x509.Certificate) -> bytes:
    return made.public_bytes(serialization.Encoding.PEM)


def _secret(key: Key) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _save(path: Path, data: bytes, *, is_first: bool = False) -> Path:
    """Write a file that its owner alone can read, as a whole; ``is_first``: one that is there stays."""
    handle, name = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    if not is_first:
        os.replace(name, path)
        return path
    try:
        os.link(name, path)
    except FileExistsError:
        pass  # another process was faster
    finally:
        os.unlink(name)
    return path
