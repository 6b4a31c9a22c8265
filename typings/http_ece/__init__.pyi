"""What the server uses of http_ece, which carries no types."""

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

class ECEException(Exception): ...

def encrypt(
    content: bytes,
    *,
    private_key: EllipticCurvePrivateKey,
    dh: bytes,
    auth_secret: bytes,
    version: str,
) -> bytes: ...
