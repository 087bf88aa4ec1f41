"""Tokens that open one run, for as long as it is open: what a model's client holds in place of the API key.

A token is signed and kept nowhere. It names its run and the key it was minted for by opaque ids; whoever presents it
may do what that key may do in that run, until the run's hour is over or the key is revoked.
"""

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from conversation_search.public_ids import LENGTH, PublicIds

PREFIX: Final = "mesh_run_"
"""Lets a scanner of leaked secrets recognize a token."""
SHAPE: Final = re.compile(
    rf"{PREFIX}([0-9a-z]{{{LENGTH}}})([0-9a-z]{{{LENGTH}}})([0-9a-f]{{8}})_([\w-]{{43}})", re.ASCII
)
"""Run, key, the second at which it ends in hexadecimal, and the signature."""
NAMES_LABEL: Final = b"conversation search: names in run tokens, version 1"
SIGNATURE_LABEL: Final = b"conversation search: signature of run tokens, version 1"


@dataclass(frozen=True, slots=True)
class RunGrant:
    """What a valid token opens: one run, with the rights of one key."""

    run_id: int
    api_key_id: int


@dataclass(frozen=True, slots=True)
class RunTokens:
    """Mints and reads tokens under the application's own key; a new key ends all of them."""

    application_key: str

    def mint(self, grant: RunGrant, expires_at: datetime) -> str:
        """Return the token of an open run; it ends with the run, at the latest."""
        names = self._names()
        run, key = names.encode("run", grant.run_id), names.encode("key", grant.api_key_id)
        payload = f"{run}{key}{int(expires_at.timestamp()):08x}"
        return f"{PREFIX}{payload}_{self._signature(payload)}"

    def read(self, token: str, now: datetime) -> RunGrant | None:
        """Return what a token opens; None when it is malformed, forged or over."""
        parts = SHAPE.fullmatch(token)
        if parts is None:
            return None
        run, key, end, signature = parts.groups()
        if not hmac.compare_digest(signature, self._signature(f"{run}{key}{end}")):
            return None
        if now >= datetime.fromtimestamp(int(end, 16), UTC):
            return None
        names = self._names()
        return RunGrant(names.decode("run", run), names.decode("key", key))

    def _names(self) -> PublicIds:
        return PublicIds(self._derived(NAMES_LABEL, b""))

    def _signature(self, payload: str) -> str:
        return urlsafe_b64encode(self._derived(SIGNATURE_LABEL, payload.encode())).rstrip(b"=").decode()

    def _derived(self, label: bytes, data: bytes) -> bytes:
        subkey = hmac.digest(self.application_key.encode("utf-8", "surrogatepass"), label, hashlib.sha256)
        return hmac.digest(subkey, data, hashlib.sha256)
