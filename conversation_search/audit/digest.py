"""Keyed digests: what tells two queries apart without keeping either."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass

QUERY_LABEL = b"conversation search: query digest, version 1"
REQUEST_LABEL = b"conversation search: tool request digest, version 2"


@dataclass(frozen=True, slots=True)
class Secrets:
    """The keys that digests are made with: the master key may be empty, the application's own never is."""

    master_key: str
    application_key: str

    def query_digest(self, salt: bytes | None, query: str) -> str:
        """Return the hex HMAC-SHA-256 of a query under this perspective's subkey; empty without a key or salt."""
        if not self.master_key or salt is None:
            return ""
        return _digest(self.master_key, QUERY_LABEL + salt, query).hex()

    def request_digest(self, salt: bytes | None, asked: Mapping[str, object]) -> bytes:
        """Return the HMAC-SHA-256 of what a tool call asks for, whatever the order of its keys."""
        canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"))
        return _digest(self.application_key, REQUEST_LABEL + (salt or b""), canonical)


def _digest(key: str, label: bytes, text: str) -> bytes:
    subkey = hmac.digest(key.encode("utf-8", "surrogatepass"), label, hashlib.sha256)
    return hmac.digest(subkey, text.encode("utf-8", "surrogatepass"), hashlib.sha256)
