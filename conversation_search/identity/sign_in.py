"""Slows down whoever guesses passwords: by the account that is tried, and by the address that tries."""

import hashlib
import hmac
from datetime import datetime
from typing import Final

from conversation_search import limits
from conversation_search.managers import page_access

LABEL: Final = b"sign-in failures, version 1"


def sources(secret: str, username: str, address: str) -> tuple[bytes, bytes]:
    """Return keyed digests of the account name and of the address: what was typed may be a password."""
    account = _digest(secret, "account", username.casefold().strip())
    return account, _digest(secret, "address", address)


def is_held_back(of: tuple[bytes, bytes], now: datetime) -> bool:
    """Tell whether either source failed too often lately; the right password is then refused as well."""
    failures = page_access.count_sign_in_failures(of, now - limits.SIGN_IN_LOOKBACK)
    account, address = of
    return (
        failures[account] >= limits.SIGN_IN_FAILURES_OF_ACCOUNT
        or failures[address] >= limits.SIGN_IN_FAILURES_OF_ADDRESS
    )


def record_failure(of: tuple[bytes, bytes], now: datetime) -> None:
    """Count one failure of both sources."""
    page_access.record_sign_in_failure(of, now - limits.SIGN_IN_LOOKBACK)


def _digest(secret: str, kind: str, text: str) -> bytes:
    key = hmac.digest(secret.encode(), LABEL, hashlib.sha256)
    return hmac.digest(key, f"{kind}:{text}".encode("utf-8", "surrogatepass"), hashlib.sha256)
