"""The keys of the seal: one that signs, and those whose signatures count, the oldest first.

Which keys count is configured, never read from the database: whoever can change its rows can add a key to them.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from conversation_search.seal.errors import SealKeyMissing, SealKeyRefused

SECRET_CHARACTERS_MIN: Final = 32
"""Characters of the secret at least: 128 bits of it in hexadecimal."""
SEED_LABEL: Final = b"conversation search: audit seal signing key, version 1"
KEY_ID_CHARACTERS: Final = 16
PUBLIC_KEY_BYTES: Final = 32


@dataclass(frozen=True)
class PublicKey:
    """One key whose signatures count."""

    raw: bytes

    @property
    def key_id(self) -> str:
        """The first 16 hexadecimal digits of the SHA-256 of the key."""
        return hashlib.sha256(self.raw).hexdigest()[:KEY_ID_CHARACTERS]

    @cached_property
    def _key(self) -> Ed25519PublicKey:
        return Ed25519PublicKey.from_public_bytes(self.raw)

    def vouches(self, signature: bytes, label: bytes, content: bytes) -> bool:
        """Tell whether this key signed the content under this label."""
        try:
            self._key.verify(signature, label + content)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class SigningKey:
    """The key that signs; it is derived from a secret of any form, so that one random string is enough."""

    secret: str

    def __repr__(self) -> str:
        """Name the key without its secret."""
        return f"SigningKey({self.public.key_id})"

    @cached_property
    def _key(self) -> Ed25519PrivateKey:
        seed = hmac.digest(self.secret.encode("utf-8", "surrogatepass"), SEED_LABEL, hashlib.sha256)
        return Ed25519PrivateKey.from_private_bytes(seed)

    @cached_property
    def public(self) -> PublicKey:
        """What others verify its signatures with."""
        return PublicKey(self._key.public_key().public_bytes_raw())

    def sign(self, label: bytes, content: bytes) -> bytes:
        """Return the signature of the content under a label, so that none passes for another kind of document."""
        return self._key.sign(label + content)


@dataclass(frozen=True)
class Keyring:
    """The key that signs, if any, and every key that counts, the oldest first."""

    signing: SigningKey | None
    trusted: tuple[PublicKey, ...]

    @classmethod
    def of(cls, secret: str, public_keys: Sequence[str]) -> "Keyring":
        """Return the ring of a secret, which may be empty, and of earlier public keys, the oldest first.

        Raises SealKeyRefused for a secret that is too short and for what is no public key.
        """
        if secret and len(secret) < SECRET_CHARACTERS_MIN:
            message = f"MESH_AUDIT_SEAL_KEY needs at least {SECRET_CHARACTERS_MIN} random characters."
            raise SealKeyRefused(message)
        signing = SigningKey(secret) if secret else None
        keys = [_public_key(text) for text in public_keys]
        if signing is not None and signing.public not in keys:
            keys.append(signing.public)
        return cls(signing, tuple(keys))

    def signer(self) -> SigningKey:
        """Return the key that signs; raises SealKeyMissing when there is none."""
        if self.signing is None:
            raise SealKeyMissing
        return self.signing

    def check_verifies(self) -> None:
        """Raise SealKeyMissing when there is no key to verify with."""
        if not self.trusted:
            raise SealKeyMissing

    def find(self, key_id: str) -> PublicKey | None:
        """Return the key of this id, if it counts."""
        return next((key for key in self.trusted if key.key_id == key_id), None)


def _public_key(text: str) -> PublicKey:
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    if len(raw) != PUBLIC_KEY_BYTES:
        message = (
            "MESH_AUDIT_SEAL_PUBLIC_KEYS holds something that is not a public key: 64 hexadecimal digits, as "
            "`manage.py seal_audit --show-key` prints them."
        )
        raise SealKeyRefused(message)
    return PublicKey(raw)
